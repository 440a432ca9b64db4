/** 'Turn System OFF': asks for the rate at which the whole field will be watered. */
import { rateQuestion, text } from './settings.text.ts'
import { useState } from 'react'
import { applicationRate } from '#contract/systems.ts'
import { useGeofences } from '../../api/geofences.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { DepthField, rangeWords } from './depth-field.tsx'
import { numberOf } from './settings-values.ts'
import type { DepthUnit } from './settings.text.ts'
import { problemMessage } from '../../kit/call-error.ts'

export interface OffRateDialogProps {
  open: boolean
  name: string
  unit: DepthUnit
  /** The typed inches; kept by the parent, so that closing loses nothing. */
  rate: string
  onRate: (rate: string) => void
  onCancel: () => void
  onConfirm: (rateIn: number) => void
}

export function OffRateDialog(props: OffRateDialogProps) {
  return props.open ? <OpenOffRateDialog {...props} /> : null
}

function OpenOffRateDialog({ name, unit, rate, onRate, onCancel, onConfirm }: OffRateDialogProps) {
  const [submitted, setSubmitted] = useState(false)
  const parsed = applicationRate.safeParse(numberOf(rate))
  const { label, range, limits, meaning } = rateQuestion
  return (
    <FormDialog
      title={text.turnOff}
      intro={
        <>
          <p>{text.offHint(name)}</p>
          <SuspendedGeofences system={name} />
        </>
      }
      submit={text.confirmApply}
      onSubmit={(form) => {
        setSubmitted(true)
        if (parsed.success) onConfirm(parsed.data)
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
          error={submitted && !parsed.success ? problemMessage('application_rate_range') : null}
          onChange={onRate}
          data-autofocus
        />
      }
    />
  )
}

/** The enabled geofences, which have no effect while the system is OFF. */
function SuspendedGeofences({ system }: { system: string }) {
  const geofences = useGeofences(system)
  const enabledFences = geofences.data?.filter(({ enabled }) => enabled) ?? []
  if (enabledFences.length === 0) return null
  return (
    <p>
      {text.suspended}{' '}
      <strong>
        {enabledFences.map(({ name, prescription }) => `${name} (${prescription}%)`).join(', ')}
      </strong>
    </p>
  )
}
