/**
 * Checks all machines periodically and updates the alerts. It depends only on stored state, not on events: a missed check or
 * a killed process causes a delay and nothing else.
 */
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Kit, Part } from '../installation/kit.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import { toFinish } from '../passes/passes.rules.ts'
import { newestPasses } from '../passes/system-passes.ts'
import { type AlertState, causeOf, isTogether, statesAfter } from './alert-states.rules.ts'
import { alertsChanged } from './alerts.events.ts'
import { forgetStates, insertStates, lockCheck, nextIds, selectStates, updateStates } from './alerts.store.ts'
import { type Known, verdictOf } from './conditions.rules.ts'
import { type Machine, selectMachines, selectSilentProbes } from './machines.store.ts'
import { kindOf } from './kinds.rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LOOK_EVERY_MS = 5000
/** Probes silent for longer raise no alert. */
const SILENT_AT_MOST_MS = 30 * 24 * HOUR_MS
/** Records of a pass arrive for a while after it stopped; later it is derived again only to see whether it is too old. */
const [RECORDS_COME_MS, CUT_SOON_MS, CUT_LATER_MS] = [30 * MINUTE_MS, MINUTE_MS, HOUR_MS]
/** Limit on old passes derived in one check: after a start thousands are unknown. */
const OLD_CUTS_A_LOOK = 100
/** Machines judged in one turn of the event loop, a few milliseconds: requests and messages come in between. */
const MACHINES_A_TURN = 200

export interface AlertCheck extends Part {
  /** One check; does nothing while another process runs one. */
  look(): Promise<void>
}

interface Cut {
  trackedAt: number
  cutAt: number
  short: Known['short']
}

interface SystemAlerts {
  systemId: number
  put: AlertState[]
}

/** @param decide what must follow from the current alerts, in the same transaction */
export function createAlertCheck(kit: Kit, decide: (tx: ServerTx, now: Date) => Promise<void>): AlertCheck {
  const { clock, database, events, log } = kit
  /** Only a cache: passes are derived from thousands of records. */
  const cuts = new Map<number, Cut>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let lookedAt = performance.now()

  /** @param old how many passes that stopped long ago this check may still derive */
  async function shortOf(
    tx: ServerTx,
    { system, link, trackedAt }: Machine,
    now: Date,
    old: { left: number },
  ): Promise<Known['short']> {
    if (!link.online || !link.telemetry || link.telemetry.moving || !trackedAt) return null
    const last = cuts.get(system.id)
    const fresh = now.getTime() - trackedAt.getTime() < RECORDS_COME_MS
    const holdsMs = fresh ? CUT_SOON_MS : CUT_LATER_MS
    const cached = last?.trackedAt === trackedAt.getTime() ? last : undefined
    if (cached && now.getTime() - cached.cutAt < holdsMs) return cached.short
    if (!fresh) {
      if (old.left === 0) return cached ? cached.short : 'unknown'
      old.left -= 1
    }
    const short = toFinish(await newestPasses(tx, system, now), now)
    cuts.set(system.id, { trackedAt: trackedAt.getTime(), cutAt: now.getTime(), short })
    return short
  }

  async function lookAll(tx: ServerTx): Promise<void> {
    if (!(await lockCheck(tx))) return
    const now = clock.now()
    const machines = await selectMachines(tx, now)
    const states = await selectStates(tx, now)
    const silent = await selectSilentProbes(
      tx,
      machines.map(({ system }) => system),
      {
        since: new Date(now.getTime() - SILENT_AT_MOST_MS),
        before: new Date(now.getTime() - kindOf('probe').lastsMs),
      },
    )
    const old = { left: OLD_CUTS_A_LOOK }
    const found: SystemAlerts[] = []
    const forget: number[] = []
    const changed: number[] = []
    for (const [at, machine] of machines.entries()) {
      if (at % MACHINES_A_TURN === 0) await setImmediate()
      const { id, controllerId } = machine.system
      const short = await shortOf(tx, machine, now, old)
      const verdict = verdictOf({ ...machine, short, silent: silent.get(id) ?? [] }, now)
      const before = states.get(id) ?? []
      const changes = statesAfter(before, verdict, now)
      const put = differing(before, changes.put)
      if (put.length > 0) found.push({ systemId: id, put })
      forget.push(...changes.forget)
      if (put.some((state) => isShown(state) !== isShown(formerState(before, state))))
        changed.push(controllerId)
    }
    await forgetStates(tx, forget)
    await putAll(tx, found)
    for (const controllerId of changed) await events.publish(tx, alertsChanged, { controllerId })
    await decide(tx, now)
  }

  async function look(): Promise<void> {
    await database.write(lookAll)
    lookedAt = performance.now()
  }

  return {
    look,
    async start() {
      lookedAt = performance.now()
      kit.metrics.gauge(
        {
          name: 'headgate_alert_look_age_seconds',
          help: 'Since when this process has not looked for alerts, nor seen another at it.',
        },
        () => [[{}, (performance.now() - lookedAt) / 1000]],
      )
      timer = setInterval(() => {
        looking = look().catch((error: unknown) => log.warn({ err: error }, 'alerts not looked at'))
      }, LOOK_EVERY_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

/** Those that are new or differ from what is stored. */
function differing(before: readonly AlertState[], put: readonly AlertState[]): AlertState[] {
  return put.filter((state) => !isDeepStrictEqual(formerState(before, state), state))
}

function formerState(before: readonly AlertState[], { id }: AlertState): AlertState | undefined {
  return before.find((state) => state.id === id)
}

async function putAll(tx: ServerTx, found: readonly SystemAlerts[]): Promise<void> {
  const count = found.flatMap(({ put }) => put.filter(({ id }) => id === 0)).length
  const ids = await nextIds(tx, count)
  const [fresh, unused] = [new Set(ids), ids.values()]
  const stored = found.flatMap(({ systemId, put }) =>
    withIds(put, unused).map((state) => ({ ...state, systemId })),
  )
  const begun = stored.filter(({ id }) => fresh.has(id))
  const known = stored.filter(({ id }) => !fresh.has(id))
  // an alert must have ended before the next of its kind is there
  await updateStates(tx, known)
  await insertStates(tx, begun)
}

/** New alerts get ids, and each alert without a cause that of the first of this check with the same one. */
function withIds(put: readonly AlertState[], unused: Iterator<number>): AlertState[] {
  const roots: AlertState[] = []
  return put.map((state) => {
    const id = state.id === 0 ? Number(unused.next().value) : state.id
    if (state.causeId !== 0) return { ...state, id }
    const root = roots.find((candidate) => isTogether(candidate, state))
    if (root) return { ...state, id, ...causeOf(root) }
    const first = { ...state, id, causeId: id }
    roots.push(first)
    return first
  })
}

function isShown(state: AlertState | undefined): boolean {
  return state !== undefined && state.openedAt !== null && state.endedAt === null
}
