/** Which soil limits apply at a place. */
import { describe, expect, it } from 'vitest'
import { limitsFinder, nearestProbe, zoneFinder } from './soil-zones.ts'

const square = (from: number, to: number) => [
  { x: from, y: from },
  { x: to, y: from },
  { x: to, y: to },
  { x: from, y: to },
]
const clay = { fieldCapacity: 0.36, wiltingPoint: 0.22 }
const sand = { fieldCapacity: 0.12, wiltingPoint: 0.045 }
const system = { fieldCapacity: 0.25, wiltingPoint: 0.12 }
const field = { outline: square(-100, 100), limits: clay }
const pocket = { outline: square(-10, 10), limits: sand }
const probes = [
  { x: 200, y: 0, fieldCapacity: 0.3, wiltingPoint: 0.1 },
  { x: -200, y: 0, fieldCapacity: 0.28, wiltingPoint: 0.11 },
]

describe('limits of a place', () => {
  const limitsAt = limitsFinder({ zones: [field, pocket], probes, system })
  it.each([
    ['the zone drawn over another', { x: 0, y: 0 }, sand],
    ['the zone', { x: 50, y: 0 }, clay],
    ['the nearest probe', { x: 150, y: 0 }, { fieldCapacity: 0.3, wiltingPoint: 0.1 }],
    ['the other probe', { x: -101, y: 0 }, { fieldCapacity: 0.28, wiltingPoint: 0.11 }],
  ])('are those of %s', (_, place, limits) => {
    expect(limitsAt(place)).toEqual(limits)
  })

  it('are those of the system without any other', () => {
    expect(limitsFinder({ zones: [field], probes: [], system })({ x: 101, y: 0 })).toEqual(system)
  })
})

it('looks at the outline, not at its box', () => {
  const outline = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 0, y: 100 },
  ]
  const zoneOf = zoneFinder([{ outline, limits: clay }])
  expect(zoneOf({ x: 40, y: 40 })?.limits).toEqual(clay)
  expect(zoneOf({ x: 60, y: 60 })).toBeNull()
})

it('takes the first of equally near probes', () => {
  expect(nearestProbe({ x: 0, y: 10 }, probes)).toBe(probes[0])
  expect(nearestProbe({ x: 0, y: 10 }, [])).toBeNull()
})
