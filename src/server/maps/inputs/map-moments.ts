/** Gathers the inputs of a map for one moment or a range of days, as the server, because members cannot read others' probe sets. */
import { insideOutline } from '#agronomy/pivot/outline.ts'
import { type FieldPoint, SECTOR_DEGREES, toFieldPoint } from '#agronomy/pivot/pivot-geometry.ts'
import { PROBE_FILLED_MS, READING_FRESH_MS } from '#contract/limits.ts'
import { selectLinks } from '../../devices/links.store.ts'
import { selectGeofences } from '../../geofences/geofences.store.ts'
import type { Reader } from '../../kit/postgres/transactions.ts'
import { passesOf, wateredArcs } from '../../passes/passes.rules.ts'
import { selectRecord } from '../../passes/passes.store.ts'
import { selectSuspects, selectVerdicts } from '../../suspects/suspects.store.ts'
import { suspicionOf, verdictOf } from '../../suspects/suspicion.rules.ts'
import { placedProbes } from '../../probes/placed-probes.ts'
import { selectOwnSoils } from '../../probes/probe-soils.store.ts'
import { type ByTension, valuesFromTension } from '../../probes/tension-probes.ts'
import { readLatest } from '../../readings/readings.store.ts'
import { fieldZones } from '../../soil-zones/soil-zones.store.ts'
import { boundsOf, type DaySpan } from '../../readings/zone-days.ts'
import {
  basisOf,
  type DepthChoice,
  heldToProbes,
  type MapInputs,
  type MapMachine,
  type MappedSystem,
  type MapProbe,
  type MapZone,
  measuredProbes,
  type SensorReport,
  type SoilProbe,
  withSoil,
} from './map-inputs.ts'
import { waterNow, waterOver } from './map-water.ts'
import { meansOver, newestWithin } from './probe-values.store.ts'
import { fillSilent, type LastHeard } from './silent-probes.rules.ts'

/** An arm without telemetry for longer is drawn as outdated. */
const STALE_MS = 10 * 60_000
/** No pass is longer, and earlier water has long dried. */
const PASS_MS = 14 * 24 * 3_600_000

/** Values of tension sensors in a period, where no `moist` sensor measures the same place. */
type TensionReader = (
  span: { since: Date; until: Date },
  moist: readonly SensorReport[],
  which?: 'newest' | 'all',
) => Promise<ByTension>

interface FieldSoils {
  placed: SoilProbe[]
  zones: MapZone[]
  tensions: TensionReader
}

/** Placed probes with their soil, and the zones with known soil. */
export async function fieldSoils(db: Reader, system: MappedSystem): Promise<FieldSoils> {
  const placed = await placedProbes(db, system)
  const zones = await fieldZones(db, system)
  const ownSoils = await selectOwnSoils(db, system.id)
  return {
    placed: withSoil(system, placed, { ownSoils, zones }),
    zones: zones.map(({ outline, limits, confirmed }) => ({ outline, limits, confirmed })),
    tensions: (span, moist, which = 'newest') =>
      valuesFromTension(db, system, { placed, ownSoils, zones }, span, { which, moist }),
  }
}

/** Nothing for a map whose probes only measure moisture. */
const tensionPart = ({ estimated, unusable }: ByTension): Pick<MapInputs, 'byTension'> =>
  estimated.length + unusable.length > 0 ? { byTension: { estimated, unusable } } : {}

/** The current values of the probes; a suspect sensor is shown, but not used for the surface. */
export async function inputsNow(
  db: Reader,
  system: MappedSystem,
  now: Date,
  depthCm: number | null = null,
): Promise<MapInputs> {
  const basis = basisOf(system)
  const choice = { rootDepthIn: basis.rootDepthIn, depthCm }
  const { placed, zones, tensions } = await fieldSoils(db, system)
  const moist = await readLatest(db, system.controllerId, new Date(now.getTime() - READING_FRESH_MS))
  const tension = await tensions(freshAt(now), moist)
  const reports: SensorReport[] = [...moist, ...tension.said]
  const suspects = placed.length === 0 ? [] : await selectSuspects(db, system.controllerId)
  const verdicts = placed.length === 0 ? [] : await selectVerdicts(db, system.id)
  const believed = reports.map((sensor) => {
    const suspect = suspects.find(
      ({ probe, depthCm }) => probe === sensor.probe && depthCm === sensor.depthCm,
    )
    const doubt = suspicionOf(suspect, verdictOf({ number: sensor.probe }, verdicts, now))
    return doubt === null ? sensor : { ...sensor, at: null, value: null }
  })
  const reported = new Map(measuredProbes(placed, reports, choice).map((probe) => [probe.number, probe]))
  const probes = measuredProbes(placed, believed, choice).map((probe): MapProbe => {
    const reportedProbe = reported.get(probe.number)
    return probe.state === 'silent' && reportedProbe?.state === 'measured'
      ? { ...reportedProbe, state: 'suspect' }
      : probe
  })
  const filled = await filledProbes(db, { system, placed, tensions, choice, probes, moment: now })
  const fenced = await dryGeofences(db, system)
  const machine = await machineNow(db, system, now)
  const marked = filled.map((probe): MapProbe => (fenced(probe) ? { ...probe, fenced: true } : probe))
  const water = depthCm === null ? await waterNow(db, system, basis, now) : null
  return {
    ...basis,
    zones,
    depthCm,
    span: null,
    probes: marked,
    machine,
    ...heldToProbes(water, marked),
    ...tensionPart(tension),
  }
}

/** Whether a place is in a geofence that keeps it dry. */
export async function dryGeofences(
  db: Reader,
  { id, pivot }: MappedSystem,
): Promise<(place: FieldPoint) => boolean> {
  const outlines = (await selectGeofences(db, id))
    .filter(({ enabled, prescription }) => enabled && prescription === 0)
    .map(({ polygon }) => polygon.map(([lat, lng]) => toFieldPoint(pivot.place, { lat, lng })))
  return (place) => outlines.some((outline) => insideOutline(place, outline))
}

/** The values of the probes at a past instant. */
export async function inputsAt(
  db: Reader,
  system: MappedSystem,
  at: Date,
  depthCm: number | null,
): Promise<MapInputs> {
  const basis = basisOf(system)
  const choice = { rootDepthIn: basis.rootDepthIn, depthCm }
  const { placed, zones, tensions } = await fieldSoils(db, system)
  const moist = await newestWithin(db, system.controllerId, freshAt(at))
  const tension = await tensions(freshAt(at), moist)
  const probes = measuredProbes(placed, [...moist, ...tension.said], choice)
  const filled = await filledProbes(db, { system, placed, tensions, choice, probes, moment: at })
  return {
    ...basis,
    zones,
    depthCm,
    span: null,
    probes: filled,
    machine: null,
    ...heldToProbes(null, filled),
    ...tensionPart(tension),
  }
}

/** The mean values of the probes over some days. */
export async function inputsOver(
  db: Reader,
  system: MappedSystem,
  span: DaySpan,
  depthCm: number | null,
): Promise<MapInputs> {
  const basis = basisOf(system)
  const choice = { rootDepthIn: basis.rootDepthIn, depthCm }
  const { placed, zones, tensions } = await fieldSoils(db, system)
  const bounds = boundsOf(span, system.timeZone)
  const moist = await meansOver(db, system.controllerId, bounds)
  const tension = await tensions({ since: bounds.from, until: bounds.to }, moist, 'all')
  const probes = measuredProbes(placed, [...moist, ...tension.said], choice)
  // a probe that was silent all the time is estimated for the middle of the period
  const moment = new Date((bounds.from.getTime() + bounds.to.getTime()) / 2)
  const before = bounds.from
  const filled = await filledProbes(db, { system, placed, tensions, choice, probes, moment, before })
  const water = depthCm === null ? await waterOver(db, system, basis, span) : null
  return {
    ...basis,
    zones,
    depthCm,
    span,
    probes: filled,
    machine: null,
    ...heldToProbes(water, filled),
    ...tensionPart(tension),
  }
}

function freshAt(at: Date) {
  return { since: new Date(at.getTime() - READING_FRESH_MS), until: at }
}

interface Silence {
  system: MappedSystem
  placed: readonly SoilProbe[]
  tensions: TensionReader
  choice: DepthChoice
  probes: readonly MapProbe[]
  moment: Date
  /** A silent probe has its last reading before this; the moment itself by default. */
  before?: Date
}

async function filledProbes(db: Reader, silence: Silence): Promise<MapProbe[]> {
  const { system, placed, tensions, choice, probes, moment, before = moment } = silence
  const silent = probes.filter(({ state }) => state === 'silent')
  if (silent.length === 0 || silent.length === probes.length) return [...probes]
  const since = new Date(moment.getTime() - PROBE_FILLED_MS)
  const moist = await newestWithin(db, system.controllerId, { since, until: before })
  const last = [...moist, ...(await tensions({ since, until: before }, moist)).said]
  const lastHeard = new Map<number, LastHeard>()
  for (const { number } of silent) {
    const own = last.filter(({ probe }) => probe === number)
    const at = newestOf(own)
    const then = measuredProbes(
      placed.filter((probe) => probe.number === number),
      own,
      choice,
    )
    const { value = null, layers = [] } = then[0] ?? {}
    if (at === null || value === null) continue
    lastHeard.set(number, { at, value, layers, others: await sharesAt(db, silence, at) })
  }
  return fillSilent(probes, moment, lastHeard)
}

function newestOf(reports: readonly SensorReport[]): Date | null {
  const times = reports.flatMap(({ at }) => (at ? [at.getTime()] : []))
  return times.length > 0 ? new Date(Math.max(...times)) : null
}

async function sharesAt(
  db: Reader,
  { system, placed, tensions, choice }: Silence,
  at: Date,
): Promise<Map<number, number>> {
  const moist = await newestWithin(db, system.controllerId, freshAt(at))
  const tension = await tensions(freshAt(at), moist)
  const probes = measuredProbes(placed, [...moist, ...tension.said], choice)
  return new Map(probes.flatMap(({ number, share }) => (share === null ? [] : [[number, share]])))
}

/** Last position of the arm, and the ranges its last pass watered; null without telemetry. */
async function machineNow(db: Reader, system: MappedSystem, now: Date): Promise<MapMachine | null> {
  const link = (await selectLinks(db, [system.controllerId], now)).get(system.controllerId)
  if (!link?.telemetry) return null
  const { angleDeg, at } = link.telemetry
  const seenAt = new Date(at)
  const record = await selectRecord(db, system, { from: new Date(now.getTime() - PASS_MS), to: now })
  const { arcs, since } = wateredArcs(passesOf(system, record).at(-1))
  return {
    armDegrees: (Math.floor((angleDeg % 360) / SECTOR_DEGREES) + 0.5) * SECTOR_DEGREES,
    seenAt,
    stale: now.getTime() - seenAt.getTime() > STALE_MS,
    pass: since === null || arcs.length === 0 ? null : { since: new Date(since), arcs },
  }
}
