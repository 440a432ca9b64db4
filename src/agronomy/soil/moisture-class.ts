/** The five named moisture classes, by share of available water and target. */

/** The five names of moisture, from dry to wet. */
export const MOISTURE_CLASSES = ['very dry', 'dry', 'on target', 'wet', 'very wet'] as const

/** One of the five names. */
export type MoistureClass = (typeof MOISTURE_CLASSES)[number]

/** Target moisture where none is set, per cent of available water. */
export const DEFAULT_TARGET_PERCENT = 70

/** Shares of available water, 0 wilting point, 1 field capacity; the driest has no lower end, the wettest no upper one. */
export type ClassRange = { readonly name: MoistureClass; readonly from: number; readonly to: number }

/** Below these parts of the target soil is very dry, or dry. */
const VERY_DRY_PART = 0.5
const DRY_PART = 0.85

/** Finer than any sensor: keeps binary noise from moving a value off the edge of its class. */
const STEP = 1e-9

/**
 * Upper ends of all classes but the wettest, as shares: 0.5 M, 0.85 M, half-way from M to 1, and 1, with M the target
 * as a share. Under M = 1 the ends of on target and wet are the same: there is no class wet.
 *
 * @param targetPercent M, per cent of available water, 0 to 100; null when none is set (70)
 * @returns shares of available water, rising, shape [4]
 * @throws RangeError when the target is out of range
 * @example classBounds(80) // [0.4, 0.68, 0.9, 1]
 */
export function classBounds(targetPercent: number | null): [number, number, number, number] {
  const percent = targetPercent ?? DEFAULT_TARGET_PERCENT
  if (!(percent >= 0 && percent <= 100)) throw new RangeError(`target ${percent} %`)
  const target = percent / 100
  return [VERY_DRY_PART * target, DRY_PART * target, (target + 1) / 2, 1]
}

/**
 * Class of a share s of available water, by {@link classBounds}.
 *
 * @param share s, 0 at the wilting point and 1 at field capacity; not clipped
 * @param targetPercent M, per cent of available water; null when none is set (70)
 * @returns one of the five names
 * @throws RangeError when the share is not finite or the target is out of range
 * @example moistureClass(0.6, 70) // 'on target'
 */
export function moistureClass(share: number, targetPercent: number | null = null): MoistureClass {
  return MOISTURE_CLASSES[classIndex(share, classBounds(targetPercent))] ?? 'very wet'
}

/**
 * Index of a share among the classes, for bounds computed once.
 *
 * @param share s, not clipped
 * @param bounds from {@link classBounds}
 * @returns 0 (very dry) to 4 (very wet)
 * @throws RangeError when the share is not finite
 * @example classIndex(0.5, [0.35, 0.595, 0.85, 1]) // 1
 */
export function classIndex(share: number, bounds: readonly [number, number, number, number]): number {
  if (!Number.isFinite(share)) throw new RangeError(`share ${share} of available water`)
  const [veryDry, dry, onTarget, wet] = bounds
  if (share > wet + STEP) return 4
  if (share < veryDry - STEP) return 0
  if (share < dry - STEP) return 1
  return share > onTarget + STEP ? 3 : 2
}

/**
 * Ranges of the classes from dry to wet, for a legend. A class without any room, as wet under a target of 100 %, is left out.
 *
 * @param targetPercent M, per cent of available water; null when none is set (70)
 * @returns ranges that follow on each other, shape [4..5]
 * @throws RangeError when the target is out of range
 * @example classRanges(100)[2] // { name: 'on target', from: 0.85, to: 1 }
 */
export function classRanges(targetPercent: number | null): ClassRange[] {
  const ends = [-Infinity, ...classBounds(targetPercent), Infinity]
  return MOISTURE_CLASSES.map((name, i) => ({
    name,
    from: ends[i] ?? -Infinity,
    to: ends[i + 1] ?? Infinity,
  })).filter(({ from, to }) => to - from > STEP)
}
