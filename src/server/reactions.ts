/** What follows from what, all of it: which jobs each stored thing has enqueued, in the transaction that stores it. */
import { geofencesChanged } from './geofences/geofences.events.ts'
import type { Kit } from './installation/kit.ts'
import { enqueueLiveMap } from './maps/live/live-maps.jobs.ts'
import { enqueueRecompute, enqueueRecomputeFor } from './prescriptions/prescriptions.jobs.ts'
import { pumpChanged } from './pumps/pumps.events.ts'
import { probesPlaced } from './probes/probes.events.ts'
import { readingsStored } from './readings/readings.events.ts'
import { soilZonesChanged } from './soil-zones/soil-zones.events.ts'
import { settingsSaved, systemChanged } from './systems/systems.events.ts'

/**
 * Set up on every kit that stores something: of a server, and of a command beside it, which then only leaves the work to
 * the server.
 *
 * Facts that nobody must act on are not here: `live/` tells browsers of them. Neither is what one feature asks of another
 * by a job of its own: `account-opened` (accounts) makes members of who was invited (systems), `expiry-near` (devices)
 * writes to owners (systems), `end-test-pattern` ends a test (systems).
 */
export function setUpReactions(kit: Pick<Kit, 'clock' | 'database' | 'events' | 'jobs'>): void {
  const { database, events, jobs } = kit

  events.within(readingsStored, async (tx, { controllerId }) => {
    await enqueueLiveMap(jobs, tx, controllerId)
    await enqueueRecomputeFor(kit, tx, controllerId, 'readings')
  })
  events.within(probesPlaced, async (tx, { controllerId }) => {
    await enqueueLiveMap(jobs, tx, controllerId)
    await enqueueRecomputeFor(kit, tx, controllerId, 'probes')
  })
  events.within(pumpChanged, (tx, { systemId }) => enqueueRecompute(kit, tx, systemId, 'pump'))
  events.within(geofencesChanged, (tx, { systemId }) => enqueueRecompute(kit, tx, systemId, 'geofences'))
  events.within(soilZonesChanged, async (tx, { systemId, controllerId }) => {
    await enqueueLiveMap(jobs, tx, controllerId)
    await enqueueRecompute(kit, tx, systemId, 'soil')
  })
  // its soil, its members, whose probes count, or a lock that has ended
  events.within(systemChanged, async (tx, { controllerId }) => {
    if (controllerId !== null) await enqueueLiveMap(jobs, tx, controllerId)
    await enqueueRecomputeFor(kit, tx, controllerId, 'soil')
  })

  // a setting has its prescription in its own transaction, where a statement more is one more way that somebody waits for;
  // the map is drawn again after it, by the next who looks where the fact was lost
  events.on(settingsSaved, ({ controllerId }) =>
    database.write((tx) => enqueueLiveMap(jobs, tx, controllerId)),
  )
}
