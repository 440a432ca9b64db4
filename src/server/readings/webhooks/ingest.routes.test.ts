/** Ingestion over HTTP, on a server of its own: credentials, bounds and counts. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyDatabase, directly } from '../../testing/build.ts'
import { systemClock } from '../../kit/clock.ts'
import { readConfig } from '../../kit/config.ts'
import { createHttp } from '../../kit/http-server.ts'
import { openKit } from '../../installation/installation.ts'
import { createLog } from '../../kit/log.ts'
import { createReadings } from '../readings.service.ts'
import { readingRoutes } from './ingest.routes.ts'

async function open() {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const log = createLog(config)
  const kit = await openKit(config, log, systemClock, directly(await emptyDatabase()))
  const http = await createHttp(config, log)
  readingRoutes(http, createReadings(kit), {
    authenticateDevice: async (id, secret) =>
      id === 'a-gateway' && secret === 'right' ? { controllerId: 5 } : null,
    countDropped: () => {},
  })
  onTestFinished(async () => {
    await http.close()
    await kit.database.close()
  })
  return (payload: unknown, authorization?: string) =>
    http.inject({
      method: 'POST',
      url: '/api/ingest/readings/',
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
}

const RIGHT = 'Device a-gateway:right'
const reading = { probe: '3', depthCm: 20, at: '2026-05-01T00:00:00Z', vwc: 0.2 }

describe('POST /api/ingest/readings/', () => {
  it('checks the credential before it reads the body', async () => {
    const send = await open()
    expect((await send('not json')).json()).toEqual({
      message: 'Authentication credentials were not provided.',
      detail: 'Authentication credentials were not provided.',
      code: 'not_authenticated',
    })
    for (const wrong of [
      'Device a-gateway:wrong',
      'Device a-gateway',
      'JWT x.y.z',
      'Device :',
      'Basic YTpi',
    ]) {
      const answer = await send({ batch: 'b', readings: [reading] }, wrong)
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({ code: 'device_credentials_invalid' })
    }
  })

  it('stores a thousand readings, and counts them as duplicates the second time', async () => {
    const send = await open()
    const readings = Array.from({ length: 1000 }, (_, i) => ({
      ...reading,
      at: new Date(Date.UTC(2026, 3, 1) + i * 60_000).toISOString(),
      temperatureC: 11.3,
      ec: 0.4,
    }))
    expect((await send({ batch: 'b', readings }, RIGHT)).json()).toEqual({
      stored: 1000,
      duplicate: 0,
      invalid: 0,
    })
    expect((await send({ batch: 'b', readings }, RIGHT)).json()).toEqual({
      stored: 0,
      duplicate: 1000,
      invalid: 0,
    })
    const absurd = [
      { ...reading, vwc: 1e38 },
      { ...reading, vwc: { unit: '%' } },
    ]
    expect((await send({ batch: 'b', readings: absurd }, RIGHT)).json()).toMatchObject({
      stored: 0,
      invalid: 2,
    })
  })

  it('refuses what is not in the form of readings', async () => {
    const send = await open()
    const bodies = [
      '{',
      [],
      { batch: 'b' },
      { batch: 'b', readings: Array.from({ length: 1001 }, () => reading) },
      { batch: 'b', readings: [{ ...reading, probe: '-1' }] },
      '{"batch":"b","readings":[{"probe":1,"depthCm":1e309,"at":"2026-05-01T00:00:00Z","vwc":0.2}]}',
      { batch: 'b', readings: [{ ...reading, at: 5 }] },
    ]
    const codes = []
    for (const body of bodies) {
      const answer = await send(body, RIGHT)
      expect(answer.statusCode).toBe(400)
      codes.push(answer.json<{ code: string }>().code)
    }
    expect(codes).toEqual(['malformed_json', ...Array.from({ length: 6 }, () => 'readings_malformed')])
    expect((await send(`{"batch":"${'x'.repeat(300_000)}"}`, RIGHT)).statusCode).toBe(413)
    expect((await send({ batch: 'b', readings: [{ ...reading, at: 'x\0' }] }, RIGHT)).statusCode).toBe(200)
  })
})
