/** The settings that the form sends, and the specified messages for invalid ones. */
import { describe, expect, it } from 'vitest'
import { systemInput } from '#contract/systems.ts'
import { checkedSettings, noTowers, offSettings, offValues, sameValues, valuesOf } from './settings-values.ts'
import type { SettingsValues } from './settings-values.ts'

const onValues: SettingsValues = {
  ...offValues,
  isSystemOn: true,
  applicationRate: '0.5',
  rootDepth: '24',
  targetMoisture: '70',
}
const RATE = 'Application rate must be between 0.2 and 2 inches.'
const ROOT = 'Root Depth must be between 0 and 80 inches.'
const TARGET = 'Target Moisture must be between 20 and 100 %.'

describe('settings of a system that is on', () => {
  it('become the specified payload', () => {
    expect(checkedSettings('North', onValues).settings).toEqual({
      is_system_on: true,
      is_test_pattern_on: false,
      is_speed_switch_on: false,
      application_rate: 0.5,
      root_depth: 24,
      target_moisture: 70,
      towers: noTowers,
    })
  })

  it.each([
    ['applicationRate', ['', '0', '0.19', '2.01', '-1', 'x'], RATE],
    ['rootDepth', ['', '0', '80.5', '-3'], ROOT],
    ['targetMoisture', ['', '0', '19', '101'], TARGET],
  ] as const)('%s is refused outside its range, empty and zero included', (name, texts, sentence) => {
    for (const text of texts) {
      expect(checkedSettings('North', { ...onValues, [name]: text }).errors).toEqual({ [name]: sentence })
    }
  })

  it.each([
    ['applicationRate', ['0.2', '2']],
    ['rootDepth', ['0.1', '80']],
    ['targetMoisture', ['20', '100']],
  ])('%s may be at the ends of its range', (name, texts) => {
    for (const text of texts)
      expect(checkedSettings('North', { ...onValues, [name]: text }).errors).toBeNull()
  })

  it('are refused per field, all at once', () => {
    const wrong = { ...onValues, applicationRate: '', rootDepth: '', targetMoisture: '' }
    expect(checkedSettings('North', wrong).errors).toEqual({
      applicationRate: RATE,
      rootDepth: ROOT,
      targetMoisture: TARGET,
    })
  })
})

describe('OFF', () => {
  it('is sent with only the rate', () => {
    expect(offSettings(0.8)).toEqual({
      is_system_on: false,
      is_test_pattern_on: false,
      is_speed_switch_on: false,
      application_rate: 0.8,
      root_depth: null,
      target_moisture: null,
      towers: noTowers,
    })
    expect(systemInput.safeParse({ system_name: 'North', ...offSettings(0.8) }).success).toBe(true)
  })

  it('shows as cleared fields, as does a system without settings', () => {
    expect(valuesOf(offSettings(0.8))).toEqual(offValues)
    expect(valuesOf(null)).toEqual(offValues)
  })
})

describe('what counts as a change', () => {
  it('is the number, not its spelling', () => {
    expect(sameValues(onValues, { ...onValues, applicationRate: '0.50' })).toBe(true)
    expect(sameValues(onValues, { ...onValues, applicationRate: '0.51' })).toBe(false)
    expect(sameValues(onValues, { ...onValues, rootDepth: '' })).toBe(false)
  })

  it('comes back from the server unchanged', () => {
    const { settings } = checkedSettings('North', onValues)
    expect(sameValues(valuesOf(settings), onValues)).toBe(true)
  })
})
