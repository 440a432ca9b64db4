/** Looks after what grows old unless somebody speaks: desired states that run out, machines of which nothing is heard. */
import type { Kit } from '../installation/kit.ts'
import { lockController } from './controllers.store.ts'
import { insertRenewal, selectDueForRenewal } from './desired.store.ts'
import { linkChanged, publicationDue } from './devices.events.ts'
import { endSilent, type Listening } from './links.store.ts'

type Needs = Pick<Kit, 'clock' | 'database' | 'events'>

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

const LOOK_EVERY_MS = 2000
/** A look that comes so late says that this process stood still: what was said meanwhile is still to be heard. */
const LATE_MS = 3 * LOOK_EVERY_MS

export interface Silence {
  start(): void
  stop(): void
}

/** @param listening the shards of controllers that this process hears, and since when */
export function createSilence({ clock, database, events, log }: Kit, listening: () => Listening[]): Silence {
  let timer: NodeJS.Timeout | undefined
  let lookedAt = Date.now()
  /** Nobody is silent since before this. */
  let awake = clock.now()

  async function look(): Promise<void> {
    if (Date.now() - lookedAt > LATE_MS) awake = clock.now()
    lookedAt = Date.now()
    const heard = listening().map((each) => ({ ...each, since: each.since > awake ? each.since : awake }))
    if (heard.length === 0) return
    await database.write(async (tx) => {
      for (const { controllerId, lastSeen } of await endSilent(tx, heard, clock.now()))
        await events.publish(tx, linkChanged, {
          controllerId,
          online: false,
          lastSeen: lastSeen?.toISOString() ?? null,
        })
    })
  }

  return {
    start() {
      awake = clock.now()
      lookedAt = Date.now()
      timer = setInterval(() => {
        look().catch((error: unknown) => log.warn({ err: error }, 'silent machines not looked for'))
      }, LOOK_EVERY_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
