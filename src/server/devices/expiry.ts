/** Looks after desired states that grow old: renews them while their machine listens, warns where none does. */
import { EXPIRY_WARNING_MS } from '../../contract/limits.ts'
import type { Kit } from '../installation/kit.ts'
import { lockController } from './controllers.store.ts'
import { insertRenewal, selectDueForRenewal } from './desired.store.ts'
import { expiryNear } from './devices.jobs.ts'
import { takeExpiring } from './expiry.store.ts'
import { publicationDue } from './devices.events.ts'

type Needs = Pick<Kit, 'clock' | 'database' | 'events' | 'jobs'>

/** Gives every state at half its life another 72 hours, where the controller is online to hear it. */
export async function renewDue({ clock, database, events }: Needs): Promise<void> {
  for (const controllerId of await selectDueForRenewal(database.reader, clock.now()))
    await database.write(async (tx) => {
      await lockController(tx, controllerId)
      // another process may have been faster
      const [stillDue] = await selectDueForRenewal(tx, clock.now(), controllerId)
      if (stillDue === undefined) return
      await insertRenewal(tx, controllerId, clock.now())
      await events.publish(tx, publicationDue, { controllerId })
    })
}

/** Orders one warning for each state that will run out, because its machine was not there to have it renewed. */
export async function warnExpiring({ clock, database, jobs }: Needs): Promise<void> {
  await database.write(async (tx) => {
    const now = clock.now()
    const soon = new Date(now.getTime() + EXPIRY_WARNING_MS)
    for (const { controllerId, rev, validUntil } of await takeExpiring(tx, now, soon))
      await jobs.enqueue(tx, expiryNear, { controllerId, rev, validUntil: validUntil.toISOString() })
  })
}
