/** An input for a latitude or longitude: applied on Enter or blur; Escape restores the old value. */
import { useState } from 'react'
import css from './degrees-input.module.css'
import { text } from './pin.text.ts'

const DIGITS = 6

export interface DegreesInputProps {
  label: string
  value: number
  limit: 90 | 180
  fixed?: boolean
  onChange: (degrees: number) => void
}

export function DegreesInput({ label, value, limit, fixed, onChange }: DegreesInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const invalid = typed !== null && degreesOf(typed, limit) === null
  const commit = () => {
    const degrees = typed === null ? null : degreesOf(typed, limit)
    if (degrees === null) return
    setTyped(null)
    if (degrees !== value) onChange(degrees)
  }
  return (
    <input
      className={css.degrees}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={invalid ? true : undefined}
      title={invalid ? text.numberBetween(limit, limit) : undefined}
      value={typed ?? value.toFixed(DIGITS)}
      readOnly={fixed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}

export interface NewDegreesInputProps {
  /** The first word is the placeholder. */
  label: string
  text: string
  invalid: boolean
  onChange: (text: string) => void
}

/** A coordinate of a place not added yet, kept as text. */
export function NewDegreesInput({ label, text, invalid, onChange }: NewDegreesInputProps) {
  return (
    <input
      className={css.degrees}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      placeholder={label.split(' ')[0]}
      aria-invalid={invalid ? true : undefined}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Parses typed degrees, also with a decimal comma, or null. */
export function degreesOf(text: string, limit: 90 | 180): number | null {
  const cleaned = text.trim().replace(',', '.')
  const value = Number(cleaned)
  return cleaned !== '' && Number.isFinite(value) && Math.abs(value) <= limit ? value : null
}
