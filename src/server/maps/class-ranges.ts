/** The five classes of moisture as ranges of water content, for a legend. */
import type { MoistureClass, SoilLimits } from '../../agronomy/soil-texture.ts'

/** m3/m3; the driest class has no lower end and the wettest no upper one. */
export interface ClassRange {
  name: MoistureClass
  from: number
  to: number
}

/** Below the target by these, in per cent of available water, soil is dry or very dry; above it by the first, wet. */
const NEAR_PERCENT = 10
const FAR_PERCENT = 30

/** Classes without any room, such as "wet" under a target of 100 %, are left out. */
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
