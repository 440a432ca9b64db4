/** Water of the whole root zone over time, from the sensors of one probe that measure at their own instants. */
import { sensorLayers } from '../../agronomy/soil/root-zone.ts'
import type { SparseSeries } from './plot-columns.ts'

export interface DepthSeries extends SparseSeries {
  depth_cm: number
}

/** How deep the deepest layer reaches: the root zone where no root depth is set, mm. */
export function deepestMm(series: readonly Pick<DepthSeries, 'depth_cm'>[]): number {
  return Math.max(
    0,
    ...sensorLayers(series.map(({ depth_cm: depth }) => depth)).map(({ bottomMm }) => bottomMm),
  )
}

/**
 * Volumetric water content of the root zone, theta = sum(theta_i o_i) / sum(o_i), o_i the part of sensor i's layer in it,
 * at each time; linear between two readings of a sensor. Null while a sensor of the root zone is silent: the mean of the others would jump although no water moved. O(rows x series).
 *
 * @param times seconds, in order
 * @param rootDepthMm above 0
 */
export function rootZoneSeries(
  times: readonly number[],
  series: readonly DepthSeries[],
  rootDepthMm: number,
): (number | null)[] {
  const layers = new Map(
    sensorLayers(series.map(({ depth_cm: depth }) => depth)).map((layer) => [layer.depthCm, layer]),
  )
  const sum = new Float64Array(times.length)
  let cover = 0
  for (const sensor of series) {
    const layer = layers.get(sensor.depth_cm)
    const weight = layer ? Math.max(0, Math.min(layer.bottomMm, rootDepthMm) - layer.topMm) : 0
    if (weight === 0) continue
    cover += weight
    continuous(times, sensor).forEach((theta, i) => {
      sum[i] = (sum[i] ?? 0) + weight * theta
    })
  }
  return Array.from(sum, (water) => (cover === 0 || Number.isNaN(water) ? null : water / cover))
}

/** A value for each time; NaN in silences and before the first reading. The last value holds for one gap. */
function continuous(times: readonly number[], { values, gap_s: gap }: SparseSeries): Float64Array {
  const line = new Float64Array(times.length).fill(Number.NaN)
  let last = -1
  const fill = (to: number, next: number) => {
    const [from = 0, until = 0] = [times[last], times[to]]
    const before = line[last] ?? 0
    for (let k = last + 1; k < to; k += 1)
      line[k] = before + ((next - before) * ((times[k] ?? 0) - from)) / (until - from)
  }
  values.forEach((value, i) => {
    if (value === null) return
    if (last >= 0 && (times[i] ?? 0) - (times[last] ?? 0) <= gap) fill(i, value)
    line[i] = value
    last = i
  })
  for (let k = last + 1; last >= 0 && k < times.length && (times[k] ?? 0) - (times[last] ?? 0) <= gap; k += 1)
    line[k] = line[last] ?? Number.NaN
  return line
}
