/** What a map of a system is made from: its machine, its soil, and what each of its probes said. */
import { createHash } from 'node:crypto'
import type { Pivot } from '../../../agronomy/pivot/pivot.ts'
import { isValidMoisture, rootZoneMoisture } from '../../../agronomy/soil/root-zone.ts'
import { type SoilLimits, type SoilTexture, textureLimits } from '../../../agronomy/soil/soil-texture.ts'
import { inchesToMm } from '../../../agronomy/units.ts'
import type { ProbeState } from '../../../contract/maps.ts'
import type { SystemProbe } from '../../probes/placed-probes.ts'
import type { DaySpan } from '../../readings/zone-days.ts'
import type { System } from '../../systems/membership.ts'

/** A system with what its maps are about. */
export interface MappedSystem extends System {
  /** What people set last; nulls before the first time and when the system is off. */
  rootDepthIn: number | null
  targetPercent: number | null
}

/** A placed probe and what it says of the depth that is shown. */
export interface MapProbe {
  number: number
  latitude: number
  longitude: number
  /** Metres east and north of the pivot. */
  x: number
  y: number
  /** m3/m3; null when it is silent. */
  value: number | null
  state: ProbeState
  /** Newest and oldest reading in the value; of a filled one, when it fell silent. */
  at: Date | null
  oldest: Date | null
}

export interface MapInputs {
  name: string
  timeZone: string
  pivot: Pivot
  texture: SoilTexture
  soil: SoilLimits
  /** The soil is that of the texture: nobody has confirmed it. */
  soilAssumed: boolean
  rootDepthIn: number
  /** Null where none is set. */
  targetPercent: number | null
  /** One depth of sensors; null for the root zone. */
  depthCm: number | null
  /** Null for an instant. */
  span: DaySpan | null
  probes: MapProbe[]
}

/** One sensor and its value, or null where it was silent. */
export interface SensorSaid {
  probe: number
  depthCm: number
  at: Date | null
  value: number | null
}

/** Root zone where no settings say one. */
const DEFAULT_ROOT_DEPTH_IN = 24

/** Counted up whenever the same inputs would be drawn otherwise. */
const DRAWING = 2

export type MapBasis = Omit<MapInputs, 'probes' | 'span' | 'depthCm'>

/** All but what the probes said. */
export function basisOf(system: MappedSystem): MapBasis {
  const { name, timeZone, pivot, texture } = system
  const preset = textureLimits(texture)
  return {
    name,
    timeZone,
    pivot,
    texture,
    soil: {
      fieldCapacity: system.fieldCapacity ?? preset.fieldCapacity,
      wiltingPoint: system.wiltingPoint ?? preset.wiltingPoint,
    },
    soilAssumed: system.fieldCapacity === null || system.wiltingPoint === null,
    rootDepthIn: system.rootDepthIn ?? DEFAULT_ROOT_DEPTH_IN,
    targetPercent: system.targetPercent,
  }
}

/** Which soil a map is about. */
export interface DepthChoice {
  rootDepthIn: number
  depthCm: number | null
}

/** What the sensors of one probe say of a depth: m3/m3, or null. */
export function valueOfProbe(
  sensors: readonly { depthCm: number; value: number | null }[],
  { rootDepthIn, depthCm }: DepthChoice,
): number | null {
  if (sensors.length === 0) return null
  if (depthCm === null) return rootZoneMoisture(sensors, inchesToMm(rootDepthIn))
  const value = sensors.find((sensor) => sensor.depthCm === depthCm)?.value ?? null
  return isValidMoisture(value) ? value : null
}

/** Placed probes with what their sensors said. */
export function measuredProbes(
  placed: readonly SystemProbe[],
  said: readonly SensorSaid[],
  choice: DepthChoice,
): MapProbe[] {
  const sensorsOf = Map.groupBy(said, ({ probe }) => probe)
  return placed.map(({ number, latitude, longitude, x, y }) => {
    const sensors = sensorsOf.get(number) ?? []
    const value = valueOfProbe(sensors, choice)
    const times = value === null ? [] : sensors.flatMap(({ at }) => (at ? [at.getTime()] : []))
    return {
      number,
      latitude,
      longitude,
      x,
      y,
      value,
      state: value === null ? 'silent' : 'measured',
      at: times.length > 0 ? new Date(Math.max(...times)) : null,
      oldest: times.length > 0 ? new Date(Math.min(...times)) : null,
    }
  })
}

/** The mean of what the probes say; null when all are silent. */
export function meanOfProbes(probes: readonly MapProbe[]): number | null {
  const values = probes.flatMap(({ value }) => value ?? [])
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null
}

/** The same for the same map: another one means that a drawing is no longer true. */
export function fingerprintOf(inputs: MapInputs, ...how: unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING, inputs, ...how]))
    .digest('hex')
}
