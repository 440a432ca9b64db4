/** Layered shares equal volumetric kriging in uniform soil, and each layer's own kriging where depths differ. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { availableShare, moistureOfShare } from '../soil/available-water.ts'
import { profileAt, rootZoneAt, solveLayers } from './layered-field.ts'
import { solveMoisture } from './moisture-field.ts'
import { moistureDeviation, predictMoisture } from './solved-field.ts'

const LOAM = { fieldCapacity: 0.27, wiltingPoint: 0.12 }
const RADIUS = 400
const places = (count: number, seed: number) => {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => ({
    x: random.between(-280, 280),
    y: random.between(-280, 280),
    theta: random.between(0.1, 0.3),
  }))
}

// below ten probes, above, and enough for a plane: what is assumed of a sensor is the same water in either unit
it.each([2, 7, 16, 30])('equals volumetric kriging in uniform soil: %i probes', (count) => {
  const probes = places(count, count)
  const raw = solveMoisture(
    probes.map(({ theta, ...place }) => ({ ...place, value: theta })),
    RADIUS,
    true,
  )
  if ('reason' in raw) throw new Error(raw.reason)
  const field = solveLayers(
    probes.map(({ theta, ...place }) => ({
      ...place,
      limits: LOAM,
      layers: [{ topMm: 0, bottomMm: 400, share: availableShare(theta, LOAM) }],
    })),
    RADIUS,
    [],
    true,
  )
  const [shares] = field.groups[0]?.fields ?? []
  if (!shares) throw new Error('no field')
  for (const place of [
    { x: 0, y: 0 },
    { x: 120, y: -33 },
    { x: -300, y: 200 },
  ]) {
    const [layer] = profileAt(field, place)
    expect(moistureOfShare(layer?.share ?? Number.NaN, LOAM)).toBeCloseTo(
      predictMoisture(raw, place.x, place.y),
      9,
    )
    expect(moistureDeviation(shares, place.x, place.y) * 0.15).toBeCloseTo(
      moistureDeviation(raw, place.x, place.y),
      9,
    )
  }
})

describe('sensors at different depths', () => {
  const deep = { limits: LOAM, x: -100, y: 0 }
  const shallow = { limits: LOAM, x: 100, y: 0 }
  const field = solveLayers(
    [
      {
        ...deep,
        layers: [
          { topMm: 0, bottomMm: 300, share: 0.2 },
          { topMm: 300, bottomMm: 600, share: 0.9 },
        ],
      },
      { ...shallow, layers: [{ topMm: 0, bottomMm: 400, share: 0.6 }] },
      { x: 0, y: 200, limits: LOAM, layers: [{ topMm: 0, bottomMm: 400, share: null }] },
    ],
    RADIUS,
  )

  it('cut the soil where any of them has an end', () => {
    expect(field.layers).toEqual([
      { topMm: 0, bottomMm: 300 },
      { topMm: 300, bottomMm: 400 },
      { topMm: 400, bottomMm: 600 },
    ])
    expect(field.groups.map(({ layerIndices }) => layerIndices)).toEqual([[0, 1], [2]])
  })

  it('speak for their own layer at their own place, and only they for what no other reaches', () => {
    const shares = (place: { x: number; y: number }) => profileAt(field, place).map(({ share }) => share)
    expect(shares(deep)).toEqual([0.2, 0.9, 0.9])
    expect(shares(shallow)).toEqual([0.6, 0.6, expect.closeTo(0.9, 12)])
    // by symmetry, the mean of the two
    const [top, middle, bottom] = shares({ x: 0, y: 0 })
    expect(top).toBeCloseTo(0.4, 12)
    expect(middle).toBeCloseTo(0.75, 12)
    expect(bottom).toBeCloseTo(0.9, 12)
  })

  it('give a root zone as the sum of its layers', () => {
    // (0.6 x 400 + 0.9 x 200) / 600 of 800 mm
    const { share, cover } = rootZoneAt(field, shallow, 800)
    expect(share).toBeCloseTo(0.7, 12)
    expect(cover).toBe(0.75)
  })
})

it('cuts two fields alike where it is told to', () => {
  const layers = [{ topMm: 0, bottomMm: 300, share: 0.5 }]
  const field = solveLayers([{ x: 0, y: 0, limits: LOAM, layers }], RADIUS, [200, 500])
  expect(profileAt(field, { x: 9, y: 9 })).toEqual([
    { topMm: 0, bottomMm: 200, share: 0.5 },
    { topMm: 200, bottomMm: 300, share: 0.5 },
    { topMm: 300, bottomMm: 500, share: null },
  ])
})

it('is unknown without readings', () => {
  expect(solveLayers([], RADIUS)).toEqual({ layers: [], groups: [] })
})

// one covariance for all depths: kriging is linear then, and the sum of two depths is the depth of the sums
it('computes the model weights once for all depths', () => {
  const random = seededRandom(5)
  const probes = places(16, 3)
  const noise = probes.map(() => random.between(0, 1))
  const smooth = probes.map(({ x }) => 0.5 + 0.4 * Math.sin(x / 150))
  const layersOf = (...values: (readonly number[])[]) =>
    solveLayers(
      probes.map(({ x, y }, i) => ({
        x,
        y,
        limits: LOAM,
        layers: values.map((shares, k) => ({
          topMm: 300 * k,
          bottomMm: 300 * (k + 1),
          share: shares[i] ?? null,
        })),
      })),
      RADIUS,
    )
  const place = { x: 40, y: -70 }
  const sums = smooth.map((value, i) => value + (noise[i] ?? 0))
  const [a, b, both] = profileAt(layersOf(smooth, noise, sums), place).map(({ share }) => share ?? Number.NaN)
  expect((a ?? 0) + (b ?? 0)).toBeCloseTo(both ?? 0, 9)
  // weighed by itself, the noise is drawn flatter than beside soil that has a shape
  const [alone] = profileAt(layersOf(noise), place)
  expect(Math.abs((alone?.share ?? 0) - (b ?? 0))).toBeGreaterThan(1e-4)
})
