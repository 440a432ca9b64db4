/** A common rate changes only the rate of each field, and excludes fields that would lose something. */
import { describe, expect, it } from 'vitest'
import { noTowers, towersWith } from '../settings/settings-values.ts'
import { testSystem } from '../testing/test-system.ts'
import { fieldRate, exclusionReason } from './rate-settings.ts'

const desired = {
  is_system_on: true,
  is_test_pattern_on: false,
  is_speed_switch_on: true,
  application_rate: 0.8,
  root_depth: 24,
  target_moisture: 70,
  towers: noTowers,
  settings_rev: 7,
  rev: 19,
}

describe('a rate for a field', () => {
  it('keeps everything else, based on the revision shown', () => {
    const { settings_rev: _, rev: __, ...former } = desired
    expect(fieldRate(testSystem('North', { desired }), 0.5, false)).toMatchObject({
      settings: { ...former, application_rate: 0.5 },
      expectedRevision: 7,
    })
    expect(fieldRate(testSystem('North', { desired }), 0.5, false)?.settings).not.toHaveProperty('rev')
  })

  it('keeps OFF off, with only its rate', () => {
    const off = { ...desired, is_system_on: false, root_depth: null, target_moisture: null }
    expect(fieldRate(testSystem('North', { desired: off }), 0.5, true)?.settings).toEqual({
      is_system_on: false,
      is_test_pattern_on: false,
      is_speed_switch_on: false,
      application_rate: 0.5,
      root_depth: null,
      target_moisture: null,
      towers: noTowers,
    })
  })

  it('raises for the pump if chosen, now or before', () => {
    const raised = { ...desired, pump_remedy: 'raise' as const }
    expect(fieldRate(testSystem('x', { desired }), 0.5, true)?.settings.pump_remedy).toBe('raise')
    expect(fieldRate(testSystem('x', { desired: raised }), 0.5, false)?.settings.pump_remedy).toBe('raise')
    expect(fieldRate(testSystem('x', { desired }), 0.5, false)?.settings).not.toHaveProperty('pump_remedy')
  })
})

it.each([
  ['looks only', { desired, role: 'viewer' as const }, /View only/],
  ['is locked', { desired, local_only: true }, /local only/],
  ['is stopped by the provider', { desired, provider_stop: true }, /provider/],
  ['was never set', { desired: null }, /Never set/],
  [
    'runs a test',
    { desired: { ...desired, is_test_pattern_on: true, towers: towersWith(2) } },
    /test pattern/,
  ],
  [
    'finishes a pass',
    { desired: { ...desired, finish_arc: [10, 60] as [number, number] } },
    /is finishing a pass/,
  ],
])('a field that %s is excluded from a common rate, with the reason', (_, more, why) => {
  const system = testSystem('North', more)
  expect(exclusionReason(system)).toMatch(why)
  expect(fieldRate(system, 0.5, false)).toBeNull()
})
