/** Gathers the inputs of a prescription: machine, soil, probes and active geofences. */
import { sectorOf, toPolar } from '../../agronomy/pivot/pivot-geometry.ts'
import { wateringZoneIndex } from '../../agronomy/pivot/pivot-zones.ts'
import { sensorLayers } from '../../agronomy/soil/root-zone.ts'
import { READING_FRESH_MS } from '../../contract/limits.ts'
import { pivotBodyOf } from '../../contract/pivot.ts'
import type {
  PrescriptionBasis,
  FieldInputs,
  PrescriptionLayer,
  PrescriptionProbe,
} from '../../contract/prescriptions.ts'
import type { ProbeVerdict } from '../../contract/probes.ts'
import type { Settings } from '../../contract/systems.ts'
import { selectGeofences, type StoredGeofence } from '../geofences/geofences.store.ts'
import { selectAhead } from '../balance/balance-answers.store.ts'
import { machineOf } from '../balance/machine.ts'
import type { Database } from '../kit/postgres/database.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import { placedProbes, type SystemProbe } from '../probes/placed-probes.ts'
import { selectOwnSoils } from '../probes/probe-soils.store.ts'
import { soilLimits } from '../probes/soil-limits.rules.ts'
import { readOffCurves } from '../probes/tension-probes.ts'
import type { OwnSoil } from '../../agronomy/soil/soil-texture.ts'
import { selectPumpOf, type StoredPump } from '../pumps/pumps.store.ts'
import { tensionsWithin } from '../readings/instrument-readings.store.ts'
import { type LatestReading, readLatest } from '../readings/readings.store.ts'
import { fieldZones } from '../soil-zones/soil-zones.store.ts'
import type { System } from '../systems/membership.ts'
import { evidenceOf, selectSuspects, selectVerdicts } from '../suspects/suspects.store.ts'
import { suspicionOf, type SuspectSensor, verdictOf } from '../suspects/suspicion.rules.ts'
import type { WaterAhead } from './weather-terms.rules.ts'

/** The inputs of a field, independent of settings. */
export interface Field {
  system: System
  probes: PrescriptionProbe[]
  geofences: StoredGeofence[]
  soilZones: NonNullable<FieldInputs['soil_zones']>
  /** Null without a pump. */
  pump: StoredPump | null
  /** Null without a crop. */
  ahead: WaterAhead | null
  /** When the inputs were gathered. */
  now: Date
}

/** For read-only uses of a field. */
export async function readField({ write }: Database, system: System, now: Date): Promise<Field> {
  return write((tx) => gatherField(tx, system, now))
}

/**
 * Issues all queries at once, which is one round trip in a transaction, and one more when the field has probes.
 *
 * @param db with the server's rights: a member cannot read probes that another member has placed
 */
export async function gatherField(db: ServerTx, system: System, now: Date): Promise<Field> {
  const { id, controllerId } = system
  const span = { since: new Date(0), until: now }
  const [placed, latest, suspects, soils, verdicts, geofences, zones, pump, ahead, arm, tensions] =
    await Promise.all([
      placedProbes(db, system),
      readLatest(db, controllerId, new Date(0)),
      selectSuspects(db, controllerId),
      selectOwnSoils(db, id),
      selectVerdicts(db, id),
      selectGeofences(db, id),
      fieldZones(db, system),
      selectPumpOf(db, id),
      selectAhead(db, id),
      machineOf(db, controllerId, now),
      tensionsWithin(db, controllerId, span, 'newest'),
    ])
  const tension = readOffCurves(tensions, system, { placed, ownSoils: soils, zones }, latest)
  const readings = [...latest, ...tension.said.map((sensor) => ({ ...sensor, byTension: true }))]
  const cells = placed.map((probe) => cellOf(probe, system.pivot))
  const evidence = await evidenceOf(db, controllerId, cells, now)
  return {
    system,
    probes: placed.map((probe, at) => ({
      ...probeOf(system, probe, {
        latest: readings,
        suspects,
        soils,
        now,
        verdict: verdictOf(probe, verdicts, now),
      }),
      ...evidence[at],
      ...(tension.unusable.includes(probe.number) ? { tension_unusable: true } : {}),
    })),
    geofences,
    soilZones: zones.map(({ id: zone, name, confirmed, limits, pins }) => ({
      id: zone,
      name,
      confirmed,
      field_capacity: limits.fieldCapacity,
      wilting_point: limits.wiltingPoint,
      polygon: pins,
    })),
    pump: pump ?? null,
    ahead: ahead ? { ...ahead, arm } : null,
    now,
  }
}

interface SensorReading {
  latest: (LatestReading & { byTension?: boolean })[]
  suspects: SuspectSensor[]
  soils: Map<number, OwnSoil>
  verdict: ProbeVerdict | null
  now: Date
}

function cellOf(probe: SystemProbe, pivot: System['pivot']) {
  const { bearing, distance } = toPolar(probe)
  return { probe: probe.number, sector: sectorOf(bearing), zone: wateringZoneIndex(pivot, distance) }
}

function probeOf(system: System, probe: SystemProbe, heard: SensorReading): PrescriptionProbe {
  const sensors = heard.latest.filter((reading) => reading.probe === probe.number)
  const layers = sensorLayers(sensors.map(({ depthCm }) => depthCm))
  const limits = soilLimits(system, heard.soils.get(probe.number))
  return {
    number: probe.number,
    latitude: probe.latitude,
    longitude: probe.longitude,
    field_capacity: limits.fieldCapacity,
    wilting_point: limits.wiltingPoint,
    soil_source: limits.source,
    verdict: heard.verdict,
    layers: layers.flatMap(({ depthCm, topMm, bottomMm }) => {
      const sensor = sensors.find((reading) => reading.depthCm === depthCm)
      const state = sensor && sensorState(sensor, heard)
      const estimated = sensor?.byTension ? { by_tension: true } : {}
      return state ? [{ depth_cm: depthCm, top_mm: topMm, bottom_mm: bottomMm, ...state, ...estimated }] : []
    }),
  }
}

type SensorState = Pick<PrescriptionLayer, 'value' | 'at' | 'state' | 'suspicion' | 'last_trusted'>

function sensorState(sensor: LatestReading, { suspects, verdict, now }: SensorReading): SensorState | null {
  const { probe, depthCm, at, value } = sensor
  if (at === null || value === null) return null
  const reading = { value, at: at.toISOString(), suspicion: null }
  const suspect = suspects.find((candidate) => candidate.probe === probe && candidate.depthCm === depthCm)
  if (now.getTime() - at.getTime() > READING_FRESH_MS)
    return { ...reading, state: 'silent', last_trusted: suspect ? suspect.lastTrusted : value }
  const suspicion = suspicionOf(suspect, verdict)
  if (suspicion === 'DISTRUSTED') return { ...reading, state: 'suspect', suspicion, last_trusted: null }
  if (suspicion !== null)
    return { ...reading, state: 'suspect', suspicion, last_trusted: suspect?.lastTrusted ?? null }
  return { ...reading, state: 'used', last_trusted: null }
}

/**
 * Inputs without weather.
 *
 * @param settings null before the first settings
 * @param remedy `raise` when no user can be asked about a pump below its minimum flow
 */
export function inputsOf(
  { system, probes, geofences, soilZones, pump }: Field,
  settings: Settings | null,
  remedy: 'as set' | 'raise' = 'as set',
): FieldInputs {
  return {
    settings,
    ...pivotBodyOf(system.pivot),
    depth_factor: system.depthFactor,
    efficiency: system.efficiency,
    pump: pump && leastFlowOf(pump, remedy === 'raise' || raises(settings)),
    probes,
    geofences: geofences
      .filter(({ enabled }) => enabled)
      .map(({ id, name, prescription, polygon }) => ({ id, name, prescription, polygon })),
    soil_zones: soilZones,
    basis: basisOf(probes, settings),
  }
}

/**
 * Inputs for the rest of a pass: soil and weather as for its first part, geofences and pump as they are now.
 *
 * @param inputs the prescription that runs
 */
export function finishingInputs(
  inputs: FieldInputs,
  field: Field,
  settings: Settings,
  remedy: 'as set' | 'raise',
): FieldInputs {
  const { geofences, pump } = inputsOf(field, settings, remedy)
  return { ...inputs, settings, geofences, pump, basis: basisOf(inputs.probes, settings) }
}

function raises(settings: Settings | null): boolean {
  return settings?.pump_remedy === 'raise' || settings?.finish_remedy === 'raise'
}

function leastFlowOf(
  { name, leastFlowGpm }: StoredPump,
  raise: boolean,
): NonNullable<FieldInputs['pump']> | null {
  if (leastFlowGpm === null) return null
  return { name, least_flow_gpm: leastFlowGpm, raise }
}

function basisOf(probes: PrescriptionProbe[], settings: Settings | null): PrescriptionBasis {
  if (settings === null) return 'no_settings'
  if (!settings.is_system_on) return 'off'
  if (settings.is_test_pattern_on) return 'test_pattern'
  if (probes.length === 0) return 'no_probes'
  const hasReadings = probes.some(({ layers }) => layers.some(({ state }) => state === 'used'))
  return hasReadings ? 'soil' : 'no_readings'
}

/** When the first used sensor will be too old; null when none is. */
export function staleFrom({ probes }: Pick<Field, 'probes'>): Date | null {
  const times = probes.flatMap(({ layers }) =>
    layers.flatMap(({ state, at }) => (state === 'used' ? [Date.parse(at)] : [])),
  )
  return times.length === 0 ? null : new Date(Math.min(...times) + READING_FRESH_MS)
}
