/** A number field with its unit; keeps the typed text, because empty is a value too; decimal comma in French. */
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { InputHTMLAttributes, Ref } from 'react'
import { isFrench } from '../language/language.ts'
import { text } from '../language/parts.text.ts'
import { withDecimalComma, typedNumber } from '../language/typed-number.ts'
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
  return isFrench() ? <CommaNumber {...props} /> : <PlainNumber {...props} type="number" />
}

/** Browsers accept a decimal comma only in their own locale, so French pages parse it themselves. */
function CommaNumber({ value, onChange, error, ...props }: NumberFieldProps) {
  // the typed text is kept as long as it means the current value
  const [typed, setTyped] = useState<string | null>(null)
  const parsed = typed === null ? null : typedNumber(typed)
  const typedText = typed !== null && (parsed ?? '') === value ? typed : null
  return (
    <PlainNumber
      {...props}
      type="text"
      value={typedText ?? withDecimalComma(value)}
      error={typedText !== null && parsed === null ? text.unclearNumber : error}
      onChange={(text) => {
        setTyped(text)
        onChange(typedNumber(text) ?? '')
      }}
    />
  )
}

function PlainNumber(props: NumberFieldProps & { type: 'number' | 'text' }) {
  const { label, hint, error, aside, unit, onChange, type, min, max, step, ...input } = props
  const limits = type === 'number' ? { min, max, step: step ?? 'any' } : {}
  const id = useId()
  const onTyped = useSelectReplaced(id, input.value)
  return (
    <Field id={id} label={label} hint={hint} error={error} aside={aside}>
      <div className={css.control}>
        <input
          {...input}
          {...limits}
          id={id}
          inputMode="decimal"
          type={type}
          autoComplete="off"
          className={classNames(css.input, css.number)}
          aria-invalid={error ? true : undefined}
          aria-describedby={classNames(describedBy(id, { hint, error }), unit && `${id}-unit`) || undefined}
          onChange={(event) => {
            onTyped(event.currentTarget.value)
            onChange(event.currentTarget.value)
          }}
          // Scrolling with the wheel must not change the number under the pointer.
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

/**
 * Selects a value that was replaced under the caret, as by settings of somebody else: what is typed next replaces it
 * instead of adding digits to it.
 *
 * @returns to be told what was typed, which is no replacement
 */
function useSelectReplaced(id: string, value: string) {
  const typed = useRef(value)
  useLayoutEffect(() => {
    const focused = document.activeElement
    const replaced = value !== typed.current && focused?.id === id
    if (replaced && focused instanceof HTMLInputElement) focused.select()
    typed.current = value
  }, [id, value])
  return (text: string) => {
    typed.current = text
  }
}
