/** One run of the model: alternating noisy and quiet phases, and the findings. */
import { loadavg } from 'node:os'
import { onTestFinished } from 'vitest'
import { createAccepted } from './accepted.ts'
import { createCustomers } from './customers.ts'
import { dice } from './dice.ts'
import { createFindings, type Finding, findingKinds, type Findings } from './findings.ts'
import { createHistoryCheck } from './history-check.ts'
import { Machine } from './machine.ts'
import { makeNoise } from './noise.ts'
import { type QuietMoment, quietMoment } from './quiet.ts'
import { createWatch } from './watch.ts'
import { type Mode, openWorld, type World } from './world.ts'

const MAIN = new URL('../../main.ts', import.meta.url).pathname

export interface RunOptions {
  mode: Mode
  seed: number
  seconds: number
  main?: string
  /** Kinds of faults to inject; all if left out. */
  kinds?: readonly string[]
  patienceMs?: number
  /** Ends the run early once this is found. */
  enough?(finding: Finding): boolean
  /** Receives what happened in each phase; `stuck` for one that did not converge in time. */
  say?(line: string, stuck: boolean): void
}

export interface RunResult {
  findings: readonly Finding[]
  quietMoments: number
  accepted: number
  /** One line with all counts. */
  line: string
}

export async function runModel(options: RunOptions): Promise<RunResult> {
  const { mode, seed, seconds, main = MAIN, kinds, patienceMs = 60_000, say, enough } = options
  const findings = createFindings()
  const world = await openWorld({ mode, main, findings })
  const people = populate(world, seed, findings)
  const { machines, watch, customers, history, accepted } = people
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= people.stop().then(world.close))
  // a run that takes too long is stopped as well
  onTestFinished(stop)
  const noise = dice(seed, 'noise')
  const counts = new Map<string, number>()
  const moments: QuietMoment[] = []
  try {
    watch.begin()
    const until = performance.now() + seconds * 1000
    while (performance.now() < until && !stopping && !(enough && findings.all.some(enough))) {
      for (const machine of machines.values()) machine.quiet(false)
      customers.begin()
      const events = await makeNoise({ world, machines: [...machines.values()], counts, kinds }, noise)
      const name = `quiet moment ${moments.length + 1}`
      const needs = { world, customers, machines, accepted, watch, findings, patienceMs }
      const moment = await quietMoment(needs, name)
      const stuck = moment === null || moment.stuck.length > 0
      say?.(`${mode} ${name} after ${events.join(', ') || 'none'}: ${JSON.stringify(moment)}`, stuck)
      if (!moment) break
      moments.push(moment)
      for (const owner of world.owners) await history.look(owner, world.urls[0] ?? '')
    }
  } finally {
    await stop()
  }
  const line = lineOf(options, { counts, moments, accepted: accepted.count(), findings })
  return { findings: findings.all, quietMoments: moments.length, accepted: accepted.count(), line }
}

/** All participants: machines start at once, customers and observers when told to. */
function populate(world: World, seed: number, findings: Findings) {
  const accepted = createAccepted(findings)
  const machines = new Map(
    world.places.map((place, n) => [place.system, new Machine(place, dice(seed, `machine ${n}`), findings)]),
  )
  const needs = { ...world, machines, accepted, findings }
  const watch = createWatch(needs, dice(seed, 'watch'))
  const customers = createCustomers(needs, dice(seed, 'customers'))
  const lives = [...machines.values()].map((machine) => machine.link.live())
  return {
    accepted,
    machines,
    watch,
    customers,
    history: createHistoryCheck(needs),
    async stop() {
      customers.stop()
      for (const machine of machines.values()) machine.stop()
      await Promise.all([...lives, watch.stop()])
    },
  }
}

interface Counted {
  counts: Map<string, number>
  moments: QuietMoment[]
  accepted: number
  findings: Findings
}

function lineOf({ mode, seed, seconds }: RunOptions, counted: Counted): string {
  const { counts, moments, accepted, findings } = counted
  const slowest = (pick: (moment: QuietMoment) => number) => Math.max(0, ...moments.map(pick))
  const columns: [string, string | number][] = [
    ['mode', mode],
    ['seed', seed],
    ['seconds', seconds],
    ['settings', accepted],
    ['faults', [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')],
    ['quiet moments', moments.length],
    ['slowest ready ms', slowest(({ readyMs }) => readyMs)],
    ['slowest settle ms', slowest(({ settledMs }) => settledMs)],
    ['slowest healthz ms', slowest(({ healthMs }) => healthMs)],
    ['longest lag ms', slowest(({ lagMs }) => lagMs)],
    ['load', loadavg()[0]?.toFixed(1) ?? '?'],
    ...findingKinds.map((kind): [string, number] => [kind, findings.count(kind)]),
  ]
  return `| ${columns.map(([name, value]) => `${name} ${value}`).join(' | ')} |`
}
