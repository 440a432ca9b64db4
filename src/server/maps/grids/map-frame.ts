/** Fields shared by all answers about the maps of one system. */
import { DEFAULT_TARGET_PERCENT } from '#agronomy/soil/moisture-class.ts'
import { pivotGeometryBodyOf } from '#contract/pivot.ts'
import { cellLimits, volumeLimits } from '../inputs/cell-limits.ts'
import {
  isSoilAssumed,
  type MapBasis,
  type MapMachine,
  type MapProbe,
  type MapZone,
} from '../inputs/map-inputs.ts'
import { armNote } from '../picture/map-notes.ts'
import { quantised } from './map-cells.ts'

export interface FrameChoice {
  /** Null for the root zone. */
  depthCm: number | null
  /** Depths that can be requested. */
  depths: number[]
  size: number
}

type SoilPlace = Pick<MapProbe, 'x' | 'y' | 'limits' | 'soilSource'>

interface FieldSoils {
  zones: MapZone[]
  probes: readonly SoilPlace[]
}

export function frameOf(basis: MapBasis, { zones, probes }: FieldSoils, more: FrameChoice) {
  const soils = { ...basis, zones, probes }
  const { low, high } = volumeLimits(soils)
  const limits = cellLimits(soils, more.size)
  return {
    system: basis.name,
    time_zone: basis.timeZone,
    ...pivotGeometryBodyOf(basis.pivot),
    depth_cm: more.depthCm,
    depths_cm: more.depths,
    root_depth_in: basis.rootDepthIn,
    target_percent: basis.targetPercent ?? DEFAULT_TARGET_PERCENT,
    field_capacity: basis.soil.fieldCapacity,
    wilting_point: basis.soil.wiltingPoint,
    soil_assumed: isSoilAssumed(soils),
    volume_scale: { min: low, max: high },
    size: more.size,
    field_capacity_cells: quantised([limits.fieldCapacity]),
    wilting_point_cells: quantised([limits.wiltingPoint]),
  }
}

/** Position of a probe, and its coverage of the root zone. */
export function placeOf({
  number,
  latitude,
  longitude,
  cover,
  fenced = false,
}: Pick<MapProbe, 'number' | 'latitude' | 'longitude' | 'cover'> & { fenced?: boolean }) {
  const coverPercent = cover === null ? null : Math.round(cover * 1000) / 10
  return { number, latitude, longitude, cover_percent: coverPercent, fenced }
}

/** A sensor's resolution. */
export function shown(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e5) / 1e5
}

/** The arm and its last pass. */
export function machineOf(machine: MapMachine, timeZone: string) {
  const { armDegrees, seenAt, stale, pass } = machine
  return {
    arm_degrees: armDegrees,
    seen_at: seenAt.toISOString(),
    stale,
    words: armNote(machine, timeZone),
    pass: pass && {
      since: pass.since.toISOString(),
      arcs: pass.arcs,
    },
  }
}
