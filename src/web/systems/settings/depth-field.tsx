/** A depth, typed in the customer's unit; its value is always the text of its inches. */
import { useState } from 'react'
import { NumberField } from '../../ui/number-field.tsx'
import type { NumberFieldProps } from '../../ui/number-field.tsx'
import { unitWords, text } from './settings.text.ts'
import type { DepthUnit } from './settings.text.ts'
import { inchesToMm, mmToInches } from '#agronomy/units.ts'
import { numberOf } from './settings-values.ts'

export interface DepthFieldProps extends Omit<NumberFieldProps, 'unit' | 'min' | 'max' | 'step'> {
  unit: DepthUnit
  /** Limits and step of the wire, inches. */
  limits: { min: number; max: number; step: number }
}

export function DepthField({ unit, value, limits, onChange, ...field }: DepthFieldProps) {
  // What is being typed stays as typed, while it means the value that is held.
  const [typed, setTyped] = useState<{ text: string; unit: DepthUnit } | null>(null)
  const own = typed?.unit === unit && typedInches(typed.text, unit) === value ? typed.text : null
  const limit = (inches: number) => Number(shownDepth(String(inches), unit))
  return (
    <NumberField
      {...field}
      unit={unitWords[unit]}
      min={limit(limits.min)}
      max={limit(limits.max)}
      step={unit === 'mm' ? 1 : limits.step}
      value={own ?? shownDepth(value, unit)}
      onChange={(text) => {
        setTyped({ text, unit })
        onChange(typedInches(text, unit))
      }}
    />
  )
}

/** A range of inches, with its millimetres where they are asked for. */
export function rangeWords(range: string, limits: DepthFieldProps['limits'], unit: DepthUnit): string {
  if (unit === 'in') return range
  const mm = (inches: number) => shownDepth(String(inches), 'mm')
  const low = limits.min === 0 ? `${text.moreThanZero} ` : `${text.from(mm(limits.min))} `
  return text.inBothUnits(low, mm(limits.max), range)
}

/** Fine enough that every millimetre with two decimals comes back as it was typed. */
const INCH_DECIMALS = 4
const MM_DECIMALS = 2

const rounded = (value: number, decimals: number) => String(Number(value.toFixed(decimals)))

/** What the field shows for a depth in inches; text that is no number stays as it is. */
export function shownDepth(inches: string, unit: DepthUnit): string {
  const value = numberOf(inches)
  return unit === 'in' || value === null ? inches : rounded(inchesToMm(value), MM_DECIMALS)
}

/** Inches of what was typed; text that is no number stays as it is. */
export function typedInches(text: string, unit: DepthUnit): string {
  const value = numberOf(text)
  return unit === 'in' || value === null ? text : rounded(mmToInches(value), INCH_DECIMALS)
}
