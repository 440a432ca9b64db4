/** A controller's shadow: how a desired state is encoded, and which delivery steps a report proves. */
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
 * @throws Error when no controller could apply the state: a bug of the caller, never caused by a customer
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

/** The same setting for another 72 hours under the next revision; an expired one stays expired. */
export function renewed(document: DesiredDocument, rev: number, now: Date): DesiredDocument {
  const ranOut = Date.parse(document.validUntil) <= now.getTime()
  return { ...document, rev, ...(ranOut ? {} : validity(now)) }
}

/** States are renewed at half their validity, so that they expire only during an outage. */
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

/** Columns of desired_states that a report can change. */
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
  /** Nothing in it is trusted. */
  | { kind: 'foreign'; code: Extract<DropReason, 'foreign_report' | 'leap'>; reason: string }
  /** The controller has a revision that was never issued here: the next one must be higher. */
  | { kind: 'ahead'; above: number }
  | { kind: 'ours'; publications: Publication[] }

/** A restored server is behind its machines by what it issued since the backup; never by this much. */
const LEAP_MAX = 1_000_000

/**
 * @param ownRev the newest revision issued here
 * @param find looks up the publication of a revision
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
  const moved = [
    ...(seen ? [withSeen(seen, report, now)] : []),
    ...(running && report.rxSha256 === running.rxSha256 ? [withApplied(running, now)] : []),
  ]
  return { kind: 'ours', publications: merged(moved) }
}

/** Each time is set once and never cleared, so the order and number of reports do not matter. */
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

/** A running state proves the earlier steps too. */
function withApplied(publication: Publication, now: Date): Publication {
  const { sentAt, receivedAt, appliedAt } = publication
  return {
    ...publication,
    sentAt: sentAt ?? now,
    receivedAt: receivedAt ?? now,
    appliedAt: appliedAt ?? now,
  }
}

/** A report names the same publication twice when the newest one runs. */
function merged(publications: Publication[]): Publication[] {
  const [first, second] = publications
  if (!first || !second || first.rev !== second.rev) return publications
  return [{ ...first, appliedAt: second.appliedAt }]
}

/** Whether this report replaces the stored one; a repeated or late one must not. */
export function isNewer(report: ReportedDocument, stored: ReportedDocument | null): boolean {
  if (!stored || report.seenRev !== stored.seenRev) return !stored || report.seenRev > stored.seenRev
  return report.result !== null || stored.result === null
}
