/** The controller's desired states and the prescription that follows from them: pure, the clock is an argument. */
import * as z from 'zod/mini'
import { desiredDocument, type DesiredDocument, type ReportedDocument } from '../contract/controller.ts'
import { TEST_PATTERN_MS } from '../contract/limits.ts'

const appliedRevision = z.object({ desired: desiredDocument, appliedAt: z.string(), testOver: z.boolean() })
type AppliedRevision = z.infer<typeof appliedRevision>

/** Everything that must survive a restart of the controller. */
export const shadowDocument = z.object({
  /** The newest revision applied, whether it still runs or not. */
  applied: z.nullable(appliedRevision),
  /** What ran before `applied`, when that is a test. */
  beforeTest: z.nullable(appliedRevision),
  seenRev: z.int(),
  commandId: z.nullable(z.string()),
  result: z.nullable(z.enum(['APPLIED', 'REJECTED', 'EXPIRED'])),
  code: z.nullable(z.string()),
})
export type Shadow = z.infer<typeof shadowDocument>

export const NOTHING_KNOWN: Shadow = {
  applied: null,
  beforeTest: null,
  seenRev: 0,
  commandId: null,
  result: null,
  code: null,
}

/** What the valves follow at one instant. */
export type Running = {
  desired: DesiredDocument
  appliedAt: string
  fallback: boolean
}

/**
 * Whether this revision is processed: not one older than the seen one, which is never below the applied one; nor a
 * repetition of one that is waiting or was answered. But one that was seen, and not settled because of a restart, is.
 */
export function isSignificant(shadow: Shadow, rev: number, waitingRev: number | null): boolean {
  if (rev !== shadow.seenRev) return rev > shadow.seenRev
  return waitingRev !== rev && shadow.result === null
}

export function withSeen(shadow: Shadow, rev: number, commandId: string | null): Shadow {
  return { ...shadow, seenRev: rev, commandId, result: null, code: null }
}

export function withRejected(shadow: Shadow, code: string): Shadow {
  return { ...shadow, result: 'REJECTED', code }
}

/** The end of a test by the controller's own clock: never later than its longest duration after it began. */
function testEnd({ desired, appliedAt }: AppliedRevision): number | null {
  if (desired.mode !== 'TEST' || !desired.test) return null
  return Math.min(Date.parse(desired.test.until), Date.parse(appliedAt) + TEST_PATTERN_MS)
}

/** Applies the seen revision, or marks it as expired if its validity, or its test's, is over. */
export function withApplied(shadow: Shadow, desired: DesiredDocument, now: number): Shadow {
  const ends = desired.mode === 'TEST' && desired.test ? Date.parse(desired.test.until) : Infinity
  if (now >= Math.min(ends, Date.parse(desired.validUntil)))
    return { ...shadow, result: 'EXPIRED', code: null }
  const before = shadow.applied?.desired.mode === 'TEST' ? shadow.beforeTest : shadow.applied
  return {
    ...shadow,
    applied: { desired, appliedAt: new Date(now).toISOString(), testOver: false },
    beforeTest: desired.mode === 'TEST' ? before : null,
    result: 'APPLIED',
    code: null,
  }
}

/** A restart ends a running test. */
export function afterReboot(shadow: Shadow): Shadow {
  return shadow.applied ? { ...shadow, applied: { ...shadow.applied, testOver: true } } : shadow
}

function testRuns(applied: AppliedRevision, now: number): boolean {
  const end = testEnd(applied)
  return end !== null && !applied.testOver && now < end
}

/** The running state; null before anything was applied. */
export function runningAt(shadow: Shadow, now: number): Running | null {
  const newest = shadow.applied
  if (!newest) return null
  const isTest = newest.desired.mode === 'TEST'
  const current = isTest && !testRuns(newest, now) ? shadow.beforeTest : newest
  if (current && now < Date.parse(current.desired.validUntil)) {
    return { desired: current.desired, appliedAt: current.appliedAt, fallback: false }
  }
  // The newest revision knows the newest geofences, so its fallback is the one to trust.
  return { desired: newest.desired, appliedAt: newest.appliedAt, fallback: true }
}

/** The next instant at which what runs may change without a message, or null. */
export function nextChangeAfter(shadow: Shadow, now: number): number | null {
  const { applied, beforeTest } = shadow
  if (!applied) return null
  const ends = [Date.parse(applied.desired.validUntil)]
  const test = testEnd(applied)
  if (test !== null) ends.push(test)
  if (beforeTest) ends.push(Date.parse(beforeTest.desired.validUntil))
  const ahead = ends.filter((end) => end > now)
  return ahead.length > 0 ? Math.min(...ahead) : null
}

type Machine = Pick<ReportedDocument, 'firmware' | 'capabilities'>

/** The `reported` document: the first five fields describe what runs, the next four the result for the newest desired state. */
export function reportOf(shadow: Shadow, machine: Machine, now: number): ReportedDocument {
  const running = runningAt(shadow, now)
  return {
    rev: running?.desired.rev ?? 0,
    settingsRev: running?.desired.settingsRev ?? 0,
    mode: running ? (running.fallback ? 'UNIFORM' : running.desired.mode) : null,
    rxSha256: running ? (running.fallback ? running.desired.fallback : running.desired.rx).sha256 : null,
    appliedAt: running?.appliedAt ?? null,
    seenRev: shadow.seenRev,
    commandId: shadow.commandId,
    result: shadow.result,
    code: shadow.code,
    ...machine,
  }
}
