/** A select; the native control, because it works best on phones. */
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import type { Ref } from 'react'
import { Field, describedBy } from './field.tsx'
import type { FieldTexts } from './field.tsx'
import css from './dropdown.module.css'
import fieldCss from './field.module.css'
import { classNames } from './class-names.ts'

interface DropdownOption {
  value: string
  label: string
  disabled?: boolean
}

export interface DropdownProps extends FieldTexts {
  /** The empty string is the placeholder. */
  value: string
  onChange: (value: string) => void
  options: readonly DropdownOption[]
  /** Text of the empty option; it can be chosen again. Without one there is no empty option. */
  placeholder?: string
  disabled?: boolean
  name?: string
  ref?: Ref<HTMLSelectElement>
}

export function Dropdown(props: DropdownProps) {
  const { label, hint, error, aside, value, onChange, options, placeholder, disabled, name, ref } = props
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error} aside={aside}>
      <div className={classNames(fieldCss.control, css.frame)}>
        <select
          ref={ref}
          id={id}
          name={name}
          className={classNames(fieldCss.input, css.select)}
          value={value}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {placeholder == null ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className={css.chevron} size={20} aria-hidden="true" />
      </div>
    </Field>
  )
}
