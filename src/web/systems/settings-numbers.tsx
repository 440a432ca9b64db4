/** The three numbers of a system that is on: rate, root depth, target moisture. */
import { useController } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { APPLICATION_RATE_IN, ROOT_DEPTH_IN, TARGET_MOISTURE_PERCENT } from '../../contract/limits.ts'
import { NumberField } from '../ui/number-field.tsx'
import { Toggletip } from '../ui/toggletip.tsx'
import type { NumberName, SettingsValues } from './settings-values.ts'

interface Asked {
  name: NumberName
  label: string
  unit: string
  range: string
  meaning: string
  min: number
  max: number
  step: number
}

export const rateQuestion = {
  label: 'Application Rate',
  unit: 'inches',
  range: `${APPLICATION_RATE_IN.min} to ${APPLICATION_RATE_IN.max}`,
  meaning: 'Gross depth of water that one pass leaves at 100 %, in inches.',
  min: APPLICATION_RATE_IN.min,
  max: APPLICATION_RATE_IN.max,
  step: 0.05,
} as const

const questions: Asked[] = [
  { name: 'applicationRate', ...rateQuestion },
  {
    name: 'rootDepth',
    label: 'Root Depth',
    unit: 'inches',
    range: `above ${ROOT_DEPTH_IN.above}, up to ${ROOT_DEPTH_IN.max}`,
    meaning: 'Depth of the root zone that is to be kept moist, in inches.',
    min: ROOT_DEPTH_IN.above,
    max: ROOT_DEPTH_IN.max,
    step: 1,
  },
  {
    name: 'targetMoisture',
    label: 'Target Moisture',
    unit: '%',
    range: `${TARGET_MOISTURE_PERCENT.min} to ${TARGET_MOISTURE_PERCENT.max}`,
    meaning: 'Per cent of plant-available water: 0 is the wilting point, 100 is field capacity.',
    min: TARGET_MOISTURE_PERCENT.min,
    max: TARGET_MOISTURE_PERCENT.max,
    step: 1,
  },
]

export interface SettingsNumbersProps {
  form: UseFormReturn<SettingsValues>
  /** OFF needs none of them. */
  on: boolean
  disabled: boolean
}

export function SettingsNumbers({ form, on, disabled }: SettingsNumbersProps) {
  return questions.map((asked) => (
    <Question key={asked.name} asked={asked} form={form} disabled={disabled || !on} />
  ))
}

interface QuestionProps {
  asked: Asked
  form: UseFormReturn<SettingsValues>
  disabled: boolean
}

function Question({ asked, form, disabled }: QuestionProps) {
  const { name, label, unit, range, meaning, ...limits } = asked
  const { field, fieldState } = useController({ name, control: form.control })
  const { ref, value, onChange, onBlur } = field
  return (
    <NumberField
      {...limits}
      label={label}
      unit={unit}
      name={name}
      value={value}
      disabled={disabled}
      hint={range}
      error={fieldState.error?.message}
      aside={<Toggletip label={`About ${label}`}>{meaning}</Toggletip>}
      onChange={onChange}
      onBlur={onBlur}
      ref={ref}
    />
  )
}
