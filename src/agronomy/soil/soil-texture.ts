/** Field capacity, wilting point and available water by soil texture. */

/** Textures with a preset, from light to heavy. */
export const SOIL_TEXTURES = [
  'sand',
  'loamy_sand',
  'sandy_loam',
  'loam',
  'silt_loam',
  'silt',
  'silt_clay_loam',
  'silty_clay',
  'clay',
] as const

/** Name of a texture preset. */
export type SoilTexture = (typeof SOIL_TEXTURES)[number]

/** Water a soil holds: FC and WP, volumetric, m3/m3. */
export type SoilLimits = { readonly fieldCapacity: number; readonly wiltingPoint: number }

/** [low, high] of field capacity and of wilting point, m3/m3. Source: FAO-56 (Allen et al. 1998), Table 19. */
const RANGES: Record<SoilTexture, { fc: [number, number]; wp: [number, number] }> = {
  sand: { fc: [0.07, 0.17], wp: [0.02, 0.07] },
  loamy_sand: { fc: [0.11, 0.19], wp: [0.03, 0.1] },
  sandy_loam: { fc: [0.18, 0.28], wp: [0.06, 0.16] },
  loam: { fc: [0.2, 0.3], wp: [0.07, 0.17] },
  silt_loam: { fc: [0.22, 0.36], wp: [0.09, 0.21] },
  silt: { fc: [0.28, 0.36], wp: [0.12, 0.22] },
  silt_clay_loam: { fc: [0.3, 0.37], wp: [0.17, 0.24] },
  silty_clay: { fc: [0.3, 0.42], wp: [0.17, 0.29] },
  clay: { fc: [0.32, 0.4], wp: [0.2, 0.24] },
}

/** Midpoint to a tenth of a per cent, free of binary noise. */
function midpoint([low, high]: readonly [number, number]): number {
  return Math.round((low + high) * 500) / 1000
}

/**
 * Preset of a texture: the midpoints of its ranges.
 *
 * @param texture name of the preset
 * @returns FC and WP, m3/m3
 * @example textureLimits('loam') // { fieldCapacity: 0.25, wiltingPoint: 0.12 }
 */
export function textureLimits(texture: SoilTexture): SoilLimits {
  const { fc, wp } = RANGES[texture]
  return { fieldCapacity: midpoint(fc), wiltingPoint: midpoint(wp) }
}

/** Middles of REW, mm. Source: FAO-56, Table 19. */
const READILY_EVAPORABLE: Record<SoilTexture, number> = {
  sand: 4.5,
  loamy_sand: 6,
  sandy_loam: 8,
  loam: 9,
  silt_loam: 9.5,
  silt: 9.5,
  silt_clay_loam: 9.5,
  silty_clay: 10,
  clay: 10,
}

/**
 * Water that a wet surface evaporates before it dries, REW.
 *
 * @param texture name of the preset
 * @returns REW, mm
 * @example readilyEvaporableMm('loam') // 9
 */
export function readilyEvaporableMm(texture: SoilTexture): number {
  return READILY_EVAPORABLE[texture]
}

/**
 * Available water: 100 (theta - WP) / (FC - WP). 0 is the wilting point, 100 field capacity; not clipped.
 *
 * @param theta volumetric water content, m3/m3
 * @param limits FC and WP, m3/m3, FC above WP
 * @returns per cent of available water
 * @throws RangeError when a value is not finite or FC is not above WP
 * @example availableWaterPercent(0.15, { fieldCapacity: 0.2, wiltingPoint: 0.1 }) // 50
 */
export function availableWaterPercent(theta: number, limits: SoilLimits): number {
  const span = limits.fieldCapacity - limits.wiltingPoint
  if (!Number.isFinite(theta) || !(span > 0 && span < Infinity)) {
    throw new RangeError(`moisture ${theta} between ${limits.wiltingPoint} and ${limits.fieldCapacity}`)
  }
  return (100 * (theta - limits.wiltingPoint)) / span
}

/** Limits set for one probe; nulls where those of the field count. */
export type OwnSoil = {
  readonly texture: SoilTexture | null
  /** m3/m3. */
  readonly fieldCapacity: number | null
  readonly wiltingPoint: number | null
}

/** Nothing set. */
export const NO_OWN_SOIL: OwnSoil = { texture: null, fieldCapacity: null, wiltingPoint: null }
