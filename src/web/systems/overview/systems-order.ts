/** Which system needs a look first. */
import type { SystemView } from '../../../contract/systems.ts'
import type { LiveState } from '../../api/live.ts'
import { isStoppedByFault, statusOf } from '../status/system-status.ts'

/** Worst first; what stands before `stopped` is trouble. */
const ranks = ['fault', 'offline', 'refused', 'warning', 'stopped', 'rest'] as const
export type Concern = (typeof ranks)[number]

export function concernOf(system: SystemView, live: LiveState, now: number): Concern {
  if (isStoppedByFault(system)) return 'fault'
  const { kind } = statusOf(system, live, now)
  if (kind === 'offline') return 'offline'
  if (system.delivery === 'rejected' || system.delivery === 'expired') return 'refused'
  if (system.warnings.length > 0 || system.fault || kind === 'stale') return 'warning'
  return kind === 'stopped' ? 'stopped' : 'rest'
}

export function isTrouble(system: SystemView, live: LiveState, now: number): boolean {
  return ranks.indexOf(concernOf(system, live, now)) < ranks.indexOf('stopped')
}

/** The worst first; equals by name. */
export function worstFirst(systems: readonly SystemView[], live: LiveState, now: number): SystemView[] {
  const rank = (system: SystemView) => ranks.indexOf(concernOf(system, live, now))
  return systems.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}
