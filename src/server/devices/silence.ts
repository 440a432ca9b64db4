/** Takes machines for offline of which nothing is heard, though nobody said that they went. */
import type { Kit } from '../installation/kit.ts'
import { linkChanged } from './devices.events.ts'
import { endSilent, type Listening } from './links.store.ts'

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
