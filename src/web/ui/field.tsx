/** Shared by form fields: label, hint and error, linked to the control for screen readers. */
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import css from './field.module.css'

export interface FieldTexts {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  /** Content next to the label, for example a toggletip. */
  aside?: ReactNode
}

/** Value of `aria-describedby` for the control of a field. */
export function describedBy(id: string, texts: Pick<FieldTexts, 'hint' | 'error'>): string | undefined {
  return classNames(texts.hint != null && `${id}-hint`, texts.error && `${id}-error`) || undefined
}

interface FieldProps extends FieldTexts {
  id: string
  children: ReactNode
}

export function Field({ id, label, hint, error, aside, children }: FieldProps) {
  return (
    <div className={css.field}>
      <div className={css.heading}>
        <label htmlFor={id} className={css.label}>
          {label}
        </label>
        {aside}
      </div>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

/** The lines below a control. The error's element always exists, so that a new error is announced. */
export function FieldNotes({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  return (
    <>
      {hint == null ? null : (
        <div id={`${id}-hint`} className={css.hint}>
          {hint}
        </div>
      )}
      <div id={`${id}-error`} className={css.error} aria-live="polite">
        {error ? (
          <>
            <CircleAlert size={16} aria-hidden="true" />
            <span>{error}</span>
          </>
        ) : null}
      </div>
    </>
  )
}
