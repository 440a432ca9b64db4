/** One of a few, side by side. */
import { useId } from 'react'
import { classNames } from '../ui/class-names.ts'
import css from './choice.module.css'

export interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div className={css.field}>
      <span id={id} className={css.label}>
        {label}
      </span>
      <div role="radiogroup" aria-labelledby={id} className={css.choice}>
        {options.map((one) => (
          <label key={one.value} className={classNames(css.option, one.value === value && css.chosen)}>
            <input
              type="radio"
              name={id}
              value={one.value}
              checked={one.value === value}
              onChange={() => onChange(one.value)}
              className={css.input}
            />
            {one.label}
          </label>
        ))}
      </div>
    </div>
  )
}
