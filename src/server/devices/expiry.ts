/** Looks after desired states that grow old: renews them while their machine listens, warns where none does. */
import { EXPIRY_WARNING_MS } from '../../contract/limits.ts'
import type { Kit } from '../kit/kit.ts'
import { insertRenewal, lockController, selectDueForRenewal } from './desired.store.ts'
import { expiryNear } from './devices.words.ts'
import { takeExpiring } from './expiry.store.ts'
import { placePublication } from './publications.ts'

type Needs = Pick<Kit, 'clock' | 'database' | 'outbox'>

/** Gives every state at half its life another 72 hours, where the controller is online to hear it. */
export async function renewDue(kit: Needs): Promise<void> {
  const { clock, database } = kit
  for (const controllerId of await selectDueForRenewal(database.reader, clock.now()))
    await database.write(async (tx) => {
      await lockController(tx, controllerId)
      // another process may have been faster
      const [stillDue] = await selectDueForRenewal(tx, clock.now(), controllerId)
      if (stillDue === undefined) return
      await insertRenewal(tx, controllerId, clock.now())
      await placePublication(kit, tx, controllerId)
    })
}

/** Orders one warning for each state that will run out, because its machine was not there to have it renewed. */
export async function warnExpiring({ clock, database, outbox }: Needs): Promise<void> {
  await database.write(async (tx) => {
    const now = clock.now()
    const soon = new Date(now.getTime() + EXPIRY_WARNING_MS)
    for (const { controllerId, rev, validUntil } of await takeExpiring(tx, now, soon))
      await outbox.place(tx, expiryNear, { controllerId, rev, validUntil: validUntil.toISOString() })
  })
}
