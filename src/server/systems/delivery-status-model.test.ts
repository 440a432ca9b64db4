/** Delivery status against a model: settings, a controller with memory, and a network that loses, repeats and reorders. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DesiredDocument, ReportedDocument } from '../../contract/controller.ts'
import type { DeliveryState } from '../../contract/delivery.ts'
import { writeDesired } from '../devices/shadow.rules.ts'
import type { Delivery } from '../devices/device-link.ts'
import { judge, type Publication } from '../devices/shadow.rules.ts'
import { appliedReport, seenReport } from '../testing/test-device.ts'
import { uniform } from '../testing/farm.ts'
import { deliveryStatusOf } from './delivery-status.rules.ts'
import { provesRow } from '../testing/reliability.ts'

const NOW = new Date('2026-07-01T12:00:00Z')

/** Each document costs a hash of 1,620 bytes, so they are built once. */
const documents = new Map<string, DesiredDocument>()
function documentOf(settingsRev: number, rev: number): DesiredDocument {
  const key = `${settingsRev} ${rev}`
  const document = documents.get(key) ?? writeDesired(uniform(settingsRev), rev, NOW)
  documents.set(key, document)
  return document
}

type Step =
  | { do: 'save' | 'renew' | 'publish' | 'reboot' | 'forget' | 'server restarts' }
  /** The n-th message in flight arrives; it may arrive again. */
  | { do: 'deliver' | 'hear'; nth: number; again: boolean }
  | { do: 'lose' | 'lose report'; nth: number }
  | { do: 'verdict'; verdict: 'APPLIED' | 'REJECTED' | 'EXPIRED' }
  | { do: 'foreign'; kind: number }

const nth = fc.nat(7)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'save' }) },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'publish' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Step>(
      { do: 'renew' },
      { do: 'reboot' },
      { do: 'forget' },
      { do: 'server restarts' },
    ),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('deliver', 'hear'), nth, again: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('lose', 'lose report'), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('verdict'),
      verdict: fc.constantFrom('APPLIED', 'REJECTED', 'EXPIRED'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('foreign'), kind: fc.nat(3) }) },
)

/** The order of the steps; any verdict but applied may still become applied by a renewal. */
const HEIGHT: Record<DeliveryState, number> = {
  saved: 0,
  sent: 1,
  received: 2,
  rejected: 3,
  expired: 3,
  superseded: 4,
  applied: 5,
}

/** The n-th message in flight, which stays there when it will be repeated. */
function taken<T>(onTheWay: T[], nth: number, again: boolean): T | undefined {
  const at = onTheWay.length > 0 ? nth % onTheWay.length : 0
  return again ? onTheWay[at] : onTheWay.splice(at, 1)[0]
}

class World {
  settings = 0
  rev = 0
  readonly published: Publication[] = []
  readonly down: DesiredDocument[] = []
  readonly up: { report: ReportedDocument; forged: boolean }[] = []
  /** Everything that the machine ever ran. */
  readonly ran = new Set<number>()
  #seen: DesiredDocument | null = null
  #runs: DesiredDocument | null = null

  take(step: Step): void {
    if (step.do === 'save') this.#add((this.settings += 1))
    if (step.do === 'renew' && this.settings > 0) this.#add(this.settings)
    if (step.do === 'publish' && this.rev > 0) this.#publish()
    if (step.do === 'deliver') this.#arrive(step)
    if (step.do === 'lose') taken(this.down, step.nth, false)
    if (step.do === 'lose report') taken(this.up, step.nth, false)
    if (step.do === 'verdict') this.#decide(step.verdict)
    if (step.do === 'reboot') this.#report(null)
    if (step.do === 'forget') this.#seen = this.#runs = null
    if (step.do === 'foreign') this.#forge(step.kind)
    if (step.do === 'hear') this.#hear(step)
    // everything is in the database: a restarted server publishes the newest again
    if (step.do === 'server restarts' && this.rev > 0) this.#publish()
  }

  #add(settingsRev: number): void {
    this.rev += 1
    const { rx, commandId } = documentOf(settingsRev, this.rev)
    const nothing = { sentAt: null, receivedAt: null, appliedAt: null, rejectedAt: null, expiredAt: null }
    this.published.push({
      ...nothing,
      rev: this.rev,
      settingsRev,
      commandId,
      rxSha256: rx.sha256,
      rejectedCode: null,
    })
  }

  #publish(): void {
    const newest = this.published.at(-1)
    if (!newest) return
    newest.sentAt ??= NOW
    this.down.push(documentOf(newest.settingsRev, newest.rev))
  }

  #arrive({ nth: at, again }: { nth: number; again: boolean }): void {
    const document = taken(this.down, at, again)
    if (!document) return
    // revisions decide, not the order of arrival
    if (document.rev <= (this.#seen?.rev ?? 0)) return
    this.#seen = document
    this.#report(null)
  }

  #decide(verdict: 'APPLIED' | 'REJECTED' | 'EXPIRED'): void {
    if (!this.#seen) return
    if (verdict === 'APPLIED') {
      this.#runs = this.#seen
      this.ran.add(this.#seen.rev)
    }
    this.#report(verdict)
  }

  #report(result: ReportedDocument['result']): void {
    if (!this.#seen) return
    const code = result === 'REJECTED' ? 'VALVE_COUNT' : null
    const seen = seenReport(this.#seen, result, code)
    const runs = this.#runs && appliedReport(this.#runs)
    const running = runs && {
      rev: runs.rev,
      settingsRev: runs.settingsRev,
      mode: runs.mode,
      rxSha256: runs.rxSha256,
    }
    this.up.push({ report: { ...seen, ...running }, forged: false })
  }

  /** As a faulty or hostile device would report it. */
  #forge(kind: number): void {
    const newest = this.published.at(-1)
    if (!newest) return
    const honest = appliedReport(documentOf(newest.settingsRev, newest.rev))
    const lies: ReportedDocument[] = [
      { ...honest, settingsRev: honest.settingsRev + 1 },
      { ...honest, commandId: 'of somebody else' },
      { ...honest, rev: 2 ** 53 - 1, seenRev: 2 ** 53 - 1 },
      { ...honest, rxSha256: '0'.repeat(64), seenRev: 0, commandId: null, result: null },
    ]
    this.up.push({ report: lies[kind] ?? honest, forged: true })
  }

  #hear({ nth: at, again }: { nth: number; again: boolean }): void {
    const message = taken(this.up, at, again)
    if (!message) return
    const find = (rev: number) => this.published.find((publication) => publication.rev === rev)
    const judgement = judge(message.report, this.rev, find, NOW)
    if (judgement.kind !== 'ours') return
    for (const moved of judgement.publications) this.published[moved.rev - 1] = moved
  }

  /** Combines the publications of a setting like `deliveries.store.ts`. */
  #steps(settingsRev: number): Delivery | undefined {
    const all = this.published.filter((publication) => publication.settingsRev === settingsRev)
    const newest = all.at(-1)
    if (!newest) return undefined
    const any = (step: 'sentAt' | 'receivedAt' | 'appliedAt') =>
      all.find((delivery) => delivery[step])?.[step] ?? null
    const applied = any('appliedAt')
    const rejected = all.findLast(({ rejectedAt }) => rejectedAt)
    const expired = all.findLast(({ expiredAt }) => expiredAt)
    return {
      settingsRev,
      rev: newest.rev,
      sentAt: any('sentAt'),
      receivedAt: any('receivedAt'),
      appliedAt: applied,
      rejectedAt: applied ? null : (rejected?.rejectedAt ?? null),
      rejectedCode: applied ? null : (rejected?.rejectedCode ?? null),
      expiredAt: applied || rejected ? null : (expired?.expiredAt ?? null),
    }
  }

  /** The status shown for every setting. */
  ladders(): DeliveryState[] {
    return Array.from({ length: this.settings }, (_, at) => {
      const superseded = at + 1 < this.settings ? NOW : null
      return deliveryStatusOf(NOW, this.#steps(at + 1), superseded).delivery
    })
  }

  ranSettings(): Set<number> {
    return new Set(
      this.published.filter(({ rev }) => this.ran.has(rev)).map(({ settingsRev }) => settingsRev),
    )
  }
}

describe('the delivery status', () => {
  // planted faults found: applied accepted with any hash, superseded over applied, a verdict taken back, foreign settings accepted
  it('never takes a step back, and shows Applied only for what the machine ran', () => {
    provesRow('E6', 10_000)
    const reached = new Map<DeliveryState, number>()
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const world = new World()
        let before: DeliveryState[] = []
        for (const each of steps) {
          world.take(each)
          const after = world.ladders()
          for (const [at, was] of before.entries()) {
            const is = after[at] ?? 'saved'
            expect([at, was, is, HEIGHT[is] >= HEIGHT[was]]).toEqual([at, was, is, true])
          }
          before = after
        }
        const ran = world.ranSettings()
        const notRun = before.flatMap((state, at) =>
          state === 'applied' && !ran.has(at + 1) ? [at + 1] : [],
        )
        expect(notRun).toEqual([])
        for (const state of before) reached.set(state, (reached.get(state) ?? 0) + 1)
      }),
      { numRuns: 10_000 },
    )
    // a model that never reaches these would prove nothing
    for (const state of ['sent', 'received', 'applied', 'rejected', 'expired', 'superseded'] as const)
      expect([state, reached.get(state) ?? 0]).toEqual([state, expect.toSatisfy((n: number) => n > 5)])
  })
})
