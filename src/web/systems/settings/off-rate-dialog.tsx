/** Before a system is turned off: the rate at which the whole field will be watered. */
import { rateQuestion } from './settings.text.ts'
import { useState } from 'react'
import { problems } from '#contract/errors.ts'
import { applicationRate } from '#contract/systems.ts'
import { useGeofences } from '../../api/geofences.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { DepthField, rangeWords } from './depth-field.tsx'
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
  const [asked, setAsked] = useState(false)
  const read = applicationRate.safeParse(numberOf(rate))
  const { label, range, limits, meaning } = rateQuestion
  return (
    <FormDialog
      title="Turn System OFF - Application Rate Required"
      intro={
        <>
          <p>
            OFF does not stop the machine. The whole field under {name} gets 100% of this rate, and geofences
            are suspended.
          </p>
          <SuspendedGeofences system={name} />
        </>
      }
      submit="Confirm & Apply"
      onSubmit={(form) => {
        setAsked(true)
        if (read.success) onConfirm(read.data)
        else form.querySelector('input')?.focus()
      }}
      onCancel={onCancel}
      fields={
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
      }
    />
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
      <strong>{on.map(({ name, prescription }) => `${name} (${prescription}%)`).join(', ')}</strong>
    </p>
  )
}
