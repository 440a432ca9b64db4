/** Which field capacity and wilting point convert a share to water by volume. */
import { expect, it } from 'vitest'
import { insertSoilZones } from '../../soil-zones/soil-zones.store.ts'
import { build } from '../../testing/build.ts'
import { surfaceOf, valuesOf } from '../../testing/map-calls.ts'
import { MAP_PIVOT, mappedFarm } from '../../testing/mapped-farm.ts'
import { mapInputs, mapProbe } from '../../testing/map-inputs.ts'
import { toLatLng } from '#agronomy/pivot/pivot-geometry.ts'
import { cellLimits, volumeLimits, volumeOf } from './cell-limits.ts'

const SAND = { fieldCapacity: 0.12, wiltingPoint: 0.045 }
const CLAY = { fieldCapacity: 0.36, wiltingPoint: 0.22 }
const EAST = [
  [0, -500],
  [500, -500],
  [500, 500],
  [0, 500],
].map(([x = 0, y = 0]) => ({ x, y }))

it('are those of the zone that covers a cell, else of the nearest probe', () => {
  const zones = [{ outline: EAST, limits: CLAY, confirmed: true }]
  const inputs = mapInputs([mapProbe(1, [-200, 0, 0.08], { limits: SAND })], { zones })
  const limits = cellLimits(inputs, 2)
  // north-west, north-east, south-west, south-east
  expect([...limits.fieldCapacity].map((capacity) => Number(capacity.toFixed(3)))).toEqual([
    0.12, 0.36, 0.12, 0.36,
  ])
  const volumes = volumeOf(Float32Array.of(0.5, 0.5, 1.2, 1.2), limits)
  expect([...volumes].map((volume) => Number(volume.toFixed(4)))).toEqual([0.0825, 0.29, 0.135, 0.388])
  expect(volumeLimits(inputs)).toEqual({ low: 0, high: 0.41 })
})

it('of a saved zone apply to a probe in it, and are assumed until the zone is confirmed', async () => {
  const built = await build()
  const { pat, place, store } = await mappedFarm(built)
  await place([
    [-100, 0],
    [100, 0],
  ])
  const now = built.clock.now()
  await store([
    [1, now.toISOString(), 0.185],
    [2, now.toISOString(), 0.29],
  ])
  const { rows } = await built.kit.database.pool.query<{ id: number }>('select id from systems')
  const ring = EAST.map(({ x, y }) => {
    const { lat, lng } = toLatLng(MAP_PIVOT, { x: Math.min(x, 180), y: Math.max(-180, Math.min(y, 180)) })
    return [lat, lng] as [number, number]
  })
  const zone = {
    name: 'Clay',
    texture: null,
    field_capacity: CLAY.fieldCapacity,
    wilting_point: CLAY.wiltingPoint,
    polygons: [[ring]],
    area_m2: 60_000,
    confirmed: false,
    source: 'drawn' as const,
  }
  await built.kit.database.write((tx) => insertSoilZones(tx, rows[0]?.id ?? 0, [zone], now))
  const grid = await surfaceOf(built, pat, { size: '8' })
  // loam, 0.12 to 0.25, and clay: both are half full
  expect(grid.probes.map(({ share }) => share)).toEqual([0.5, 0.5])
  expect(grid.soil_assumed).toBe(true)
  const capacities = new Set(
    valuesOf(grid.field_capacity_cells).flatMap((capacity) =>
      Number.isNaN(capacity) ? [] : capacity.toFixed(2),
    ),
  )
  expect(capacities).toEqual(new Set(['0.25', '0.36']))
})
