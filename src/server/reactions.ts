/** All reactions to events: which jobs are enqueued by which change, in the transaction that stores it. */
import { sessionsEnded } from './accounts/sessions/sessions.events.ts'
import { forgetBrowsers } from './alerts/push.store.ts'
import { balanceChanged } from './balance/balance.events.ts'
import { enqueueBalance } from './balance/balance.jobs.ts'
import { deleteCheckpoint } from './balance/balance.store.ts'
import { cropChanged } from './crops/crops.events.ts'
import { waterApplied } from './devices/devices.events.ts'
import { geofencesChanged } from './geofences/geofences.events.ts'
import type { Kit } from './installation/kit.ts'
import { inBatches } from './kit/batch.ts'
import { enqueueLiveMap } from './maps/live/live-maps.jobs.ts'
import { enqueueRecompute, enqueueRecomputeFor } from './prescriptions/prescriptions.jobs.ts'
import { pumpChanged } from './pumps/pumps.events.ts'
import { probesPlaced } from './probes/probes.events.ts'
import { rainRead, readingsStored } from './readings/readings.events.ts'
import { dayAfter, dayReader } from './readings/zone-days.ts'
import { soilZonesChanged } from './soil-zones/soil-zones.events.ts'
import { systemByController } from './systems/systems.store.ts'
import { weatherChanged } from './weather/weather.events.ts'
import { membershipsChanged, settingsSaved, systemChanged } from './systems/systems.events.ts'
import { enqueueWeatherLook } from './weather/weather.jobs.ts'

/** The jobs wait longer than this for further changes; a transaction per setting would cost as much as the setting. */
const GATHER_SETTINGS_MS = 250

/**
 * Registered on every kit that stores something: in a server, and in a command beside it, which only enqueues jobs for
 * the server.
 *
 * Events that only refresh screens are not here: `live/` sends them to browsers. Neither are jobs that one feature enqueues
 * for another: `account-opened` (accounts) makes invited people members (systems), `end-test-pattern` ends a test (systems).
 */
export function setUpReactions(kit: Pick<Kit, 'clock' | 'database' | 'events' | 'jobs'>): void {
  const { database, events, jobs } = kit

  // as often as a gateway sends: issued together, they take one round trip
  events.within(readingsStored, async (tx, { controllerId }) => {
    await Promise.all([
      enqueueLiveMap(jobs, tx, controllerId),
      enqueueRecomputeFor(kit, tx, controllerId, 'readings'),
      enqueueBalance(jobs, tx, { controllerId }),
    ])
  })
  events.within(probesPlaced, async (tx, { controllerId }) => {
    await enqueueLiveMap(jobs, tx, controllerId)
    await enqueueRecomputeFor(kit, tx, controllerId, 'probes')
    await enqueueBalance(jobs, tx, { controllerId })
  })
  events.within(pumpChanged, (tx, { systemId }) => enqueueRecompute(kit, tx, systemId, 'pump'))
  // a map marks probes in a geofence of 0 %
  events.within(geofencesChanged, async (tx, { systemId, controllerId }) => {
    await enqueueLiveMap(jobs, tx, controllerId)
    await enqueueRecompute(kit, tx, systemId, 'geofences')
    await enqueueBalance(jobs, tx, { systemId })
  })
  events.within(soilZonesChanged, async (tx, { systemId, controllerId }) => {
    await enqueueLiveMap(jobs, tx, controllerId)
    await enqueueRecompute(kit, tx, systemId, 'soil')
    await enqueueBalance(jobs, tx, { systemId })
  })
  // connected, shared, moved, or another time zone
  events.within(membershipsChanged, (tx) => enqueueWeatherLook(jobs, tx))
  // soil, members, probes that count, or the end of a lock
  events.within(systemChanged, async (tx, { controllerId }) => {
    if (controllerId !== null) await enqueueLiveMap(jobs, tx, controllerId)
    await enqueueRecomputeFor(kit, tx, controllerId, 'soil')
    await enqueueBalance(jobs, tx, { controllerId })
    await enqueueWeatherLook(jobs, tx)
  })
  // a balance continues from a checkpoint, which is invalid when anything before it has changed
  events.within(weatherChanged, async (tx, { systemId, from }) => {
    await deleteCheckpoint(tx, { systemId }, from)
    await enqueueBalance(jobs, tx, { systemId })
  })
  events.within(rainRead, async (tx, { controllerId, from }) => {
    const system = await systemByController(tx, controllerId)
    // a reading in the morning belongs to the day before
    const day = system && dayAfter(dayReader(system.timeZone)(new Date(from)), -1)
    if (day) await events.publish(tx, weatherChanged, { systemId: system.id, controllerId, from: day })
  })
  events.within(waterApplied, async (tx, { controllerId, from }) => {
    // in the system's time zone it may be the previous day
    await deleteCheckpoint(tx, { controllerId }, dayAfter(from.slice(0, 10), -1))
    await enqueueBalance(jobs, tx, { controllerId })
  })
  events.within(cropChanged, async (tx, { systemId, controllerId }) => {
    await enqueueBalance(jobs, tx, { systemId })
    // without a crop maps and prescriptions use only the probes
    await enqueueLiveMap(jobs, tx, controllerId)
    await enqueueRecompute(kit, tx, systemId, 'readings')
  })
  events.within(balanceChanged, async (tx, { systemId, controllerId }) => {
    await enqueueLiveMap(jobs, tx, controllerId)
    await enqueueRecompute(kit, tx, systemId, 'readings')
  })

  // former members get no alerts
  events.within(sessionsEnded, forgetBrowsers)

  // a setting computes its prescription in its own transaction, where one more statement means one more round trip;
  // the map is redrawn afterwards, or on request when the event was lost
  const recompute = inBatches(async (controllerIds: number[]) => {
    await database.write((tx) =>
      Promise.all(
        [...new Set(controllerIds)].flatMap((controllerId) => [
          enqueueLiveMap(jobs, tx, controllerId),
          enqueueBalance(jobs, tx, { controllerId }),
        ]),
      ),
    )
    return controllerIds
  }, GATHER_SETTINGS_MS)
  events.on(settingsSaved, async ({ controllerId }) => {
    await recompute(controllerId)
  })
}
