/** Which layer each sensor of a probe represents, and one root-zone value from several depths. */

/** Least and greatest volumetric water content taken as valid, m3/m3. */
export const VALID_MOISTURE = { least: 0, greatest: 0.6 } as const

/** The layer of soil represented by one sensor, mm below the surface. */
export type SensorLayer = { readonly depthCm: number; readonly topMm: number; readonly bottomMm: number }

/** Latest value of one sensor: volumetric water content theta, m3/m3; null when missing. */
export type DepthValue = { readonly depthCm: number; readonly value: number | null }

const MM_PER_CM = 10

/**
 * Layers from midpoint to midpoint between the depths; the first from the surface, the last to its depth plus half the
 * last gap. A sensor alone has the surface as its gap: from 0 to twice its depth. O(n log n).
 *
 * @param depthsCm sensor depths, cm, 0 or more, any order, each once
 * @returns layers in order of depth, tops and bottoms in mm, shape [n]
 * @throws RangeError when a depth is negative, not finite or given twice
 * @example sensorLayers([10, 30]) // [{ depthCm: 10, topMm: 0, bottomMm: 200 }, { depthCm: 30, topMm: 200, bottomMm: 400 }]
 */
export function sensorLayers(depthsCm: readonly number[]): SensorLayer[] {
  const depths = [...depthsCm].sort((a, b) => a - b)
  if (!depths.every((depth, i) => Number.isFinite(depth) && depth >= 0 && depth !== depths[i - 1])) {
    throw new RangeError(`sensor depths [${depthsCm.join(', ')}] cm`)
  }
  const middle = (i: number) => (((depths[i] ?? 0) + (depths[i + 1] ?? 0)) / 2) * MM_PER_CM
  const last = depths.length - 1
  return depths.map((depthCm, i) => ({
    depthCm,
    topMm: i === 0 ? 0 : middle(i - 1),
    bottomMm: i < last ? middle(i) : 2 * depthCm * MM_PER_CM - (i === 0 ? 0 : middle(i - 1)),
  }))
}

/**
 * Is this volumetric water content one that may be drawn and used?
 *
 * @param value theta, m3/m3, or null
 * @returns true from 0 to 0.60
 * @example isValidMoisture(0.61) // false
 */
export function isValidMoisture(value: number | null): value is number {
  return value !== null && value >= VALID_MOISTURE.least && value <= VALID_MOISTURE.greatest
}

/**
 * Root-zone moisture theta = sum(theta_i o_i) / sum(o_i), o_i the overlap of sensor i's layer with [0, Zr]; sensors
 * without a valid value are left out.
 *
 * @param sensors every sensor of the probe, with its latest value or null
 * @param rootDepthMm Zr, mm, above 0
 * @returns theta, m3/m3, or null when no sensor with a valid value reaches into the root zone
 * @throws RangeError when the root depth is not above 0 or the depths are not depths
 * @example rootZoneMoisture([{ depthCm: 10, value: 0.1 }, { depthCm: 30, value: 0.4 }], 300) // 0.2
 */
export function rootZoneMoisture(sensors: readonly DepthValue[], rootDepthMm: number): number | null {
  if (!(rootDepthMm > 0)) throw new RangeError(`root depth ${rootDepthMm} mm`)
  const layers = new Map(
    sensorLayers(sensors.map(({ depthCm }) => depthCm)).map((layer) => [layer.depthCm, layer]),
  )
  let water = 0
  let cover = 0
  for (const { depthCm, value } of sensors) {
    const layer = layers.get(depthCm)
    if (layer === undefined || !isValidMoisture(value)) continue
    const overlap = Math.max(0, Math.min(layer.bottomMm, rootDepthMm) - layer.topMm)
    water += value * overlap
    cover += overlap
  }
  return cover > 0 ? water / cover : null
}

/** Days for which a silent probe is drawn with an estimate. */
export const FILLED_DAYS = 7

/** Values of another probe at the last reading of the silent one, and now; m3/m3, null where missing. */
export type OtherProbe = { readonly before: number | null; readonly now: number | null }

/**
 * Estimate for a silent probe: its last value plus the mean change of the other probes, within the valid range.
 *
 * @param own its last valid value, m3/m3
 * @param silentDays how long ago that was, days, 0 or more
 * @param otherProbes the other probes of the field
 * @returns theta, m3/m3; null after 7 days, or where no other probe is known at both times
 * @throws RangeError when the time is negative or not a number
 * @example fillSilentProbe(0.2, 3, [{ before: 0.3, now: 0.26 }, { before: 0.2, now: null }]) // 0.16
 */
export function fillSilentProbe(
  own: number,
  silentDays: number,
  otherProbes: readonly OtherProbe[],
): number | null {
  if (!(silentDays >= 0)) throw new RangeError(`silent for ${silentDays} days`)
  if (silentDays > FILLED_DAYS) return null
  const changes = otherProbes.flatMap(({ before, now }) =>
    before === null || now === null ? [] : [now - before],
  )
  if (changes.length === 0) return null
  const change = changes.reduce((sum, value) => sum + value, 0) / changes.length
  return Math.min(VALID_MOISTURE.greatest, Math.max(VALID_MOISTURE.least, own + change))
}
