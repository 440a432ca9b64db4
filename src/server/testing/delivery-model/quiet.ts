/** A quiet phase: all faults end, and within five seconds everything must have converged. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SystemView } from '#contract/systems.ts'
import type { AcceptedSettings } from './accepted.ts'
import { ask } from './ask.ts'
import type { Customers } from './customers.ts'
import type { Findings } from './findings.ts'
import type { Machine } from './machine.ts'
import type { Watch } from './watch.ts'
import type { World } from './world.ts'

/**
 * The guarantee: measured from `/readyz`, once the machines have sent their delayed reports, and counted like processor
 * time: where four processes want each processor, a second is a quarter of one.
 */
const SETTLED_WITHIN_MS = 5000
const ANSWERED_WITHIN_MS = 30_000
/** Twice the telemetry interval of a moving machine, and some seconds for the check. */
const GONE_FOR_LONG_MS = 25_000
/** After a restart a server waits so long before it marks machines offline, measured from its failure. */
const DEAF_FOR_MS = 45_000
const LOOK_EVERY_MS = 100
const WELL = '; well after '

export interface QuietNeeds {
  world: World
  customers: Customers
  machines: ReadonlyMap<string, Machine>
  accepted: AcceptedSettings
  watch: Watch
  findings: Findings
  /** How long something stuck is observed, to measure by how much it is late. */
  patienceMs: number
}

export interface QuietMoment {
  readyMs: number
  settledMs: number
  /** Slowness of the host meanwhile: the slowest `/healthz`, and the longest delay of the test's own timers. */
  healthMs: number
  lagMs: number
  stuck: string[]
}

/** @returns null if a server never becomes ready */
export async function quietMoment(needs: QuietNeeds, name: string): Promise<QuietMoment | null> {
  const { world, customers, machines, findings } = needs
  customers.pause()
  for (const machine of machines.values()) machine.quiet(true)
  await world.mend()
  const readyMs = await world.ready()
  if (readyMs === null) {
    findings.add(
      'stuck',
      `${name} ready`,
      `${name}: a server is not ready a minute after all faults have ended`,
    )
    return null
  }
  const restless = () => customers.unanswered() > 0 || [...machines.values()].some(({ busy }) => busy)
  const answeredBy = performance.now() + ANSWERED_WITHIN_MS
  while (restless() && performance.now() < answeredBy) await sleep(10)
  if (customers.unanswered() > 0)
    findings.add('lost', `${name} answers`, `${name}: ${customers.unanswered()} settings without an answer`)
  return { readyMs, ...(await settle(needs, name)) }
}

async function settle(needs: QuietNeeds, name: string): Promise<Omit<QuietMoment, 'readyMs'>> {
  const { world, findings, patienceMs } = needs
  const since = performance.now()
  const health = watchHealth(world.urls)
  const stuck = new Map<string, string>()
  let ownMs = 0
  for (let looks = 0, before = since; ; looks += 1) {
    const began = performance.now()
    ownMs += (began - before) * processorShare()
    before = began
    const waiting = await unsettled(needs, looks)
    const settledMs = Math.round(performance.now() - since)
    // an answer describes the state after its request: anything pending in it was late
    for (const [system, how] of ownMs >= SETTLED_WITHIN_MS ? waiting : [])
      if (!stuck.has(system)) stuck.set(system, how)
    for (const [system, how] of stuck)
      if (!waiting.has(system) && !how.includes(WELL)) stuck.set(system, `${how}${WELL}${settledMs} ms`)
    if (waiting.size === 0 || settledMs > patienceMs) {
      for (const [system, how] of stuck)
        findings.add(
          'stuck',
          `${name} ${system}`,
          `${name}: ${system}: ${how}${waiting.has(system) ? `; so still after ${settledMs} ms` : ''}`,
        )
      return { settledMs, ...(await health.end()), stuck: [...stuck.keys()] }
    }
    await sleep(LOOK_EVERY_MS)
  }
}

/** Which part of a processor each process that wants one has at the moment; 1 where the system does not tell. */
function processorShare(): number {
  try {
    const running = Number(/ (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 1)
    return Math.min(1, availableParallelism() / running)
  } catch {
    return 1
  }
}

/** Systems that have not converged yet, and why. */
async function unsettled(
  { world, machines, accepted, watch }: QuietNeeds,
  looks: number,
): Promise<Map<string, string>> {
  const { owners, urls } = world
  const waiting = new Map<string, string>()
  const url = urls[looks % urls.length] ?? ''
  const hearing = world.sites.every(({ server }) => performance.now() - server.deafAt() > DEAF_FOR_MS)
  await Promise.all(
    owners.map(async (owner) => {
      const views = await watch.look(owner, url)
      for (const system of owner.systems) {
        const machine = machines.get(system)
        const view = views?.find(({ name }) => name === system)
        const complaint = machine && complaintOf(machine, view, accepted.newest(system), hearing)
        if (complaint)
          waiting.set(system, `${complaint}; setting ${accepted.newest(system)}, machine ${machine.state}`)
      }
    }),
  )
  return waiting
}

function complaintOf(
  machine: Machine,
  view: SystemView | undefined,
  newest: number,
  hearing: boolean,
): string | null {
  if (!view) return 'not shown'
  const shown = view.desired?.settings_rev ?? 0
  if (shown !== newest) return `shown with setting ${shown}`
  const { goneAt, listens } = machine.link
  if (goneAt !== null) {
    const goneForLong = performance.now() - goneAt > GONE_FOR_LONG_MS
    return goneForLong && hearing && view.online ? 'shown online' : null
  }
  if (!listens) return 'not connected'
  if (machine.record.appliedRev() !== newest) return `not applied, shown as ${view.delivery}`
  if (newest > 0 && view.delivery !== 'applied') return `applied, shown as ${view.delivery}`
  return view.online ? null : 'shown offline'
}

/** Slowness of the host, measured without database and broker. */
function watchHealth(urls: string[]): { end(): Promise<{ healthMs: number; lagMs: number }> } {
  let over = false
  let slowest = 0
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const life = async (url: string) => {
    while (!over) {
      const since = performance.now()
      await ask(`${url}/healthz`)
      slowest = Math.max(slowest, performance.now() - since)
      await sleep(LOOK_EVERY_MS)
    }
  }
  const lives = urls.map(life)
  return {
    async end() {
      over = true
      await Promise.all(lives)
      lag.disable()
      return { healthMs: Math.round(slowest), lagMs: Math.round(lag.max / 1e6) }
    },
  }
}
