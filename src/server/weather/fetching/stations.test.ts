/** Stations near a system, from services on loopback with the formats of Canada and the United States. */
import { describe, expect, it } from 'vitest'
import { dayAfter, daysOf } from '../../readings/zone-days.ts'
import { eventually } from '../../testing/test-device.ts'
import { json, type Reply, weatherFarm, weatherService } from '../../testing/weather-desk.ts'
import { ecccService } from './eccc.ts'
import { rccAcisService } from './rcc-acis.ts'

/** A quarter of a year of hours is stored, and services pause: this takes time on a busy machine. */
const PATIENT = { timeout: 120_000 }

const DAY_MS = 86_400_000

interface Said {
  name?: string
  id?: string
  at?: [number, number]
  [property: string]: unknown
}

/** One day of a station in the climate-daily format, with properties that were not requested. */
function feature(day: string, { name = 'CALGARY SPRINGBANK', id = '3031109', at, ...said }: Said) {
  const [year, month, date] = day.split('-').map(Number)
  return {
    id: `${id}.${year}.${month}.${date}`,
    type: 'Feature',
    geometry: { type: 'Point', coordinates: at ?? [-114.2, 51.08] },
    properties: {
      CLIMATE_IDENTIFIER: id,
      STATION_NAME: name,
      LOCAL_DATE: `${day} 00:00:00`,
      PROVINCE_CODE: 'AB',
      MAX_TEMPERATURE: 24.1,
      MAX_TEMPERATURE_FLAG: null,
      MIN_TEMPERATURE: 9.3,
      MIN_TEMPERATURE_FLAG: null,
      MAX_REL_HUMIDITY: 92,
      MIN_REL_HUMIDITY: 38,
      TOTAL_PRECIPITATION: 0,
      TOTAL_PRECIPITATION_FLAG: null,
      ...said,
    },
  }
}

const collection = (features: unknown[]) => ({
  type: 'FeatureCollection',
  features,
  numberMatched: features.length,
  numberReturned: features.length,
})

async function canada(reply: Reply) {
  const source = await weatherService(reply)
  return { ...(await weatherFarm({ ECCC_URL: source.url })), source: source.state }
}

const place = {
  code: '2553 -5708 America/Edmonton',
  latitude: 51.06,
  longitude: -114.16,
  timeZone: 'America/Edmonton',
  elevationM: 1100,
}
const now = new Date('2026-07-10T18:00:00Z')
const span = { start: '2026-07-01', end: '2026-07-10' }
const question = { place, span, now, validator: null }

describe('Canadian stations', PATIENT, () => {
  it('provide the rain of systems within ten kilometres, the nearest first, before the model', async () => {
    const setup = await canada((request, response) => {
      const end = request.searchParams.get('datetime')?.split('/')[1] ?? ''
      const days = [dayAfter(end, -1), dayAfter(end, -2)]
      const near = days.map((day) => feature(day, { TOTAL_PRECIPITATION: 24 }))
      // nearer, and without a gauge on one of the days
      const nearest = days.map((day, i) =>
        feature(day, {
          id: '3031111',
          name: 'COCHRANE CROSSING',
          at: [-114.17, 51.065],
          TOTAL_PRECIPITATION: i === 0 ? 21 : null,
          TOTAL_PRECIPITATION_FLAG: i === 0 ? null : 'M',
        }),
      )
      const far = days.map((day) =>
        feature(day, { id: '3031400', name: 'FAR', at: [-114.15, 51.16], TOTAL_PRECIPITATION: 99 }),
      )
      json(response, 200, collection([...far, ...near, ...nearest]))
    })
    const found = await setup.until('stations', ({ days }) =>
      days.some(({ rain }) => rain.used === 'station'),
    )
    const day = (back: number) => found.days.find((entry) => entry.day === dayAfter(found.today, -back))
    expect(day(1)?.rain).toMatchObject({
      used: 'station',
      used_mm: 21,
      station: { name: 'COCHRANE CROSSING', km: expect.closeTo(1.5, 1) },
    })
    expect(day(2)?.rain).toMatchObject({ used_mm: 24, station: { name: 'CALGARY SPRINGBANK' } })
    // neither wind nor radiation is measured
    expect(day(1)).toMatchObject({ max_c: 24.1, et_certainty: 'estimated', et_source: 'eccc' })
    expect(found).toMatchObject({ state: 'off', networks: [{ network: 'eccc', state: 'current' }] })
    const parameters = setup.source.asked[0]?.searchParams
    const [west = 0, south = 0, east = 0, north = 0] = (parameters?.get('bbox') ?? '').split(',').map(Number)
    expect([west < -114.29, south < 50.97, east > -114.01, north > 51.15]).toEqual([true, true, true, true])
  })

  it('report T for a trace, and no rain if its day is unknown', async () => {
    const flags = ['T', 'M', 'A', 'C', 'F', 'L', 'E', null]
    const source = await weatherService((_, response) =>
      json(
        response,
        200,
        collection(
          flags.map((flag, i) =>
            feature(dayAfter('2026-07-01', i), {
              TOTAL_PRECIPITATION: flag === 'T' ? null : 7.5,
              TOTAL_PRECIPITATION_FLAG: flag,
            }),
          ),
        ),
      ),
    )
    const fetched = await ecccService({ url: source.url }).ask(question)
    expect(fetched?.streams[0]?.days.map(({ rainMm }) => rainMm)).toEqual([
      0,
      null,
      null,
      null,
      null,
      null,
      7.5,
      7.5,
    ])
  })

  it('tolerate one without a position, a day without a date, and a duplicate day', async () => {
    const source = await weatherService((_, response) =>
      json(
        response,
        200,
        collection([
          { ...feature('2026-07-01', { id: '1' }), geometry: null },
          feature('2026-02-31', {}),
          feature('2026-07-02', { TOTAL_PRECIPITATION: 3 }),
          feature('2026-07-02', { TOTAL_PRECIPITATION: 4, MAX_TEMPERATURE: -9999 }),
        ]),
      ),
    )
    const fetched = await ecccService({ url: source.url }).ask(question)
    expect(fetched?.streams.map(({ code, days }) => [code, days])).toEqual([
      ['3031109', [expect.objectContaining({ day: '2026-07-02', rainMm: 4, maxC: null })]],
    ])
    source.state.reply = (_, response) => json(response, 200, collection([{ type: 'Feature' }]))
    await expect(ecccService({ url: source.url }).ask(question)).rejects.toMatchObject({
      failure: 'not_understood',
    })
  })

  it('are reported as late, and delay nothing', async () => {
    const setup = await canada((_, response) => json(response, 503, {}))
    await setup.until('the failure', ({ networks }) => networks[0]?.failure === 'refused')
    setup.source.reply = (_, response) => json(response, 200, collection([]))
    setup.built.clock.advance(DAY_MS)
    const back = await setup.until('an answer', ({ networks }) => networks[0]?.state === 'current')
    expect(back.networks[0]?.failure).toBeNull()
    setup.source.reply = (_, response) => void response.end('<html>maintenance</html>')
    setup.built.clock.advance(DAY_MS)
    const late = await setup.until('the failure', ({ networks }) => networks[0]?.failure !== null)
    expect(late.networks[0]).toMatchObject({ state: 'late', failure: 'not_understood' })
    expect((await setup.built.call('/readyz')).status).toBe(200)
  })

  it('are requested conditionally', async () => {
    let conditional = 0
    const setup = await canada((_, response) => {
      if (response.req.headers['if-none-match'] === '"7"') {
        conditional += 1
        response.writeHead(304).end()
        return
      }
      response.setHeader('etag', '"7"')
      json(response, 200, collection([feature('2026-07-01', {})]))
    })
    await setup.until('stations', ({ networks }) => networks[0]?.state === 'current')
    // due again on the same day: from the second request on it is the same one
    const { pool } = setup.built.kit.database
    for (const question of ['second', 'third']) {
      await pool.query(`update weather_fetches set next_at = '-infinity'`)
      await setup.look()
      await eventually(`the ${question} question`, async () => {
        const due = await pool.query(`select from weather_fetches where next_at = '-infinity'`)
        return due.rowCount === 0 ? true : null
      })
    }
    const [, second, third] = setup.source.asked.map(({ search }) => search)
    expect(third).toBe(second)
    expect(conditional).toBe(1)
    expect((await setup.seen()).networks[0]).toMatchObject({ state: 'current', failure: null })
  })
})

describe('United States stations', PATIENT, () => {
  /** A week of a volunteer who reads at seven, and of an airport that ends its day at midnight. */
  const week = daysOf({ start: '2026-07-01', end: '2026-07-04' })
  const question4 = { ...question, span: { start: '2026-07-01', end: '2026-07-04' } }
  const station = (hour: number, rain: string[]) => ({
    meta: { uid: 7345, name: 'HASTINGS 4N', ll: [-98.39, 40.65], elev: 1937.7 },
    data: week.map((_, i) => [
      [String(90 + i), hour],
      [String(60 + i), hour],
      [rain[i] ?? 'M', hour],
    ]),
  })
  const ask = async (data: unknown) => {
    const source = await weatherService((_, response) => json(response, 200, data))
    const fetched = await rccAcisService({ url: source.url }).ask(question4)
    return {
      days: fetched?.streams[0]?.days ?? [],
      stream: fetched?.streams[0],
      asked: source.state.asked[0],
    }
  }

  it('that end their day at midnight report for that day, in Celsius, millimetres and metres', async () => {
    const { days, stream, asked } = await ask({ data: [station(24, ['1.00', 'T', 'M', '0.25A'])] })
    expect(days.map(({ day, rainMm }) => [day, rainMm])).toEqual([
      ['2026-07-01', 25.4],
      ['2026-07-02', 0],
      ['2026-07-03', null],
      ['2026-07-04', null],
    ])
    expect(days[0]?.maxC).toBeCloseTo(32.22, 2)
    expect(days[0]?.minC).toBeCloseTo(15.56, 2)
    expect(stream).toMatchObject({ code: '7345', name: 'HASTINGS 4N', latitude: 40.65, longitude: -98.39 })
    expect(stream?.elevationM).toBeCloseTo(590.6, 1)
    const params: unknown = JSON.parse(asked?.searchParams.get('params') ?? '')
    expect(params).toMatchObject({
      sdate: '2026-07-01',
      edate: '2026-07-04',
      elems: [{ name: 'maxt', add: 't' }, {}, {}],
    })
  })

  it('that are read at seven report rain and maximum of the day before, and the minimum of that morning', async () => {
    const { days } = await ask({ data: [station(7, ['0.50', '1.00', '0.00', 'S'])] })
    expect(
      days.map(({ day, rainMm, maxC, minC }) => [day, rainMm, maxC?.toFixed(1), minC?.toFixed(1)]),
    ).toEqual([
      ['2026-07-01', 25.4, '32.8', '15.6'],
      ['2026-07-02', 0, '33.3', '16.1'],
      ['2026-07-03', null, '33.9', '16.7'],
      ['2026-07-04', null, undefined, '17.2'],
    ])
  })

  it('tolerate one without a position, or one that is listed twice', async () => {
    const complete = station(24, ['1.00', '0.00', '0.00', '0.00'])
    const lost = { ...complete, meta: { uid: 1, name: 'SOMEWHERE' } }
    const short = { meta: { ...complete.meta, uid: 2 }, data: complete.data.slice(1) }
    const { stream, days } = await ask({ data: [lost, short, complete, complete] })
    expect(stream?.code).toBe('7345')
    expect(days).toHaveLength(4)
  })

  it('are refused with another number of days, an error, or figures that are not numbers', async () => {
    const odd = station(24, [])
    for (const answer of [{ data: [{ ...odd, data: odd.data.slice(1) }] }, { error: 'invalid bbox' }, []])
      await expect(ask(answer)).rejects.toMatchObject({ failure: 'not_understood' })
  })
})
