/** A switch that shows its position as a word. */
import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import { FieldNotes, describedBy } from './field.tsx'
import { text } from '../language/parts.text.ts'
import css from './switch.module.css'

export interface SwitchProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  onWord?: string
  offWord?: string
  disabled?: boolean
  hint?: ReactNode
  error?: string | null
  aside?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function Switch(props: SwitchProps) {
  const {
    label,
    checked,
    onChange,
    onWord = text.on,
    offWord = text.off,
    disabled,
    hint,
    error,
    aside,
    ref,
  } = props
  const id = useId()
  return (
    <div className={css.field}>
      <div className={css.row}>
        <label className={css.label} htmlFor={id}>
          {label}
        </label>
        {aside}
        <label className={css.control} htmlFor={id}>
          <span className={css.word} aria-hidden="true">
            {checked ? onWord : offWord}
          </span>
          <input
            ref={ref}
            id={id}
            type="checkbox"
            role="switch"
            className={css.input}
            checked={checked}
            aria-checked={checked}
            disabled={disabled}
            aria-describedby={describedBy(id, { hint, error })}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        </label>
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
