/** The sentence of a cell: its facts and their units. */
import { expect, it } from 'vitest'
import type { CellExplanation } from '#contract/prescriptions.ts'
import { cellText } from './cell.text.ts'

function cell(over: Partial<CellExplanation>): CellExplanation {
  return {
    rev: 1,
    sector: 0,
    zone: 1,
    from_deg: 0,
    to_deg: 2,
    inner_m: 0,
    outer_m: 50,
    percent: 34,
    reason: 'COMPUTED',
    words: { in: '', mm: '' },
    depth_in: 0.34,
    need_mm: 7,
    net_mm: 7,
    gross_mm: 8.64,
    raw_percent: 34,
    available_percent: 85,
    vwc: 0.277,
    weather: null,
    cover_percent: 100,
    soil: null,
    without_geofence: null,
    geofence: null,
    probe: null,
    ...over,
  }
}

it('gives the water in the soil, the deficit, and the resulting percentage', () => {
  const cellSentence = (over: Partial<CellExplanation>, unit: 'in' | 'mm' = 'mm') =>
    cellText(cell(over), unit).replaceAll('\u00A0', ' ')
  expect(cellSentence({})).toBe(
    '34%: holds 85% of its available water (27.7% by volume), 7 mm short of target',
  )
  // 7 mm are 0.2756 in
  expect(cellSentence({}, 'in')).toMatch(/, 0\.28 in short of target$/)
  expect(cellSentence({ need_mm: -0.6 })).toMatch(/, 0\.6 mm above target$/)
  expect(cellSentence({ need_mm: 0.04 })).toMatch(/by volume\), on target$/)
  expect(cellSentence({ available_percent: -3 })).toMatch(/holds none of its available water/)
  expect(cellSentence({ weather: { et_mm: 5, rain_mm: 2 } })).toMatch(
    /7 mm short of target when the arm arrives \(with 5 mm that the crop uses and 2 mm of rain until then\)$/,
  )
  const fence = { id: 1, name: 'Slough', prescription: 0 }
  expect(cellSentence({ percent: 0, reason: 'GEOFENCE', geofence: fence })).toMatch(
    /, geofence 'Slough' forces 0$/,
  )
  // 1 in of which 7 of 8.64 mm reach the roots: 20.6 mm
  expect(cellSentence({ percent: 100, reason: 'CLIPPED_MAX', depth_in: 1 })).toMatch(/, one pass adds 21 mm$/)
  expect(cellSentence({ percent: 0, reason: 'HELD' })).toMatch(/too small a change to open the valves$/)
  expect(cellSentence({ percent: 100, reason: 'NO_DATA', need_mm: null })).toBe(
    '100%: no moisture known here, so it gets the full rate',
  )
  expect(cellSentence({ percent: 100, reason: 'OFF' })).toBe(
    '100%: the system is OFF, every cell gets the full rate',
  )
})
