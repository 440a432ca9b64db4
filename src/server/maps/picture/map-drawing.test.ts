/** Texts and lengths on a picture. */
import { expect, it } from 'vitest'
import { mapInputs, mapProbe, MAP_TIME } from '../../testing/map-inputs.ts'
import { mapContent } from '../inputs/map-content.ts'
import { USUAL_VIEW } from '../inputs/map-view.ts'
import { openMap } from './map-picture.ts'
import { timeText, valueText } from './map-type.ts'
import { daysText, headingLines } from './map-heading.ts'
import { roundLength } from './map-field.ts'
import { createSurfaces } from '../surfaces/surfaces.ts'

it.each([
  ['2026-07-06', '2026-07-12', '6 to 12 July 2026'],
  ['2026-06-29', '2026-07-05', '29 June to 5 July 2026'],
  ['2025-12-29', '2026-01-04', '29 December 2025 to 4 January 2026'],
])('writes the days from %s to %s', (start, end, words) => {
  expect(daysText({ start, end })).toBe(words)
})

it('writes a time in the field’s time zone', () => {
  expect(timeText(MAP_TIME, 'America/Edmonton')).toBe('12 Jul 2026, 14:32 MDT')
  expect(timeText(MAP_TIME, 'UTC')).toBe('12 Jul 2026, 20:32 UTC')
})

it.each([
  [0.435, 60, 100],
  [0.2, 60, 200],
  [0.12, 60, 500],
  [3, 60, 20],
  [0.061, 60, 500],
  [60, 60, 1],
])('gives a scale of %f pixels a metre a round length', (pixelsPerMetre, pixels, metres) => {
  expect(roundLength(pixelsPerMetre, pixels)).toBe(metres)
  expect(metres * pixelsPerMetre).toBeLessThanOrEqual(pixels)
})

it('marks an estimate, a suspicion and a silence beside the number of a probe', () => {
  // 0.12 + 0.13 x 50 % is 18.5 % by volume
  const text = (more: Parameters<typeof mapProbe>[2], value: number | null = 0.185) =>
    valueText(mapProbe(1, [0, 0, value], more), 'classes')
  expect(text({})).toBe('50%')
  expect(text({ state: 'filled' })).toBe('~50%')
  expect(text({ state: 'suspect' })).toBe('50%?')
  expect(text({}, null)).toBe('silent')
  expect(valueText(mapProbe(1, [0, 0, 0.184]), 'volume')).toBe('18%')
})

it('names the time of the map: an instant with its oldest reading, or days', async () => {
  const surfaces = createSurfaces()
  const old = new Date(MAP_TIME.getTime() - 7 * 3_600_000)
  const probes = [mapProbe(1, [0, 0, 0.2]), mapProbe(2, [50, 0, 0.2], { at: old, oldest: old })]
  const linesOf = async (more: Parameters<typeof mapInputs>[1], view = USUAL_VIEW) => {
    const content = await mapContent(surfaces, mapInputs(probes, more), 20, view)
    return headingLines(openMap(content).brush, content, 348).map(({ text }) => text)
  }
  expect(await linesOf({})).toEqual([
    'Homestead Quarter',
    'Available water in the root zone, 0 to 24 in',
    'As of 12 Jul 2026, 14:32 MDT',
    'Oldest reading in it: 12 Jul 2026, 07:32 MDT',
  ])
  const span = { start: '2026-07-06', end: '2026-07-12' }
  expect(await linesOf({ span }, { ramp: 'target', layer: 'uncertainty', paper: 'light' })).toEqual([
    'Homestead Quarter',
    'How sure the map of the root zone is, 0 to 24 in',
    'Mean of 6 to 12 July 2026',
  ])
  await surfaces.close()
})
