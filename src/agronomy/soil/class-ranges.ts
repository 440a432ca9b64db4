/** The five classes of moisture as ranges of water content, for a legend. */

import type { MoistureClass, SoilLimits } from './soil-texture.ts'

/** m3/m3; the driest class has no lower end and the wettest no upper one. */
export type ClassRange = { readonly name: MoistureClass; readonly from: number; readonly to: number }

/** Below the target by these, in per cent of available water, soil is dry or very dry; above it by the first, wet. */
const NEAR_PERCENT = 10
const FAR_PERCENT = 30

/**
 * Ranges of the classes from dry to wet. Classes without any room, such as "wet" under a target of 100 %, are left out.
 *
 * @param soil FC and WP, m3/m3
 * @param targetPercent target moisture, per cent of available water
 * @returns ranges that follow on each other, shape [1..5]
 * @example classRanges({ wiltingPoint: 0.1, fieldCapacity: 0.2 }, 100)[2] // { name: 'on target', from: 0.19, to: 0.2 }
 */
export function classRanges(soil: SoilLimits, targetPercent: number): ClassRange[] {
  const water = (percent: number) =>
    soil.wiltingPoint + (percent / 100) * (soil.fieldCapacity - soil.wiltingPoint)
  const veryDry = water(targetPercent - FAR_PERCENT)
  const dry = water(targetPercent - NEAR_PERCENT)
  const onTarget = water(Math.min(100, targetPercent + NEAR_PERCENT))
  const ranges: ClassRange[] = [
    { name: 'very dry', from: -Infinity, to: veryDry },
    { name: 'dry', from: veryDry, to: dry },
    { name: 'on target', from: dry, to: onTarget },
    { name: 'wet', from: onTarget, to: soil.fieldCapacity },
    { name: 'very wet', from: soil.fieldCapacity, to: Infinity },
  ]
  return ranges.filter(({ from, to }) => to - from > 1e-9 && to > 0)
}
