/** An uploaded file of readings: interpreted column by column, asked about, stored once, and recognised the next time. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  readingsFilePath,
  type ReadingsFileQuery,
  type ReadingsFileReport,
} from '../../contract/accounts/provider.ts'
import { type GraphData, graphData, graphPaths } from '../../contract/graphs.ts'
import { build } from '../testing/build.ts'
import { eventually } from '../testing/test-device.ts'
import { connectedSystem, signedUpUser } from '../testing/factories.ts'
import { createProvider } from './provider.service.ts'

const METER = [
  'z6-04321,Port 1,Port 1,Port 2',
  '2 records,TEROS 12,TEROS 12,TEROS 21',
  'Timestamp,m³/m³ Water Content,°C Soil Temperature,kPa Matric Potential',
  '07/14/2026 10:00,0.21,18.5,-33',
  '07/14/2026 11:00,0.205,19,-34',
].join('\n')

async function open() {
  const built = await build()
  const owner = await signedUpUser(built)
  const stranger = await signedUpUser(built)
  const provider = await signedUpUser(built)
  await createProvider(built.kit).grant(provider.email)
  await connectedSystem(built, owner)
  const send = async (
    query: Omit<ReadingsFileQuery, 'system'>,
    {
      body = METER,
      headers = owner.headers,
      signal,
    }: { body?: string; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ) => {
    const address = readingsFilePath({ system: 'North Quarter', ...query })
    const answer = await fetch(`${built.url}${address}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' },
      body,
      ...(signal ? { signal } : {}),
    })
    const json: ReadingsFileReport & { code?: string } = await answer.json()
    return { status: answer.status, json }
  }
  const stored = async () => {
    const soil = await sql`select probe, depth_cm, value, temperature_c from readings order by at`.execute(
      built.kit.database.reader,
    )
    const others =
      await sql`select kind, number, depth_cm, value from instrument_readings order by at`.execute(
        built.kit.database.reader,
      )
    return { soil: soil.rows, others: others.rows }
  }
  return { built, owner, stranger, provider, send, stored }
}

const SENSORS = { sensors: 'Port 1=P3-20cm,Port 2=P3-40cm' }

describe('POST /api/readings/file/', () => {
  it('answers a question beside the columns, and stores nothing before it is answered', async () => {
    const { send, stored } = await open()
    const { status, json } = await send({ preview: 'true' })
    expect(status).toBe(200)
    expect(json.question).toMatch(/^sensors: it is not said how deep Port 1, Port 2 are/)
    // the same for pages in another language
    expect(json.asked).toEqual({
      code: 'ask_depths',
      params: ['Port 1, Port 2', 'Port 1=P1-20cm,Port 2=P1-40cm', 'are'],
    })
    expect(json.columns[2]).toMatchObject({
      why: 'it is not said how deep it is measured',
      because: { code: 'depth_unsaid', params: [] },
    })
    expect(json.columns.map(({ group, use }) => [group, use])).toEqual([
      [null, 'time'],
      ['Port 1, TEROS 12', 'moisture'],
      ['Port 1, TEROS 12', null],
      ['Port 2, TEROS 21', 'tension'],
    ])
    expect((await send({})).json.question).not.toBeNull()
    expect(await stored()).toEqual({ soil: [], others: [] })
  })

  it('stores it once, tension apart, and recognises the next file of the logger', async () => {
    const { send, stored } = await open()
    const looked = await send({ ...SENSORS, preview: 'true' })
    expect(looked.json).toMatchObject({ question: null, kept: null, report: { preview: true, stored: 4 } })
    expect(await stored()).toEqual({ soil: [], others: [] })
    expect((await send(SENSORS)).json.report).toMatchObject({ stored: 4, duplicate: 0 })
    const all = {
      soil: [
        { probe: 3, depth_cm: 20, value: 0.21, temperature_c: 18.5 },
        { probe: 3, depth_cm: 20, value: 0.205, temperature_c: 19 },
      ],
      others: [
        { kind: 'tension', number: 3, depth_cm: 40, value: 33 },
        { kind: 'tension', number: 3, depth_cm: 40, value: 34 },
      ],
    }
    expect(await stored()).toEqual(all)
    const again = await send({})
    expect(again.json.kept).toMatch(
      /^as said for this logger on \d{4}-\d{2}-\d{2}: sensors Port 1=P3-20cm,Port 2=P3-40cm$/,
    )
    expect(again.json.report).toMatchObject({ stored: 0, duplicate: 4 })
    expect(await stored()).toEqual(all)
    expect((await send({ fresh: 'true' })).json.question).not.toBeNull()
    // another logger with the same columns is a different one
    expect((await send({}, { body: METER.replace('04321', '09999') })).json.question).not.toBeNull()
  })

  it('is for those who may change the system, and for the provider', async () => {
    const { send, stranger, provider, stored } = await open()
    expect(await send(SENSORS, { headers: stranger.headers })).toMatchObject({ status: 404 })
    expect(await send({ ...SENSORS, preview: 'true' }, { headers: provider.headers })).toMatchObject({
      status: 200,
      json: { question: null },
    })
    expect(await stored()).toEqual({ soil: [], others: [] })
  })
})

/** Responses started by the server of this process, until the test ends. */
function recordedResponses(): ServerResponse[] {
  const responses: ServerResponse[] = []
  const hear = (message: unknown) => {
    if (isStart(message)) responses.push(message.response)
  }
  subscribe('http.server.request.start', hear)
  onTestFinished(() => void unsubscribe('http.server.request.start', hear))
  return responses
}

const isStart = (message: unknown): message is { response: ServerResponse } =>
  typeof message === 'object' && message !== null && 'response' in message

/** As written by the page's export, which a server test may not import: both times, then per cent with four decimals. */
function graphFile({ times, series, time_zone: timeZone }: GraphData): string {
  const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  const lines = times.map((time, row) => [
    new Date(time * 1000).toISOString(),
    local.format(time * 1000),
    ...series.map(({ values }) => {
      const value = values[row]
      return value == null ? '' : Math.round(value * 1e6) / 1e4
    }),
  ])
  const head = ['time (UTC)', `time (${timeZone})`, ...series.map(({ sensor }) => `${sensor} (% by volume)`)]
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('')
}

describe('a file that is sent again', () => {
  const LINES = 12_000
  // so many readings are stored in one batch
  const BATCH = 5000
  const LONG = ['probe,depth,time,value']
    .concat(
      Array.from({ length: LINES }, (_, n) => {
        const at = new Date(Date.UTC(2026, 4, 1) + Math.floor(n / 40) * 3_600_000).toISOString()
        return `${n % 40},20,${at},0.${200 + (n % 150)}`
      }),
    )
    .join('\n')

  it('after the sender disconnected stores the rest, and no duplicates', async () => {
    const { built, send } = await open()
    const { database } = built.kit
    const count = async () => {
      const { rows } = await sql<{
        all: number
      }>`select count(*)::integer as all from readings`.execute(database.reader)
      return rows[0]?.all ?? 0
    }
    const responses = recordedResponses()
    const leaving = new AbortController()
    const write = database.write.bind(database)
    // the sender disconnects between the first batch and the second, and the server has noticed
    database.write = async (work) => {
      const answer = await write(work)
      if (!leaving.signal.aborted && (await count()) > 0) {
        leaving.abort()
        await eventually('the end of the connection', async () =>
          responses.some(({ closed, writableFinished }) => closed && !writableFinished) ? true : null,
        )
      }
      return answer
    }
    await expect(send({}, { body: LONG, signal: leaving.signal })).rejects.toThrow('aborted')
    database.write = write
    expect(await count()).toBe(BATCH)
    const { json } = await send({}, { body: LONG })
    expect(json.report).toMatchObject({ stored: LINES - BATCH, duplicate: BATCH, invalid: 0, refused: 0 })
    expect(await count()).toBe(LINES)
  })

  it('as exported from the graph has only duplicates', async () => {
    const { built, owner, send, stored } = await open()
    const body = [
      'time,P3-20cm,P3-40cm,P14-7.5cm',
      // including the repeated hour, and a time at which one sensor had no reading
      '2025-11-02T07:30:00Z,0.2101,0.305,0.1234',
      '2025-11-02T08:30:00Z,0.2099,0.3051,0.12345',
      '2025-11-02T09:00:00Z,0.2,,0.6',
      '2025-11-03T09:00:00Z,0.1,0.333333,0',
    ].join('\n')
    expect((await send({}, { body })).json.report).toMatchObject({ stored: 11, duplicate: 0 })
    const before = await stored()
    const range = new URLSearchParams({ system: 'North Quarter', start: '2025-11-01', end: '2025-11-04' })
    const answer = await built.call(`${graphPaths.data}?${range.toString()}`, { headers: owner.headers })
    const file = graphFile(graphData.parse(answer.body))
    expect(file.split('\r\n')).toHaveLength(1 + 4 + 1)
    const again = await send({ name: 'North Quarter.csv' }, { body: `\u{FEFF}${file}` })
    expect(again.json).toMatchObject({
      question: null,
      report: { stored: 0, duplicate: 11, invalid: 0, refused: 0 },
    })
    expect(await stored()).toEqual(before)
    // into an empty system it imports the same readings
    await sql`delete from readings`.execute(built.kit.database.reader)
    expect((await send({}, { body: file })).json.report).toMatchObject({ stored: 11, duplicate: 0 })
    expect((await stored()).soil).toEqual(before.soil)
  })
})
