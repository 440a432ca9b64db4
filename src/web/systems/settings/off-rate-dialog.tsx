/** Before a system is turned off: the rate at which the whole field will be watered. */
import { useId, useState } from 'react'
import { problems } from '../../../contract/errors.ts'
import { applicationRate } from '../../../contract/systems.ts'
import { useGeofences } from '../../api/geofences.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DepthField, rangeWords } from './depth-field.tsx'
import { rateQuestion } from './settings-numbers.tsx'
import { numberOf } from './settings-values.ts'
import type { DepthUnit } from './settings.text.ts'

export interface OffRateDialogProps {
  open: boolean
  name: string
  unit: DepthUnit
  /** Inches as they were typed; kept outside, so that closing loses nothing. */
  rate: string
  onRate: (rate: string) => void
  onCancel: () => void
  onConfirm: (rateIn: number) => void
}

export function OffRateDialog(props: OffRateDialogProps) {
  return props.open ? <OpenOffRateDialog {...props} /> : null
}

function OpenOffRateDialog({ name, unit, rate, onRate, onCancel, onConfirm }: OffRateDialogProps) {
  const id = useId()
  const [asked, setAsked] = useState(false)
  const read = applicationRate.safeParse(numberOf(rate))
  const { label, range, limits, meaning } = rateQuestion
  return (
    <Dialog
      open
      title="Turn System OFF - Application Rate Required"
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" form={id} variant="primary">
            Confirm &amp; Apply
          </Button>
        </>
      }
    >
      <p>
        OFF does not stop the machine. The whole field under {name} gets 100 % of this rate, and geofences are
        suspended.
      </p>
      <SuspendedGeofences system={name} />
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (read.success) onConfirm(read.data)
          else event.currentTarget.querySelector('input')?.focus()
        }}
      >
        <DepthField
          label={label}
          unit={unit}
          limits={limits}
          hint={`${rangeWords(range, limits, unit)}. ${meaning}`}
          name="offRate"
          value={rate}
          error={asked && !read.success ? problems.application_rate_range.message : null}
          onChange={onRate}
          data-autofocus
        />
      </form>
    </Dialog>
  )
}

/** The geofences that are on now and will force nothing while the system is OFF. */
function SuspendedGeofences({ system }: { system: string }) {
  const geofences = useGeofences(system)
  const on = geofences.data?.filter(({ enabled }) => enabled) ?? []
  if (on.length === 0) return null
  return (
    <p>
      Suspended:{' '}
      <strong>{on.map(({ name, prescription }) => `${name} (${prescription} %)`).join(', ')}</strong>
    </p>
  )
}
