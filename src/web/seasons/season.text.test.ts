/** Texts of volumes, gaps and licences. */
import { expect, it } from 'vitest'
import type { SeasonSystem } from '../../contract/seasons.ts'
import { gapSentence, licenceUse, volumeIn, volumeWords } from './season.text.ts'

const month = {
  month: 7,
  volume_m3: 10,
  method: 'as_applied',
  gaps: 0,
  gap_degrees: 0,
  unheard_hours: 0,
} as const
const system = (taken: number): SeasonSystem => ({
  system: 'North',
  time_zone: 'America/Edmonton',
  role: 'owner',
  licence: { volume: 100, unit: 'dam3', volume_m3: 100_000, from_year: 2026 },
  volume_m3: taken,
  months: [],
  metered: [],
})

it('volumes are in the chosen unit', () => {
  // an acre-foot is 1,233.48 m3
  expect(volumeWords(12_334.8, 'acre_feet')).toBe('10\u00A0acre-feet')
  expect(volumeWords(12_334.8, 'acre_inches')).toBe('120\u00A0acre-inches')
  expect(volumeWords(12_334.8, 'm3')).toBe('12,335\u00A0m³')
  expect(volumeIn(12_334.8, 'dam3')).toBe('12.33')
})

it('unrecorded water is mentioned', () => {
  expect(gapSentence(month)).toBeNull()
  expect(gapSentence({ ...month, gaps: 1, gap_degrees: 8 })).toBe('No record of 8° in one gap')
  expect(gapSentence({ ...month, method: 'flow', unheard_hours: 2.5 })).toBe(
    'Meter not heard for 2.5\u00A0h with water on',
  )
  expect(gapSentence({ ...month, gaps: 3, gap_degrees: 24 })).toBe('No record of 24° in 3 gaps')
})

it('a licence shows what is left, or by how much it is exceeded', () => {
  expect(licenceUse(system(60_000), 'dam3')).toEqual({
    percent: 60,
    exceeded: false,
    sentence: '60% of the licence is used, 40\u00A0dam³ left.',
  })
  expect(licenceUse(system(110_000), 'dam3')?.sentence).toBe(
    '110% of the licence: 10\u00A0dam³ over the limit.',
  )
  expect(licenceUse({ ...system(1), licence: null }, 'm3')).toBeNull()
})
