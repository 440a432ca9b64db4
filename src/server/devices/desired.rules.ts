/** How a desired state is written down: hashes, validity, and the document that a controller reads. */
import { createHash } from 'node:crypto'
import { type DesiredDocument, desiredDocument, PRESCRIPTION_BYTES } from '../../contract/controller.ts'
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
