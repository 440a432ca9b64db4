/** Before a system is turned off: the rate at which the whole field will be watered. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useController, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { isProblemCode, problems } from '../../contract/errors.ts'
import { applicationRate } from '../../contract/systems.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { rateQuestion } from './settings-numbers.tsx'
import { numberOf } from './settings-values.ts'

const rateForm = z.object({ rate: z.pipe(z.pipe(z.string(), z.transform(numberOf)), applicationRate) })

export interface OffRateDialogProps {
  open: boolean
  name: string
  onCancel: () => void
  onConfirm: (rate: number) => void
}

export function OffRateDialog(props: OffRateDialogProps) {
  return props.open ? <OpenOffRateDialog {...props} /> : null
}

function OpenOffRateDialog({ name, onCancel, onConfirm }: OffRateDialogProps) {
  const id = useId()
  const { control, handleSubmit } = useForm({ defaultValues: { rate: '' }, resolver: zodResolver(rateForm) })
  const { field, fieldState } = useController({ name: 'rate', control })
  const { ref, value, onChange, onBlur } = field
  const code = fieldState.error?.message ?? ''
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
      <form id={id} noValidate onSubmit={(event) => void handleSubmit(({ rate }) => onConfirm(rate))(event)}>
        <NumberField
          label={rateQuestion.label}
          unit={rateQuestion.unit}
          hint={`${rateQuestion.range}. ${rateQuestion.meaning}`}
          min={rateQuestion.min}
          max={rateQuestion.max}
          step={rateQuestion.step}
          name="offRate"
          value={value}
          error={isProblemCode(code) ? problems[code].message : null}
          onChange={onChange}
          onBlur={onBlur}
          ref={ref}
          data-autofocus
        />
      </form>
    </Dialog>
  )
}
