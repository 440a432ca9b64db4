/** Searches the readings of the last days for implausible sensors. */
import { toPolar, sectorOf } from '../../agronomy/pivot/pivot-geometry.ts'
import { wateringZoneIndex } from '../../agronomy/pivot/pivot-zones.ts'
import { zoneFinder } from '../../agronomy/soil/soil-zones.ts'
import {
  type SensorReading,
  SUSPICION_WINDOW_MS,
  suspectSensor,
  valueBeforeChange,
} from '../../agronomy/soil/suspicion.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import { placedProbes, type SystemProbe } from '../probes/placed-probes.ts'
import { selectOwnSoils } from '../probes/probe-soils.store.ts'
import { soilLimits } from '../probes/soil-limits.rules.ts'
import { fieldZones } from '../soil-zones/soil-zones.store.ts'
import type { System } from '../systems/membership.ts'
import {
  replaceSuspects,
  type SectorPass,
  selectSuspects,
  sensorHistories,
  type SensorHistory,
  sectorPasses,
} from './suspects.store.ts'
import type { SuspectSensor } from './suspicion.rules.ts'

/** A remaining difference below this is not a jump, m3/m3: the sensor has returned to its earlier value. */
const COME_BACK_WITHIN = 0.15
const HOUR_MS = 3_600_000

export async function refreshSuspects(tx: ServerTx, system: System, now: Date): Promise<void> {
  const { controllerId } = system
  const placed = await placedProbes(tx, system)
  if (placed.length === 0) return
  const since = new Date(now.getTime() - SUSPICION_WINDOW_MS)
  const numbers = placed.map(({ number }) => number)
  const histories = await sensorHistories(tx, controllerId, numbers, since)
  const passes = await sectorPasses(tx, controllerId, since)
  const former = await selectSuspects(tx, controllerId)
  const soils = await selectOwnSoils(tx, system.id)
  const zoneOf = zoneFinder(await fieldZones(tx, system))
  // once for each, not for each pair of sensors
  const series = new Map(histories.map((history) => [history, seriesOf(history)]))
  const suspects = histories.flatMap((history): SuspectSensor[] => {
    const probe = placed.find(({ number }) => number === history.probe)
    const formerSuspect = former.find(
      (candidate) => candidate.probe === history.probe && candidate.depthCm === history.depthCm,
    )
    const zone = probe ? zoneOf(probe) : null
    const { fieldCapacity } = soilLimits(system, soils.get(history.probe), zone)
    const waterings = probe ? wateringsOf(probe, system, passes) : []
    const suspect = probe && judge(history, series, fieldCapacity, waterings)
    return suspect
      ? [{ ...suspect, lastTrusted: formerSuspect?.lastTrusted ?? suspect.lastTrusted }]
      : stillAway(history, formerSuspect)
  })
  // a sensor that fell silent while it was suspect stays suspect
  const hasHistory = (sensor: SuspectSensor) =>
    histories.some(({ probe, depthCm }) => probe === sensor.probe && depthCm === sensor.depthCm)
  await replaceSuspects(tx, controllerId, [...suspects, ...former.filter((sensor) => !hasHistory(sensor))])
}

function seriesOf({ at, values }: SensorHistory): SensorReading[] {
  return at.map((time, i) => ({ at: time, theta: values[i] ?? Number.NaN }))
}

type SeriesByHistory = ReadonlyMap<SensorHistory, SensorReading[]>

/** Sensors of other probes: those at the same depth if there are any, because deep soil changes less. */
function othersOf({ probe, depthCm }: SensorHistory, series: SeriesByHistory): SensorReading[][] {
  const otherProbes = [...series].filter(([history]) => history.probe !== probe)
  const alike = otherProbes.filter(([history]) => history.depthCm === depthCm)
  return (alike.length > 0 ? alike : otherProbes).map(([, readings]) => readings)
}

function judge(
  history: SensorHistory,
  series: SeriesByHistory,
  fieldCapacity: number,
  waterings: { from: number; to: number }[],
): SuspectSensor | null {
  const { probe, depthCm, values } = history
  const readings = series.get(history) ?? []
  const suspicion = suspectSensor(readings, fieldCapacity, waterings, othersOf(history, series))
  if (!suspicion) return null
  const lastTrusted =
    suspicion === 'JUMP'
      ? valueBeforeChange(readings, COME_BACK_WITHIN, HOUR_MS)
      : suspicion === 'STILL'
        ? values.at(-1)
        : null
  return { probe, depthCm, suspicion, lastTrusted: lastTrusted ?? null }
}

/** A jump before the checked days, from which the sensor has not returned. */
function stillAway({ values }: SensorHistory, formerSuspect: SuspectSensor | undefined): SuspectSensor[] {
  const latest = values.at(-1)
  if (formerSuspect?.suspicion !== 'JUMP' || formerSuspect.lastTrusted === null || latest === undefined)
    return []
  return Math.abs(latest - formerSuspect.lastTrusted) > COME_BACK_WITHIN ? [formerSuspect] : []
}

/** When the machine actually watered a probe's place. */
function wateringsOf(probe: SystemProbe, { pivot }: System, passes: readonly SectorPass[]) {
  const { bearing, distance } = toPolar(probe)
  const zone = wateringZoneIndex(pivot, distance)
  return passes
    .filter(({ sector, depthIn }) => sector === sectorOf(bearing) && (depthIn[zone] ?? 0) > 0)
    .map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }))
}
