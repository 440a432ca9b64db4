/** Texts of suspect probes. */
import { describe, expect, it } from 'vitest'
import type { Suspect } from '#contract/probes.ts'
import { effectOf, reasonsOf } from './suspects.text.ts'

const plain = (text: string) => text.replaceAll('\u00A0', ' ')
const nothing: Suspect = { number: 3, sensors: [], doubt: null, verdict: null }
const sensor = { depth_cm: 20, suspicion: 'STAYS_WET' as const, value: 0.34, at: '2026-07-01T00:00:00Z' }
const wetter = {
  probe: 3,
  doubt: 'WETTER' as const,
  available_percent: 100,
  neighbours_percent: [40.4, 52.2] as [number, number],
}
const verdict = { by: 'Ann', at: '2026-07-01T00:00:00Z', about: [], until: null }

describe('reasons', () => {
  it("name the sensor and its neighbours' values", () => {
    expect(reasonsOf({ ...nothing, sensors: [sensor], doubt: wetter }, 'mm').map(plain)).toEqual([
      'Its sensor at 20 cm has stayed above full for three days without water, while the others dried.',
      'It says that its soil holds 100% of its available water; its neighbours say 40 to 52%, and no water came there in three days.',
    ])
  })

  it("give the depth in the account's unit; 20 cm are 7.9 inches", () => {
    expect(reasonsOf({ ...nothing, sensors: [sensor] }, 'in').map(plain)[0]).toMatch(
      /^Its sensor at 7\.9 inches \(20 cm\) has/,
    )
  })

  it('give a single value once, and no neighbours if there are none', () => {
    const drier = { ...wetter, doubt: 'DRIER' as const, available_percent: 5 }
    expect(reasonsOf({ ...nothing, doubt: { ...drier, neighbours_percent: [60, 60] } }, 'in')).toEqual([
      'It says that its soil holds 5% of its available water; its neighbours say 60%.',
    ])
    expect(
      reasonsOf({ ...nothing, doubt: { ...drier, doubt: 'ONLY', neighbours_percent: null } }, 'in'),
    ).toEqual(['It is the only probe to go by, and it says that no part of the field needs water.'])
  })

  it('are empty after a verdict', () => {
    expect(reasonsOf({ ...nothing, sensors: [{ ...sensor, suspicion: 'DISTRUSTED' }] }, 'in')).toEqual([])
  })
})

describe('the effect until there is a verdict', () => {
  it.each([
    [{ sensors: [sensor] }, false, 'Until you answer, it is shown but not used.'],
    [{ doubt: wetter }, false, 'Until you answer, it makes no cell drier.'],
    [
      { doubt: { ...wetter, doubt: 'DRIER' as const } },
      false,
      'Until you answer, only its own spot gets more water, at most twice as much.',
    ],
    [
      { doubt: { ...wetter, doubt: 'ONLY' as const } },
      true,
      'Until you answer, the pivot keeps the prescription it has.',
    ],
    [
      { doubt: { ...wetter, doubt: 'ONLY' as const } },
      false,
      'The whole pass will not be kept dry on the word of one probe.',
    ],
    [
      { verdict: { ...verdict, verdict: 'distrust' as const } },
      false,
      'It is shown but not used; the probes around it stand in for it.',
    ],
    [{ verdict: { ...verdict, verdict: 'trust' as const } }, false, ''],
  ])('%#', (change, keptDry, sentence) => {
    expect(effectOf({ ...nothing, ...change }, keptDry)).toBe(sentence)
  })
})
