/** Conversion of typed catch cans to metres and inches. */
import { expect, it } from 'vitest'
import { bodyOf } from './catch-can-input.ts'

const typed = [
  { distance: '100', caught: '0.5' },
  { distance: '250', caught: '0,4' },
  { distance: '1000', caught: '0' },
  { distance: '', caught: '' },
]
const form = { system: 'North', pass: '2026-07-01T00:00:00Z', bearing: '30.5', typed, unit: 'in' as const }

it('are in feet and inches if depths are in inches', () => {
  const body = bodyOf(form)
  // a foot is 0.3048 m
  expect(body).toMatchObject({ bearing: 30.5, unit: 'in', confirmed: false })
  expect(body?.cans.map(({ distance_m }) => distance_m)).toEqual([
    expect.closeTo(30.48, 9),
    expect.closeTo(76.2, 9),
    expect.closeTo(304.8, 9),
  ])
  expect(body?.cans.map(({ depth_in }) => depth_in)).toEqual([0.5, 0.4, 0])
})

it('are in metres and millimetres if depths are in millimetres', () => {
  const metric = typed.map(({ distance, caught }) => ({ distance, caught: caught && '12.7' }))
  const body = bodyOf({ ...form, typed: metric, unit: 'mm' })
  expect(body?.cans.map(({ distance_m }) => distance_m)).toEqual([100, 250, 1000])
  expect(body?.cans[0]?.depth_in).toBeCloseTo(0.5, 12)
})

it.each([
  ['no bearing', { bearing: '' }],
  ['two cans', { typed: typed.slice(0, 2) }],
  ['a distance without its water', { typed: [...typed.slice(0, 2), { distance: '300', caught: '' }] }],
  ['what is no number', { typed: [...typed.slice(0, 2), { distance: 'far', caught: '1' }] }],
])('are not sent with %s', (_, change) => {
  expect(bodyOf({ ...form, ...change })).toBeNull()
})
