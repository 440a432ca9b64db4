/** Desired states on their way out: the order, and what carries it out. */
import { controllerTopic } from '../../contract/controller.ts'
import type { Writer } from '../kit/database.ts'
import type { Kit } from '../kit/kit.ts'
import { markSent, newestPublication, selectWithDesired } from './desired.store.ts'
import { deliveryMoved, publishDesired } from './devices.words.ts'

/** One order per controller at a time, one after the other: an older document never overtakes a newer one. */
export async function placePublication(
  { outbox }: Pick<Kit, 'outbox'>,
  tx: Writer,
  controllerId: number,
): Promise<void> {
  const key = `${publishDesired.name}:${controllerId}`
  await outbox.place(tx, publishDesired, { controllerId }, { key, queue: key })
}

/** @param publish resolves when the broker took the message */
export function carryOutPublications(
  kit: Kit,
  publish: (topic: string, text: string) => Promise<void>,
): void {
  const { clock, database, events, outbox } = kit
  outbox.carryOut(publishDesired, async ({ controllerId }) => {
    const newest = await newestPublication(database.reader, controllerId)
    if (!newest) return
    const { topicId, document } = newest
    await publish(controllerTopic(topicId, 'desired'), JSON.stringify(document))
    await database.write(async (tx) => {
      const { rev, settingsRev } = document
      if (await markSent(tx, controllerId, rev, clock.now()))
        await events.tell(tx, deliveryMoved, { controllerId, settingsRev, rev })
    })
  })
}

/** A broker that was away may have forgotten what it kept; orders that failed meanwhile become due at once. */
export async function publishAllAgain(kit: Kit): Promise<void> {
  const controllerIds = await selectWithDesired(kit.database.reader)
  await kit.database.write(async (tx) => {
    for (const controllerId of controllerIds) await placePublication(kit, tx, controllerId)
  })
}
