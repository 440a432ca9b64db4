/** What the machine says that it runs, beside what it was asked for. */
import type { Settings, SystemCommand, SystemView } from '../../../contract/systems.ts'

export type Runs =
  /** It has not reported anything. */
  | { kind: 'unheard' }
  /** It has never applied a setting of ours. */
  | { kind: 'nothing' }
  | { kind: 'fallback'; since: string | null }
  | { kind: 'asked'; settings: Settings; since: string | null }
  /** A former setting; null when it is older than what is known here. */
  | { kind: 'former'; settings: Settings | null; since: string | null }

export function runsOf(
  { reported, desired }: Pick<SystemView, 'reported' | 'desired'>,
  history: readonly SystemCommand[],
): Runs {
  if (!reported) return { kind: 'unheard' }
  const { mode, fallback, settings_rev: runningRev, at: since } = reported
  if (mode === null) return { kind: 'nothing' }
  if (fallback) return { kind: 'fallback', since }
  if (desired && runningRev === desired.settings_rev) return { kind: 'asked', settings: desired, since }
  const former = history.find(({ settings_rev: rev }) => rev === runningRev)
  return { kind: 'former', settings: former?.to ?? null, since }
}
