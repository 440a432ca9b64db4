/**
 * The dates service over HTTP: seasons and days from the readings, access by owner, and refusals. Planted faults found:
 * days of UTC instead of the zone's, invalid readings counted, a season looked up by its path alone.
 */
import { describe, expect, it } from 'vitest'
import { problems } from '../../contract/errors.ts'
import {
  availableDatabases,
  availableDates,
  datesPath,
  graphPaths,
  graphPictures,
} from '../../contract/graphs.ts'
import type { SignedIn } from '../testing/accounts.ts'
import { build, type Built, shared } from '../testing/build.ts'
import { connectedSystem, freeNames, signedUpUser } from '../testing/factories.ts'
import { MALICIOUS_NAMES } from '../testing/malicious-names.ts'
import { controllerOf, readingAt, storeReadings } from '../testing/graph-readings.ts'
import { provesRow } from '../testing/reliability.ts'

const SYSTEM = 'North Quarter'

/** Path traversals, as written in paths and URLs. */
const ESCAPES = [
  '../',
  '../../../',
  '..\\',
  '..%2f',
  '..%252f',
  '%2e%2e/',
  '%2e%2e%5c',
  '....//',
  '..;/',
  '../',
  '/',
  '//',
  'C:\\',
  '\\\\host\\share\\',
  'file:',
  'file:///',
  'file://localhost/',
  '\0/',
  '\uFF0E\uFF0E\uFF0F',
  '~/',
]

const two = (number: number) => String(number).padStart(2, '0')

/** Days that do not exist. */
const IMPOSSIBLE = Array.from({ length: 14 }, (_, k) => 2019 + k).flatMap((year) => [
  ...['30-02', '31-02', '31-04', '31-06', '31-09', '31-11', '32-01', '01-00'].map((day) => `${day}-${year}`),
  ...(year % 4 === 0 ? [] : [`29-02-${year}`]),
])

/** A farm in Alberta, seven hours behind UTC in winter and six in summer, in the summer of 2026. */
async function farm(built: Built) {
  built.clock.advance(Date.parse('2026-07-20T18:00:00Z') - built.clock.now().getTime())
  await freeNames(built)
  const pat = await signedUpUser(built)
  await connectedSystem(built, pat)
  return pat
}

async function databases(built: Built, user: SignedIn) {
  const answer = await built.call(datesPath(user.id), { headers: { cookie: user.cookie } })
  return availableDatabases.parse(answer.body).available_databases
}

async function dates(built: Built, user: SignedIn, db: string) {
  const answer = await built.call(datesPath(user.id, db), { headers: { cookie: user.cookie } })
  return availableDates.parse(answer.body).dates
}

const server = shared(() => build())

describe('databases', () => {
  it('are the seasons of my systems that have valid readings, by the year of the zone', async () => {
    const built = server()
    const pat = await farm(built)
    expect(await databases(built, pat)).toEqual([])
    await connectedSystem(built, pat, { name: 'A Pivot', latitude: 50 })
    await storeReadings(built, SYSTEM, [
      // New Year's Eve of 2024 in local time
      readingAt('2025-01-01T06:59:59Z', 0.2),
      readingAt('2026-06-01T12:00:00Z', 0.2),
      readingAt('2023-06-01T12:00:00Z', 0.9),
    ])
    await storeReadings(built, 'A Pivot', [readingAt('2026-06-01T12:00:00Z', 0.2)])
    expect(await databases(built, pat)).toEqual([
      `${pat.id}/A Pivot 2026.db`,
      `${pat.id}/North Quarter 2026.db`,
      `${pat.id}/North Quarter 2024.db`,
    ])
    const sam = await signedUpUser(built)
    expect(await databases(built, sam)).toEqual([])
  })
})

describe('dates', () => {
  it('are the days of the zone with valid readings, each as that day at midnight UTC', async () => {
    const built = server()
    const pat = await farm(built)
    await storeReadings(built, SYSTEM, [
      readingAt('2026-07-07T05:59:59.999Z', 0.2),
      readingAt('2026-07-07T06:00:00Z', 0.2, { probe: 2 }),
      readingAt('2026-07-08T12:00:00Z', 0.61),
      readingAt('2026-07-09T12:00:00Z', 'wet'),
      readingAt('2027-07-09T12:00:00Z', 0.2),
      readingAt('2026-07-15T12:00:00Z', 0.2, { depthCm: 60 }),
      // the year has ended in UTC
      readingAt('2026-01-01T07:00:00Z', 0.2),
      readingAt('2026-01-01T06:59:59Z', 0.2),
    ])
    expect(await dates(built, pat, `${pat.id}/North Quarter 2026.db`)).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-07-06T00:00:00.000Z',
      '2026-07-07T00:00:00.000Z',
      '2026-07-15T00:00:00.000Z',
    ])
    expect(await dates(built, pat, `${pat.id}/North Quarter 2025.db`)).toEqual(['2025-12-31T00:00:00.000Z'])
    for (const year of ['2024', '0000', '0001', '1969', '9999'])
      expect(await dates(built, pat, `${pat.id}/North Quarter ${year}.db`)).toEqual([])
  })

  it('are correct for any set of days, across gaps and clock changes', async () => {
    const built = server()
    const pat = await farm(built)
    // every day around both clock changes of 2025, then some days of the year
    const days = [
      ...Array.from({ length: 9 }, (_, i) => `2025-03-${String(i + 5).padStart(2, '0')}`),
      '2025-05-01',
      '2025-08-31',
      ...Array.from({ length: 7 }, (_, i) => `2025-10-${i + 25}`),
      '2025-11-01',
      '2025-11-02',
      '2025-11-03',
      '2025-12-31',
    ]
    await storeReadings(
      built,
      SYSTEM,
      days.flatMap((day, i) => {
        const summer = day >= '2025-03-09' && day < '2025-11-02'
        const late = new Date(Date.parse(`${day}T23:30:00Z`) + (summer ? 6 : 7) * 3_600_000).toISOString()
        return [readingAt(late, 0.2, { probe: 1 + (i % 3) })]
      }),
    )
    const found = await dates(built, pat, `${pat.id}/North Quarter 2025.db`)
    expect(found.map((date) => date.slice(0, 10))).toEqual(days)
  })
})

describe('the three calls', () => {
  const body = (user: SignedIn, change: Record<string, unknown> = {}) => ({
    user_id: user.id,
    selected_db: `${user.id}/North Quarter 2026.db`,
    start_date: '06-07-2026',
    end_date: '07-07-2026',
    ...change,
  })

  async function season(built: Built) {
    const pat = await farm(built)
    await storeReadings(built, SYSTEM, [
      readingAt('2026-07-06T12:00:00Z', 0.2),
      readingAt('2026-07-07T12:00:00Z', 0.2),
      readingAt('2026-07-09T12:00:00Z', 0.2),
    ])
    return pat
  }

  it('require the header or the cookie of a page of this site (B3, H2)', async () => {
    const built = server()
    const pat = await season(built)
    const calls: [string, Parameters<Built['call']>[1]][] = [
      [datesPath(pat.id), {}],
      [datesPath(pat.id, `${pat.id}/North Quarter 2026.db`), {}],
      [graphPaths.dates, { json: body(pat) }],
      [`${graphPaths.dates}/`, { json: body(pat) }],
    ]
    provesRow('B3', calls.length * 9)
    for (const [address, options] of calls) {
      const status = async (headers: Record<string, string>) =>
        (await built.call(address, { ...options, headers })).status
      const { cookie } = pat
      expect([
        address,
        await status({}),
        await status({ cookie: 'headgate=x' }),
        await status({ cookie, 'sec-fetch-site': 'cross-site' }),
        await status({ cookie, 'sec-fetch-site': 'same-site' }),
        await status({ cookie, origin: 'https://evil.example' }),
        await status({ cookie, origin: 'null' }),
        await status({ cookie, 'sec-fetch-site': 'same-origin', origin: built.url }),
        await status({ cookie, origin: built.url }),
        await status(pat.headers),
      ]).toEqual([address, 401, 401, 403, 403, 403, 403, 200, 200, 200])
    }
  })

  it('refuse a user_id that is not mine, malformed or repeated, and reveal nothing of theirs (B2)', async () => {
    const built = server()
    const pat = await season(built)
    const sam = await signedUpUser(built)
    const { headers } = sam
    const db = encodeURIComponent(`${pat.id}/North Quarter 2026.db`)
    const malformed = [
      '',
      'x',
      '-1',
      '1.5',
      '1e3',
      ' 1',
      `${sam.id} `,
      '0x1',
      '99999999999',
      '1,2',
      '%00',
      '[]',
      'null',
      '+1',
      '1_000',
      '1e0',
      '1n',
      '٣',
      '１',
      'true',
      '{}',
      '1;',
      "1'",
      '1 or 1=1',
      '1--',
      '1/**/',
      '../1',
      '%31',
      'NaN',
      'Infinity',
    ]
    for (const id of malformed) {
      const address = `/dev4/fetchSystems?userId=${encodeURIComponent(id)}`
      expect([address, (await built.call(address, { headers })).status]).toEqual([address, 400])
    }
    provesRow('B2', malformed.length * 4)
    for (const id of malformed)
      for (const address of [
        `/dates?user_id=${encodeURIComponent(id)}`,
        `/dates?user_id=${encodeURIComponent(id)}&db=${db}`,
      ])
        expect([address, (await built.call(address, { headers })).status]).toEqual([address, 400])
    for (const id of [pat.id, 0, 9_999_999_999])
      for (const address of [`/dates?user_id=${id}`, `/dates?user_id=${id}&db=${db}`]) {
        const { status, body: said } = await built.call(address, { headers })
        expect([address, status, said]).toMatchObject([address, 403, { code: 'forbidden' }])
      }
    for (const address of [
      '/dates',
      `/dates?user_id=${sam.id}&user_id=${pat.id}`,
      `/dates?user_id=${sam.id}&user_id=${sam.id}`,
      `/dates?user_id[]=${sam.id}`,
      `/dates?user_id=${sam.id}&db=${db}&db=${db}`,
    ])
      expect([address, (await built.call(address, { headers })).status]).toEqual([address, 400])
    for (const user_id of [...malformed, null, true, [sam.id], { id: sam.id }, 1.5, undefined]) {
      const { status } = await built.call(graphPaths.dates, { headers, json: { ...body(sam), user_id } })
      expect([user_id, status]).toEqual([user_id, 400])
    }
    for (const user_id of [pat.id, String(pat.id), 0]) {
      const { status } = await built.call(graphPaths.dates, { headers, json: { ...body(pat), user_id } })
      expect([user_id, status]).toEqual([user_id, 403])
    }
  })

  it('open no file and show no season of others for any identifier (B1, C2)', async () => {
    const built = server()
    const pat = await season(built)
    const sam = await signedUpUser(built)
    await connectedSystem(built, sam, { name: 'South Quarter' })
    const own = `${sam.id}/`
    const foreign = [
      `${pat.id}/North Quarter 2026.db`,
      `${own}North Quarter 2026.db`,
      `${own}../${pat.id}/North Quarter 2026.db`,
      `${own}south quarter 2026.db`,
      `${own} South Quarter 2026.db`,
      `0${own}South Quarter 2026.db`,
      `${own}South Quarter 2026.DB`,
      `${own}South Quarter 2026.db.db`,
      `${own}South Quarter 26.db`,
      `${own}South Quarter 2026`,
      `${own}South Quarter 2026.db\0`,
      `${own}South Quarter\0 2026.db`,
      `${own}..\\..\\etc\\passwd 2026.db`,
      '/etc/passwd',
      '../../../../etc/passwd',
      'file:///etc/passwd',
      `file:${own}South Quarter 2026.db`,
      ':memory:',
      '',
      '\u{1F33E}',
      '\u{D800}',
      'x'.repeat(161),
      ...MALICIOUS_NAMES,
      ...MALICIOUS_NAMES.map((name) => `${own}${name} 2026.db`),
      ...ESCAPES.flatMap((escape) => [
        `${escape}etc/passwd`,
        `${own}${escape}etc/passwd 2026.db`,
        `${escape}${pat.id}/North Quarter 2026.db`,
        `${own}${escape}${pat.id}/North Quarter 2026.db`,
        `${escape}postgres/PG_VERSION`,
        `${own}South Quarter${escape} 2026.db`,
        `${own}${escape}South Quarter 2026.db`,
        `${own}South Quarter 2026.db${escape}North Quarter 2026.db`,
      ]),
    ]
    expect(foreign.length).toBeGreaterThanOrEqual(200)
    provesRow('C2', foreign.length * 2)
    const missing = { message: 'Not found.', detail: 'Not found.', code: 'system_not_found' }
    for (const db of foreign) {
      const read = await built.call(datesPath(sam.id, db.toWellFormed()), { headers: sam.headers })
      expect([db, read.status, read.body]).toMatchObject([db, 404, missing])
      const answer = await built.call(graphPaths.dates, {
        headers: sam.headers,
        json: body(sam, { selected_db: db }),
      })
      expect([db, answer.status]).toEqual([db, db === '' ? 400 : 404])
    }
    for (const db of [`${own}South Quarter 2026.db`])
      expect((await built.call(datesPath(sam.id, db), { headers: sam.headers })).body).toEqual({ dates: [] })
  })

  // planted fault that this caught: a date parsed by JavaScript, which makes 3 March of 31 February
  it('refuse an invalid range with its message, without delay (D5)', async () => {
    const built = server()
    const pat = await season(built)
    const ask = (change: Record<string, unknown>) =>
      built.call(graphPaths.dates, { headers: pat.headers, json: body(pat, change) })
    const both = problems.dates_required.message
    const day = problems.date_invalid.message
    const listed = problems.date_not_listed.message
    const order = 'The end date must be later than the start date.'
    const refused: [Record<string, unknown>, string][] = [
      [{ start_date: '31-02-2026' }, day],
      [{ end_date: '31-02-2026' }, day],
      [{ start_date: '29-02-2026' }, day],
      [{ start_date: '00-07-2026' }, day],
      [{ start_date: '06-13-2026' }, day],
      [{ start_date: '2026-07-06' }, day],
      [{ start_date: '6-7-2026' }, day],
      [{ start_date: '06/07/2026' }, day],
      [{ start_date: '06-07-26' }, day],
      [{ start_date: '06-07-0000', end_date: '06-07-0000' }, day],
      [{ start_date: ' 06-07-2026' }, day],
      [{ start_date: '٠٦-٠٧-٢٠٢٦' }, day],
      [{ start_date: '07-07-2026', end_date: '06-07-2026' }, order],
      [{ start_date: '06-07-2036', end_date: '06-07-2026' }, order],
      [{ end_date: '06-07-2036' }, listed],
      [{ start_date: '06-07-2016' }, listed],
      [{ end_date: '08-07-2026' }, listed],
      [{ start_date: '08-07-2026', end_date: '09-07-2026' }, listed],
      [{ start_date: '06-07-1926', end_date: '06-07-1926' }, listed],
      [{ start_date: '' }, both],
      [{ end_date: '' }, both],
      [{ start_date: null }, both],
      [{ end_date: undefined }, both],
      [{ end_date: 6 }, both],
      [{ selected_db: '' }, 'Please select a database.'],
      [{ selected_db: undefined }, 'Please select a database.'],
      ...IMPOSSIBLE.map((date): [Record<string, unknown>, string] => [{ start_date: date }, day]),
      // August, without readings
      ...Array.from({ length: 31 }, (_, k): [Record<string, unknown>, string] => [
        { start_date: `${two(k + 1)}-08-2026`, end_date: `${two(k + 1)}-08-2026` },
        listed,
      ]),
      ...Array.from({ length: 31 }, (_, k): [Record<string, unknown>, string] => [
        { start_date: `${two(k + 1)}-08-2026`, end_date: '06-07-2026' },
        order,
      ]),
    ]
    expect(refused.length).toBeGreaterThanOrEqual(200)
    provesRow('D5', refused.length)
    for (const [change, message] of refused) {
      const { status, body: said } = await ask(change)
      expect([change, status, said]).toMatchObject([change, 400, { message, detail: message }])
    }
    for (const json of [[], null, 'x', 7])
      expect((await built.call(graphPaths.dates, { headers: pat.headers, json })).status).toBe(400)
    expect(graphPictures.parse((await ask({})).body).plot_urls).toHaveProperty('P1-20cm')
    expect((await ask({ end_date: '06-07-2026' })).status).toBe(200)
  })

  it('ignore all fields of the body that are not their own (B7)', async () => {
    provesRow('B7', 1)
    const built = server()
    const pat = await season(built)
    const sam = await signedUpUser(built)
    const json = body(pat, { id: sam.id, owner: sam.id, role: 'owner', user: sam.id })
    const { body: said } = await built.call(graphPaths.dates, { headers: pat.headers, json })
    const [url = ''] = Object.values(graphPictures.parse(said).plot_urls)
    expect((await built.call(url, { headers: pat.headers })).status).toBe(200)
    expect((await built.call(url, { headers: sam.headers })).status).toBe(404)
    expect(await controllerOf(built, SYSTEM)).toBeGreaterThan(0)
  })
})
