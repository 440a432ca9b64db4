/** The fast parser of timestamps agrees with the driver, in every zone and year that a database may return. */
import { createRequire } from 'node:module'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInstant } from './prepared-statements.ts'

/** The driver's own parser, whatever is set in its place. */
const byTheDriver: unknown = createRequire(createRequire(import.meta.url).resolve('pg-types'))(
  'postgres-date',
)

const digits = (number: number, length: number) => String(number).padStart(length, '0')

describe('a timestamp', () => {
  it('is parsed like by the driver', () => {
    if (typeof byTheDriver !== 'function') throw new Error('the driver reads dates in another way by now')
    const zones = fc.constantFrom('+00', '-07', '+05:30', '+00:19:32')
    const instants = fc.record({
      at: fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
      micros: fc.integer({ min: 0, max: 999_999 }),
      length: fc.integer({ min: 0, max: 6 }),
      zone: zones,
      before: fc.constantFrom('', '', '', ' BC'),
    })
    fc.assert(
      fc.property(instants, ({ at, micros, length, zone, before }) => {
        const day = at.toISOString().slice(0, 19).replace('T', ' ')
        const part = length === 0 ? '' : `.${digits(micros, 6).slice(0, length)}`
        const text = `${day}${part}${zone}${before}`
        expect([text, readInstant(text)]).toEqual([text, byTheDriver(text)])
      }),
      { numRuns: 5000 },
    )
  })

  it('is parsed by its parts, and infinity is preserved', () => {
    expect(readInstant('2026-07-06 12:34:56.789123+00')).toEqual(new Date('2026-07-06T12:34:56.789Z'))
    expect(readInstant('2026-07-06 12:34:56.5+00')).toEqual(new Date(Date.UTC(2026, 6, 6, 12, 34, 56, 500)))
    expect(readInstant('2026-07-06 05:34:56-07')).toEqual(new Date('2026-07-06T12:34:56Z'))
    expect(readInstant('12026-07-06 12:34:56+00')).toEqual(new Date('+012026-07-06T12:34:56Z'))
    expect([readInstant('infinity'), readInstant('-infinity')]).toEqual([Infinity, -Infinity])
  })
})
