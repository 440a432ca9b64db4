/** A file of readings that a person sends: understood column by column, asked about, stored once, and known again. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  readingsFilePath,
  type ReadingsFileQuery,
  type ReadingsFileReport,
} from '../../contract/accounts/provider.ts'
import { build } from '../testing/build.ts'
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
    { body = METER, headers = owner.headers }: { body?: string; headers?: Record<string, string> } = {},
  ) => {
    const address = readingsFilePath({ system: 'North Quarter', ...query })
    const answer = await fetch(`${built.url}${address}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' },
      body,
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
  it('answers a question beside the columns, and stores nothing before it is settled', async () => {
    const { send, stored } = await open()
    const { status, json } = await send({ preview: 'true' })
    expect(status).toBe(200)
    expect(json.question).toMatch(/^sensors: it is not said how deep Port 1, Port 2 are/)
    expect(json.columns.map(({ group, use }) => [group, use])).toEqual([
      [null, 'time'],
      ['Port 1, TEROS 12', 'moisture'],
      ['Port 1, TEROS 12', null],
      ['Port 2, TEROS 21', 'tension'],
    ])
    expect((await send({})).json.question).not.toBeNull()
    expect(await stored()).toEqual({ soil: [], others: [] })
  })

  it('stores it once, tension apart, and knows the next file of the logger', async () => {
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
    // another logger with the same columns is another
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
