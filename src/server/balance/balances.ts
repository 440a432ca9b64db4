/** Runs the balance of each system with a crop: gathers inputs, computes in a thread, stores, and publishes changes. */
import { createHash } from 'node:crypto'
import type { FieldWaterResult } from '../../agronomy/balance/field-water.ts'
import { toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import { zoneFinder } from '../../agronomy/soil/soil-zones.ts'
import type { CropPlan } from '../../contract/crops.ts'
import { selectCrop } from '../crops/crops.store.ts'
import { selectStays } from '../devices/records.store.ts'
import { selectGeofences } from '../geofences/geofences.store.ts'
import type { Kit, Part } from '../installation/kit.ts'
import type { Completion } from '../jobs/jobs.ts'
import type { Database } from '../kit/postgres/database.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import { placedProbes } from '../probes/placed-probes.ts'
import { selectOwnSoils } from '../probes/probe-soils.store.ts'
import { soilLimits } from '../probes/soil-limits.rules.ts'
import { dayMeans } from '../readings/day-means.store.ts'
import { readLatest } from '../readings/readings.store.ts'
import { boundsOf, dayAfter, dayReader } from '../readings/zone-days.ts'
import { fieldZones } from '../soil-zones/soil-zones.store.ts'
import { trustOf } from '../suspects/trusted-sensors.ts'
import type { System } from '../systems/membership.ts'
import { systemById } from '../systems/membership.store.ts'
import { commandAt } from '../systems/settings.store.ts'
import { dailyWeather } from '../weather/daily-weather.ts'
import { balanceChanged, balanceComputed } from './balance.events.ts'
import { type BalanceDayCells, storeBalanceDays } from './balance-cells.store.ts'
import { computeBalance, enqueueNextBalance } from './balance.jobs.ts'
import {
  type BalanceInputs,
  type BalanceOrder,
  balanceOrder,
  basisOf,
  DAYS_AHEAD,
  layersFor,
  managedRootMm,
  OPEN_DAYS,
  packCheckpoint,
  unpackCheckpoint,
} from './balance-order.rules.ts'
import { deleteBalance, firstKnown, selectCheckpoint, storeBalance } from './balance.store.ts'
import { fieldRows } from './field-rows.rules.ts'
import { type Machine, machineOf } from './machine.ts'
import { aheadOf, outlookOf } from './outlook.rules.ts'
import { createBalancePool } from './balance-pool.ts'
import { packDeviations, packShares } from './share-bytes.ts'

/** No machine has more records in a season; the newest count. */
const STAYS_MOST = 80_000
/** A season and the winter before it. */
const SEASON_MOST_DAYS = 400

/** Works on the jobs; the part ends the thread. */
export function createBalanceWork(kit: Kit): Part {
  const { clock, events, jobs } = kit
  const pool = createBalancePool()

  /** The input at one moment; undefined if there is no crop. */
  async function prepare(tx: ServerTx, systemId: number, now: Date) {
    const plan = await selectCrop(tx, systemId)
    const system = await systemById(tx, systemId)
    const today = dayReader(system.timeZone)(now)
    const growing = plan !== null && plan.started_on <= today ? plan : null
    return {
      plan,
      system,
      today,
      field: growing && { plan: growing, ...(await gather(tx, system, growing, now)) },
    }
  }

  async function compute(systemId: number, { write }: Database): Promise<Completion> {
    const now = clock.now()
    const { system, today, plan: planned, field } = await write((tx) => prepare(tx, systemId, now))
    const payload = { systemId, controllerId: system.controllerId }
    if (!field)
      return async (tx) => {
        if (await deleteBalance(tx, systemId)) {
          await events.publish(tx, balanceChanged, payload)
          await events.publish(tx, balanceComputed, { controllerId: system.controllerId })
        }
        // planting day is reached without an event
        if (planned) await enqueueNextBalance(jobs, tx, systemId)
      }
    const { plan, inputs, layers, former, machine, newestReading } = field
    const basis = basisOf(inputs, layers)
    const ordered = balanceOrder(inputs, layers)
    const answer = await pool.computeWater(ordered.order)
    const { rows, settings } = inputs
    const numbers = inputs.probes.map(({ number }) => number)
    const cells = packShares(answer.layers, layers, rows)
    const outlook = outlookOf({
      system,
      plan,
      settings,
      machine,
      rows,
      now,
      today,
      newestReading,
      probes: numbers,
      ordered,
      answer,
    })
    const fingerprint = createHash('sha256').update(cells).update(aheadOf(outlook)).digest('hex')
    const { checkpointOn, checkpointElapsed } = ordered
    const deviation = packDeviations(
      answer.deviations[ordered.order.reportSteps.indexOf(ordered.order.now)] ?? new Float64Array(0),
      rows,
    )
    const checkpoint = packCheckpoint(checkpointElapsed, answer.checkpoint)
    const days = outlook.surface ? daysOf({ ordered, answer, rows, probes: numbers, today }) : null
    return async (tx) => {
      await storeBalance(tx, systemId, former?.basis ?? null, {
        basis,
        checkpointOn,
        checkpoint,
        fingerprint,
        computedAt: now,
        cells,
        deviation,
        outlook,
      })
      if (days) await storeBalanceDays(tx, systemId, ordered.rootMm, days)
      if (former?.fingerprint !== fingerprint) await events.publish(tx, balanceChanged, payload)
      await events.publish(tx, balanceComputed, { controllerId: system.controllerId })
      await enqueueNextBalance(jobs, tx, systemId)
    }
  }

  jobs.processOutside(computeBalance, ({ systemId }, database) => compute(systemId, database), {
    background: true,
  })

  return { stop: () => pool.close() }
}

interface ComputedBalance {
  ordered: BalanceOrder
  answer: FieldWaterResult
  rows: BalanceInputs['rows']
  /** Numbers of the probes. */
  probes: readonly number[]
  today: string
}

/** Mean times of the past days shown. */
function daysOf({ ordered, answer, rows, probes, today }: ComputedBalance): BalanceDayCells[] {
  const { days, stepOfDay, order } = ordered
  const middleOf = (frames: readonly Float64Array[], k: number) => {
    const [from, to] = [k, k + 1].map((index) => frames[order.reportSteps.indexOf(stepOfDay[index] ?? -1)])
    return from && to && from.map((share, cell) => (share + (to[cell] ?? Number.NaN)) / 2)
  }
  return days.flatMap(({ day }, k) => {
    const [mean, deviation] = [answer.rootZones, answer.deviations].map((frames) => middleOf(frames, k))
    if (day >= today || !mean || !deviation) return []
    // a past day's readings are complete
    const end = order.reportSteps.indexOf(stepOfDay[k + 1] ?? -1)
    return [
      {
        day,
        cells: packShares(mean, 1, rows),
        deviation: packDeviations(deviation, rows),
        contradicting: (answer.contradicting[end] ?? []).flatMap((probe) => probes[probe] ?? []),
      },
    ]
  })
}

interface Gathered {
  inputs: BalanceInputs
  layers: number
  former: Awaited<ReturnType<typeof selectCheckpoint>>
  machine: Machine | null
  newestReading: Date | null
}

async function gather(db: Reader, system: System, plan: CropPlan, now: Date): Promise<Gathered> {
  const { controllerId, timeZone } = system
  const dayOf = dayReader(timeZone)
  const today = dayOf(now)
  const { from: midnight, to: nextMidnight } = boundsOf({ start: today, end: today }, timeZone)
  const shareOf = (at: Date) =>
    (at.getTime() - midnight.getTime()) / (nextMidnight.getTime() - midnight.getTime())
  const settings = (await commandAt(db, system.id, system.settingsRev))?.after ?? null
  const field = await gatherField(db, system)
  const depths = field.probes.flatMap(({ depthsCm }) => depthsCm)
  const layers = layersFor(plan, managedRootMm(settings), depths)
  const former = await selectCheckpoint(db, system.id)
  const checkpoint =
    former?.basis === basisOf({ plan, system, rows: field.rows }, layers)
      ? unpackCheckpoint(former.checkpoint, field.rows.x.length, layers)
      : null
  const since =
    checkpoint && former && former.checkpointOn <= today
      ? former.checkpointOn
      : await seasonStart(db, system, plan, { dayOf, today })
  const span = { start: since, end: dayAfter(today, DAYS_AHEAD) }
  const bounds = boundsOf({ start: since, end: today }, timeZone)
  const stays = await selectStays(db, controllerId, { from: bounds.from, to: now }, STAYS_MOST)
  const believed = await trustOf(db, system, now)
  const placed = new Set(field.probes.map(({ number }) => number))
  const counts = (reading: { probe: number; depthCm: number }) =>
    placed.has(reading.probe) && believed(reading)
  const latest = (await readLatest(db, controllerId, midnight)).flatMap(({ probe, depthCm, at, value }) =>
    at !== null && value !== null && counts({ probe, depthCm })
      ? [{ probe, depthCm, value, at, dayShare: shareOf(at) }]
      : [],
  )
  // older readings add nothing to the newer ones
  const open = dayAfter(today, -OPEN_DAYS)
  const means = await dayMeans(db, controllerId, { start: since > open ? since : open, end: today }, timeZone)
  const times = means.filter(counts).map(({ at }) => at.getTime())
  return {
    inputs: {
      system,
      plan,
      settings,
      ...field,
      since,
      start: checkpoint && since === former?.checkpointOn ? checkpoint : null,
      today,
      dayShare: shareOf(now),
      weather: await dailyWeather(db, system, span, now),
      stays: stays.map((stay) => ({ ...stay, day: dayOf(stay.from) })),
      means: means.filter(counts),
      latest,
    },
    layers,
    former,
    machine: await machineOf(db, controllerId, now),
    newestReading: times.length > 0 ? new Date(Math.max(...times)) : null,
  }
}

/** Rows of the field and its probes with their sensors. */
async function gatherField(db: Reader, system: System): Promise<Pick<BalanceInputs, 'rows' | 'probes'>> {
  const placed = await placedProbes(db, system)
  const zones = await fieldZones(db, system)
  const soils = await selectOwnSoils(db, system.id)
  const zoneOf = zoneFinder(zones)
  const sensors = placed.length === 0 ? [] : await readLatest(db, system.controllerId, new Date(0))
  const geofences = await selectGeofences(db, system.id)
  const dry = geofences
    .filter(({ enabled, prescription }) => enabled && prescription === 0)
    .map(({ polygon }) => polygon.map(([lat, lng]) => toFieldPoint(system.pivot.place, { lat, lng })))
  const probes = placed.map((probe) => ({
    ...probe,
    limits: soilLimits(system, soils.get(probe.number), zoneOf(probe)),
    depthsCm: sensors.filter((sensor) => sensor.probe === probe.number).map(({ depthCm }) => depthCm),
  }))
  return { rows: fieldRows(system.pivot, { probes, zones, dry, limits: soilLimits(system) }), probes }
}

/** Planting date or, if the system was connected later, the start of its data. */
async function seasonStart(
  db: Reader,
  system: System,
  plan: CropPlan,
  { dayOf, today }: { dayOf: (at: Date) => string; today: string },
): Promise<string> {
  const firstKnownDay = dayOf(await firstKnown(db, system.id))
  const earliest = dayAfter(today, -SEASON_MOST_DAYS)
  return [plan.started_on, firstKnownDay, earliest].reduce((latest, day) => (day > latest ? day : latest))
}
