/** A single-line text field; a password can be revealed. */
import { useId, useState } from 'react'
import type { InputHTMLAttributes, Ref } from 'react'
import { Field, describedBy } from './field.tsx'
import type { FieldTexts } from './field.tsx'
import css from './field.module.css'
import { classNames } from './class-names.ts'
import { text } from '../language/parts.text.ts'

export interface TextFieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  ref?: Ref<HTMLInputElement>
}

export function TextField({ label, hint, error, aside, type, className, ...input }: TextFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  return (
    <Field id={id} label={label} hint={hint} error={error} aside={aside}>
      <div className={css.control}>
        <input
          {...input}
          id={id}
          type={secret && shown ? 'text' : type}
          className={classNames(css.input, className)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
        />
        {secret ? (
          <button
            type="button"
            className={css.inside}
            aria-pressed={shown}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            {shown ? text.hide : text.show}
          </button>
        ) : null}
      </div>
    </Field>
  )
}
