/** Brings the broker, and through it the machines, up to what is desired: compares, publishes what is lacking, notes it. */
import { controllerTopic } from '../../contract/controller.ts'
import type { Kit } from '../installation/kit.ts'
import type { BrokerClient } from './broker/broker-client.ts'
import { deliveryMoved, publicationDue } from './devices.events.ts'
import {
  type DuePublication,
  freeDead,
  letGo,
  markPublished,
  noteRetained,
  oldestDueMs,
  settle,
  takeDue,
} from './publications.store.ts'

const LOOK_EVERY_MS = 1000
/** Several at a time: one that the broker is slow to take holds up no other. */
const LANES = 4
const AT_ONCE = 16
const UNSEEN_MS = 30_000
const ANSWER_MS = 1000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5000
/** More than the broker may take; past it another process publishes what one that stands still had taken. */
const HELD_MS = 3000
/** Nothing waits for the broker with a connection in its hand, so that one is enough for all lanes. */
const OF_PUBLICATIONS = { connections: 1, lockMs: 2000, statementMs: 5000, idleMs: HELD_MS }

export interface Publications {
  start(): void
  stop(): Promise<void>
  /** The broker is (back) there: what it lacks is asked of it, and published. */
  brokerReturned(): void
  /** How long the oldest has been due, milliseconds. */
  oldestDueMs(): Promise<number>
}

interface Pause {
  until: number
  tries: number
}

/** A level-triggered loop: whatever was lost in between, the next look finds what is due. */
export function createPublications(kit: Kit, broker: BrokerClient): Publications {
  const { clock, events, log, metrics } = kit
  const taken = metrics.counter({
    name: 'headgate_publications_total',
    help: 'Desired states that this process handed to the broker: taken, or failed and tried again.',
    labels: ['result'],
  })
  const database = kit.openPool(OF_PUBLICATIONS)
  const pauses = createPauses()
  /** Controllers whose newest state was just stored. */
  const named = new Set<number>()
  /** Those of which an older one is being published: the newer waits for that, since its row is locked. */
  const inHand = new Set<number>()
  let lookWanted = true
  let stopping = false
  let looking: NodeJS.Timeout | undefined
  const lanes = new Set<Promise<void>>()

  /** Opens lanes for what there is to do; those that end call it again. */
  function wake(): void {
    while (!stopping && lanes.size < LANES && broker.connected()) {
      const only = [...named].filter((id) => !inHand.has(id)).slice(0, AT_ONCE)
      if (only.length === 0 && !lookWanted) return
      if (only.length === 0) lookWanted = false
      for (const id of only) named.delete(id)
      const lane: Promise<void> = work(only.length > 0 ? only : null)
        .catch((error: unknown) => {
          if (!stopping) log.warn({ err: error }, 'not published')
        })
        .finally(() => {
          lanes.delete(lane)
          wake()
        })
      lanes.add(lane)
    }
  }

  async function work(only: number[] | null): Promise<void> {
    const mine = new Set(only)
    for (const id of mine) inHand.add(id)
    try {
      const taken = await publishSome(only, mine)
      if (!only && taken === AT_ONCE) lookWanted = true
    } finally {
      for (const id of mine) inHand.delete(id)
    }
  }

  /** Holds some that are due, publishes them, notes those that the broker took. */
  async function publishSome(only: number[] | null, mine: Set<number>): Promise<number> {
    const holder = events.holder()
    // it comes back, and the next look finds what is due
    if (holder === null) return 0
    if (!only)
      await database.write(async (tx) => {
        await settle(tx)
        await freeDead(tx)
      })
    const due = await database.write((tx) =>
      takeDue(tx, {
        only,
        except: pauses.current(),
        now: clock.now(),
        holder,
        heldMs: HELD_MS,
        unseenMs: UNSEEN_MS,
        answerMs: ANSWER_MS,
        limit: AT_ONCE,
      }),
    )
    if (due.length === 0) return 0
    for (const { controllerId } of due) {
      inHand.add(controllerId)
      mine.add(controllerId)
    }
    const published = await publishAll(due)
    const failed = due.filter((each) => !published.includes(each)).map(({ controllerId }) => controllerId)
    await database.write(async (tx) => {
      if (failed.length > 0) await letGo(tx, failed, holder)
      if (published.length > 0)
        await events.publish(tx, deliveryMoved, ...(await markPublished(tx, published, holder, clock.now())))
    })
    for (const { controllerId, document } of published) {
      const { rev, settingsRev, commandId } = document
      log.debug({ controllerId, commandId, settingsRev, rev }, 'published')
    }
    taken({ result: 'taken' }, published.length)
    taken({ result: 'failed' }, due.length - published.length)
    return due.length
  }

  async function publishAll(due: DuePublication[]): Promise<DuePublication[]> {
    const outcomes = await Promise.allSettled(
      due.map(({ topicId, document }) =>
        broker.publish(controllerTopic(topicId, 'desired'), JSON.stringify(document)),
      ),
    )
    for (const [at, { controllerId }] of due.entries()) {
      const outcome = outcomes[at]
      if (outcome?.status === 'rejected') {
        log.warn({ err: outcome.reason, controllerId }, 'not taken by the broker')
        pauses.longer(controllerId)
      } else if (pauses.end(controllerId)) lookWanted = true
    }
    return due.filter((_, at) => outcomes[at]?.status === 'fulfilled')
  }

  async function compare(): Promise<void> {
    const askedAt = clock.now()
    const retained = await broker.retained()
    const lacking = await database.write((tx) => noteRetained(tx, retained, askedAt))
    if (lacking > 0) log.info({ lacking }, 'the broker lacks what it had taken')
  }

  const look = () => {
    lookWanted = true
    wake()
  }

  return {
    start() {
      events.on(publicationDue, ({ controllerId }) => {
        named.add(controllerId)
        wake()
      })
      looking = setInterval(look, LOOK_EVERY_MS)
      look()
    },
    async stop() {
      stopping = true
      clearInterval(looking)
      await Promise.all(lanes)
      await database.close(LONGEST_PAUSE_MS)
    },
    brokerReturned() {
      pauses.clear()
      look()
      compare()
        .catch((error: unknown) => log.warn({ err: error }, 'the broker was not asked what it has'))
        .finally(look)
    },
    oldestDueMs: () => oldestDueMs(kit.database.reader, clock.now()),
  }
}

/** After a try that failed a controller waits, longer each time; the first success ends the waiting of all. */
function createPauses() {
  const pauses = new Map<number, Pause>()
  return {
    current: () => [...pauses].filter(([, { until }]) => until > Date.now()).map(([id]) => id),
    longer(controllerId: number) {
      const tries = (pauses.get(controllerId)?.tries ?? 0) + 1
      const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))
      pauses.set(controllerId, { until: Date.now() + ms, tries })
    },
    /** @returns whether others waited, and need not any longer */
    end(controllerId: number): boolean {
      pauses.delete(controllerId)
      const others = pauses.size > 0
      for (const pause of pauses.values()) pause.until = 0
      return others
    },
    clear: () => pauses.clear(),
  }
}
