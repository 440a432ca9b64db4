/** Replays past states through the current alert rules. */
import type { AlertKind } from '../../contract/alerts/alerts.ts'
import { hasCauseOf, JOINED_WITHIN_MS, kindOf } from './kinds.rules.ts'

/** A past state. */
export interface Episode {
  kind: AlertKind
  subject: string
  from: number
  /** Null when it is still true at the end of the replay. */
  to: number | null
}

/** Minimum duration per kind, minutes; null for no messages. Other kinds use their default. */
export type ReplayRules = Partial<Record<AlertKind, number | null>>

/** One message. */
export interface Rung {
  at: number
  /** The states of one cause, by start. */
  episodes: Episode[]
}

const MINUTE_MS = 60_000

/**
 * Messages in the order in which they would have been sent. Reminders and quiet hours are left out: they depend on people.
 *
 * @param span the period in which a message counts
 */
export function replayed(
  episodes: readonly Episode[],
  rules: ReplayRules,
  span: { from: number; to: number },
): Rung[] {
  const ringing = merged(episodes)
    .map((episode) => ({ episode, at: ringsAt(episode, rules, span.to) }))
    .filter((ring): ring is { episode: Episode; at: number } => ring.at !== null)
    .toSorted((a, b) => a.at - b.at)
  const rung: Rung[] = []
  for (const { episode, at } of ringing) {
    const cause = rung.find(({ episodes: [root] }) => root && isOneCause(root, episode))
    if (cause) cause.episodes.push(episode)
    else rung.push({ at, episodes: [episode] })
  }
  return rung
    .filter(({ at }) => at >= span.from && at < span.to)
    .map(({ at, episodes: own }) => ({ at, episodes: own.toSorted((a, b) => a.from - b.from) }))
}

/** A state that returns soon is the same. */
function merged(episodes: readonly Episode[]): Episode[] {
  const result: Episode[] = []
  for (const episode of episodes.toSorted((a, b) => a.from - b.from)) {
    const last = result.findLast(({ kind, subject }) => kind === episode.kind && subject === episode.subject)
    const { sameMs, overMs, lastsMs } = kindOf(episode.kind)
    // one that was too short to be an alert ends at once
    const heldMs = last?.to != null && last.to - last.from >= lastsMs ? Math.max(sameMs, overMs) : 0
    if (last && (last.to === null || episode.from - last.to <= heldMs)) last.to = later(last.to, episode.to)
    else result.push({ ...episode })
  }
  return result
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.max(a, b)
}

function ringsAt({ kind, from, to }: Episode, rules: ReplayRules, end: number): number | null {
  const rule = rules[kind]
  if (rule === null) return null
  const at = from + Math.max(kindOf(kind).lastsMs, (rule ?? 0) * MINUTE_MS)
  return at <= (to ?? end) ? at : null
}

function isOneCause(root: Episode, episode: Episode): boolean {
  if (root.to !== null && root.to + JOINED_WITHIN_MS < episode.from) return false
  return hasCauseOf({ kind: root.kind, since: root.from }, { kind: episode.kind, since: episode.from })
}

/** Periods between alternating starts and ends. */
export function stretches(
  points: readonly { at: Date; holds: boolean }[],
  kind: AlertKind,
  subject = '',
): Episode[] {
  const found: Episode[] = []
  for (const { at, holds } of points) {
    const open = found.at(-1)
    if (holds && (!open || open.to !== null)) found.push({ kind, subject, from: at.getTime(), to: null })
    if (!holds && open?.to === null) open.to = Math.max(open.from, at.getTime())
  }
  return found
}

/** A suggested minimum duration for a kind that sends too many messages. */
export interface ThresholdOffer {
  afterMinutes: number
  /** Messages now, and with the suggestion, over the same time. */
  sent: number
  wouldSend: number
}

const OFFERED_MINUTES = [5, 15, 30, 60, 180, 720, 1440, 2880, 4320]
/** Fewer messages than this are not too many, unless they were marked as useless. */
const [NOISY_MESSAGES, NOISY_IF_USELESS, USELESS] = [8, 3, 2]
/** A suggestion must be worth it. */
const CUT_TO = 0.25

/** Messages of a kind that are too many for someone who marked this many as useless. */
export function leastMessages(useless: number): number {
  return useless >= USELESS ? NOISY_IF_USELESS : NOISY_MESSAGES
}

/** The shortest duration that reduces messages to a quarter; null when there are few, or nothing helps. */
export function thresholdOffer(
  kind: AlertKind,
  episodes: readonly Episode[],
  { nowMinutes, useless }: { nowMinutes: number | null; useless: number },
  span: { from: number; to: number },
): ThresholdOffer | null {
  const count = (minutes: number | null) =>
    replayed(episodes, minutes === null ? {} : { [kind]: minutes }, span).length
  const sent = count(nowMinutes)
  if (sent < leastMessages(useless)) return null
  for (const afterMinutes of OFFERED_MINUTES) {
    const wouldSend = count(afterMinutes)
    if (wouldSend <= CUT_TO * sent) return { afterMinutes, sent, wouldSend }
  }
  return null
}
