/** Texts of settings and of the differences between two. */
import { describe, expect, it } from 'vitest'
import type { Settings } from '#contract/systems.ts'
import { depth } from '../text/depth.ts'
import { changesOf, inOneLine, linesOf } from './settings.text.ts'
import { noTowers, offSettings } from './settings-values.ts'

const onSettings: Settings = {
  is_system_on: true,
  is_test_pattern_on: false,
  is_speed_switch_on: false,
  application_rate: 0.8,
  root_depth: 24,
  target_moisture: 70,
  towers: noTowers,
}

const plain = (text: string) => text.replaceAll('\u00A0', ' ')

describe('a depth', () => {
  it("is in the customer's unit; an inch is 25.4 mm", () => {
    expect(plain(depth(0.8, 'in'))).toBe('0.8 inches')
    expect(plain(depth(0.8, 'mm'))).toBe('20.3 mm')
    expect(plain(depth(24, 'mm'))).toBe('609.6 mm')
  })
})

describe('the summary', () => {
  it('gives status and rate, and the other five when on', () => {
    expect(linesOf(offSettings(0.5), 'in').map(({ term }) => term)).toEqual(['System', 'Application Rate'])
    const tested = { ...onSettings, is_test_pattern_on: true, towers: { ...noTowers, 3: true } }
    expect(linesOf(tested, 'in').map(({ term, value }) => plain(`${term}: ${value}`))).toEqual([
      'System: ON',
      'Application Rate: 0.8 inches',
      'Root Depth: 24 inches',
      'Target Moisture: 70%',
      'Test Pattern: ON',
      'Towers: 3',
      'Speed Control: OFF',
    ])
  })
})

describe('a pass that is being finished', () => {
  it('is mentioned in its settings', () => {
    const finishing: Settings = {
      ...onSettings,
      finish_arc: [192.4, 0],
      finish_since: '',
      finish_remedy: 'raise',
    }
    expect(plain(inOneLine(finishing, 'in'))).toMatch(/, raised for the pump, only the dry part, 192° to 0°$/)
    expect(changesOf(finishing, onSettings, 'in')).toEqual([
      { term: 'Only', from: 'the dry part, 192° to 0°', to: '–' },
      { term: 'Pump', from: 'Lowest percentages raised', to: '–' },
    ])
    expect(plain(inOneLine({ ...offSettings(0.5), finish_arc: [10, 90] }, 'in'))).toBe(
      'OFF, 100% at 0.5 inches, only the dry part, 10° to 90°',
    )
  })
})

describe('the difference', () => {
  it('lists only what differs, from and to', () => {
    expect(changesOf(onSettings, { ...onSettings, target_moisture: 65 }, 'in')).toEqual([
      { term: 'Target Moisture', from: '70%', to: '65%' },
    ])
    expect(changesOf(onSettings, onSettings, 'in')).toEqual([])
  })

  it('shows what OFF cleared, and the first setting as new', () => {
    const off = changesOf(onSettings, offSettings(0.8), 'in')
    expect(off).toContainEqual({ term: 'System', from: 'ON', to: 'OFF' })
    expect(off).toContainEqual({ term: 'Target Moisture', from: '70%', to: '–' })
    expect(changesOf(null, offSettings(0.5), 'in').map(({ from }) => from)).toEqual(['–', '–'])
  })
})

it('one line has the essentials', () => {
  expect(plain(inOneLine(onSettings, 'in'))).toBe('ON, 0.8 inches, roots 24 inches, target 70%')
  expect(plain(inOneLine(offSettings(0.5), 'mm'))).toBe('OFF, 100% everywhere at 12.7 mm')
})
