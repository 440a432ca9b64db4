/** Batches in the database: counts, precedence, months, and the same state for every order. */
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { emptyDatabase, directly } from '../testing/build.ts'
import { movableClock } from '../kit/clock.ts'
import { readConfig } from '../kit/config.ts'
import { openKit } from '../installation/installation.ts'
import { createLog } from '../kit/log.ts'
import type { IncomingReading } from './reading-check.ts'
import { createReadings } from './readings.service.ts'

const NOW = Date.parse('2026-07-10T12:00:00Z')

/** Readings on an empty database, with a clock near NOW; without a server. */
async function open() {
  const clock = movableClock()
  clock.advance(NOW - Date.now())
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const kit = await openKit(config, createLog(config), clock, directly(await emptyDatabase()))
  return { kit, clock, readings: createReadings(kit) }
}

const reading = (at: string, vwc: unknown, more: Partial<IncomingReading> = {}): IncomingReading => ({
  probe: '7',
  depthCm: 30,
  at,
  vwc,
  ...more,
})

describe('storing readings', () => {
  it('counts new, known and invalid readings', async () => {
    const { kit, readings } = await open()
    const batch = [
      reading('2026-07-10T10:00:00Z', 0.21),
      reading('2026-07-10T12:00:00+02:00', 0.21),
      reading('2026-07-10T11:00:00Z', 27),
      reading('2026-07-10T11:10:00Z', 'wet'),
      reading('2026-07-10T12:06:00Z', 0.2),
      reading('yesterday', 0.2),
    ]
    expect(await readings.store(1, batch)).toEqual({ stored: 1, duplicate: 1, invalid: 4 })
    expect(await readings.store(1, batch)).toEqual({ stored: 0, duplicate: 2, invalid: 4 })
    const { rows } = await sql`select at, value, invalid from readings order by at`.execute(
      kit.database.reader,
    )
    expect(rows).toEqual([
      { at: new Date(0), value: 0.2, invalid: 'time_not_plausible' },
      { at: new Date('2026-07-10T10:00:00Z'), value: 0.21, invalid: null },
      { at: new Date('2026-07-10T11:00:00Z'), value: 27, invalid: 'value_out_of_range' },
      { at: new Date('2026-07-10T11:10:00Z'), value: null, invalid: 'value_not_a_number' },
      { at: new Date('2026-07-10T12:06:00Z'), value: 0.2, invalid: 'time_in_future' },
    ])
    await kit.database.close()
  })

  it('prefers the valid one, then the drier, and treats 007 as 7', async () => {
    const { kit, readings } = await open()
    const at = '2026-07-10T10:00:00Z'
    await readings.store(1, [reading(at, -0.4)])
    expect(await readings.store(1, [reading(at, 0.3, { probe: '007' })])).toMatchObject({ stored: 1 })
    expect(await readings.store(1, [reading(at, 0.28)])).toMatchObject({ stored: 1 })
    expect(await readings.store(1, [reading(at, 0.29), reading(at, -0.4)])).toMatchObject({ stored: 0 })
    const since = new Date('2026-07-10T09:00:00Z')
    expect(await readings.latest(kit.database.reader, 1, since)).toEqual([
      { probe: 7, depthCm: 30, at: new Date(at), value: 0.28 },
    ])
    expect(await readings.latest(kit.database.reader, 2, since)).toEqual([])
    await kit.database.close()
  })

  it('stores a future reading as invalid, and accepts it once its time has come', async () => {
    const { kit, clock, readings } = await open()
    const early = [reading('2026-09-03T00:00:00Z', 0.25)]
    expect(await readings.store(1, early)).toMatchObject({ invalid: 1 })
    clock.advance(60 * 86_400_000)
    expect(await readings.store(1, [reading('2026-09-01T00:00:00Z', 0.24)])).toMatchObject({ stored: 1 })
    expect(await readings.store(1, early)).toEqual({ stored: 1, duplicate: 0, invalid: 0 })
    const { rows } = await sql<{ part: string }>`
      select distinct tableoid::regclass::text as part from readings`.execute(kit.database.reader)
    expect(rows).toEqual([{ part: 'readings_2026_09' }])
    await kit.database.close()
  })

  it('creates no partition for an impossible month', async () => {
    const { kit, readings } = await open()
    const years = ['0001', '1970', '1999', '2027', '9999']
    await readings.store(
      1,
      years.map((year) => reading(`${year}-05-01T00:00:00Z`, 0.2)),
    )
    const { rows } = await sql<{ parts: number }>`
      select count(*)::integer as parts from pg_inherits where inhparent = 'readings'::regclass`.execute(
      kit.database.reader,
    )
    expect(rows).toEqual([{ parts: 1 }])
    await kit.database.close()
  })

  it('creates a month once when many batches need it at the same time', async () => {
    const { kit, readings } = await open()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        readings.store(i, [reading('2026-06-01T00:00:00Z', 0.2), reading('2026-07-01T00:00:00Z', 0.2)]),
      ),
    )
    expect(answers.every(({ stored }) => stored === 2)).toBe(true)
    await kit.database.close()
  })

  it('previews the result without storing anything', async () => {
    const { kit, readings } = await open()
    const batch = [reading('2026-07-10T10:00:00Z', 0.21)]
    expect(await readings.preview(1, batch)).toEqual({ stored: 1, duplicate: 0, invalid: 0 })
    expect(await readings.latest(kit.database.reader, 1, new Date(0))).toEqual([])
    await kit.database.close()
  })
})

describe('the order of readings', () => {
  // planted fault that this caught: a last-write-wins update, which keeps whatever came last
  it('does not affect the stored state, however they are shuffled, repeated and split', async () => {
    const { kit, readings } = await open()
    const incoming = fc.record({
      probe: fc.constantFrom('1', '01', '2'),
      depthCm: fc.constantFrom(20, 40),
      at: fc.constantFrom('2026-06-30T23:00:00Z', '2026-07-01T00:00:00Z', '2026-08-01T00:00:00Z', 'never'),
      vwc: fc.constantFrom<unknown>(0.1, 0.2, 0.6, 0.61, -1, 1e38, 'wet', null, Number.NaN),
      temperatureC: fc.constantFrom<unknown>(undefined, 12, 15, 'hot'),
    })
    let controllerId = 0
    const stateAfter = async (batches: IncomingReading[][]) => {
      controllerId += 1
      for (const batch of batches) await readings.store(controllerId, batch)
      const state = await sql`
        select probe, depth_cm, at, value, temperature_c, invalid from readings
         where controller_id = ${controllerId} order by 1, 2, 3`.execute(kit.database.reader)
      const last = await readings.latest(kit.database.reader, controllerId, new Date(0))
      return { rows: state.rows, last }
    }
    const cases = fc.array(incoming, { minLength: 1, maxLength: 12 }).chain((batch) =>
      fc.record({
        batch: fc.constant(batch),
        again: fc.shuffledSubarray([...batch, ...batch], { minLength: batch.length * 2 }),
        cut: fc.nat(batch.length),
      }),
    )
    await fc.assert(
      fc.asyncProperty(cases, async ({ batch, again, cut }) => {
        expect(await stateAfter([again.slice(0, cut), again.slice(cut)])).toEqual(await stateAfter([batch]))
      }),
      { numRuns: 60, seed: 20_261_121 },
    )
    await kit.database.close()
  })
})
