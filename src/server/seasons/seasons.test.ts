/** Seasons: volumes of as-applied records by the months of the field, gaps in the records, licences, and who may enter them. */
import { parse as parseCsv } from 'csv-parse/sync'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { memberPaths } from '../../contract/accounts/members.ts'
import { licencePath, type Season, season, seasonPaths } from '../../contract/seasons.ts'
import { systemOf } from '../systems/membership.store.ts'
import type { SignedIn } from '../testing/accounts.ts'
import { connectedSystem, farmIn, signedUpUser, sharedServer } from '../testing/factories.ts'

const server = sharedServer()
const farm = () => farmIn(server())

const NAME = 'North Quarter'

/** A machine of three towers at 60, 120 and 180 m with 10 m of overhang, and its records. */
async function recordedFarm() {
  const setup = await farm()
  const { built, owner } = setup
  const { controllerId } = await systemOf(built.kit.database.reader, owner.id, NAME)
  const record = (from: string, sector: number, depthIn: number[]) =>
    sql`insert into as_applied (controller_id, rev, sector, from_at, to_at, depth_in)
      values (${controllerId}, 1, ${sector}, ${from}, ${from}, ${[...depthIn, 0, 0, 0, 0, 0, 0]})`.execute(
      built.kit.database.reader,
    )
  const of = async (year: number, as: SignedIn = owner): Promise<Season> =>
    season.parse((await built.call(`${seasonPaths.one}?year=${year}`, as)).body)
  return { ...setup, record, of }
}

/** Cubic metres of 2 degrees of a ring at one inch. */
const ring = (inner: number, outer: number) => (Math.PI * (outer ** 2 - inner ** 2) * 0.0254) / 180

describe('volume', () => {
  it('is depth times area, by the months of the field, with gaps reported', async () => {
    const { record, of } = await recordedFarm()
    // the last hour of June in Alberta is in July by UTC
    await record('2026-07-01T05:30:00Z', 10, [1, 0.5, 0.25])
    await record('2026-07-01T06:30:00Z', 11, [1, 1, 1])
    await record('2026-07-01T07:30:00Z', 12, [0, 0, 0.8])
    // four sectors, 8 degrees, passed without a record; then across north, which is no gap
    await record('2026-07-02T06:30:00Z', 17, [1, 1, 1])
    await record('2026-07-20T06:30:00Z', 179, [1, 1, 1])
    await record('2026-07-20T06:40:00Z', 0, [1, 1, 1])
    // another year
    await record('2025-08-20T06:40:00Z', 0, [1, 1, 1])
    const { first_year, systems } = await of(2026)
    expect(first_year).toBe(2025)
    const [found] = systems
    const fullCircle = ring(0, 190)
    const june = ring(0, 60) + 0.5 * ring(60, 120) + 0.25 * ring(120, 190)
    const july = 4 * fullCircle + 0.8 * ring(120, 190)
    expect(found?.months.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(found?.months[5]).toMatchObject({ method: 'as_applied', gaps: 0, gap_degrees: 0 })
    expect(found?.months[5]?.volume_m3).toBeCloseTo(june, 6)
    // from sector 17 to 179 the shorter way is 18 steps across north, 17 sectors without a record
    expect(found?.months[6]).toMatchObject({ method: 'as_applied', gaps: 2, gap_degrees: 8 + 34 })
    expect(found?.months[6]?.volume_m3).toBeCloseTo(july, 6)
    expect(found?.months[7]).toMatchObject({ method: 'none', volume_m3: 0 })
    expect(found?.volume_m3).toBeCloseTo(june + july, 6)
  })

  it('is listed beside the count of a water meter, also after its replacement, and only if there is one', async () => {
    const { built, owner, of } = await recordedFarm()
    expect((await of(2026)).systems[0]?.metered).toEqual([])
    const { controllerId } = await systemOf(built.kit.database.reader, owner.id, NAME)
    const count = (at: string, m3: number, meter = 2) =>
      sql`insert into instrument_readings (controller_id, kind, number, depth_cm, at, value)
        values (${controllerId}, 'volume', ${meter}, 0, ${at}, ${m3})`.execute(built.kit.database.reader)
    // the year begins at 7:00 UTC
    await count('2026-01-01T06:00:00Z', 100)
    await count('2026-01-01T08:00:00Z', 130)
    await count('2026-07-01T08:00:00Z', 1130)
    await count('2026-07-02T08:00:00Z', 5)
    await count('2026-07-03T08:00:00Z', 25)
    await count('2026-07-03T08:00:00Z', 7, 3)
    await count('2026-07-04T08:00:00Z', 8, 3)
    await count('2027-01-01T08:00:00Z', 999)
    expect((await of(2026)).systems[0]?.metered).toEqual([
      { meter: 2, volume_m3: 30 + 1000 + 20 },
      { meter: 3, volume_m3: 1 },
    ])
  })

  it("is the flow meter's, unless it was offline for part of the recorded passes", async () => {
    const { built, owner, record, of } = await recordedFarm()
    const { controllerId } = await systemOf(built.kit.database.reader, owner.id, NAME)
    const point = (at: string, pumpedM3: number, unheardMs: number) =>
      sql`insert into machine_track
        (controller_id, at, angle_deg, direction, moving, wet, pumped_m3, unheard_ms)
        values (${controllerId}, ${at}, 10, 'FORWARD', true, true, ${pumpedM3}, ${unheardMs})`.execute(
        built.kit.database.reader,
      )
    await point('2026-05-01T05:00:00Z', 1000, 0)
    await point('2026-06-10T12:00:00Z', 1000, 0)
    await point('2026-06-10T12:15:00Z', 1020, 1_800_000)
    await point('2026-07-10T12:00:00Z', 1020, 1_800_000)
    await point('2026-07-10T12:15:00Z', 1021, 1_800_000)
    // 16 m3 each
    await record('2026-06-10T12:00:00Z', 10, [1, 1, 1])
    await record('2026-07-10T12:00:00Z', 10, [1, 1, 1])
    const [found] = (await of(2026)).systems
    expect(found?.months[4]).toMatchObject({ method: 'none' })
    expect(found?.months[5]).toMatchObject({ method: 'flow', volume_m3: 20, gaps: 0, unheard_hours: 0.5 })
    expect(found?.months[6]).toMatchObject({ method: 'as_applied', unheard_hours: 0 })
    expect(found?.volume_m3).toBeCloseTo(20 + ring(0, 190), 6)
  })

  it('is empty before the first record, and the year must have four digits', async () => {
    const { built, owner, of } = await recordedFarm()
    const { first_year, systems } = await of(2026)
    expect(first_year).toBe(new Date(built.clock.now()).getUTCFullYear())
    expect(systems).toMatchObject([{ system: NAME, role: 'owner', licence: null, volume_m3: 0 }])
    const answer = await built.call(`${seasonPaths.one}?year=26`, owner)
    expect(answer).toMatchObject({ status: 400, body: { code: 'season_year_invalid' } })
  })
})

describe('a licence', () => {
  it('is in force from its year on, as entered, until another or none is', async () => {
    const { built, owner, systemId, of } = await recordedFarm()
    const enter = (year: number, json: unknown) =>
      built.call(licencePath(NAME, year), { method: 'PUT', json, headers: owner.headers })
    expect((await enter(2024, { volume: 120, unit: 'acre_feet' })).status).toBe(204)
    expect((await enter(2026, { volume: 150, unit: 'dam3' })).status).toBe(204)
    const end = await built.call(licencePath(NAME, 2028), { method: 'DELETE', headers: owner.headers })
    expect(end.status).toBe(204)
    const licences = []
    for (const year of [2023, 2024, 2025, 2026, 2027, 2028])
      licences.push((await of(year)).systems[0]?.licence)
    const first = { volume: 120, unit: 'acre_feet', from_year: 2024 }
    const second = { volume: 150, unit: 'dam3', volume_m3: 150_000, from_year: 2026 }
    expect(licences).toMatchObject([null, first, first, second, second, null])
    // an acre-foot is 1233.48183754752 m3
    expect(licences[1]?.volume_m3).toBeCloseTo(148_017.8205, 3)
    const { rows } = await sql`select outcome from audit
      where action = 'licence change' and system_id = ${systemId}`.execute(built.kit.database.reader)
    expect(rows).toHaveLength(3)
  })

  it('is refused if its volume or unit is invalid', async () => {
    const { built, owner, of } = await recordedFarm()
    for (const [json, code] of [
      [{ volume: 0, unit: 'm3' }, 'licence_volume_invalid'],
      [{ volume: -3, unit: 'm3' }, 'licence_volume_invalid'],
      [{ volume: 1e9, unit: 'acre_feet' }, 'licence_volume_invalid'],
      [{ volume: '12', unit: 'm3' }, 'licence_volume_invalid'],
      [{ volume: 12, unit: 'gallons' }, 'volume_unit_unknown'],
    ] as const) {
      const how = { method: 'PUT', json, headers: owner.headers }
      const answer = await built.call(licencePath(NAME, 2026), how)
      expect(answer, `of ${JSON.stringify(json)}`).toMatchObject({ status: 400, body: { code } })
    }
    expect((await of(2026)).systems[0]?.licence).toBeNull()
  })

  it('is entered by operators, visible to viewers, and to nobody else', async () => {
    const { built, owner, of } = await recordedFarm()
    const operator = await signedUpUser(built)
    const viewer = await signedUpUser(built)
    const stranger = await signedUpUser(built)
    for (const [email, role] of [
      [operator.email, 'operator'],
      [viewer.email, 'viewer'],
    ])
      await built.call(`${memberPaths.list}?system=North%20Quarter`, {
        json: { email, role },
        headers: owner.headers,
      })
    const json = { volume: 90, unit: 'acre_feet' }
    const as = async ({ headers }: SignedIn) =>
      (await built.call(licencePath(NAME, 2026), { method: 'PUT', json, headers })).status
    expect(await as(viewer)).toBe(403)
    expect(await as(stranger)).toBe(404)
    expect((await of(2026)).systems[0]?.licence).toBeNull()
    expect(await as(operator)).toBe(204)
    expect((await of(2026, viewer)).systems).toMatchObject([{ role: 'viewer', licence: { volume: 90 } }])
    expect((await of(2026, stranger)).systems).toEqual([])
  })
})

it('is exported as a file with a row for each month of each system, and their totals', async () => {
  const { built, owner, record } = await recordedFarm()
  await connectedSystem(built, owner, { name: '-South' })
  await record('2026-07-01T06:30:00Z', 11, [1, 1, 1])
  await built.call(licencePath(NAME, 2026), {
    method: 'PUT',
    json: { volume: 120, unit: 'acre_feet' },
    headers: owner.headers,
  })
  const answer = await fetch(`${built.url}${seasonPaths.export}?year=2026`, { headers: owner.headers })
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="water-2026.csv"')
  const rows: Record<string, string>[] = parseCsv(await answer.text(), { columns: true })
  expect(rows).toHaveLength(2 * 13)
  const ownRows = rows.filter(({ system }) => system === NAME)
  expect(ownRows[6]).toMatchObject({
    year: '2026',
    month: '7',
    // pi 190^2 x 25.4 mm / 180
    diverted_m3: '16',
    diverted_acre_feet: '0.013',
    how_measured: 'as-applied records of the machine, depth times area',
    licence_as_entered: '120',
    licence_unit: 'acre_feet',
    licence_m3: '148017.8',
  })
  expect(ownRows[12]).toMatchObject({ month: 'total', diverted_m3: '16', gaps: '0' })
  expect(rows[0]).toMatchObject({ system: "'-South", how_measured: 'no record', licence_m3: '' })
})
