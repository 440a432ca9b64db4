/** A segmented control: one of a few options, side by side. */
import { useId } from 'react'
import { classNames } from './class-names.ts'
import css from './segmented-choice.module.css'

export interface SegmentedChoiceProps<T extends string> {
  label: string
  /** Label next to the choice instead of above it. */
  inlineLabel?: boolean
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

export function SegmentedChoice<T extends string>({
  label,
  inlineLabel,
  value,
  options,
  onChange,
}: SegmentedChoiceProps<T>) {
  const id = useId()
  return (
    <div className={inlineLabel ? css.row : css.field}>
      <span id={id} className={css.label}>
        {label}
      </span>
      <div role="radiogroup" aria-labelledby={id} className={css.choice}>
        {options.map((option) => (
          <label key={option.value} className={classNames(css.option, option.value === value && css.chosen)}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className={css.input}
            />
            {option.label}
          </label>
        ))}
      </div>
    </div>
  )
}
