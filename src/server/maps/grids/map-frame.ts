/** What all answers about the maps of one system share. */
import { moistureColourLimits } from '../../../agronomy/colour/colour-ramp.ts'
import { DEFAULT_TARGET_PERCENT } from '../../../agronomy/soil/soil-texture.ts'
import { pivotBodyOf } from '../../../contract/pivot.ts'
import type { MapBasis } from '../inputs/map-inputs.ts'

export interface FrameChoice {
  /** Null for the root zone. */
  depthCm: number | null
  /** Depths that may be asked for. */
  depths: number[]
  size: number
}

export function frameOf(basis: MapBasis, more: FrameChoice) {
  const { low, high } = moistureColourLimits(basis.soil)
  const { flow_gpm: _flow, speed_100_m_min: _speed, ...pivot } = pivotBodyOf(basis.pivot)
  return {
    system: basis.name,
    time_zone: basis.timeZone,
    ...pivot,
    depth_cm: more.depthCm,
    depths_cm: more.depths,
    root_depth_in: basis.rootDepthIn,
    target_percent: basis.targetPercent ?? DEFAULT_TARGET_PERCENT,
    field_capacity: basis.soil.fieldCapacity,
    wilting_point: basis.soil.wiltingPoint,
    soil_assumed: basis.soilAssumed,
    scale: { min: low, max: high },
    size: more.size,
  }
}

/** As fine as a sensor tells. */
export function shown(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e5) / 1e5
}
