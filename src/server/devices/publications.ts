/** Publishes desired states: compares them with what the broker has, publishes the difference and records it. */
import { controllerTopic } from '../../contract/controller.ts'
import type { Kit } from '../installation/kit.ts'
import type { BrokerClient } from './broker/broker-client.ts'
import { deliveryMoved, publicationDue } from './devices.events.ts'
import {
  type DuePublication,
  releaseLeasesOfDead,
  releaseLeases,
  markPublished,
  noteRetained,
  oldestDueMs,
  settle,
  leaseDue,
} from './publications.store.ts'

const SCAN_EVERY_MS = 1000
/** Parallel, so that one slow publication does not block the others. */
const LANES = 4
const BATCH_SIZE = 16
const UNSEEN_MS = 30_000
const REPORT_DELAY_MS = 1000
const FIRST_BACKOFF_MS = 250
const LONGEST_BACKOFF_MS = 5000
/** Longer than a publication may take; then another process may publish what a paused one had leased. */
const LEASE_MS = 3000
/** No connection is held while waiting for the broker, so one is enough for all lanes. */
const POOL = { connections: 1, lockMs: 2000, statementMs: 5000, idleMs: LEASE_MS, onePlan: true }

export interface Publications {
  start(): void
  stop(): Promise<void>
  /** The broker is (back) online: queries its retained documents and publishes what is missing. */
  brokerReturned(): void
  /** How long the oldest publication has been due, milliseconds. */
  oldestDueMs(): Promise<number>
}

interface Backoff {
  until: number
  tries: number
}

/** A level-triggered loop: if a wake-up is lost, the next scan finds what is due. */
export function createPublications(kit: Kit, broker: BrokerClient): Publications {
  const { clock, events, log, metrics } = kit
  const countPublications = metrics.counter({
    name: 'headgate_publications_total',
    help: 'Desired states that this process handed to the broker: taken, or failed and tried again.',
    labels: ['result'],
  })
  const database = kit.openPool(POOL)
  const backoffs = createBackoffs()
  /** Controllers with a newly stored state. */
  const woken = new Set<number>()
  /** Controllers being published: a newer revision waits, because the row is leased. */
  const inFlight = new Set<number>()
  let scanWanted = true
  /** Since the broker's last return, until a comparison has succeeded. */
  let comparisonWanted = false
  let comparing = false
  let stopping = false
  let scanTimer: NodeJS.Timeout | undefined
  const lanes = new Set<Promise<void>>()

  /** Starts lanes while there is work; each lane calls it again when it ends. */
  function wake(): void {
    while (!stopping && lanes.size < LANES && broker.connected()) {
      const only = [...woken].filter((id) => !inFlight.has(id)).slice(0, BATCH_SIZE)
      if (only.length === 0 && !scanWanted) return
      if (only.length === 0) scanWanted = false
      for (const id of only) woken.delete(id)
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
    const ids = new Set(only)
    for (const id of ids) inFlight.add(id)
    try {
      const leased = await publishSome(only, ids)
      if (!only && leased === BATCH_SIZE) scanWanted = true
    } finally {
      for (const id of ids) inFlight.delete(id)
    }
  }

  /** Leases due publications, publishes them, and records those that the broker acknowledged. */
  async function publishSome(only: number[] | null, ids: Set<number>): Promise<number> {
    const holder = events.holder()
    // the events connection is being re-established; the next scan finds what is due
    if (holder === null) return 0
    if (!only)
      await database.write(async (tx) => {
        await settle(tx)
        await releaseLeasesOfDead(tx)
      })
    const publications = await database.writeSingle((tx) =>
      leaseDue(tx, {
        only,
        except: backoffs.current(),
        now: clock.now(),
        holder,
        leaseMs: LEASE_MS,
        unseenMs: UNSEEN_MS,
        answerMs: REPORT_DELAY_MS,
        limit: BATCH_SIZE,
      }),
    )
    if (publications.length === 0) return 0
    for (const { controllerId } of publications) {
      inFlight.add(controllerId)
      ids.add(controllerId)
    }
    const published = await publishAll(publications)
    // recording it may wait, and the broker return meanwhile without what it acknowledged
    const publishedAt = clock.now()
    const failed = publications
      .filter((publication) => !published.includes(publication))
      .map(({ controllerId }) => controllerId)
    if (failed.length > 0) await database.writeSingle((tx) => releaseLeases(tx, failed, holder))
    if (published.length > 0)
      await database.writeSingle(async (tx) =>
        events.publish(tx, deliveryMoved, ...(await markPublished(tx, published, holder, publishedAt))),
      )
    for (const { controllerId, document } of published) {
      const { rev, settingsRev, commandId } = document
      log.debug({ controllerId, commandId, settingsRev, rev }, 'published')
    }
    countPublications({ result: 'taken' }, published.length)
    countPublications({ result: 'failed' }, publications.length - published.length)
    return publications.length
  }

  async function publishAll(publications: DuePublication[]): Promise<DuePublication[]> {
    const outcomes = await Promise.allSettled(
      publications.map(({ topicId, document }) =>
        broker.publish(controllerTopic(topicId, 'desired'), JSON.stringify(document)),
      ),
    )
    for (const [at, { controllerId }] of publications.entries()) {
      const outcome = outcomes[at]
      if (outcome?.status === 'rejected') {
        log.warn({ err: outcome.reason, controllerId }, 'not taken by the broker')
        backoffs.longer(controllerId)
      } else if (backoffs.end(controllerId)) scanWanted = true
    }
    return publications.filter((_, at) => outcomes[at]?.status === 'fulfilled')
  }

  async function compareRetained(): Promise<void> {
    comparisonWanted = false
    const askedAt = clock.now()
    const retained = await broker.retained()
    const lacking = await database.write((tx) => noteRetained(tx, retained, askedAt))
    if (lacking > 0) log.info({ lacking }, 'the broker lacks what it had taken')
  }

  /** Again at each scan until it succeeds. */
  function compare(): void {
    if (!comparisonWanted || comparing || stopping || !broker.connected()) return
    comparing = true
    compareRetained()
      .catch((error: unknown) => {
        comparisonWanted = true
        log.warn({ err: error }, 'the broker was not asked what it has')
      })
      .finally(() => {
        comparing = false
        scanWanted = true
        wake()
      })
  }

  const scan = () => {
    compare()
    scanWanted = true
    wake()
  }

  return {
    start() {
      events.on(publicationDue, ({ controllerId }) => {
        woken.add(controllerId)
        wake()
      })
      scanTimer = setInterval(scan, SCAN_EVERY_MS)
      scan()
    },
    async stop() {
      stopping = true
      clearInterval(scanTimer)
      await Promise.all(lanes)
      await database.close(LONGEST_BACKOFF_MS)
    },
    brokerReturned() {
      backoffs.clear()
      comparisonWanted = true
      scan()
    },
    oldestDueMs: () => oldestDueMs(kit.database.reader, clock.now()),
  }
}

/** A controller whose publication failed backs off, longer each time; the first success ends all backoffs. */
function createBackoffs() {
  const backoffs = new Map<number, Backoff>()
  return {
    current: () => [...backoffs].filter(([, { until }]) => until > Date.now()).map(([id]) => id),
    longer(controllerId: number) {
      const tries = (backoffs.get(controllerId)?.tries ?? 0) + 1
      const ms = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (tries - 1))
      backoffs.set(controllerId, { until: Date.now() + ms, tries })
    },
    /** @returns whether others were in backoff and may be tried now */
    end(controllerId: number): boolean {
      backoffs.delete(controllerId)
      const hasBackoffs = backoffs.size > 0
      for (const pause of backoffs.values()) pause.until = 0
      return hasBackoffs
    },
    clear: () => backoffs.clear(),
  }
}
