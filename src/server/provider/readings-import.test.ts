/** The provider's import over HTTP: preview, import, questions, permissions, and limits. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { IMPORT_BYTES_MAX, providerPaths } from '../../contract/accounts/provider.ts'
import { createProvider } from './provider.service.ts'
import { build } from '../testing/build.ts'
import { connectedSystem, signedUpUser } from '../testing/factories.ts'

const FILE =
  'station;datum;20 cm;40 cm\r\nA;03.07.2026 10:00;23,5;NA\r\n=B;03.07.2026 10:00;30;31\r\nA;nie;1;2\r\n'
const OPTIONS = {
  system: 'North Quarter',
  time: 'datum',
  depths: '20 cm=20,40 cm=40',
  probes: 'A=1',
  unit: '%',
  date_order: 'DMY',
}

async function open() {
  const built = await build()
  const customer = await signedUpUser(built)
  const provider = await signedUpUser(built)
  await createProvider(built.kit).grant(provider.email)
  await connectedSystem(built, customer)
  const send = async (
    query: Record<string, string>,
    body: string | Buffer = FILE,
    { headers = provider.headers, type = 'text/csv; charset=utf-8' } = {},
  ) => {
    const answer = await fetch(`${built.url}${providerPaths.readingsImport}?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
    const json: unknown = await answer.json()
    return { status: answer.status, json }
  }
  const stored = async () => {
    const { rows } = await sql`select probe, depth_cm, at, value from readings order by 1, 2`.execute(
      built.kit.database.reader,
    )
    return rows
  }
  const audited = async () => {
    const { rows } = await sql`select user_id, system_name, after, outcome from audit
      where action = 'readings import' order by id`.execute(built.kit.database.reader)
    return rows
  }
  return { built, customer, provider, send, stored, audited }
}

describe('POST /api/provider/readings-import/', () => {
  it('previews a file, then imports it, without duplicates if it is sent again', async () => {
    const { send, stored, provider, audited } = await open()
    const report = {
      understood: [
        'columns parted by semicolon: probe station, time datum, moisture at 20 cm 20 cm, moisture at 40 cm 40 cm',
        'moisture in %, decimal comma; times of America/Edmonton, dates as DMY',
      ],
      first_readings: [
        { probe: 1, depth_cm: 20, at: '2026-07-03T16:00:00.000Z', vwc: 0.235, temperature_c: null, ec: null },
      ],
      lines: 3,
      readings: 1,
      probes: [1],
      first: '2026-07-03T16:00:00.000Z',
      last: '2026-07-03T16:00:00.000Z',
      invalid: 0,
      without_moisture: 0,
      empty: 1,
      refused: 2,
      refusals: ['line 3: "=B" is no probe number; say which with probes', 'line 4: "nie" is not a time'],
    }
    expect(await send({ ...OPTIONS, preview: 'true' })).toEqual({
      status: 200,
      json: { ...report, preview: true, stored: 1, duplicate: 0 },
    })
    expect(await stored()).toEqual([])
    expect((await send(OPTIONS)).json).toMatchObject({ ...report, preview: false, stored: 1, duplicate: 0 })
    expect((await send(OPTIONS)).json).toMatchObject({ stored: 0, duplicate: 1 })
    expect(await stored()).toEqual([
      { probe: 1, depth_cm: 20, at: new Date('2026-07-03T16:00:00Z'), value: 0.235 },
    ])
    const row = { user_id: provider.id, system_name: 'North Quarter', outcome: 'accepted' }
    expect(await audited()).toEqual([
      { ...row, after: { stored: 1, duplicate: 0, invalid: 0, refused: 2 } },
      { ...row, after: { stored: 0, duplicate: 1, invalid: 0, refused: 2 } },
    ])
  })

  it.each([
    [{ unit: '' }, 'invalid_request', ''],
    [
      { unit: 'cb' },
      'import_unclear',
      'unit: "cb" is not known; it is one of m3/m3, %, mm/m, mm/10cm, in/ft',
    ],
    [{ date_order: 'XYZ' }, 'import_unclear', 'date_order: DMY, MDY or YMD'],
    [
      { depths: 'x=20' },
      'import_unclear',
      'depths: there is no column "x"; the file has station, datum, 20 cm, 40 cm',
    ],
    [{ system: 'South' }, 'system_not_found', 'Not found.'],
  ])('asks for what is unclear, as a parameter: %j', async (change, code, message) => {
    const { send, stored } = await open()
    const { status, json } = await send({ ...OPTIONS, ...change })
    expect(status).toBe(code === 'system_not_found' ? 404 : 400)
    expect(json).toMatchObject(message ? { code, message, detail: message } : { code })
    expect(await stored()).toEqual([])
  })

  it('is for providers, for CSV, and for files within the size limit', async () => {
    const { send, customer, stored } = await open()
    expect(await send(OPTIONS, FILE, { headers: customer.headers })).toMatchObject({
      status: 403,
      json: { code: 'provider_only' },
    })
    expect(await send(OPTIONS, '{}', { type: 'application/json' })).toMatchObject({ status: 415 })
    expect(await send(OPTIONS, Buffer.from('SQLite format 3\0'))).toMatchObject({
      status: 400,
      json: { message: 'this is no text file' },
    })
    expect(await send(OPTIONS, '')).toMatchObject({ status: 400, json: { code: 'import_unclear' } })
    const large = Buffer.alloc(IMPORT_BYTES_MAX + 1, 'a,b\n')
    const answer = await send(OPTIONS, large).catch(() => ({
      status: 413,
      json: { code: 'import_too_large' },
    }))
    expect(answer).toMatchObject({ status: 413, json: { code: 'import_too_large' } })
    expect(await stored()).toEqual([])
  })
})
