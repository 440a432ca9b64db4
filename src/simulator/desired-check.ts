/** Decides whether a message is a desired state that the controller may apply, or by which code it is refused. */
import { createHash } from 'node:crypto'
import { desiredDocument, PRESCRIPTION_BYTES, type DesiredDocument } from '../contract/controller.ts'
import { APPLICATION_RATE_IN, CONTROLLER_MESSAGE_BYTES_MAX } from '../contract/limits.ts'

export type Refusal =
  | 'MALFORMED'
  | 'RX_SIZE'
  | 'RX_HASH'
  | 'RX_RANGE'
  | 'FALLBACK_SIZE'
  | 'FALLBACK_HASH'
  | 'FALLBACK_RANGE'
  | 'RATE_RANGE'
  | 'TIMER_RANGE'
  | 'TIMER_UNSUPPORTED'
  | 'TEST_MISSING'
  | 'TEST_TOWER'

/** Capabilities of this machine; a desired state beyond them is refused. */
export type Abilities = { zones: number; speed: boolean }

export type Incoming =
  /** No revision could be parsed, so there is nothing to report. */
  | { kind: 'unreadable'; reason: string }
  | { kind: 'refused'; rev: number; commandId: string | null; code: Refusal }
  | { kind: 'desired'; desired: DesiredDocument }

function revisionOf(document: object): { rev: number; commandId: string | null } | null {
  const rev = 'rev' in document ? document.rev : null
  if (typeof rev !== 'number' || !Number.isSafeInteger(rev) || rev < 0) return null
  const commandId = 'commandId' in document ? document.commandId : null
  return { rev, commandId: typeof commandId === 'string' ? commandId : null }
}

export function prescriptionBytes(b64: string): Uint8Array {
  return Buffer.from(b64, 'base64')
}

function checkBytes(
  part: 'RX' | 'FALLBACK',
  { b64, sha256 }: { b64: string; sha256: string },
): Refusal | null {
  const bytes = prescriptionBytes(b64)
  if (bytes.length !== PRESCRIPTION_BYTES) return `${part}_SIZE`
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return `${part}_HASH`
  return bytes.every((percent) => percent <= 100) ? null : `${part}_RANGE`
}

function checkTimer(timerPct: DesiredDocument['timerPct'], speed: boolean): Refusal | null {
  if (timerPct === null) return null
  if (!speed) return 'TIMER_UNSUPPORTED'
  // A timer of 0 would stop the arm, and no message starts or stops motion.
  return timerPct.every((percent) => percent > 0 && percent <= 100) ? null : 'TIMER_RANGE'
}

function checkTest({ mode, test }: DesiredDocument, zones: number): Refusal | null {
  if (mode !== 'TEST') return null
  if (test === null) return 'TEST_MISSING'
  return test.tower <= zones ? null : 'TEST_TOWER'
}

/** The code of the refusal, or null. Time is checked separately, because it passes between receiving and applying. */
export function refusalOf(desired: DesiredDocument, { zones, speed }: Abilities): Refusal | null {
  const { min, max } = APPLICATION_RATE_IN
  return (
    checkBytes('RX', desired.rx) ??
    checkBytes('FALLBACK', desired.fallback) ??
    (desired.rateIn >= min && desired.rateIn <= max ? null : 'RATE_RANGE') ??
    checkTimer(desired.timerPct, speed) ??
    checkTest(desired, zones)
  )
}

function parseObject(payload: Buffer): object | null {
  try {
    const document: unknown = JSON.parse(payload.toString('utf8'))
    return typeof document === 'object' ? document : null
  } catch {
    return null
  }
}

export function readDesired(payload: Buffer, abilities: Abilities): Incoming {
  if (payload.length > CONTROLLER_MESSAGE_BYTES_MAX) return { kind: 'unreadable', reason: 'too large' }
  const document = parseObject(payload)
  if (!document) return { kind: 'unreadable', reason: 'not a JSON object' }
  const revision = revisionOf(document)
  if (!revision) return { kind: 'unreadable', reason: 'no revision' }
  const parsed = desiredDocument.safeParse(document)
  if (!parsed.success) return { kind: 'refused', ...revision, code: 'MALFORMED' }
  const code = refusalOf(parsed.data, abilities)
  return code ? { kind: 'refused', ...revision, code } : { kind: 'desired', desired: parsed.data }
}
