/** What runs when, by revisions and by the controller's own clock. */
import { describe, expect, it } from 'vitest'
import type { DesiredDocument } from '../contract/controller.ts'
import {
  afterReboot,
  isSignificant,
  nextChangeAfter,
  NOTHING_KNOWN,
  reportOf,
  runningAt,
  withApplied,
  withRejected,
  withSeen,
  type Shadow,
} from './device-shadow.ts'
import { desiredState } from './test-broker.ts'

const T0 = Date.parse('2026-07-01T12:00:00.000Z')
const MINUTE = 60_000
const MACHINE = { firmware: 'f', capabilities: { zones: 3, sectorDeg: 2, speed: true } }

function after(minutes: number): string {
  return new Date(T0 + minutes * MINUTE).toISOString()
}

function apply(shadow: Shadow, desired: DesiredDocument, minutes: number): Shadow {
  return withApplied(withSeen(shadow, desired.rev, desired.commandId), desired, T0 + minutes * MINUTE)
}

/** The revision that runs, with an f when it is the fallback. */
function runs(shadow: Shadow, minutes: number): string | null {
  const running = runningAt(shadow, T0 + minutes * MINUTE)
  return running && `${running.desired.rev}${running.fallback ? 'f' : ''}`
}

const rev4 = desiredState(4, { validUntil: after(600) })
const test5 = desiredState(5, {
  mode: 'TEST',
  test: { tower: 2, until: after(20) },
  validUntil: after(600),
})

describe('revisions', () => {
  const at4 = apply(NOTHING_KNOWN, rev4, 0)

  it('are new only above the applied and the seen one', () => {
    expect([3, 4, 5].map((rev) => isSignificant(at4, rev, null))).toEqual([false, false, true])
    const rejected6 = withRejected(withSeen(at4, 6, null), 'X')
    expect([5, 6, 7].map((rev) => isSignificant(rejected6, rev, null))).toEqual([false, false, true])
  })

  it('are new again if they were seen and a restart came before they were applied', () => {
    const seen5 = withSeen(at4, 5, null)
    expect(isSignificant(seen5, 5, 5)).toBe(false)
    expect(isSignificant(afterReboot(seen5), 5, null)).toBe(true)
  })

  it('that are rejected leave the previous one running', () => {
    const shadow = withRejected(withSeen(at4, 5, 'c5'), 'RX_HASH')
    expect(reportOf(shadow, MACHINE, T0)).toMatchObject({
      rev: 4,
      rxSha256: rev4.rx.sha256,
      seenRev: 5,
      commandId: 'c5',
      result: 'REJECTED',
      code: 'RX_HASH',
    })
  })

  it('that arrive after their validity are expired, and never run', () => {
    const shadow = apply(at4, desiredState(5, { validUntil: after(10) }), 10)
    expect(shadow.result).toBe('EXPIRED')
    expect(runs(shadow, 10)).toBe('4')
  })
})

describe('the fallback', () => {
  const shadow = apply(NOTHING_KNOWN, rev4, 0)

  it('runs from the end of validity', () => {
    expect([runs(shadow, 599), runs(shadow, 600)]).toEqual(['4', '4f'])
    expect(nextChangeAfter(shadow, T0)).toBe(T0 + 600 * MINUTE)
    expect(nextChangeAfter(shadow, T0 + 600 * MINUTE)).toBeNull()
  })

  it('is reported as uniform water with the hash of the fallback', () => {
    expect(reportOf(shadow, MACHINE, T0 + 600 * MINUTE)).toMatchObject({
      rev: 4,
      mode: 'UNIFORM',
      rxSha256: rev4.fallback.sha256,
      seenRev: 4,
      result: 'APPLIED',
    })
  })

  it('does not exist before anything was applied', () => {
    expect(reportOf(NOTHING_KNOWN, MACHINE, T0)).toMatchObject({ rev: 0, mode: null, rxSha256: null })
  })
})

describe('a test pattern', () => {
  const testing = apply(apply(NOTHING_KNOWN, rev4, 0), test5, 10)

  it('ends at its time and is followed by what ran before', () => {
    expect([runs(testing, 19), runs(testing, 20)]).toEqual(['5', '4'])
    expect(nextChangeAfter(testing, T0 + 10 * MINUTE)).toBe(T0 + 20 * MINUTE)
  })

  it("lasts at most 15 minutes by the controller's own clock, whatever was requested", () => {
    const long = { ...test5, test: { tower: 2, until: after(300) } }
    const shadow = apply(apply(NOTHING_KNOWN, rev4, 0), long, 10)
    expect([runs(shadow, 24), runs(shadow, 25)]).toEqual(['5', '4'])
  })

  it('does not outlive a restart', () => {
    expect(runs(afterReboot(testing), 12)).toBe('4')
  })

  it('that arrives after its end is expired', () => {
    expect(apply(apply(NOTHING_KNOWN, rev4, 0), test5, 20).result).toBe('EXPIRED')
  })

  it('after another one still returns to the prescription', () => {
    const second = desiredState(6, {
      mode: 'TEST',
      test: { tower: 3, until: after(30) },
      validUntil: after(600),
    })
    expect(runs(apply(testing, second, 15), 30)).toBe('4')
  })

  it('returns to the newest fallback if the previous one has expired', () => {
    const short = apply(NOTHING_KNOWN, desiredState(4, { validUntil: after(15) }), 0)
    expect(runs(apply(short, test5, 10), 20)).toBe('5f')
  })

  it('blocks older revisions after its end', () => {
    expect(isSignificant(testing, 5, null)).toBe(false)
    expect(isSignificant(testing, 6, null)).toBe(true)
  })
})
