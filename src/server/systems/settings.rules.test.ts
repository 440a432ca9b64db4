/** The validation rules alone: thousands of forms, each with the message that the specification gives it. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auditable } from '../audit/audit.ts'
import { Problem } from '../kit/problem.ts'
import { AUDITED_SETTINGS, readConditions, readSystemInput, settingsOf } from './settings.rules.ts'
import { provesRow } from '../testing/reliability.ts'

const ABSENT = Symbol('absent')
const missing = [ABSENT, null, '', ' ']
const noNumber: unknown[] = ['1,5', 'NaN', '1e0', '0x1', '1 2', true, [], {}]
const junk = [...missing, ...noNumber, Number.NaN, Number.POSITIVE_INFINITY]
const NOTHING_ON = {
  1: false,
  2: false,
  3: false,
  4: false,
  5: false,
  6: false,
  7: false,
  8: false,
  9: false,
}

const right: Record<string, unknown[]> = {
  system_name: ['North Quarter'],
  application_rate: [0.2, 1, 2, '0.2', '.7', '2.', ' 1 ', '+1'],
  root_depth: [0.001, 40, 80, '0.001', '80'],
  target_moisture: [20, 70.5, 100, '70.5', '020'],
}
const wrong: Record<string, unknown[]> = {
  system_name: [ABSENT, null, '', 5, true, [], {}],
  application_rate: [...junk, 0, 0.1999, 2.0001, -1, 5, '0', '2.0001', '-1'],
  root_depth: [...junk, 0, -0.001, 80.0001],
  target_moisture: [...junk, 0, 19.999, 100.001, -20],
}
const sentences: Record<string, string> = {
  system_name: 'Please select a system.',
  application_rate: 'Application rate must be between 0.2 and 2 inches.',
  root_depth: 'Root Depth must be between 0 and 80 inches.',
  target_moisture: 'Target Moisture must be between 20 and 100 %.',
}
const fields = Object.keys(sentences)
/** The expected code for a field: something that is not a number is not "out of range". */
const sentenceFor = (field: string, value: unknown) =>
  field !== 'system_name' && noNumber.includes(value) ? 'This must be a number.' : sentences[field]

function bodyOf(values: Record<string, unknown>): unknown {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ABSENT))
}

/** The message of the refusal, or null. */
function complaint(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}

describe('readSystemInput', () => {
  const field = (name: string) =>
    fc.oneof(
      fc.constantFrom(...(right[name] ?? [])).map((value) => ({ value, ok: true })),
      fc.constantFrom(...(wrong[name] ?? [])).map((value) => ({ value, ok: false })),
    )
  const form = fc.record(Object.fromEntries(fields.map((name) => [name, field(name)])))

  it('reports the first invalid field in the order of the form, with its message', () => {
    fc.assert(
      fc.property(form, fc.shuffledSubarray(fields, { minLength: fields.length }), (values, order) => {
        const input = Object.fromEntries(order.map((name) => [name, values[name]?.value]))
        const switches = {
          is_system_on: true,
          is_test_pattern_on: false,
          is_speed_switch_on: true,
          towers: NOTHING_ON,
        }
        const first = fields.find((name) => !values[name]?.ok)
        expect(complaint(() => readSystemInput(bodyOf({ ...input, ...switches })))).toBe(
          first === undefined ? null : sentenceFor(first, values[first]?.value),
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('requires only a system and a rate for OFF, and clears everything else', () => {
    provesRow('E8', 81)
    // each of the other five fields valid, absent, or junk
    const states = [true, ABSENT, 'junk']
    for (const test of states)
      for (const speed of states)
        for (const root of states)
          for (const towers of states) {
            const others = {
              is_test_pattern_on: test,
              is_speed_switch_on: speed,
              root_depth: root,
              target_moisture: root,
              towers,
            }
            const body = { system_name: 'North Quarter', is_system_on: false, ...others }
            for (const rate of wrong['application_rate'] ?? [])
              expect(complaint(() => readSystemInput(bodyOf({ ...body, application_rate: rate })))).toBe(
                sentenceFor('application_rate', rate),
              )
            expect(settingsOf(readSystemInput(bodyOf({ ...body, application_rate: 1.1 })), 3)).toEqual({
              is_system_on: false,
              is_test_pattern_on: false,
              is_speed_switch_on: false,
              application_rate: 1.1,
              root_depth: null,
              target_moisture: null,
              towers: NOTHING_ON,
            })
          }
  })

  it('throws only problems, for any input', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (body) => {
        expect(complaint(() => readSystemInput(body))).not.toBeNull()
        expect(() =>
          JSON.stringify(
            auditable(JSON.parse(JSON.stringify(body, bigIntsAsText) ?? 'null'), AUDITED_SETTINGS),
          ),
        ).not.toThrow()
      }),
    )
  })
})

function bigIntsAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

describe('auditable', () => {
  it('stays small and storable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const audited = JSON.stringify(
          auditable(
            {
              application_rate: text,
              towers: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${text}${i}`, text])),
              more: text,
            },
            AUDITED_SETTINGS,
          ),
        )
        expect(audited.length).toBeLessThan(12_000)
        expect(audited).not.toMatch(/\\u0000|\\ud[89a-f]/)
        expect(audited).not.toContain('more')
      }),
    )
  })
})

describe('readConditions', () => {
  it('parses the headers', () => {
    expect(readConditions({})).toEqual({ idempotencyKey: null, expectedRevision: null })
    expect(readConditions({ 'idempotency-key': '0b5e7f7e-6a51', 'if-match': '"12"' })).toEqual({
      idempotencyKey: '0b5e7f7e-6a51',
      expectedRevision: 12,
    })
  })
})
