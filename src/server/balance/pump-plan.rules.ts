/** Start times of systems that share a pump which cannot supply all of them at once. */

/** A planned pass of a system; times in hours from now. */
export interface PumpTurn {
  systemId: number
  flowGpm: number
  hours: number
  /** Latest start; null if the field can wait, or is being watered already. */
  startBy: number | null
  running: boolean
}

export interface PlannedTurn extends PumpTurn {
  start: number
  lateHours: number
}

/** Rounding errors must not make two passes overlap, hours. */
const NOISE = 1e-6

/**
 * Start times for every pass that has a latest start. Running machines continue; if all can be in time each starts as late
 * as possible, otherwise the most urgent first and as early as possible.
 */
export function pumpPlan(turns: readonly PumpTurn[], greatestGpm: number): PlannedTurn[] {
  const running = turns.filter((turn) => turn.running).map((turn) => ({ ...turn, start: 0, lateHours: 0 }))
  const waiting = turns.filter((turn) => !turn.running && turn.startBy !== null)
  const urgent = waiting.toSorted((a, b) => startByOf(a) - startByOf(b))
  const late = placed(running, urgent.toReversed(), greatestGpm, latestStart)
  const plan = late ?? placed(running, urgent, greatestGpm, earliestStart) ?? running
  return plan.toSorted((a, b) => a.start - b.start || a.systemId - b.systemId)
}

type Choose = (turn: PumpTurn, others: readonly PlannedTurn[], greatestGpm: number) => number | null

function placed(
  running: readonly PlannedTurn[],
  order: readonly PumpTurn[],
  greatestGpm: number,
  choose: Choose,
): PlannedTurn[] | null {
  const plan = [...running]
  for (const turn of order) {
    const start = choose(turn, plan, greatestGpm)
    if (start === null) return null
    plan.push({ ...turn, start, lateHours: Math.max(0, start - startByOf(turn)) })
  }
  return plan
}

function startByOf({ startBy }: PumpTurn): number {
  return startBy ?? 0
}

/** At its latest start, or so that it ends when another begins; null if it cannot be in time. */
const latestStart: Choose = (turn, others, greatestGpm) => {
  const starts = [startByOf(turn), ...others.map(({ start }) => start - turn.hours)]
  const fitting = starts.filter(
    (start) => start >= 0 && start <= startByOf(turn) && fits(turn, start, others, greatestGpm),
  )
  return fitting.length > 0 ? Math.max(...fitting) : null
}

/** Now, or when another ends. */
const earliestStart: Choose = (turn, others, greatestGpm) => {
  const starts = [0, ...others.map(({ start, hours }) => start + hours)]
  const fitting = starts.filter((start) => fits(turn, start, others, greatestGpm))
  // a machine that needs more than the pump's capacity runs alone
  return fitting.length > 0 ? Math.min(...fitting) : Math.max(...starts)
}

function fits(
  { hours, flowGpm }: PumpTurn,
  start: number,
  others: readonly PlannedTurn[],
  greatestGpm: number,
): boolean {
  const concurrent = others.filter(
    (other) => other.start < start + hours - NOISE && other.start + other.hours > start + NOISE,
  )
  const moments = [start, ...concurrent.map((other) => Math.max(start, other.start))]
  return moments.every((moment) => {
    const totalGpm = concurrent
      .filter((other) => other.start <= moment + NOISE && other.start + other.hours > moment + NOISE)
      .reduce((sum, other) => sum + other.flowGpm, flowGpm)
    return totalGpm <= greatestGpm
  })
}
