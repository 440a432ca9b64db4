/** A number with its unit; empty is a value too, so it is kept as the text that was typed. */
import { useId } from 'react'
import type { InputHTMLAttributes, Ref } from 'react'
import { Field, describedBy } from './field.tsx'
import type { FieldTexts } from './field.tsx'
import css from './field.module.css'
import { classNames } from './class-names.ts'

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type' | 'value' | 'onChange'>

export interface NumberFieldProps extends FieldTexts, Native {
  value: string
  onChange: (value: string) => void
  unit?: string
  ref?: Ref<HTMLInputElement>
}

export function NumberField(props: NumberFieldProps) {
  const { label, hint, error, aside, unit, onChange, step, ...input } = props
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error} aside={aside}>
      <div className={css.control}>
        <input
          {...input}
          id={id}
          type="number"
          inputMode="decimal"
          step={step ?? 'any'}
          autoComplete="off"
          className={classNames(css.input, css.number)}
          aria-invalid={error ? true : undefined}
          aria-describedby={classNames(describedBy(id, { hint, error }), unit && `${id}-unit`) || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          // A wheel that scrolls the page must not turn the number under the pointer.
          onWheel={(event) => event.currentTarget.blur()}
        />
        {unit ? (
          <span id={`${id}-unit`} className={css.unit}>
            {unit}
          </span>
        ) : null}
      </div>
    </Field>
  )
}
