/** Texts of zones and of file previews. */
import { expect, it } from 'vitest'
import { leftOutTexts, readText, zoneSoilText } from './soil-zone.text.ts'

it('gives the limits of a zone, with its texture if it has one', () => {
  const limits = { field_capacity: 0.36, wilting_point: 0.22 }
  expect(zoneSoilText({ texture: 'clay', limits })).toBe('Clay: full at 36%, wilting at 22%')
  expect(zoneSoilText({ texture: null, limits })).toBe('Full at 36%, wilting at 22%')
})

it('says how the columns were read', () => {
  const filePreview = {
    name: 'muname',
    texture: null,
    field_capacity: 'wthirdbar_r',
    wilting_point: 'wfifteenbar_r',
    measure: null,
  }
  const preview = {
    format: 'shapefile',
    source: 'ssurgo',
    features: 12,
    read: filePreview,
    columns: [],
    notes: [],
    zones: [],
    left_out: [],
  } as const
  expect(readText({ ...preview, columns: [], notes: [], zones: [], left_out: [] })).toBe(
    'Shapefile, SSURGO survey, 12 rows: name from muname, field capacity from wthirdbar_r, wilting point from wfifteenbar_r.',
  )
})

it('lists what is left out, up to three per reason', () => {
  const rows = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, reason: 'outside' as const }))
  expect(leftOutTexts([...rows, { name: 'X', reason: 'crossing' }])).toEqual([
    'A, B, C and 2 more: outside the wetted circle.',
    'X: its outline crosses itself.',
  ])
})
