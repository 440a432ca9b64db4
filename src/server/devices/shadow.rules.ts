/** A controller's shadow: how its desired state is written down, and what a report proves about those that were sent. */
import { createHash } from 'node:crypto'
import type { DropReason } from '../../contract/connections.ts'
import {
  type DesiredDocument,
  desiredDocument,
  PRESCRIPTION_BYTES,
  type ReportedDocument,
} from '../../contract/controller.ts'
import { DESIRED_VALID_MS, MAX_TOWERS, SECTORS } from '../../contract/limits.ts'
import type { DesiredState } from './device-link.ts'

/**
 * @throws Error when the state is none that a controller could apply: a fault of the caller, never of a customer
 */
export function writeDesired(state: DesiredState, rev: number, now: Date): DesiredDocument {
  const { settingsRev, commandId, mode, rateIn, timerPct, test } = state
  return desiredDocument.parse({
    rev,
    settingsRev,
    commandId,
    ...validity(now),
    mode,
    rateIn,
    timerPct,
    test,
    rx: { ...packed(state.rx), sectors: SECTORS, zones: MAX_TOWERS },
    fallback: packed(state.fallback),
  })
}

/** The same setting for another 72 hours, under the next revision; one that ran out stays run out. */
export function renewed(document: DesiredDocument, rev: number, now: Date): DesiredDocument {
  const ranOut = Date.parse(document.validUntil) <= now.getTime()
  return { ...document, rev, ...(ranOut ? {} : validity(now)) }
}

/** While the link is up a state is renewed at half its life, so that it runs out only when something is down. */
export const RENEW_AFTER_MS = DESIRED_VALID_MS / 2

function validity(now: Date): { issuedAt: string; validUntil: string } {
  return {
    issuedAt: now.toISOString(),
    validUntil: new Date(now.getTime() + DESIRED_VALID_MS).toISOString(),
  }
}

function packed(cells: Uint8Array): { sha256: string; b64: string } {
  if (cells.length !== PRESCRIPTION_BYTES || cells.some((percent) => percent > 100))
    throw new Error(`a prescription is ${PRESCRIPTION_BYTES} bytes of 0 to 100`)
  return {
    sha256: createHash('sha256').update(cells).digest('hex'),
    b64: Buffer.from(cells).toString('base64'),
  }
}

/** One row of desired_states, as far as a report can speak of it. */
export interface Publication {
  rev: number
  settingsRev: number
  commandId: string
  rxSha256: string
  sentAt: Date | null
  receivedAt: Date | null
  appliedAt: Date | null
  rejectedAt: Date | null
  rejectedCode: string | null
  expiredAt: Date | null
}

export type Judgement =
  /** Nothing of it is believed. */
  | { kind: 'foreign'; code: Extract<DropReason, 'foreign_report' | 'leap'>; reason: string }
  /** The controller knows a revision that was never given here: the next one must lie above it. */
  | { kind: 'ahead'; above: number }
  | { kind: 'ours'; publications: Publication[] }

/** A server that was restored knows less than its machines, by what it issued since the copy; never by so much. */
const LEAP_MAX = 1_000_000

/**
 * @param ownRev the newest revision given here
 * @param find the publication of a revision, where there is one
 */
export function judge(
  report: ReportedDocument,
  ownRev: number,
  find: (rev: number) => Publication | undefined,
  now: Date,
): Judgement {
  const newest = Math.max(report.rev, report.seenRev)
  if (newest > ownRev + LEAP_MAX) return { kind: 'foreign', code: 'leap', reason: 'a leap of the revision' }
  if (newest > ownRev) return { kind: 'ahead', above: newest }
  const running = find(report.rev)
  const seen = find(report.seenRev)
  if (running && running.settingsRev !== report.settingsRev)
    return { kind: 'foreign', code: 'foreign_report', reason: 'the revision carries other settings' }
  if (seen && report.commandId !== null && seen.commandId !== report.commandId)
    return { kind: 'foreign', code: 'foreign_report', reason: 'the revision carries another command' }
  const told = [
    ...(seen ? [withSeen(seen, report, now)] : []),
    ...(running && report.rxSha256 === running.rxSha256 ? [withApplied(running, now)] : []),
  ]
  return { kind: 'ours', publications: merged(told) }
}

/** Each time is set once and never taken back, so the order and number of reports cannot matter. */
function withSeen(publication: Publication, report: ReportedDocument, now: Date): Publication {
  const verdict = report.commandId === publication.commandId ? report.result : null
  const received = {
    ...publication,
    sentAt: publication.sentAt ?? now,
    receivedAt: publication.receivedAt ?? now,
  }
  if (verdict === 'EXPIRED') return { ...received, expiredAt: received.expiredAt ?? now }
  if (verdict !== 'REJECTED' || received.rejectedAt) return received
  return { ...received, rejectedAt: now, rejectedCode: report.code }
}

/** Running proves the steps below it as well. */
function withApplied(publication: Publication, now: Date): Publication {
  const { sentAt, receivedAt, appliedAt } = publication
  return {
    ...publication,
    sentAt: sentAt ?? now,
    receivedAt: receivedAt ?? now,
    appliedAt: appliedAt ?? now,
  }
}

/** A report speaks twice of one publication when the newest one runs. */
function merged(publications: Publication[]): Publication[] {
  const [first, second] = publications
  if (!first || !second || first.rev !== second.rev) return publications
  return [{ ...first, appliedAt: second.appliedAt }]
}

/** Should this report replace the one that is shown? A repeated or overtaken one must not. */
export function isNewer(report: ReportedDocument, known: ReportedDocument | null): boolean {
  if (!known || report.seenRev !== known.seenRev) return !known || report.seenRev > known.seenRev
  return report.result !== null || known.result === null
}
