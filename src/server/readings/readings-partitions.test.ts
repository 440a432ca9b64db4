/** Partitions created in advance and readings deleted, by a simulated clock; also with several processes at once. */
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { movableClock } from '../kit/clock.ts'
import { readConfig } from '../kit/config.ts'
import type { Kit } from '../installation/kit.ts'
import { openKit } from '../installation/installation.ts'
import { createLog } from '../kit/log.ts'
import { build, emptyDatabase, directly } from '../testing/build.ts'
import { eventually } from '../testing/eventually.ts'
import { createReadings } from './readings.service.ts'
import { maintainPartitions } from './readings-partitions.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const DAY = 86_400_000

async function open(READINGS_RETENTION = 'forever', url?: string) {
  const clock = movableClock()
  clock.advance(NOW - Date.now())
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', READINGS_RETENTION })
  const kit = await openKit(config, createLog(config), clock, directly(url ?? (await emptyDatabase())))
  onTestFinished(() => kit.database.close())
  return { kit, clock, readings: createReadings(kit) }
}

async function tables({ database }: Kit): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select inhrelid::regclass::text as part from pg_inherits
     where inhparent = 'readings'::regclass order by 1`.execute(database.reader)
  return rows.map(({ part }) => part).filter((part) => part !== 'readings_default')
}

async function times({ database }: Kit): Promise<string[]> {
  const { rows } = await sql<{ at: Date }>`select at from readings order by at`.execute(database.reader)
  return rows.map(({ at }) => at.toISOString())
}

const at = (text: string, probe = 1) => ({ probe, depthCm: 20, at: text, vwc: 0.2 })

describe('monthly partitions', () => {
  it('exist before the month begins, also across the turn of a year', async () => {
    const { kit, clock } = await open()
    await maintainPartitions(kit)
    expect(await tables(kit)).toEqual(['readings_2026_11', 'readings_2026_12', 'readings_2027_01'])
    clock.advance(15 * DAY)
    await maintainPartitions(kit)
    expect(await tables(kit)).toContain('readings_2027_02')
  })

  // planted fault that this caught: creating a month waited for a long query, and every reading behind it
  it('are postponed instead of waiting during a long query', async () => {
    const { kit, readings } = await open()
    await maintainPartitions(kit)
    const late = [at('2024-05-01T00:00:00Z')]
    await kit.database.write(async (tx) => {
      await sql`select count(*) from readings`.execute(tx)
      await expect(readings.store(1, late)).rejects.toThrow('lock timeout')
      expect(await readings.store(1, [at('2026-11-21T11:00:00Z')])).toMatchObject({ stored: 1 })
    })
    expect(await readings.store(1, late)).toMatchObject({ stored: 1 })
  })

  it('are created by a server when it starts', async () => {
    const built = await build()
    const now = built.clock.now()
    const next = [0, 1, 2].map((ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)))
    expect(await tables(built.kit)).toEqual(
      next.map((month) => `readings_${month.toISOString().slice(0, 7).replace('-', '_')}`),
    )
  })

  // planted fault that this caught: a future reading that arrived between moving the waiting ones and the attachment
  it('are created once by several concurrent processes, while readings arrive', async () => {
    const url = await emptyDatabase()
    const processes = await Promise.all([open('400d', url), open('400d', url), open('400d', url)])
    const stored = await Promise.all(
      processes.flatMap(({ kit, readings }, i) => [
        maintainPartitions(kit),
        readings.store(i, [
          at('2026-12-31T23:59:00Z'),
          at('2026-11-21T12:00:00Z'),
          at('2025-01-01T00:00:00Z'),
        ]),
        maintainPartitions(kit),
      ]),
    )
    expect(stored.filter((answer) => answer !== undefined)).toEqual(
      Array.from({ length: 3 }, () => ({ stored: 2, duplicate: 0, invalid: 1 })),
    )
    const [firstProcess] = processes
    if (!firstProcess) throw new Error('no process')
    await maintainPartitions(firstProcess.kit)
    expect(await tables(firstProcess.kit)).toEqual([
      'readings_2026_11',
      'readings_2026_12',
      'readings_2027_01',
    ])
  })

  it('refuse no reading that is being stored while its month is created', async () => {
    const { kit, readings } = await open('400d')
    const { pool } = kit.database
    const maker = await pool.connect()
    await maker.query(`begin; select ensure_reading_months('{2026-12-01}')`)
    const stored = readings.store(1, [at('2026-12-31T23:59:00Z')])
    const waiting = () =>
      pool.query(`select from pg_locks where not granted and relation = 'readings_default'::regclass`)
    await eventually(async () => expect((await waiting()).rowCount).toBe(1))
    await maker.query('commit')
    maker.release()
    expect(await stored).toEqual({ stored: 0, duplicate: 0, invalid: 1 })
    expect(await times(kit)).toEqual(['2026-12-31T23:59:00.000Z'])
  })
})

describe('readings past their retention', () => {
  // 400 days before 21 November 2026 12:00 is 17 October 2025 12:00
  const OLD = [
    '2020-02-29T00:00:00Z',
    '2025-09-30T23:59:59.999Z',
    '2025-10-01T00:00:00Z',
    '2025-10-17T11:59:59Z',
  ]
  const NEW = ['2025-10-17T12:01:00Z', '2025-10-31T23:59:59Z', '2025-11-01T00:00:00Z', '2026-11-21T12:00:00Z']

  it('are deleted, whole months by their table and the rest one by one; never a newer one', async () => {
    const { kit, clock, readings } = await open('400d')
    await readings.store(
      1,
      [...OLD, ...NEW].map((time) => at(time)),
    )
    await readings.store(1, [{ probe: 1, depthCm: 20, at: 'never', vwc: 0.2 }])
    await maintainPartitions(kit)
    const newTimes = NEW.map((time) => new Date(time).toISOString())
    // the age of a reading without a time is unknown
    expect(await times(kit)).toEqual([new Date(0).toISOString(), ...newTimes])
    expect(await tables(kit)).toEqual(
      ['2025_10', '2025_11', '2026_11', '2026_12', '2027_01'].map((month) => `readings_${month}`),
    )
    clock.advance(20 * DAY)
    await maintainPartitions(kit)
    expect(await times(kit)).toEqual([new Date(0).toISOString(), newTimes[3]])
    expect(await tables(kit)).not.toContain('readings_2025_10')
  })

  it('stay until the next hour during a long query, and readings are stored meanwhile', async () => {
    const url = await emptyDatabase()
    await maintainPartitions((await open('forever', url)).kit)
    const { kit, readings } = await open('400d', url)
    await readings.store(1, [at(OLD[0] ?? ''), at(NEW[3] ?? '')])
    await kit.database.write(async (tx) => {
      await sql`select count(*) from readings`.execute(tx)
      await expect(maintainPartitions(kit)).rejects.toThrow('lock timeout')
      expect(await readings.store(1, [at('2026-11-21T11:00:00Z')])).toMatchObject({ stored: 1 })
    })
    expect(await times(kit)).toHaveLength(3)
    await maintainPartitions(kit)
    expect(await times(kit)).toEqual(['2026-11-21T11:00:00.000Z', '2026-11-21T12:00:00.000Z'])
  })

  it('are deleted with their sensors, and sensors with newer readings keep their last one', async () => {
    const { kit, readings } = await open('400d')
    await readings.store(1, [
      at(OLD[0] ?? '', 1),
      at(OLD[3] ?? '', 2),
      at(NEW[0] ?? '', 2),
      at(OLD[3] ?? '', 3),
    ])
    await maintainPartitions(kit)
    expect(await readings.latest(kit.database.reader, 1, new Date(0))).toEqual([
      { probe: 2, depthCm: 20, at: new Date(NEW[0] ?? ''), value: 0.2 },
    ])
  })

  it('are kept by calendar years, and for ever by default', async () => {
    const url = await emptyDatabase()
    const { kit, readings } = await open('forever', url)
    await readings.store(
      1,
      ['2019-01-01T00:00:00Z', '2021-11-21T11:59:00Z', '2021-11-21T12:01:00Z'].map((time) => at(time)),
    )
    await maintainPartitions(kit)
    expect(await times(kit)).toHaveLength(3)
    await maintainPartitions((await open('5y', url)).kit)
    expect(await times(kit)).toEqual(['2021-11-21T12:01:00.000Z'])
  })
})
