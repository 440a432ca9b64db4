/** Which desired states the controller refuses, and by which code. */
import { describe, expect, it } from 'vitest'
import type { DesiredDocument } from '../contract/controller.ts'
import { readDesired, refusalOf } from './desired-check.ts'
import { desiredState, inFuture, prescription } from './test-broker.ts'

const ABILITIES = { zones: 3, speed: true }

function read(document: unknown) {
  return readDesired(Buffer.from(JSON.stringify(document)), ABILITIES)
}

function rx(part: { sha256: string; b64: string }): Pick<DesiredDocument, 'rx'> {
  return { rx: { ...part, sectors: 180, zones: 9 } }
}

describe('a desired state', () => {
  it('is accepted if everything is valid', () => {
    expect(read(desiredState(3))).toMatchObject({ kind: 'desired', desired: { rev: 3 } })
  })

  it.each([
    ['a hash of other bytes', rx({ ...prescription(60), sha256: prescription(61).sha256 }), 'RX_HASH'],
    ['a byte too few', rx(prescription(60, 1619)), 'RX_SIZE'],
    ['a byte too many', rx(prescription(60, 1621)), 'RX_SIZE'],
    ['101 per cent', rx(prescription(101)), 'RX_RANGE'],
    ['a short fallback', { fallback: prescription(100, 9) }, 'FALLBACK_SIZE'],
    [
      'a fallback with another hash',
      { fallback: { ...prescription(100), sha256: '0'.repeat(64) } },
      'FALLBACK_HASH',
    ],
    ['a fallback above 100', { fallback: prescription(255) }, 'FALLBACK_RANGE'],
    ['a rate below 0.2 in', { rateIn: 0.19 }, 'RATE_RANGE'],
    ['a rate above 2 in', { rateIn: 2.01 }, 'RATE_RANGE'],
    ['a timer of 0, which would stop the arm', { timerPct: Array<number>(180).fill(0) }, 'TIMER_RANGE'],
    ['a timer above 100', { timerPct: Array<number>(180).fill(101) }, 'TIMER_RANGE'],
    ['a test without its tower', { mode: 'TEST' as const }, 'TEST_MISSING'],
    [
      'a test of a tower it lacks',
      { mode: 'TEST' as const, test: { tower: 4, until: inFuture(1000) } },
      'TEST_TOWER',
    ],
  ])('is refused for %s', (_what, change, code) => {
    expect(read(desiredState(7, change))).toMatchObject({ kind: 'refused', rev: 7, code })
  })

  it('has no timer for a machine without speed control', () => {
    const desired = desiredState(1, { timerPct: Array<number>(180).fill(50) })
    expect(refusalOf(desired, ABILITIES)).toBeNull()
    expect(refusalOf(desired, { zones: 3, speed: false })).toBe('TIMER_UNSUPPORTED')
  })

  it('is refused by its revision if the rest is malformed', () => {
    expect(read({ rev: 8, commandId: 'c' })).toEqual({
      kind: 'refused',
      rev: 8,
      commandId: 'c',
      code: 'MALFORMED',
    })
  })

  it.each([[null], [[]], ['x'], [{ rev: -1 }], [{ rev: 1.5 }], [{ rev: '3' }], [{}]])(
    'cannot be answered without a revision: %j',
    (document) => {
      expect(read(document).kind).toBe('unreadable')
    },
  )

  it('is not read when it is larger than 16 KiB', () => {
    expect(read({ ...desiredState(1), padding: 'x'.repeat(16 * 1024) }).kind).toBe('unreadable')
  })
})
