/** What the water balance of a system knows of each of its cells, where crop and weather are known: maps go by it between probes. */
import { createHash } from 'node:crypto'
import { LAYER_MM } from '#agronomy/balance/cell-balance.ts'
import { outerRadii } from '#agronomy/pivot/pivot.ts'
import { inchesToMm } from '#agronomy/units.ts'
import { type BalanceDay, selectBalanceDays, selectSurfaceCells } from '../../balance/balance-cells.store.ts'
import { unpackShares } from '../../balance/share-bytes.ts'
import type { Reader } from '../../kit/postgres/database.ts'
import { dayCount, type DaySpan } from '../../readings/zone-days.ts'
import type { MapBasis, MappedSystem, MapWater } from './map-inputs.ts'

/** A balance is reckoned every hour: one that was left behind for longer is of another day. */
const FRESH_MS = 24 * 3_600_000
/** Depths that differ by less are one. */
const SAME_DEPTH_MM = 1

/** Null where crop or weather are not known. */
export async function waterNow(
  db: Reader,
  system: MappedSystem,
  { rootDepthIn }: Pick<MapBasis, 'rootDepthIn'>,
  now: Date,
): Promise<MapWater | null> {
  const found = await selectSurfaceCells(db, system.id)
  if (!found || now.getTime() - found.computedAt.getTime() > FRESH_MS) return null
  const radii = outerRadii(system.pivot)
  const shares = unpackShares(found.cells, radii.length)
  const layers = shares.length / (180 * radii.length)
  const rootMm = inchesToMm(rootDepthIn)
  const values = Float64Array.from({ length: 180 * radii.length }, (_, cell) => {
    let [sum, depth] = [0, 0]
    for (let layer = 0; layer < layers; layer += 1) {
      const dz = Math.max(0, Math.min((layer + 1) * LAYER_MM, rootMm) - layer * LAYER_MM)
      sum += dz * (shares[cell * layers + layer] ?? Number.NaN)
      depth += dz
    }
    return sum / depth
  })
  return { outerRadii: radii, values, digest: digestOf(found.cells) }
}

/** The mean of days; null unless all of them that are over are on record. */
export async function waterOver(
  db: Reader,
  system: MappedSystem,
  basis: Pick<MapBasis, 'rootDepthIn'>,
  span: DaySpan,
): Promise<MapWater | null> {
  const days = await waterByDay(db, system, basis, span)
  // today is not over
  if (days.size === 0 || days.size < dayCount(span) - 1) return null
  const all = [...days.values()]
  const [first] = all
  if (!first) return null
  const values = Float64Array.from(
    first.values,
    (_, cell) => all.reduce((sum, day) => sum + (day.values[cell] ?? Number.NaN), 0) / all.length,
  )
  return { ...first, values, digest: all.map(({ digest }) => digest).join(' ') }
}

/** By day, those on record of this depth. */
export async function waterByDay(
  db: Reader,
  system: MappedSystem,
  { rootDepthIn }: Pick<MapBasis, 'rootDepthIn'>,
  span: DaySpan,
): Promise<Map<string, MapWater>> {
  const radii = outerRadii(system.pivot)
  const rootMm = inchesToMm(rootDepthIn)
  const days = await selectBalanceDays(db, system.id, span)
  const fits = (day: BalanceDay) => Math.abs(day.rootMm - rootMm) < SAME_DEPTH_MM
  return new Map(
    days.filter(fits).map(({ day, cells }) => {
      const values = unpackShares(cells, radii.length)
      return [day, { outerRadii: radii, values, digest: digestOf(cells) }]
    }),
  )
}

function digestOf(cells: Uint8Array): string {
  return createHash('sha256').update(cells).digest('base64url')
}
