/** The bars of water below the curve: the position of a day, likely and possible rain, and labels. */
import { expect, it } from 'vitest'
import type { KnownBalance } from '#contract/balance.ts'
import { barLabels, waterBars } from './water-curve.text.ts'

const now = Date.parse('2026-03-08T18:00:00Z')
const ZONE = 'America/Edmonton'
const day = (
  date: string,
  overrides: Partial<KnownBalance['days'][number]> = {},
): KnownBalance['days'][number] => ({
  day: date,
  forecast: date >= '2026-03-08',
  use_mm: 1,
  use_source: 'weather',
  rain_mm: 0,
  rain_expected_mm: 0,
  rain_known: true,
  rain_chance_percent: null,
  irrigation_mm: 0,
  ...overrides,
})

it("start at midnight in the system's time zone, before and after the clocks change", () => {
  const bars = waterBars({ days: [day('2026-03-08'), day('2026-03-09')] }, now, ZONE)
  expect(bars.map(({ from }) => new Date(from).toISOString())).toEqual([
    '2026-03-08T07:00:00.000Z',
    '2026-03-09T06:00:00.000Z',
  ])
})

it('omit days outside the picture, and reduce forecast rain by its chance', () => {
  const days = [
    day('2026-02-28'),
    day('2026-03-02', { rain_mm: 8, rain_expected_mm: 8, irrigation_mm: 4 }),
    day('2026-03-10', { rain_mm: 10, rain_expected_mm: 6 }),
    day('2026-03-16'),
  ]
  const bars = waterBars({ days }, now, ZONE)
  expect(
    bars.map(({ day: barDay, laidMm, rainMm, expectedMm }) => [barDay, laidMm, rainMm, expectedMm]),
  ).toEqual([
    ['2026-03-02', 4, 8, 8],
    ['2026-03-10', 0, 10, 6],
  ])
})

it('are labelled if higher than their neighbours', () => {
  const bars = waterBars(
    { days: [3, 12, 12, 0.2, 25.4].map((mm, i) => day(`2026-03-0${i + 3}`, { rain_mm: mm })) },
    now,
    ZONE,
  )
  expect(barLabels(bars, 'mm')).toEqual(['', '', '12', '', '25'])
  expect(barLabels(bars, 'in')).toEqual(['', '', '0.47', '', '1.00'])
})
