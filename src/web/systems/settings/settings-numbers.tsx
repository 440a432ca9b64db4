/** The three numbers of a system that is on: rate, root depth, target moisture. */
import { rateQuestion, text } from './settings.text.ts'
import { useController } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { ROOT_DEPTH_IN, TARGET_MOISTURE_PERCENT } from '#contract/limits.ts'
import type { SystemView } from '#contract/systems.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { Toggletip } from '../../ui/toggletip.tsx'
import { DepthField, rangeWords } from './depth-field.tsx'
import { RateFigures } from './rate-figures.tsx'
import { numberOf } from './settings-values.ts'
import type { NumberName, SettingsValues } from './settings-values.ts'
import type { DepthUnit } from './settings.text.ts'

interface NumberQuestion {
  name: NumberName
  label: string
  range: string
  meaning: string
  limits: { min: number; max: number; step: number }
}

const rootQuestion: NumberQuestion = {
  name: 'rootDepth',
  label: text.rootDepth,
  range: text.moreThan(ROOT_DEPTH_IN.above, ROOT_DEPTH_IN.max),
  meaning: text.rootDepthHint,
  limits: { min: ROOT_DEPTH_IN.above, max: ROOT_DEPTH_IN.max, step: 1 },
}

const targetQuestion: NumberQuestion = {
  name: 'targetMoisture',
  label: text.targetMoisture,
  range: text.between(TARGET_MOISTURE_PERCENT.min, TARGET_MOISTURE_PERCENT.max),
  meaning: text.targetHint,
  limits: { min: TARGET_MOISTURE_PERCENT.min, max: TARGET_MOISTURE_PERCENT.max, step: 1 },
}

export interface SettingsNumbersProps {
  form: UseFormReturn<SettingsValues>
  values: SettingsValues
  /** The machine, to show timer and hours of a rate. */
  system: SystemView | undefined
  unit: DepthUnit
  /** Disabled while OFF. */
  disabled: boolean
}

export function SettingsNumbers({ form, values, system, unit, disabled }: SettingsNumbersProps) {
  return (
    <>
      <DepthQuestion spec={rateQuestion} form={form} unit={unit} disabled={disabled} />
      {system && values.isSystemOn ? (
        <RateFigures
          system={system}
          rateIn={numberOf(values.applicationRate)}
          unit={unit}
          speedControl={values.isSpeedSwitchOn}
        />
      ) : null}
      <DepthQuestion spec={rootQuestion} form={form} unit={unit} disabled={disabled} />
      <PercentQuestion spec={targetQuestion} form={form} disabled={disabled} />
    </>
  )
}

interface QuestionProps {
  spec: NumberQuestion
  form: UseFormReturn<SettingsValues>
  disabled: boolean
}

function useQuestion({ spec, form, disabled }: QuestionProps) {
  const { field, fieldState } = useController({ name: spec.name, control: form.control })
  const { ref, value, onChange, onBlur } = field
  return {
    ref,
    value,
    onChange,
    onBlur,
    disabled,
    name: spec.name,
    label: spec.label,
    error: fieldState.error?.message,
    aside: <Toggletip label={text.about(spec.label)}>{spec.meaning}</Toggletip>,
  }
}

function DepthQuestion({ unit, ...question }: QuestionProps & { unit: DepthUnit }) {
  const { range, limits } = question.spec
  const { error, ...field } = useQuestion(question)
  return (
    <DepthField
      {...field}
      error={error ?? null}
      unit={unit}
      limits={limits}
      hint={rangeWords(range, limits, unit)}
    />
  )
}

function PercentQuestion(question: QuestionProps) {
  const { range, limits } = question.spec
  return <NumberField {...useQuestion(question)} {...limits} unit="%" hint={range} />
}
