/** A sample of a message: its fields as suggested, as corrected, and the next message of that form stored. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  type FieldUse,
  type LiveFields,
  type LiveFieldsBody,
  livePaths,
  liveTypePath,
  liveTypesPath,
} from '../../contract/accounts/live-readings.ts'
import { readingPaths } from '../../contract/readings.ts'
import { build } from '../testing/build.ts'
import { connectedSystem, signedUpUser } from '../testing/factories.ts'
import { createProvider } from './provider.service.ts'

async function open() {
  const built = await build()
  const owner = await signedUpUser(built)
  const { gateway } = await connectedSystem(built, owner)
  const system = 'North Quarter'
  const { database } = built.kit
  const provider = await signedUpUser(built)
  await createProvider(built.kit).grant(provider.email)
  const device = { authorization: `Device ${gateway.id}:${gateway.secret}` }
  return {
    built,
    owner,
    provider,
    system,
    async look(
      change: Omit<LiveFieldsBody, 'system' | 'save'> & { save?: boolean },
      headers = owner.headers,
    ) {
      const json = { system, save: false, ...change }
      const answer = await built.call(livePaths.fields, { headers, json })
      const body: LiveFields & { code?: string } = JSON.parse(JSON.stringify(answer.body))
      return { status: answer.status, body }
    },
    send: (json: object) => built.call(readingPaths.lorawan, { headers: device, json }),
    async stored() {
      const { rows } =
        await sql`select probe, depth_cm, at, value from readings order by probe, depth_cm, at`.execute(
          database.reader,
        )
      return rows
    },
  }
}

const field = (
  path: string,
  use: FieldUse,
  unit = '',
  depth_cm: number | null = null,
  probe: number | null = null,
) => ({ path, use, unit, depth_cm, probe })

describe('POST /api/readings/fields/', () => {
  it('stores a mapping of unknown JSON, by which the next body is stored', async () => {
    const { look, send, stored } = await open()
    // neither device nor time at their usual places
    const body = (hour: number, moisture: string) => ({
      gateway: { serial_no: 'GW-4' },
      payload: { tag: 'north 12', when: `2026-07-06 ${hour}:00`, sm1: moisture, sm2: 31, raw: 1200 },
    })
    expect(await send(body(10, '23.5'))).toMatchObject({ status: 400, body: { code: 'readings_malformed' } })
    const first = await look({ sample: JSON.stringify(body(10, '23.5')) })
    expect(first.body).toMatchObject({
      type: 'JSON gateway payload',
      network: 'JSON',
      device: null,
      said: false,
      trouble: 'fields',
      saved: false,
    })
    expect(first.body.fields.map(({ path, value, use }) => [path, value, use])).toEqual([
      ['gateway.serial_no', 'GW-4', null],
      ['payload.tag', 'north 12', null],
      ['payload.when', '2026-07-06 10:00', null],
      ['payload.sm1', '23.5', 'moisture'],
      ['payload.sm2', '31', 'moisture'],
      ['payload.raw', '1200', null],
    ])
    const fields = [
      field('payload.tag', 'device'),
      field('payload.when', 'time'),
      field('payload.sm1', 'moisture', '%', 20),
      field('payload.sm2', 'moisture', '%', 40),
    ]
    const seen = await look({ sample: JSON.stringify(body(10, '23.5')), fields })
    expect(seen.body).toMatchObject({ device: 'north 12', device_probe: 12, trouble: null, saved: false })
    expect(seen.body.readings).toEqual([
      { use: 'moisture', value: 0.235, number: 12, depth_cm: 20, at: '2026-07-06T10:00:00.000Z' },
      { use: 'moisture', value: 0.31, number: 12, depth_cm: 40, at: '2026-07-06T10:00:00.000Z' },
    ])
    // nothing applies before it is stored
    expect((await send(body(10, '23.5'))).status).toBe(400)
    expect((await look({ sample: JSON.stringify(body(10, '23.5')), fields, save: true })).body.saved).toBe(
      true,
    )
    expect(await send(body(11, '24'))).toMatchObject({
      status: 200,
      body: { stored: 2, duplicate: 0, invalid: 0, ignored: null },
    })
    const at = new Date('2026-07-06T11:00:00Z')
    expect(await stored()).toEqual([
      { probe: 12, depth_cm: 20, at, value: 0.24 },
      { probe: 12, depth_cm: 40, at, value: 0.31 },
    ])
  })

  it('opens the newest message that was not understood, whose probe is then the device’s', async () => {
    const { built, owner, system, look, send, stored } = await open()
    const message = {
      deviceInfo: { deviceName: 'Pivot corner', devEui: 'a84041000181c061', deviceProfileName: 'LSE01' },
      time: '2026-07-06T10:00:05Z',
      data: 'qg==',
      object: { water_SOIL: '23.50', Bat: 3.6 },
    }
    expect((await send(message)).body).toMatchObject({ code: 'fields_not_understood' })
    const types = await built.call(liveTypesPath(system), { headers: owner.headers })
    expect(types.body).toEqual({ types: [{ type: 'LSE01', said: false, heard_at: expect.any(String) }] })
    const fields = [field('water_SOIL', 'moisture', '%', 20), field('Bat', 'battery', 'V')]
    expect((await look({ type: 'LSE01', fields })).body).toMatchObject({
      network: 'ChirpStack',
      trouble: 'probe',
    })
    expect((await look({ type: 'LSE01', fields, device_probe: 7, save: true })).body).toMatchObject({
      device: 'Pivot corner',
      device_probe: 7,
      trouble: null,
      saved: true,
    })
    expect((await send(message)).body).toMatchObject({ stored: 2, ignored: null })
    expect(await stored()).toMatchObject([{ probe: 7, depth_cm: 20, value: 0.235 }])
    const forgot = await built.call(liveTypePath(system, 'LSE01'), {
      method: 'DELETE',
      headers: owner.headers,
    })
    expect(forgot.status).toBe(204)
    expect((await send({ ...message, time: '2026-07-06T11:00:05Z' })).status).toBe(422)
  })

  it('accepts lists of records, several probes and a depth in a field', async () => {
    const { look, send, stored } = await open()
    const records = [1, 2].map((n) => ({
      time: `2026-07-06T1${n}:00:00Z`,
      depth_in: 8,
      a: 20 + n,
      b: 30 + n,
    }))
    const message = { device_type: 'pair', records }
    const fields = [
      field('time', 'time'),
      field('depth_in', 'depth', 'in'),
      field('a', 'moisture', '%', null, 4),
      field('b', 'moisture', '%', null, 5),
    ]
    const answer = await look({ sample: JSON.stringify(message), fields, save: true })
    expect(answer.body).toMatchObject({ type: 'pair', trouble: null, saved: true })
    expect((await send(message)).body).toMatchObject({ stored: 4, ignored: null })
    const times = ['2026-07-06T11:00:00Z', '2026-07-06T12:00:00Z'].map((at) => new Date(at))
    expect(await stored()).toEqual([
      { probe: 4, depth_cm: 20.32, at: times[0], value: 0.21 },
      { probe: 4, depth_cm: 20.32, at: times[1], value: 0.22 },
      { probe: 5, depth_cm: 20.32, at: times[0], value: 0.31 },
      { probe: 5, depth_cm: 20.32, at: times[1], value: 0.32 },
    ])
  })

  it('is for the provider and members who may change the system, and refuses what is no message or no unit', async () => {
    const { built, provider, look } = await open()
    const stranger = await signedUpUser(built)
    const sample = '{"device":"p3","time":"2026-07-06T10:00:00Z","soil_moisture_20cm_pct":20}'
    expect((await look({ sample }, stranger.headers)).status).toBe(404)
    expect((await look({ sample }, provider.headers)).body).toMatchObject({ device_probe: 3, trouble: null })
    const codes = [
      await look({ sample: 'soil: 3' }),
      await look({ sample: '[]' }),
      await look({ type: 'never heard' }),
      await look({ sample, fields: [field('soil_moisture_20cm_pct', 'moisture', 'kPa', 20)] }),
      await look({ sample, fields: [field('soil_moisture_20cm_pct', 'moisture', '%', -3)], save: true }),
      await look({ sample, fields: [field('half a \u{d800} character', 'moisture', '%', 20)], save: true }),
      await look({ sample, fields: [field('nothing \0', 'moisture', '%', 20)], save: true }),
    ]
    expect(codes.map(({ body }) => body.code)).toEqual([
      'sample_not_json',
      'sample_measures_nothing',
      'sample_not_heard',
      'live_field_invalid',
      'live_field_invalid',
      'live_field_invalid',
      'live_field_invalid',
    ])
  })

  it('never accepts an ambiguous time', async () => {
    const { send } = await open()
    const message = (time: string) => ({ device: 'p3', time, soil_moisture_20cm_pct: 20 })
    expect((await send(message('07/06/2026 10:00'))).body).toMatchObject({ code: 'time_unknown' })
    expect((await send(message('soon'))).body).toMatchObject({ code: 'time_unknown' })
    expect((await send(message('2026/07/06 10:00'))).body).toMatchObject({ stored: 1 })
  })
})
