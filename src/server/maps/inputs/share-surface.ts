/** The surface of a map: shares of available water by layer with their uncertainty, over the grid of a field. */
import type { Pivot } from '#agronomy/pivot/pivot.ts'
import { type CutLayers, cutLayers } from '#agronomy/surface/layered-field.ts'
import { inchesToMm } from '#agronomy/units.ts'
import type { SurfaceGrid, Surfaces } from '../surfaces/surfaces-order.ts'
import { availableSpan } from '#agronomy/soil/available-water.ts'
import type { MapProbe, MapWater } from './map-inputs.ts'
import type { ShareSurface } from './map-view.ts'

export interface ShareOrder {
  probes: readonly MapProbe[]
  pivot: Pivot
  rootDepthIn: number
  /** Null for the root zone. */
  depthCm: number | null
  size: number
  deviation?: boolean
  /** Cells from the balance, for the root zone. */
  water?: MapWater | null
}

/** Values used for a surface; suspect sensors are only shown. */
export function usedProbes(probes: readonly MapProbe[]): MapProbe[] {
  return probes.filter(({ state, share }) => share !== null && (state === 'measured' || state === 'filled'))
}

/**
 * The same surface as a prescription's: every layer interpolated separately, all with one covariance. What is drawn is their sum
 * over the root zone, one field per set of layers known by the same probes. Null when nothing can be drawn.
 */
export async function shareSurface(surfaces: Surfaces, order: ShareOrder): Promise<ShareSurface | null> {
  const used = usedProbes(order.probes)
  if (used.length > 0 && order.water && order.depthCm === null) return balanceSurface(surfaces, order, used)
  const rootMm = order.depthCm === null ? inchesToMm(order.rootDepthIn) : Infinity
  const cut = cutLayers(used)
  const parts = await Promise.all(
    cut.groups.map((group) => drawGroup(surfaces, order, cut.layers, group, rootMm)),
  )
  return summed(
    parts.filter((part) => part !== null),
    order.size,
  )
}

/** The balance includes the probes' correction and its uncertainty; without it both come from the probes alone. */
async function balanceSurface(
  surfaces: Surfaces,
  { pivot, size, deviation = false, water }: ShareOrder,
  used: readonly MapProbe[],
): Promise<ShareSurface | null> {
  const { wettedRadiusM: wettedRadius, arc } = pivot
  const probes = used.map(({ x, y, share }) => ({ x, y, value: share }))
  const spans = used.map(({ limits }) => availableSpan(limits))
  const unit = spans.reduce((sum, span) => sum + span, 0) / spans.length
  const balanceDeviations = deviation ? (water?.deviations ?? null) : null
  const cells = water && { outerRadii: water.outerRadii, values: water.values, deviations: balanceDeviations }
  const order = { probes, wettedRadius, arc, size, unit, deviation: deviation && balanceDeviations === null }
  const surface = await surfaces.draw(cells ? { ...order, cells } : order)
  if ('reason' in surface) return null
  return { size, wettedRadius, shares: surface.values, deviation: surface.deviation, model: surface.model }
}

type Group = CutLayers<MapProbe>['groups'][number]

interface DrawnGroup {
  /** Millimetres of the root zone. */
  weight: number
  shares: SurfaceGrid
  deviation: Float32Array | null
}

async function drawGroup(
  surfaces: Surfaces,
  { pivot, size, deviation }: ShareOrder,
  layers: CutLayers['layers'],
  { layerIndices: of, probes, depths, unit }: Group,
  rootMm: number,
): Promise<DrawnGroup | null> {
  const overlaps = of.map((layer) => {
    const { topMm, bottomMm } = layers[layer] ?? { topMm: 0, bottomMm: 0 }
    return Math.max(0, Math.min(bottomMm, rootMm) - topMm)
  })
  const weight = overlaps.reduce((sum, overlap) => sum + overlap, 0)
  if (weight === 0) return null
  const ordered = depths.map((values, k) => ({ weight: (overlaps[k] ?? 0) / weight, values }))
  const means = probes.map(({ x, y }, i) => ({
    x,
    y,
    value: ordered.reduce((sum, depth) => sum + depth.weight * (depth.values[i] ?? Number.NaN), 0),
  }))
  const common = { probes: means, wettedRadius: pivot.wettedRadiusM, arc: pivot.arc, size, unit }
  // the uncertainty of the sum is derived from the probes' sums; both are drawn in one pass
  const [shares, doubt] = await Promise.all([
    surfaces.draw({ ...common, depths: ordered }),
    deviation ? surfaces.draw({ ...common, deviation }) : null,
  ])
  if ('reason' in shares) return null
  return { weight, shares, deviation: doubt && 'deviation' in doubt ? doubt.deviation : null }
}

/** Sums over the root zone. Errors of layers are correlated, so their deviations add up. */
function summed(parts: readonly DrawnGroup[], size: number): ShareSurface | null {
  const most = parts.toSorted((a, b) => b.weight - a.weight)[0]
  if (!most) return null
  const { wettedRadius, model } = most.shares
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  const sumOf = (grids: readonly (Float32Array | null)[]) => {
    const sum = new Float32Array(size * size)
    grids.forEach((grid, k) => {
      const weight = (parts[k]?.weight ?? 0) / total
      for (let cell = 0; cell < sum.length; cell += 1)
        sum[cell] = (sum[cell] ?? 0) + weight * (grid?.[cell] ?? Number.NaN)
    })
    return sum
  }
  const single = parts.length === 1
  return {
    size,
    wettedRadius,
    shares: single ? most.shares.values : sumOf(parts.map(({ shares }) => shares.values)),
    deviation: most.deviation && (single ? most.deviation : sumOf(parts.map(({ deviation }) => deviation))),
    model,
  }
}
