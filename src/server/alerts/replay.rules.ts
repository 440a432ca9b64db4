/** Replays past states through the current alert rules. */
import type { AlertKind } from '../../contract/alerts/alerts.ts'
import { hasCauseOf, JOINED_WITHIN_MS, kindOf } from './kinds.rules.ts'

/** A state of the past. */
export interface Episode {
  kind: AlertKind
  subject: string
  from: number
  /** Null: it still is so at the end of what is replayed. */
  to: number | null
}

/** How long a kind must last before it rings, minutes; null: it does not ring. Kinds that are not in it ring as usual. */
export type ReplayRules = Partial<Record<AlertKind, number | null>>

/** One message. */
export interface Rung {
  at: number
  /** The states of one cause, by their beginning. */
  episodes: Episode[]
}

const MINUTE_MS = 60_000

/**
 * Messages, in the order in which they would have been sent. Reminders and quiet hours are left out: they depend on people.
 *
 * @param span the instants between which a message counts
 */
export function replayed(
  episodes: readonly Episode[],
  rules: ReplayRules,
  span: { from: number; to: number },
): Rung[] {
  const ringing = merged(episodes)
    .map((episode) => ({ episode, at: ringsAt(episode, rules, span.to) }))
    .filter((each): each is { episode: Episode; at: number } => each.at !== null)
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

/** What comes back soon is the same. */
function merged(episodes: readonly Episode[]): Episode[] {
  const whole: Episode[] = []
  for (const episode of episodes.toSorted((a, b) => a.from - b.from)) {
    const last = whole.findLast(({ kind, subject }) => kind === episode.kind && subject === episode.subject)
    const { sameMs, overMs, lastsMs } = kindOf(episode.kind)
    // one that was too short to be an alert is over at once
    const heldMs = last?.to != null && last.to - last.from >= lastsMs ? Math.max(sameMs, overMs) : 0
    if (last && (last.to === null || episode.from - last.to <= heldMs)) last.to = later(last.to, episode.to)
    else whole.push({ ...episode })
  }
  return whole
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

/** Stretches between which a yes and a no alternate. */
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

/** What a kind that rings too often for somebody is offered: to ring only when it has lasted. */
export interface ThresholdOffer {
  afterMinutes: number
  /** As it rings now, and as it would, over the same time. */
  sent: number
  wouldSend: number
}

const OFFERED_MINUTES = [5, 15, 30, 60, 180, 720, 1440, 2880, 4320]
/** Fewer messages in that time disturb nobody, unless they were said to be of no use. */
const [NOISY_MESSAGES, NOISY_IF_USELESS, USELESS] = [8, 3, 2]
/** An offer must be worth it. */
const CUT_TO = 0.25

/** How many messages of a kind may be too many for somebody who said so often that one was of no use. */
export function leastMessages(useless: number): number {
  return useless >= USELESS ? NOISY_IF_USELESS : NOISY_MESSAGES
}

/** The shortest that cuts the messages to a quarter; null where the kind is not noisy, or nothing helps. */
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
