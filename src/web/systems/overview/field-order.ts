/** The order of fields, which of them need attention, and which a search finds. */
import type { FieldOutlook } from '#contract/balance.ts'
import type { SystemView } from '#contract/systems.ts'
import { disconnected } from '../../kit/live-stream.ts'
import type { LiveState } from '../../kit/live-stream.ts'
import { compareNames } from '../../kit/name-order.ts'
import { panelMismatch } from '../status/panel-timer.ts'
import { isStoppedByFault, isWetStop, statusOf } from '../status/system-status.ts'

/** Worst first; those before `stopped` need attention. One that never connected waits for its installation. */
const ranks = [
  'wet-stop',
  'stopped-fault',
  'offline',
  'fault',
  'refused',
  'warning',
  'stopped',
  'unlinked',
  'fine',
] as const
type Severity = (typeof ranks)[number]

function severityOf(system: SystemView, live: LiveState, now: number): Severity {
  if (isWetStop(system, disconnected(live)?.lastContactAt ?? now)) return 'wet-stop'
  if (isStoppedByFault(system)) return 'stopped-fault'
  const { kind } = statusOf(system, live, now)
  if (!system.online && system.last_seen !== null) return 'offline'
  if (kind === 'fault' || kind === 'refused') return kind
  if (system.warnings.length > 0 || kind === 'stale' || panelMismatch(system)) return 'warning'
  return kind === 'stopped' || kind === 'unlinked' ? kind : 'fine'
}

export function needsAttention(system: SystemView, live: LiveState, now: number): boolean {
  return ranks.indexOf(severityOf(system, live, now)) < ranks.indexOf('stopped')
}

function byName(a: SystemView, b: SystemView): number {
  return compareNames(a.name, b.name)
}

export const fieldOrders = ['worst', 'driest', 'name'] as const
export type FieldOrder = (typeof fieldOrders)[number]

export type Outlooks = ReadonlyMap<string, FieldOutlook>

/** Systems with a known refill time, the earliest first. */
export function driestOf(systems: readonly SystemView[], outlooks: Outlooks): SystemView[] {
  return systems.filter(({ name }) => outlooks.get(name)?.state === 'known').toSorted(byNeed(outlooks))
}

/** Days until the refill point, then the water in the driest cells; unknown comes last. */
function byNeed(outlooks: Outlooks) {
  const key = ({ name }: SystemView): [unknown: number, days: number, percent: number] => {
    const outlook = outlooks.get(name)
    const unknown = outlook?.state === 'known' ? 0 : 1
    return [unknown, outlook?.refill_in_days ?? Number.MAX_VALUE, outlook?.driest_percent ?? 100]
  }
  return (a: SystemView, b: SystemView) => {
    const [x, y] = [key(a), key(b)]
    return x[0] - y[0] || Math.sign(x[1] - y[1]) || x[2] - y[2] || byName(a, b)
  }
}

/** The fields in that order; ties by name. */
export function inOrder(
  systems: readonly SystemView[],
  order: FieldOrder,
  live: LiveState,
  now: number,
  outlooks: Outlooks = new Map(),
): SystemView[] {
  if (order === 'driest') return systems.toSorted(byNeed(outlooks))
  if (order === 'name') return systems.toSorted(byName)
  const rank = new Map(systems.map((system) => [system, ranks.indexOf(severityOf(system, live, now))]))
  return systems.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0) || byName(a, b))
}

/** Whether the name contains every typed word. */
export function isFound(name: string, search: string): boolean {
  const lowerCaseName = name.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowerCaseName.includes(word))
}
