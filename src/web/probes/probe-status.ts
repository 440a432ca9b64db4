/** Status of a placed probe: its system, whether its sensors report, and problems. */
import { insideOutline } from '../../agronomy/pivot/outline.ts'
import { insideWettedCircle, toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { Geofence } from '../../contract/geofences.ts'
import { pivotOf } from '../../contract/pivot.ts'
import type { Sensor, SensorList } from '../../contract/probes.ts'
import type { SystemView } from '../../contract/systems.ts'
import { ago } from '../kit/formats.ts'
import type { ProbeMarker } from './placement-draft.ts'
import { text } from './probe.text.ts'

export interface ProbeStatus {
  /** The system whose wetted circle contains it. */
  system: string | null
  /** The status as text. */
  statusText: string
  /** Whether it needs attention. */
  flagged: boolean
}

/** The system whose circle contains a place; the arc does not count, as on the server. */
export function systemAt(systems: readonly SystemView[], place: LatLng): SystemView | undefined {
  return systems.find((system) => {
    const pivot = pivotOf(system)
    return insideWettedCircle(toFieldPoint(pivot.place, place), pivot.wettedRadiusM)
  })
}

/** The geofence of 0 % around a place: a probe there represents no cell outside the geofence. */
function dryFenceAt(fences: readonly Geofence[], place: LatLng): Geofence | undefined {
  return fences.find(
    ({ enabled, prescription, polygon }) =>
      enabled &&
      prescription === 0 &&
      insideOutline(
        { x: 0, y: 0 },
        polygon.map(([lat, lng]) => toFieldPoint(place, { lat, lng })),
      ),
  )
}

/** Sensors and geofences by system name; without an entry until loaded. */
export interface SystemData {
  sensors: ReadonlyMap<string, SensorsByNumber>
  fences: ReadonlyMap<string, readonly Geofence[]>
}

/** Sensors by probe number; null until loaded. */
export type SensorsByNumber = ReadonlyMap<number, readonly SensorReport[]>
/** A sensor of moisture or tension. */
type SensorReport = Pick<Sensor, 'depth_cm' | 'at' | 'freshness'>

export function sensorsByNumber({ probes }: SensorList): SensorsByNumber {
  return new Map(
    probes.map(({ number, sensors, tension }) => [
      number,
      tension ? [...sensors, ...tension.sensors].toSorted((a, b) => a.depth_cm - b.depth_cm) : sensors,
    ]),
  )
}

function depthsText(sensors: readonly SensorReport[]): string {
  return `${[...new Set(sensors.map((sensor) => sensor.depth_cm))].join(', ')}\u00A0cm`
}

function reportText(sensors: readonly SensorReport[], now: number, timeZone: string): string {
  const newest = sensors.reduce((a, b) => (b.at > a.at ? b : a))
  const silent = sensors.filter(({ freshness }) => freshness === 'silent')
  const last = ago(newest.at, now, timeZone)
  if (silent.length === sensors.length) return text.silentSince(last)
  const silentText = silent.length === 0 ? '' : ` ${text.silent(depthsText(silent))}`
  return `${depthsText(sensors)}, ${last}.${silentText}`
}

function fenceText({ name }: Geofence): string {
  return text.inClosedGeofence(name)
}

export function probeStatusOf(
  probe: ProbeMarker,
  systems: readonly SystemView[],
  { sensors, fences }: SystemData,
  now: number,
): ProbeStatus {
  const system = systemAt(systems, probe)
  if (!system) return { system: null, statusText: text.outsideSystems, flagged: true }
  const { name } = system
  if (system.role === 'viewer') return { system: name, statusText: text.viewOnly(name), flagged: true }
  const fence = dryFenceAt(fences.get(name) ?? [], probe)
  const statusWith = (statusText: string, flagged: boolean): ProbeStatus =>
    fence
      ? {
          system: name,
          statusText: `${statusText}${statusText.endsWith('.') ? '' : '.'} ${fenceText(fence)}`,
          flagged: true,
        }
      : { system: name, statusText, flagged }
  const probeSensors = sensors.get(name)
  if (!probeSensors) return statusWith(name, false)
  const reports = probeSensors.get(Number(probe.number)) ?? []
  if (reports.length === 0) return statusWith(text.noSensor(name, probe.number), true)
  return statusWith(
    `${name}: ${reportText(reports, now, system.time_zone)}`,
    reports.some(({ freshness }) => freshness === 'silent'),
  )
}

/**
 * Caches statuses per probe object: while one probe is dragged, the others keep theirs.
 */
export function cachedStatuses(
  systems: readonly SystemView[],
  data: SystemData,
  now: number,
): (probe: ProbeMarker) => ProbeStatus {
  const cache = new WeakMap<ProbeMarker, ProbeStatus>()
  return (probe) => {
    const status = cache.get(probe) ?? probeStatusOf(probe, systems, data, now)
    cache.set(probe, status)
    return status
  }
}

export interface Unplaced {
  system: string
  numbers: number[]
}

/** Numbers that report in a system without a place in it, neither on the server nor among these markers. */
export function unplacedOf(
  lists: readonly SensorList[],
  systems: readonly SystemView[],
  probes: readonly ProbeMarker[],
): Unplaced[] {
  const placed = new Set(
    probes.map((probe) => `${systemAt(systems, probe)?.name ?? ''} ${Number(probe.number)}`),
  )
  return lists.flatMap(({ system, probes: reporting }) => {
    const numbers = reporting
      .filter(
        ({ number, place, sensors, tension }) =>
          !place && (sensors.length > 0 || tension) && !placed.has(`${system} ${number}`),
      )
      .map(({ number }) => number)
    return numbers.length > 0 ? [{ system, numbers }] : []
  })
}
