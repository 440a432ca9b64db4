/** The inputs of a map: machine, soil, and the values of each probe. */
import { createHash } from 'node:crypto'
import type { Pivot } from '#agronomy/pivot/pivot.ts'
import { isValidMoisture, rootZoneMoisture, sensorLayers } from '#agronomy/soil/root-zone.ts'
import { availableShare, type ShareLayer } from '#agronomy/soil/available-water.ts'
import { type OwnSoil, type SoilLimits, type SoilTexture } from '#agronomy/soil/soil-texture.ts'
import { type SoilZone, zoneFinder } from '#agronomy/soil/soil-zones.ts'
import type { PolarCells } from '#agronomy/surface/polar-cells.ts'
import { inchesToMm } from '#agronomy/units.ts'
import type { MapMethod, ProbeState } from '#contract/maps.ts'
import type { SoilSource } from '#contract/fields.ts'
import type { SystemProbe } from '../../probes/placed-probes.ts'
import { soilLimits } from '../../probes/soil-limits.rules.ts'
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
  /** Of the soil that its sensors stand in. */
  limits: SoilLimits
  soilSource: SoilSource
  /** Part of the root zone that its sensors' layers reach, 0 to 1, silent ones too; null for one depth. */
  cover: number | null
  /** m3/m3; null when it is silent. */
  value: number | null
  /** The same as a share of available water; null when it is silent. */
  share: number | null
  /** Shares by layer of its sensors, down to the roots; of one depth that alone. */
  layers: ShareLayer[]
  state: ProbeState
  /** It stands in a geofence of 0 %: a prescription does not listen to it elsewhere. */
  fenced?: true
  /** Newest and oldest reading in the value; of a filled one, when it fell silent. */
  at: Date | null
  oldest: Date | null
}

export interface MapInputs {
  name: string
  timeZone: string
  pivot: Pivot
  texture: SoilTexture
  /** Of the system; a probe may have its own. */
  soil: SoilLimits
  soilSource: SoilSource
  /** Parts of the field with soil of their own, in the order drawn. */
  zones: MapZone[]
  rootDepthIn: number
  /** Null where none is set. */
  targetPercent: number | null
  /** One depth of sensors; null for the root zone. */
  depthCm: number | null
  /** Null for an instant. */
  span: DaySpan | null
  probes: MapProbe[]
  /** Where the arm is and what it has watered; null on maps of the past, and where no machine was heard. */
  machine: MapMachine | null
  /**
   * What the balance knows of the root zone; null where crop or weather are not known, of one depth, and where probes
   * contradict it.
   */
  water: MapWater | null
  /** Numbers of those probes. */
  contradicting: readonly number[]
  /** Probes that measure tension; left out where none does. */
  byTension?: { estimated: number[]; unusable: number[] }
}

/** Available water of the root zone by cell, from a balance. */
export interface MapWater extends PolarCells {
  /** How far off each may be, standard deviation of its share; null where only the probes know. */
  deviations: Float64Array | null
  /** Another one is another picture. */
  digest: string
  /** Numbers of the probes that say what it cannot be. */
  contradicting: readonly number[]
}

/** A soil zone; unless it is confirmed its limits are guessed. */
export interface MapZone extends SoilZone {
  confirmed: boolean
}

/** The arm and its last pass, as a map shows them: to a sector, so that a map is drawn again when it moved that far. */
export interface MapMachine {
  /** Bearing of the middle of its sector. */
  armDegrees: number
  seenAt: Date
  /** Where it was is not where it is. */
  stale: boolean
  pass: MapPass | null
}

export interface MapPass {
  since: Date
  /** Stretches that got water, degrees clockwise; one across north ends below its beginning. */
  arcs: [from: number, to: number][]
}

/** One sensor and its value, or null where it was silent. */
export interface SensorReport {
  probe: number
  depthCm: number
  at: Date | null
  value: number | null
}

/** Root zone where no settings say one. */
const DEFAULT_ROOT_DEPTH_IN = 24

/** Counted up whenever the same inputs would be drawn otherwise. */
const DRAWING = 6

export type MapBasis = Omit<
  MapInputs,
  'probes' | 'span' | 'depthCm' | 'machine' | 'zones' | 'water' | 'contradicting' | 'byTension'
>

/** All but what the probes said. */
export function basisOf(system: MappedSystem): MapBasis {
  const { name, timeZone, pivot, texture } = system
  const { source, ...soil } = soilLimits(system)
  return {
    name,
    timeZone,
    pivot,
    texture,
    soil,
    soilSource: source,
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
function valueOfProbe(
  sensors: readonly { depthCm: number; value: number | null }[],
  { rootDepthIn, depthCm }: DepthChoice,
): number | null {
  if (sensors.length === 0) return null
  if (depthCm === null) return rootZoneMoisture(sensors, inchesToMm(rootDepthIn))
  const value = sensors.find((sensor) => sensor.depthCm === depthCm)?.value ?? null
  return isValidMoisture(value) ? value : null
}

/** A placed probe with the limits of the soil that it stands in. */
export interface SoilProbe extends SystemProbe {
  limits: SoilLimits
  soilSource: SoilSource
}

interface KnownSoils {
  /** By number of the probe. */
  ownSoils: ReadonlyMap<number, OwnSoil>
  zones: readonly SoilZone[]
}

export function withSoil(
  system: MappedSystem,
  placed: readonly SystemProbe[],
  { ownSoils, zones }: KnownSoils,
): SoilProbe[] {
  const zoneOf = zoneFinder(zones)
  return placed.map((probe) => {
    const { source, ...limits } = soilLimits(system, ownSoils.get(probe.number), zoneOf(probe))
    return { ...probe, limits, soilSource: source }
  })
}

/** Does a map use limits that nobody has confirmed: of the system's texture, or of a zone? */
export function isSoilAssumed({
  probes,
  soilSource,
  zones,
}: {
  probes: readonly { soilSource: SoilSource }[]
  soilSource: SoilSource
  zones: readonly { confirmed: boolean }[]
}): boolean {
  const sources = probes.length > 0 ? probes.map((probe) => probe.soilSource) : [soilSource]
  return sources.includes('texture') || zones.some(({ confirmed }) => !confirmed)
}

/** What each sensor says of its own layer: of the root zone, or of the one depth that was chosen. */
function layersOf(
  sensors: readonly SensorReport[],
  { rootDepthIn, depthCm }: DepthChoice,
  limits: SoilLimits,
): ShareLayer[] {
  const rootMm = inchesToMm(rootDepthIn)
  return sensorLayers(sensors.map((sensor) => sensor.depthCm))
    .filter((layer) => (depthCm === null ? layer.topMm < rootMm : layer.depthCm === depthCm))
    .map(({ topMm, bottomMm, ...layer }) => {
      const value = sensors.find((sensor) => sensor.depthCm === layer.depthCm)?.value ?? null
      return { topMm, bottomMm, share: availableShare(value, limits) }
    })
}

/** Part of a root zone that the layers of sensors reach, 0 to 1. */
export function coverOf(depthsCm: readonly number[], rootMm: number): number {
  const reached = sensorLayers(depthsCm).reduce(
    (sum, { topMm, bottomMm }) => sum + Math.max(0, Math.min(bottomMm, rootMm) - topMm),
    0,
  )
  return reached / rootMm
}

/** Placed probes with what their sensors said. */
export function measuredProbes(
  placed: readonly SoilProbe[],
  said: readonly SensorReport[],
  choice: DepthChoice,
): MapProbe[] {
  const sensorsOf = Map.groupBy(said, ({ probe }) => probe)
  return placed.map(({ number, latitude, longitude, x, y, limits, soilSource }) => {
    const sensors = sensorsOf.get(number) ?? []
    const value = valueOfProbe(sensors, choice)
    const depths = sensors.map(({ depthCm }) => depthCm)
    const times = value === null ? [] : sensors.flatMap(({ at }) => (at ? [at.getTime()] : []))
    return {
      number,
      latitude,
      longitude,
      x,
      y,
      limits,
      soilSource,
      cover: choice.depthCm === null ? coverOf(depths, inchesToMm(choice.rootDepthIn)) : null,
      value,
      share: availableShare(value, limits),
      layers: layersOf(sensors, choice, limits),
      state: value === null ? 'silent' : 'measured',
      at: times.length > 0 ? new Date(Math.max(...times)) : null,
      oldest: times.length > 0 ? new Date(Math.min(...times)) : null,
    }
  })
}

/** What lies between the probes: what the balance knows of each place, else what is interpolated. */
export function methodOf({ water }: Pick<MapInputs, 'water'>): MapMethod {
  return water === null ? 'kriging' : 'balance'
}

/** The balance of a map, set aside where probes that the map is drawn with contradict it. */
export function heldToProbes(
  water: MapWater | null,
  probes: readonly MapProbe[],
): Pick<MapInputs, 'water' | 'contradicting'> {
  const contradicting = (water?.contradicting ?? []).filter((number) =>
    probes.some((probe) => probe.number === number && probe.state === 'measured'),
  )
  return { water: contradicting.length > 0 ? null : water, contradicting }
}

/** The mean share that the probes tell; null when all are silent. */
export function meanShare(probes: readonly MapProbe[]): number | null {
  const shares = probes.flatMap(({ share }) => share ?? [])
  return shares.length > 0 ? shares.reduce((sum, share) => sum + share, 0) / shares.length : null
}

/** The same for the same map: another one means that a drawing is no longer true. */
export function fingerprintOf({ machine, water, ...inputs }: MapInputs, ...how: unknown[]): string {
  // an arm that was heard again in the same sector is drawn the same
  const drawn = machine && { ...machine, seenAt: machine.stale ? machine.seenAt : null }
  return createHash('sha256')
    .update(JSON.stringify([DRAWING, inputs, drawn, water?.digest ?? null, ...how]))
    .digest('hex')
}
