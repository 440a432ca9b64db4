/** The water balance of each cell, which maps use between probes where crop and weather are known. */
import { createHash } from 'node:crypto'
import { LAYER_MM } from '#agronomy/balance/cell-balance.ts'
import { outerRadii } from '#agronomy/pivot/pivot.ts'
import { inchesToMm } from '#agronomy/units.ts'
import { type BalanceDay, selectBalanceDays, selectSurfaceCells } from '../../balance/balance-cells.store.ts'
import { unpackDeviations, unpackShares } from '../../balance/share-bytes.ts'
import type { Reader } from '../../kit/postgres/transactions.ts'
import { dayCount, type DaySpan } from '../../readings/zone-days.ts'
import type { MapBasis, MappedSystem, MapWater } from './map-inputs.ts'

/** A balance is recomputed every hour: an older one is outdated. */
const FRESH_MS = 24 * 3_600_000
/** Depths that differ by less are equal. */
const SAME_DEPTH_MM = 1

/** Null when crop or weather are unknown. */
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
  const deviations = found.deviation && unpackDeviations(found.deviation, radii.length)
  const { contradicting } = found
  return { outerRadii: radii, values, deviations, digest: digestOf(found), contradicting }
}

/** The mean of days; null unless all past ones are stored. */
export async function waterOver(
  db: Reader,
  system: MappedSystem,
  basis: Pick<MapBasis, 'rootDepthIn'>,
  span: DaySpan,
): Promise<MapWater | null> {
  const days = await waterByDay(db, system, basis, span)
  // today is not complete
  if (days.size === 0 || days.size < dayCount(span) - 1) return null
  const waters = [...days.values()]
  const [first] = waters
  if (!first) return null
  const values = meanOf(waters.map((day) => day.values))
  // the error of a balance persists from day to day
  const deviations = waters.flatMap((day) => (day.deviations ? [day.deviations] : []))
  return {
    ...first,
    values,
    deviations: deviations.length === waters.length ? meanOf(deviations) : null,
    digest: waters.map(({ digest }) => digest).join(' '),
    contradicting: onMostOf(waters.map(({ contradicting }) => contradicting)),
  }
}

/** One or two days of a week, such as after a storm that missed a gauge, say nothing about its mean. */
function onMostOf(days: readonly (readonly number[])[]): number[] {
  const numbers = [...new Set(days.flat())].sort((a, b) => a - b)
  return numbers.filter((number) => days.filter((day) => day.includes(number)).length > days.length / 2)
}

function meanOf(days: readonly ArrayLike<number>[]): Float64Array {
  return Float64Array.from(
    { length: days[0]?.length ?? 0 },
    (_, cell) => days.reduce((sum, day) => sum + (day[cell] ?? Number.NaN), 0) / days.length,
  )
}

/** Stored days of this depth. */
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
    days.filter(fits).map(({ day, cells, deviation, contradicting }) => {
      const values = unpackShares(cells, radii.length)
      const deviations = deviation && unpackDeviations(deviation, radii.length)
      const digest = digestOf({ cells, deviation })
      return [day, { outerRadii: radii, values, deviations, digest, contradicting }]
    }),
  )
}

function digestOf({ cells, deviation }: { cells: Uint8Array; deviation: Uint8Array | null }): string {
  return createHash('sha256')
    .update(cells)
    .update(deviation ?? '')
    .digest('base64url')
}
