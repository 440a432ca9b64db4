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

/** A system with the data of its maps. */
export interface MappedSystem extends System {
  /** The newest settings; nulls before the first, and when the system is off. */
  rootDepthIn: number | null
  targetPercent: number | null
}

/** A placed probe with its value at the shown depth. */
export interface MapProbe {
  number: number
  latitude: number
  longitude: number
  /** Metres east and north of the pivot. */
  x: number
  y: number
  /** Limits of its soil. */
  limits: SoilLimits
  soilSource: SoilSource
  /** Coverage of the root zone by its sensors' layers, 0 to 1, including silent ones; null for one depth. */
  cover: number | null
  /** m3/m3; null when it is silent. */
  value: number | null
  /** The same as a share of available water; null when it is silent. */
  share: number | null
  /** Shares by sensor layer, down to the roots; for one depth only that. */
  layers: ShareLayer[]
  state: ProbeState
  /** It is in a geofence of 0 %: a prescription does not use it elsewhere. */
  fenced?: true
  /** Newest and oldest reading in the value; for an estimate, when it fell silent. */
  at: Date | null
  oldest: Date | null
}

export interface MapInputs {
  name: string
  timeZone: string
  pivot: Pivot
  texture: SoilTexture
  /** The system's; a probe may have its own. */
  soil: SoilLimits
  soilSource: SoilSource
  /** Soil zones, in drawing order. */
  zones: MapZone[]
  rootDepthIn: number
  /** Null where none is set. */
  targetPercent: number | null
  /** One depth of sensors; null for the root zone. */
  depthCm: number | null
  /** Null for an instant. */
  span: DaySpan | null
  probes: MapProbe[]
  /** Position of the arm and its last pass; null on historic maps, and without telemetry. */
  machine: MapMachine | null
  /**
   * What the balance knows of the root zone; null where crop or weather are not known, of one depth, and where probes
   * contradict it.
   */
  water: MapWater | null
  /** Numbers of those probes. */
  contradicting: readonly number[]
  /** Probes that measure tension; absent when there are none. */
  byTension?: { estimated: number[]; unusable: number[] }
}

/** Available water of the root zone by cell, from the balance. */
export interface MapWater extends PolarCells {
  /** Standard deviation of each share; null when only the probes determine it. */
  deviations: Float64Array | null
  /** Changes with the values, so that the picture is redrawn. */
  digest: string
  /** Numbers of the probes that contradict it. */
  contradicting: readonly number[]
}

/** A soil zone; its limits are assumed until it is confirmed. */
export interface MapZone extends SoilZone {
  confirmed: boolean
}

/** The arm and its last pass on a map, rounded to a sector, so that a map is redrawn only after that much movement. */
export interface MapMachine {
  /** Bearing of the centre of its sector. */
  armDegrees: number
  seenAt: Date
  /** The position is outdated. */
  stale: boolean
  pass: MapPass | null
}

export interface MapPass {
  since: Date
  /** Watered ranges, degrees clockwise; one across north ends below its beginning. */
  arcs: [from: number, to: number][]
}

/** A sensor and its value, or null when silent. */
export interface SensorReport {
  probe: number
  depthCm: number
  at: Date | null
  value: number | null
}

/** Root zone without settings. */
const DEFAULT_ROOT_DEPTH_IN = 24

/** Increased whenever the drawing changes for the same inputs. */
const DRAWING = 6

export type MapBasis = Omit<
  MapInputs,
  'probes' | 'span' | 'depthCm' | 'machine' | 'zones' | 'water' | 'contradicting' | 'byTension'
>

/** Everything but the probes' values. */
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

/** The soil of a map. */
export interface DepthChoice {
  rootDepthIn: number
  depthCm: number | null
}

/** The value of one probe at a depth: m3/m3, or null. */
function valueOfProbe(
  sensors: readonly { depthCm: number; value: number | null }[],
  { rootDepthIn, depthCm }: DepthChoice,
): number | null {
  if (sensors.length === 0) return null
  if (depthCm === null) return rootZoneMoisture(sensors, inchesToMm(rootDepthIn))
  const value = sensors.find((sensor) => sensor.depthCm === depthCm)?.value ?? null
  return isValidMoisture(value) ? value : null
}

/** A placed probe with the limits of its soil. */
export interface SoilProbe extends SystemProbe {
  limits: SoilLimits
  soilSource: SoilSource
}

interface KnownSoils {
  /** By probe number. */
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

/** Whether a map uses unconfirmed limits: of the system's texture, or of a zone. */
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

/** The value of each sensor for its layer: within the root zone, or of the chosen depth. */
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

/** Coverage of a root zone by sensor layers, 0 to 1. */
export function coverOf(depthsCm: readonly number[], rootMm: number): number {
  const reachedMm = sensorLayers(depthsCm).reduce(
    (sum, { topMm, bottomMm }) => sum + Math.max(0, Math.min(bottomMm, rootMm) - topMm),
    0,
  )
  return reachedMm / rootMm
}

/** Placed probes with their values. */
export function measuredProbes(
  placed: readonly SoilProbe[],
  reports: readonly SensorReport[],
  choice: DepthChoice,
): MapProbe[] {
  const sensorsOf = Map.groupBy(reports, ({ probe }) => probe)
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

/** The method between probes: the balance where known, else interpolation. */
export function methodOf({ water }: Pick<MapInputs, 'water'>): MapMethod {
  return water === null ? 'kriging' : 'balance'
}

/** The balance of a map, unless drawn probes contradict it. */
export function heldToProbes(
  water: MapWater | null,
  probes: readonly MapProbe[],
): Pick<MapInputs, 'water' | 'contradicting'> {
  const contradicting = (water?.contradicting ?? []).filter((number) =>
    probes.some((probe) => probe.number === number && probe.state === 'measured'),
  )
  return { water: contradicting.length > 0 ? null : water, contradicting }
}

/** The mean share of the probes; null when all are silent. */
export function meanShare(probes: readonly MapProbe[]): number | null {
  const shares = probes.flatMap(({ share }) => share ?? [])
  return shares.length > 0 ? shares.reduce((sum, share) => sum + share, 0) / shares.length : null
}

/** Equal for equal maps: a different one means that a drawing is outdated. */
export function fingerprintOf({ machine, water, ...inputs }: MapInputs, ...how: unknown[]): string {
  // new telemetry from the same sector draws the same
  const drawnMachine = machine && { ...machine, seenAt: machine.stale ? machine.seenAt : null }
  return createHash('sha256')
    .update(JSON.stringify([DRAWING, inputs, drawnMachine, water?.digest ?? null, ...how]))
    .digest('hex')
}
