/** A checkbox with its label. */
import { Check } from 'lucide-react'
import { useId } from 'react'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { FieldNotes, describedBy } from './field.tsx'
import css from './checkbox.module.css'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> {
  label: ReactNode
  /** Content after the label and outside it, for example a button that opens the terms. */
  aside?: ReactNode
  hint?: ReactNode
  error?: string | null
  ref?: Ref<HTMLInputElement>
}

export function Checkbox({ label, aside, hint, error, className, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className={className}>
      <div className={css.row}>
        <label className={css.label} htmlFor={id}>
          <span className={css.box}>
            <input
              {...input}
              id={id}
              type="checkbox"
              className={css.input}
              aria-invalid={error ? true : undefined}
              aria-describedby={describedBy(id, { hint, error })}
            />
            <Check className={css.tick} size={18} strokeWidth={3} aria-hidden="true" />
          </span>
          <span>{label}</span>
        </label>
        {aside}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
