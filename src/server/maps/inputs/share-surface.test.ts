/** The surface of a map equals that of a prescription, layer by layer. */
import { afterAll, describe, expect, it } from 'vitest'
import { cellCentre } from '#agronomy/surface/grid.ts'
import { rootZoneAt, solveLayers } from '#agronomy/surface/layered-field.ts'
import { polarGrid } from '#agronomy/surface/polar-cells.ts'
import { seededRandom } from '#agronomy/seeded-random.ts'
import { inchesToMm } from '#agronomy/units.ts'
import { mapInputs, mapProbe } from '../../testing/map-inputs.ts'
import { createSurfaces } from '../surfaces/surfaces.ts'
import { shareSurface } from './share-surface.ts'

const surfaces = createSurfaces({ workers: 1 })
afterAll(() => surfaces.close())

const SAND = { fieldCapacity: 0.12, wiltingPoint: 0.045 }
const CLAY = { fieldCapacity: 0.36, wiltingPoint: 0.22 }

/** Sensors at 15, 45 and 75 cm; every fourth probe has the upper two alone, and every fifth lacks a reading. */
function mixedField(count: number) {
  const random = seededRandom(count)
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [random.between(-280, 280), random.between(-280, 280)]
    const layers = [0, 300, 600].slice(0, i % 4 === 3 ? 2 : 3).map((topMm, depth) => ({
      topMm,
      bottomMm: topMm + 300,
      share: i % 5 === 4 && depth === 1 ? null : 0.5 + x / 1000 + 0.1 * depth + random.between(-0.1, 0.1),
    }))
    return mapProbe(i + 1, [x, y, 0.2], { limits: i % 2 ? CLAY : SAND, layers })
  })
}

it.each([3, 9, 24, 42])(
  'goes through %i probes of mixed soils and depths as the prescription does',
  async (count) => {
    const inputs = mapInputs(mixedField(count), { rootDepthIn: 30 })
    const [size, wettedRadius] = [24, inputs.pivot.wettedRadiusM]
    const drawn = await shareSurface(surfaces, { ...inputs, size, deviation: true })
    const solved = solveLayers(inputs.probes, wettedRadius)
    const off = [...(drawn?.shares ?? [])].flatMap((share, cell) => {
      if (Number.isNaN(share)) return []
      const centre = cellCentre(Math.floor(cell / size), cell % size, size, wettedRadius)
      return Math.abs(share - (rootZoneAt(solved, centre, inchesToMm(30)).share ?? Number.NaN))
    })
    expect(off.length).toBeGreaterThan(400)
    expect(Math.max(...off)).toBeLessThan(2e-5)
    const doubts = [...(drawn?.deviation ?? [])].filter((deviation) => !Number.isNaN(deviation))
    expect(doubts).toHaveLength(off.length)
    expect(Math.min(...doubts)).toBeGreaterThanOrEqual(0)
  },
)

describe('mixed soil', () => {
  // sand and clay, all sensors at half of their available water, roots of 36 in
  it('is half full everywhere, though the sand is at 8 % by volume and the clay at 29 %', async () => {
    const layers = [0, 300, 600].map((topMm) => ({ topMm, bottomMm: topMm + 300, share: 0.5 }))
    const probes = [
      mapProbe(1, [-200, 0, 0.0825], { limits: SAND, layers }),
      mapProbe(2, [200, 0, 0.29], { limits: CLAY, layers }),
    ]
    const drawn = await shareSurface(surfaces, { ...mapInputs(probes, { rootDepthIn: 36 }), size: 20 })
    const shares = [...(drawn?.shares ?? [])].filter((share) => !Number.isNaN(share))
    expect(shares.length).toBeGreaterThan(300)
    for (const share of shares) expect(share).toBeCloseTo(0.5, 5)
  })
})

it('can be of one depth, and is null without values', async () => {
  const layers = [{ topMm: 300, bottomMm: 600, share: 0.9 }]
  const inputs = mapInputs([mapProbe(1, [0, 50, 0.2], { layers })], { depthCm: 45, rootDepthIn: 6 })
  const drawn = await shareSurface(surfaces, { ...inputs, size: 8 })
  expect(Math.max(...(drawn?.shares ?? []).filter((share) => !Number.isNaN(share)))).toBeCloseTo(0.9, 6)
  expect(await shareSurface(surfaces, { ...mapInputs([mapProbe(1, [0, 0, null])]), size: 8 })).toBeNull()
})

it('uses the balance and its uncertainty where there is one, else the probes; one depth always uses probes', async () => {
  const inputs = mapInputs(mixedField(9), { rootDepthIn: 30 })
  const { towerRadiiM, wettedRadiusM } = inputs.pivot
  const outerRadii = [...towerRadiiM.slice(0, -1), wettedRadiusM]
  // drier from the pivot outwards
  const values = Array.from(
    { length: 180 * outerRadii.length },
    (_, cell) => 0.8 - 0.1 * (cell % outerRadii.length),
  )
  const water = { outerRadii, values, deviations: null, digest: 'a', contradicting: [] }
  const order = { ...inputs, size: 24, deviation: true }
  const plain = await shareSurface(surfaces, order)
  const drawn = await shareSurface(surfaces, { ...order, water })
  const grid = { size: 24, wettedRadius: wettedRadiusM, arc: null }
  expect(drawn?.shares).toEqual(polarGrid(water, grid))
  const sure = (cells: Float32Array | null | undefined) =>
    [...(cells ?? [])].filter((cell) => !Number.isNaN(cell))
  expect(sure(drawn?.deviation)).toHaveLength(sure(plain?.deviation).length)
  // smaller uncertainty near the pivot
  const deviations = Float64Array.from(values, (_, cell) => 0.05 + 0.02 * (cell % outerRadii.length))
  const doubted = await shareSurface(surfaces, { ...order, water: { ...water, deviations } })
  expect(doubted?.deviation).toEqual(polarGrid({ outerRadii, values: deviations }, grid))
  expect(
    (await shareSurface(surfaces, { ...order, deviation: false, water: { ...water, deviations } }))
      ?.deviation,
  ).toBeNull()
  const oneDepth = { ...order, depthCm: 30, deviation: false }
  expect(await shareSurface(surfaces, { ...oneDepth, water })).toEqual(await shareSurface(surfaces, oneDepth))
  const silent = inputs.probes.map((probe) => ({ ...probe, share: null, state: 'silent' as const }))
  expect(await shareSurface(surfaces, { ...order, probes: silent, water })).toBeNull()
})
