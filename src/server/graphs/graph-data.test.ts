/** The readings behind a graph over HTTP: columns, extremes of long ranges, bands, passes, and refusals. */
import { describe, expect, it } from 'vitest'
import { toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { balancePath, fieldBalance } from '../../contract/balance.ts'
import { cropPath } from '../../contract/crops.ts'
import { GRAPH_ROWS_MAX, graphData, graphPaths, newestDays } from '../../contract/graphs.ts'
import { probePaths } from '../../contract/probes.ts'
import { systemPaths } from '../../contract/systems.ts'
import type { IncomingReading } from '../readings/reading-check.ts'
import type { SignedIn } from '../testing/accounts.ts'
import { build, type Built, shared } from '../testing/build.ts'
import { connectTestDevice, eventually } from '../testing/test-device.ts'
import { connectedSystem, freeNames, signedUpUser, validInput } from '../testing/factories.ts'
import { readingAt, storeReadings } from '../testing/graph-readings.ts'
import { MALICIOUS_NAMES } from '../testing/malicious-names.ts'

const SYSTEM = 'North Quarter'
const PIVOT = { lat: 51.06, lng: -114.15 }
const MINUTE = 60_000

const server = shared(() => build())

async function farm() {
  const built = server()
  built.clock.advance(Date.parse('2026-07-20T18:00:00Z') - built.clock.now().getTime())
  await freeNames(built)
  const pat = await signedUpUser(built)
  const connected = await connectedSystem(built, pat)
  return { built, pat, connected }
}

const addressOf = (query: Record<string, string>) =>
  `/api/graph-data/?${new URLSearchParams({ system: SYSTEM, start: '2026-07-06', end: '2026-07-07', ...query }).toString()}`

async function data(built: Built, user: SignedIn, query: Record<string, string> = {}) {
  const answer = await built.call(addressOf(query), { headers: user.headers })
  expect([answer.status, answer.body]).toMatchObject([200, {}])
  return graphData.parse(answer.body)
}

async function newest(built: Built, user: SignedIn) {
  const address = `${graphPaths.newest}?${new URLSearchParams({ system: SYSTEM }).toString()}`
  const answer = await built.call(address, { headers: user.headers })
  expect(answer.status).toBe(200)
  return newestDays.parse(answer.body)
}

describe('the newest days', () => {
  it("are thirty days in the field's time zone up to its newest valid reading, with the probes that have readings", async () => {
    const { built, pat } = await farm()
    expect(await newest(built, pat)).toEqual({ start: null, end: null, probes: [] })
    await storeReadings(built, SYSTEM, [
      // 11 July 23:59 and 12 June 00:00 in local time
      readingAt('2026-07-12T05:59:00Z', 0.2, { probe: 3 }),
      readingAt('2026-06-12T06:00:00Z', 0.2, { probe: 12 }),
      readingAt('2026-06-12T05:59:00Z', 0.2, { probe: 5 }),
      readingAt('2026-07-13T18:00:00Z', 0.9, { probe: 5 }),
    ])
    expect(await newest(built, pat)).toEqual({ start: '2026-06-12', end: '2026-07-11', probes: [3, 12] })
  })
})

const seconds = (iso: string) => Date.parse(iso) / 1000

describe('the readings behind a graph', () => {
  it('are columns over one list of times, from both days and no others', async () => {
    const { built, pat } = await farm()
    await storeReadings(built, SYSTEM, [
      // the first and the last moment of the range in local time
      readingAt('2026-07-06T05:59:59.999Z', 0.1),
      readingAt('2026-07-06T06:00:00Z', 0.2),
      readingAt('2026-07-08T05:59:59.5Z', 0.22),
      readingAt('2026-07-08T06:00:00Z', 0.3),
      readingAt('2026-07-07T12:00:00Z', 0.25, { depthCm: 40 }),
      readingAt('2026-07-06T06:00:00Z', 0.26, { depthCm: 40 }),
      readingAt('2026-07-07T13:00:00Z', 0.61, { depthCm: 40 }),
      readingAt('2026-07-07T13:00:00Z', 'wet', { probe: 2 }),
      readingAt('2026-07-07T14:00:00Z', 0.15, { probe: 2, depthCm: 20.5 }),
    ])
    const found = await data(built, pat)
    expect(found).toEqual({
      system: SYSTEM,
      time_zone: 'America/Edmonton',
      root_depth_in: null,
      target_percent: 70,
      reduced: false,
      times: [
        seconds('2026-07-06T06:00:00Z'),
        seconds('2026-07-07T12:00:00Z'),
        seconds('2026-07-07T14:00:00Z'),
        seconds('2026-07-08T05:59:59.5Z'),
      ],
      series: [
        expect.objectContaining({
          sensor: 'P1-20cm',
          probe: 1,
          depth_cm: 20,
          values: [0.2, null, null, 0.22],
        }),
        expect.objectContaining({ sensor: 'P1-40cm', depth_cm: 40, values: [0.26, 0.25, null, null] }),
        expect.objectContaining({ sensor: 'P2-20.5cm', gap_s: 3600, values: [null, null, 0.15, null] }),
      ],
      // loam: 0.25 and 0.12; 70 % of the range between them is 0.211
      bands: ['P1-20cm', 'P1-40cm', 'P2-20.5cm'].map((sensor) => ({
        sensor,
        full: 0.25,
        refill: expect.closeTo(0.211, 12),
        wilting_point: 0.12,
      })),
      events: [],
    })
    const sensors = async (query: Record<string, string>) =>
      (await data(built, pat, query)).series.map(({ sensor }) => sensor)
    expect(await sensors({ depths: '40' })).toEqual(['P1-40cm'])
    expect(await sensors({ depths: '20.5,20' })).toEqual(['P1-20cm', 'P2-20.5cm'])
    expect(await sensors({ probes: '002' })).toEqual(['P2-20.5cm'])
    expect(await sensors({ probes: '1', depths: '20.5' })).toEqual([])
    expect((await data(built, pat, { depths: '99' })).times).toEqual([])
  })

  it('are fewer for a long range, with every extreme at its time', async () => {
    const { built, pat } = await farm()
    const start = Date.parse('2026-04-01T06:00:00Z')
    const count = 90 * 96
    const readings = Array.from({ length: count }, (_, i): IncomingReading[] =>
      [20, 40, 60, 80].map((depthCm) => {
        const value = i === 4321 ? 0.55 : i === 5000 ? 0.01 : 0.25 + 0.02 * Math.sin(i / 300 + depthCm)
        return readingAt(new Date(start + i * 15 * MINUTE).toISOString(), value, { depthCm })
      }),
    ).flat()
    for (let at = 0; at < readings.length; at += 5000)
      await storeReadings(built, SYSTEM, readings.slice(at, at + 5000))
    const found = await data(built, pat, { start: '2026-04-01', end: '2026-06-29' })
    expect(found.reduced).toBe(true)
    expect(found.times.length).toBeLessThanOrEqual(GRAPH_ROWS_MAX)
    expect(found.times).toEqual([...new Set(found.times)].toSorted((a, b) => a - b))
    for (const { values, gap_s: gap } of found.series) {
      expect(values.filter((value) => value !== null).length).toBeLessThanOrEqual(4000)
      const at = (value: number) => found.times[values.indexOf(value)]
      expect([at(0.55), at(0.01)]).toEqual([4321, 5000].map((i) => start / 1000 + i * 900))
      const times = found.times.filter((_, i) => values[i] !== null)
      expect([times[0], times.at(-1)]).toEqual([start / 1000, start / 1000 + (count - 1) * 900])
      // there was no gap, so none may appear
      times.forEach((time, i) => expect(time - (times[i - 1] ?? time)).toBeLessThanOrEqual(gap))
    }
    expect((await data(built, pat, { start: '2026-04-01', end: '2026-04-20' })).reduced).toBe(false)
  })

  it("include the machine's passes over placed probes, and the target that is set", async () => {
    const { built, pat, connected } = await farm()
    // 90 m east of the pivot: sector 45, second of three zones
    const place = (x: number, y: number, number: string) => {
      const { lat, lng } = toLatLng(PIVOT, { x, y })
      return [lat, lng, number]
    }
    const probes = [place(90, -1, '1'), place(-90, 1, '2')]
    await built.call(probePaths.save, { headers: pat.headers, json: { fieldName: 'North', probes } })
    await storeReadings(built, SYSTEM, [
      readingAt('2026-07-06T12:00:00Z', 0.2),
      readingAt('2026-07-06T12:00:00Z', 0.2, { probe: 2 }),
      readingAt('2026-07-06T12:00:00Z', 0.2, { probe: 9 }),
    ])
    await built.call(systemPaths.input, { headers: pat.headers, json: validInput({ target_moisture: 50 }) })
    const hand = await connectTestDevice(built.app.devices.mqttUrl, connected.controller)
    const depthIn = [0.1, 0.6, 0.3, 0, 0, 0, 0, 0, 0]
    const pass = (sector: number, from: string, to: string, more = {}) =>
      hand.publish('applied', { rev: 1, sector, from, to, depthIn, ...more })
    await pass(45, '2026-07-06T14:00:00Z', '2026-07-06T14:10:00Z')
    await pass(45, '2026-07-06T14:10:00Z', '2026-07-06T14:20:00Z', {
      depthIn: depthIn.map((inches) => inches / 2),
    })
    await pass(45, '2026-07-07T14:00:00Z', '2026-07-07T14:10:00Z', { depthIn: depthIn.map(() => 0) })
    await pass(45, '2026-07-09T14:00:00Z', '2026-07-09T14:10:00Z')
    await pass(46, '2026-07-06T15:00:00Z', '2026-07-06T15:10:00Z')
    await pass(135, '2026-07-06T20:00:00Z', '2026-07-06T20:10:00Z')
    const found = await eventually('the passes', async () => {
      const now = await data(built, pat)
      return now.events.length >= 2 ? now : null
    })
    expect(found.events).toEqual([
      {
        kind: 'irrigation',
        probe: 1,
        from: seconds('2026-07-06T14:00:00Z'),
        to: seconds('2026-07-06T14:20:00Z'),
        depth_in: expect.closeTo(0.9, 9),
      },
      {
        kind: 'irrigation',
        probe: 2,
        from: seconds('2026-07-06T20:00:00Z'),
        to: seconds('2026-07-06T20:10:00Z'),
        depth_in: 0.6,
      },
    ])
    expect([found.target_percent, found.root_depth_in]).toEqual([50, 30])
    expect(found.bands[0]?.refill).toBeCloseTo(0.185, 12)
  })

  it('have one refill line with the balance once a crop is known', async () => {
    const { built, pat } = await farm()
    await storeReadings(built, SYSTEM, [readingAt('2026-07-06T12:00:00Z', 0.2)])
    expect((await data(built, pat)).bands[0]?.refill).toBeCloseTo(0.211, 12)
    await built.call(cropPath(SYSTEM), {
      method: 'PUT',
      json: { crop: 'barley', started_on: '2026-05-20', stages_by: 'days' },
      headers: pat.headers,
    })
    const refill = await eventually('the balance', async () => {
      const found = fieldBalance.parse((await built.call(balancePath(SYSTEM), pat)).body)
      return found.known?.refill_percent ?? null
    })
    // p of barley is 0.55 at 5 mm a day; in July its ET is between 5 and 7
    expect(refill).toBeGreaterThanOrEqual(45)
    expect(refill).toBeLessThanOrEqual(53)
    expect((await data(built, pat)).bands[0]?.refill).toBeCloseTo(0.12 + (refill / 100) * 0.13, 12)
  })

  it('are refused with the right message, and never those of others', async () => {
    const { built, pat } = await farm()
    await storeReadings(built, SYSTEM, [readingAt('2026-07-06T12:00:00Z', 0.2)])
    const refused: [Record<string, string>, string][] = [
      [{ start: '2026-02-31' }, 'date_invalid'],
      [{ end: '07-07-2026' }, 'date_invalid'],
      [{ start: '' }, 'dates_required'],
      [{ start: '2026-07-08' }, 'end_before_start'],
      [{ start: '2016-07-06' }, 'range_too_long'],
      [{ end: '9999-12-31' }, 'date_invalid'],
      [{ depths: 'deep' }, 'depths_invalid'],
      [{ depths: '20,' }, 'depths_invalid'],
      [{ depths: '1e3' }, 'depths_invalid'],
      [{ probes: '-1' }, 'probes_invalid'],
      [{ probes: '1;drop' }, 'probes_invalid'],
      [{ system: '' }, 'system_not_selected'],
    ]
    for (const [query, code] of refused) {
      const { status, body } = await built.call(addressOf(query), { headers: pat.headers })
      expect([query, status, body]).toMatchObject([query, 400, { code }])
    }
    const sam = await signedUpUser(built)
    const missing = await built.call(addressOf({ system: 'No such system' }), { headers: sam.headers })
    expect(missing.status).toBe(404)
    for (const system of [SYSTEM, `${SYSTEM} `, 'north quarter', ...MALICIOUS_NAMES]) {
      const { status, body } = await built.call(addressOf({ system }), { headers: sam.headers })
      expect([system, status, body]).toEqual([system, 404, missing.body])
    }
    // the header alone: nothing under /api accepts the cookie
    expect((await built.call(addressOf({}), { headers: { cookie: pat.cookie } })).status).toBe(401)
  })

  it('are limited to fifty sensors at once', async () => {
    const { built, pat } = await farm()
    await storeReadings(
      built,
      SYSTEM,
      Array.from({ length: 51 }, (_, i) => readingAt('2026-07-06T12:00:00Z', 0.2, { probe: i })),
    )
    const { status, body } = await built.call(addressOf({}), { headers: pat.headers })
    expect([status, body]).toMatchObject([400, { code: 'sensors_too_many' }])
    expect((await data(built, pat, { probes: '0,50' })).series).toHaveLength(2)
  })
})
