/** Which alert messages are due: by preferences, outside quiet hours, repeated until acknowledged. */
import type { AlertKind } from '../../contract/alerts/alerts.ts'
import type { AlertChannel } from '../../contract/alerts/alert-choices.ts'
import type { Role } from '../../contract/systems.ts'
import { kindOf } from './kinds.rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A state found later than this began during an outage. */
const FOUND_LATE_MS = 11 * MINUTE_MS

/** Urgent alerts are repeated sooner. After the last reminder nothing is sent. */
const REMINDERS_MS: Record<'soon' | 'later', readonly number[]> = {
  soon: [30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, 24 * HOUR_MS, 24 * HOUR_MS],
  later: [24 * HOUR_MS, 48 * HOUR_MS],
}

/** An open, unacknowledged alert, and a member who may be notified of it. */
export interface Candidate {
  causeId: number
  kind: AlertKind
  since: Date
  seenAt: Date
  userId: number
  role: Role
  /** Null: no preference. */
  mail: boolean | null
  push: boolean | null
  afterMinutes: number | null
  /** Minutes of the day in the time zone. */
  quietFrom: number | null
  quietUntil: number | null
  urgentAnyway: boolean
  timeZone: string
  /** A browser is subscribed. */
  hasPush: boolean
}

/** Messages about a cause that one user got on one channel. */
export interface SentMessage {
  causeId: number
  userId: number
  channel: AlertChannel
  rounds: number
  lastAt: Date
}

export interface Send {
  causeId: number
  userId: number
  channel: AlertChannel
  round: number
  dueAt: Date
}

const CHANNELS = ['mail', 'push'] as const

/** What is due at an instant; one message for several kinds of one cause. */
export function dueSends(
  candidates: readonly Candidate[],
  sentMessages: readonly SentMessage[],
  now: Date,
): Send[] {
  const sends = new Map<string, Send>()
  for (const candidate of candidates) {
    for (const channel of CHANNELS) {
      if (!isWanted(candidate, channel) || isQuiet(candidate, now)) continue
      const dueAt = dueOf(candidate)
      if (dueAt > now) continue
      const { causeId, userId } = candidate
      const key = `${causeId} ${userId} ${channel}`
      const before = sentMessages.find(
        (message) => message.causeId === causeId && message.userId === userId && message.channel === channel,
      )
      const due = before ? reminderOf(candidate, before) : { round: 0, at: awaked(candidate, dueAt, now) }
      if (!due || due.at > now) continue
      const planned = sends.get(key)
      if (!planned || due.at < planned.dueAt)
        sends.set(key, { causeId, userId, channel, round: due.round, dueAt: due.at })
    }
  }
  return [...sends.values()].toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
}

/** Default preferences: owners and operators are notified, viewers are not. */
export function usualChoice(role: Role): { mail: boolean; push: boolean } {
  const notified = role !== 'viewer'
  return { mail: notified, push: notified }
}

function isWanted(candidate: Candidate, channel: AlertChannel): boolean {
  if (channel === 'push' && !candidate.hasPush) return false
  return candidate[channel] ?? usualChoice(candidate.role)[channel]
}

/** When the state had lasted long enough for this user, or was found. */
function dueOf({ kind, since, seenAt, afterMinutes }: Candidate): Date {
  const lastsMs = Math.max(kindOf(kind).lastsMs, (afterMinutes ?? 0) * MINUTE_MS)
  const dueMs = since.getTime() + lastsMs
  const late = seenAt.getTime() - since.getTime() > FOUND_LATE_MS
  return new Date(late ? Math.max(dueMs, seenAt.getTime()) : dueMs)
}

/** A message within quiet hours is due when they end. */
function awaked(candidate: Candidate, dueAt: Date, now: Date): Date {
  return isQuiet(candidate, dueAt) ? now : dueAt
}

function reminderOf(
  { kind }: Candidate,
  { rounds, lastAt }: SentMessage,
): { round: number; at: Date } | null {
  const waits = REMINDERS_MS[kindOf(kind).family === 'machine' ? 'soon' : 'later'][rounds - 1]
  return waits === undefined ? null : { round: rounds, at: new Date(lastAt.getTime() + waits) }
}

function isQuiet(candidate: Candidate, at: Date): boolean {
  const { quietFrom: from, quietUntil: until, kind, urgentAnyway, timeZone } = candidate
  if (from === null || until === null || from === until) return false
  if (kind === 'stopped_wet' && urgentAnyway) return false
  const minute = minuteOfDay(at, timeZone)
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

function minuteOfDay(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
  const [hour = 0, minute = 0] = parts.split(':').map(Number)
  return 60 * hour + minute
}
