/** Cells under outlines: independently computed cases, shapes solved by hand, and dense sampling. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import cases from '../fixtures/prescription-cases.json' with { type: 'json' }
import { HALF_OF_CELL, insideSamples, touchedCells } from './geofence-cells.ts'
import { type FieldPoint, fromPolar, toFieldPoint } from '../pivot/pivot-geometry.ts'
import { cellIndex, SECTORS } from './prescription.ts'

const grid = cases.grid_case
const [lat = 0, lng = 0] = grid.centre
const outlines = new Map(
  grid.geofences.map(({ id, polygon_latlng }) => [
    id,
    polygon_latlng.map(([north = 0, east = 0]) => toFieldPoint({ lat, lng }, { lat: north, lng: east })),
  ]),
)

const at = (bearing: number, distance: number) => fromPolar({ bearing, distance })
const RADII = [100, 200]

/** `sector/tower` of every marked cell. */
function named(cells: Uint8Array, least = 1): string[] {
  return [...cells].flatMap((value, cell) =>
    value >= least ? [`${Math.floor(cell / 9)}/${(cell % 9) + 1}`] : [],
  )
}

describe('cases computed independently', () => {
  it.each([...outlines])('%s: points inside each cell', (id, pins) => {
    const inside = insideSamples(pins, grid.zone_outer_m)
    const share = (sector: number, zone: number) => (inside[cellIndex(sector, zone - 1)] ?? 0) / 25
    const expected = grid.cells.map(({ sector, zone, coverage }) => [sector, zone, Object(coverage)[id]])
    expect(expected.map(([sector, zone]) => [sector, zone, share(sector, zone)])).toEqual(expected)
  })

  it('g0: exactly the cells that it reaches into', () => {
    const touched = touchedCells(outlines.get('g0') ?? [], grid.zone_outer_m)
    expect(named(touched)).toEqual(['47/7', '48/7'])
  })
})

describe('shapes by hand', () => {
  it('a pie slice along sector borders, its tip on the pivot, takes its own cells alone', () => {
    const slice = [at(0, 0), at(90, 300), at(92, 300), at(94, 300)]
    const own = ['45/1', '45/2', '46/1', '46/2']
    expect(named(touchedCells(slice, RADII))).toEqual(own)
    expect(named(insideSamples(slice, RADII), 25)).toEqual(own)
  })

  it('one that bulges a millimetre over the border takes the neighbour too', () => {
    const slice = [at(0, 0), at(90, 300), at(94, 300)]
    const over = slice.map(({ x, y }) => ({ x, y: y + 0.001 }))
    expect(named(touchedCells(over, RADII))).toEqual(expect.arrayContaining(['44/1', '44/2', '45/1', '46/1']))
  })

  it('an outline around the whole circle takes every cell as a whole', () => {
    const square = [at(45, 900), at(135, 900), at(225, 900), at(315, 900)]
    expect(named(touchedCells(square, RADII))).toHaveLength(SECTORS * 2)
    expect(named(insideSamples(square, RADII), 25)).toHaveLength(SECTORS * 2)
    expect(named(touchedCells([...square].reverse(), RADII))).toHaveLength(SECTORS * 2)
  })

  it('a small one around the pivot touches the first zone all around and holds half of nothing', () => {
    const around = [at(10, 5), at(130, 5), at(250, 5)]
    const touched = named(touchedCells(around, RADII))
    expect(touched).toHaveLength(SECTORS)
    expect(touched.every((name) => name.endsWith('/1'))).toBe(true)
    expect(named(insideSamples(around, RADII), HALF_OF_CELL)).toEqual([])
  })

  it('a small one inside a cell, between its sample points, touches it', () => {
    const middle = at(91, 150)
    const tiny = [middle, { x: middle.x + 0.01, y: middle.y }, { x: middle.x, y: middle.y + 0.01 }]
    expect(named(touchedCells(tiny, RADII))).toEqual(['45/2'])
  })

  it('an arc is an arc: a chord that bulges over no circle touches nothing beyond it', () => {
    // A chord with its ends on the circle of 100 m stays inside; its middle is 100 cos(1 degree).
    const inner = [at(90, 100), at(92, 100), at(91, 50)]
    expect(named(touchedCells(inner, RADII))).toEqual(['45/1'])
    // Between the chord at 99.99 m and the arc at 100 m there is room for a thin outline.
    const between = [at(90.8, 99.99), at(91.2, 99.99), at(91, 99.999)]
    expect(named(touchedCells(between, RADII))).toEqual(['45/1'])
  })

  it('a centimetre beside a ring or a sector border is beside it', () => {
    const box = (from: number, to: number, inner: number, outer: number) => [
      at(from, inner),
      at(to, inner),
      at(to, outer),
      at(from, outer),
    ]
    expect(named(touchedCells(box(90.9, 91.1, 100.01, 110), RADII))).toEqual(['45/2'])
    expect(named(touchedCells(box(90.9, 91.1, 99.99, 110), RADII))).toEqual(['45/1', '45/2'])
    expect(named(touchedCells(box(90.9, 91.1, 50, 99.99), RADII))).toEqual(['45/1'])
    expect(named(touchedCells(box(90.9, 91.1, 200.01, 210), RADII))).toEqual([])
    expect(named(touchedCells(box(90.01, 91.99, 150, 160), RADII))).toEqual(['45/2'])
    expect(named(touchedCells(box(89.99, 92.01, 150, 160), RADII))).toEqual(['44/2', '45/2', '46/2'])
  })

  it('a concave outline leaves the cells of its bay alone', () => {
    // A horseshoe around sector 45 of zone 2, open towards the pivot.
    const bay = [
      at(88, 110),
      at(88, 195),
      at(91, 199),
      at(94, 195),
      at(94, 110),
      at(92.5, 110),
      at(92.5, 190),
      at(89.5, 190),
      at(89.5, 110),
    ]
    const inside = insideSamples(bay, RADII)
    expect(named(touchedCells(bay, RADII))).toEqual(['44/2', '45/2', '46/2'])
    // Its arms fill three quarters of the bearings of 44 and 46; in 45 it has only the bow beyond 190 m.
    expect(named(inside, HALF_OF_CELL)).toEqual(['44/2', '46/2'])
    expect(inside[cellIndex(45, 1)]).toBeLessThan(HALF_OF_CELL)
  })

  it('crosses north', () => {
    const north = [at(359, 150), at(1, 150), at(1, 160), at(359, 160)]
    expect(named(touchedCells(north, RADII))).toEqual(['0/2', '179/2'])
  })

  it('beyond the wetted radius touches nothing', () => {
    expect(named(touchedCells([at(0, 210), at(10, 210), at(5, 300)], RADII))).toEqual([])
  })
})

/** Even-odd rule with a ray to the east: another way than the one under test. */
function contains(pins: readonly FieldPoint[], { x, y }: FieldPoint): boolean {
  let inside = false
  pins.forEach((a, k) => {
    const b = pins[(k + 1) % pins.length] ?? a
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside
  })
  return inside
}

/** A star-shaped outline around a centre somewhere in or beside the field. */
const outline = fc
  .record({
    centre: fc.record({
      bearing: fc.double({ min: 0, max: 360, noNaN: true }),
      distance: fc.double({ min: 0, max: 250, noNaN: true }),
    }),
    reach: fc.array(fc.double({ min: 1, max: 150, noNaN: true }), { minLength: 3, maxLength: 12 }),
  })
  .map(({ centre, reach }) => {
    const middle = fromPolar(centre)
    return reach.map((distance, k) => {
      const { x, y } = at((360 * k) / reach.length, distance)
      return { x: middle.x + x, y: middle.y + y }
    })
  })

it('agrees with dense sampling for any outline', () => {
  fc.assert(
    fc.property(outline, (pins) => {
      const touched = touchedCells(pins, RADII)
      const samples = insideSamples(pins, RADII)
      for (let sector = 0; sector < SECTORS; sector += 1) {
        RADII.forEach((outer, zone) => {
          const inner = RADII[zone - 1] ?? 0
          let inside = 0
          for (let k = 0; k < 25; k += 1) {
            const radius = Math.sqrt(inner ** 2 + ((Math.floor(k / 5) + 0.5) / 5) * (outer ** 2 - inner ** 2))
            if (contains(pins, at(2 * sector + 0.4 * ((k % 5) + 0.5), radius))) inside += 1
          }
          const cell = cellIndex(sector, zone)
          expect(samples[cell]).toBe(inside)
          // A point inside proves a touch.
          expect(touched[cell]).toBeGreaterThanOrEqual(Math.min(1, inside))
        })
      }
    }),
    { numRuns: 150, seed: 1 },
  )
})

it('touches a cell only where the outline has a point in it', () => {
  fc.assert(
    fc.property(outline, (pins) => {
      const touched = touchedCells(pins, RADII)
      const samples = insideSamples(pins, RADII)
      const walked = new Set<number>()
      pins.forEach((a, k) => {
        const b = pins[(k + 1) % pins.length] ?? a
        for (let step = 0; step <= 2000; step += 1) {
          const x = a.x + (step / 2000) * (b.x - a.x)
          const y = a.y + (step / 2000) * (b.y - a.y)
          const zone = RADII.findIndex((outer) => Math.hypot(x, y) < outer)
          const bearing = ((Math.atan2(x, y) * 180) / Math.PI + 360) % 360
          if (zone >= 0) walked.add(cellIndex(Math.floor(bearing / 2) % SECTORS, zone))
        }
      })
      expect([...walked].filter((cell) => touched[cell] !== 1)).toEqual([])
      // Steps of at most 15 cm may miss a corner of a cell; near the pivot, where cells are narrower than a step, many.
      const beyondSteps = [...touched].filter(
        (mark, cell) => mark === 1 && cell % 9 === 1 && !walked.has(cell) && samples[cell] === 0,
      )
      expect(beyondSteps.length).toBeLessThanOrEqual(2)
    }),
    { numRuns: 100, seed: 2 },
  )
})

it('refuses what is no outline', () => {
  expect(() => touchedCells([at(0, 1), at(1, 1)], RADII)).toThrow(RangeError)
  expect(() => insideSamples([at(0, 1), at(1, 1), { x: Number.NaN, y: 0 }], RADII)).toThrow(RangeError)
})
