/** A depth field in the user's unit; its value is always inches as text. */
import { useState } from 'react'
import { NumberField } from '../../ui/number-field.tsx'
import type { NumberFieldProps } from '../../ui/number-field.tsx'
import { unitWords, text } from './settings.text.ts'
import type { DepthUnit } from './settings.text.ts'
import { inchesToMm, mmToInches } from '#agronomy/units.ts'
import { numberOf } from './settings-values.ts'

export interface DepthFieldProps extends Omit<NumberFieldProps, 'unit' | 'min' | 'max' | 'step'> {
  unit: DepthUnit
  /** Limits and step in inches, as sent. */
  limits: { min: number; max: number; step: number }
}

export function DepthField({ unit, value, limits, onChange, ...field }: DepthFieldProps) {
  // The typed text is kept as long as it means the current value.
  const [typed, setTyped] = useState<{ text: string; unit: DepthUnit } | null>(null)
  const typedText = typed?.unit === unit && typedInches(typed.text, unit) === value ? typed.text : null
  const limit = (inches: number) => Number(shownDepth(String(inches), unit))
  return (
    <NumberField
      {...field}
      unit={unitWords[unit]}
      min={limit(limits.min)}
      max={limit(limits.max)}
      step={unit === 'mm' ? 1 : limits.step}
      value={typedText ?? shownDepth(value, unit)}
      onChange={(text) => {
        setTyped({ text, unit })
        onChange(typedInches(text, unit))
      }}
    />
  )
}

/** A range in inches, with millimetres if that is the unit. */
export function rangeWords(range: string, limits: DepthFieldProps['limits'], unit: DepthUnit): string {
  if (unit === 'in') return range
  const mm = (inches: number) => shownDepth(String(inches), 'mm')
  const low = limits.min === 0 ? `${text.moreThanZero} ` : `${text.fromMinimum(mm(limits.min))} `
  return text.inBothUnits(low, mm(limits.max), range)
}

/** Precise enough that millimetres with two decimals survive the conversion. */
const INCH_DECIMALS = 4
const MM_DECIMALS = 2

const rounded = (value: number, decimals: number) => String(Number(value.toFixed(decimals)))

/** Converts a depth in inches for display; invalid text stays as it is. */
export function shownDepth(inches: string, unit: DepthUnit): string {
  const value = numberOf(inches)
  return unit === 'in' || value === null ? inches : rounded(inchesToMm(value), MM_DECIMALS)
}

/** Converts typed text to inches; invalid text stays as it is. */
export function typedInches(text: string, unit: DepthUnit): string {
  const value = numberOf(text)
  return unit === 'in' || value === null ? text : rounded(mmToInches(value), INCH_DECIMALS)
}
