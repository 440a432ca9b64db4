/** The webhook of The Things Stack, on a separate server; bodies in its documented form. */
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyDatabase, directly } from '../testing/build.ts'
import { systemClock } from '../kit/clock.ts'
import { readConfig } from '../kit/config.ts'
import { createHttp } from '../kit/http-server.ts'
import { openKit } from '../installation/installation.ts'
import { createLog } from '../kit/log.ts'
import { importDesk } from '../testing/import-desk.ts'
import { lorawanRoutes } from './webhooks/ingest.routes.ts'
import { probeInName } from './lorawan.rules.ts'
import { putLorawanDevice } from './lorawan-devices.store.ts'
import { createReadings } from './readings.service.ts'

async function open() {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const log = createLog(config)
  const kit = await openKit(config, log, systemClock, directly(await emptyDatabase()))
  const http = await createHttp(config, log)
  lorawanRoutes(http, kit, createReadings(kit), {
    authenticateDevice: async (id, secret) =>
      id === 'a-gateway' && secret === 'right' ? { controllerId: 1 } : null,
    countDropped: () => {},
  })
  onTestFinished(async () => {
    await http.close()
    await kit.database.close()
  })
  await sql`insert into controllers (topic_id, created_at) values ('t', now())`.execute(kit.database.reader)
  const send = (payload: unknown, authorization: string | null = 'Device a-gateway:right') =>
    http.inject({
      method: 'POST',
      url: '/api/ingest/lorawan/',
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const stored = async () => {
    const { rows } = await sql`select probe, depth_cm, at, value, temperature_c, ec, invalid
      from readings order by 1, 2, 3`.execute(kit.database.reader)
    return rows
  }
  return { kit, send, stored }
}

const HEARD = '2026-07-06T10:00:05.123456789Z'

/** An uplink with many unused fields, like a real one. */
function uplink(normalized_payload: unknown, device_id = 'soil-probe-07') {
  return {
    end_device_ids: {
      device_id,
      application_ids: { application_id: 'north-quarter' },
      dev_eui: '70B3D57ED0001234',
      join_eui: '0000000000000000',
    },
    correlation_ids: ['as:up:01H4'],
    received_at: '2026-07-06T10:00:06.5Z',
    uplink_message: {
      f_port: 2,
      frm_payload: 'DTgAAAAAC8MAABA=',
      decoded_payload: { water_SOIL: '23.5 %' },
      normalized_payload,
      rx_metadata: [{ gateway_ids: { gateway_id: 'barn' }, rssi: -42, snr: 5.8 }],
      settings: { data_rate: { lora: { bandwidth: 125_000, spreading_factor: 12 } } },
      received_at: HEARD,
    },
  }
}

const TWO_DEPTHS = [
  { soil: { depth: 20, moisture: 23.5, temperature: 18.25, ec: 0.5 } },
  { time: '2026-07-06T09:00:00Z', soil: { depth: 40, moisture: 31 }, air: { temperature: 25 } },
]

describe('POST /api/ingest/lorawan/', () => {
  it('stores each soil measurement, per cent as m3/m3, once however often it is delivered', async () => {
    const { send, stored } = await open()
    const answer = await send(uplink(TWO_DEPTHS))
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { stored: 2, duplicate: 0, invalid: 0, ignored: null },
    ])
    // redelivered later, with another time of the webhook itself
    const again = { ...uplink(TWO_DEPTHS), received_at: '2026-07-06T10:05:00Z' }
    expect((await send(again)).json()).toEqual({ stored: 0, duplicate: 2, invalid: 0, ignored: null })
    expect(await stored()).toEqual([
      {
        probe: 7,
        depth_cm: 20,
        at: new Date('2026-07-06T10:00:05.123Z'),
        value: 0.235,
        temperature_c: 18.25,
        ec: 0.5,
        invalid: null,
      },
      {
        probe: 7,
        depth_cm: 40,
        at: new Date('2026-07-06T09:00:00Z'),
        value: 0.31,
        temperature_c: null,
        ec: null,
        invalid: null,
      },
    ])
  })

  it('stores impossible figures as invalid, and temperature without moisture', async () => {
    const { send, stored } = await open()
    const answer = await send(
      uplink([
        { soil: { depth: 10, moisture: 130 } },
        { soil: { depth: 20, moisture: 'wet' } },
        { soil: { depth: 30, temperature: 12.5 } },
      ]),
    )
    expect(answer.json()).toEqual({ stored: 0, duplicate: 0, invalid: 3, ignored: null })
    expect(await stored()).toMatchObject([
      { value: 1.3, invalid: 'value_out_of_range' },
      { value: null, invalid: 'value_not_a_number' },
      { value: null, temperature_c: 12.5, invalid: 'value_missing' },
    ])
  })

  it('answers 202 to messages without measurements, and names the fields that were not understood', async () => {
    const { send, stored } = await open()
    for (const normalised of [[{ air: { temperature: 20 } }], [{ soil: {} }], []]) {
      const answer = await send(uplink(normalised))
      expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'fields_not_understood' }])
    }
    const ignored = [
      { end_device_ids: { device_id: 'eui-70b3d57ed0001234' }, join_accept: { session_key_id: 'x' } },
    ]
    for (const body of ignored) {
      const answer = await send(body)
      expect([answer.statusCode, answer.json()]).toEqual([
        202,
        { stored: 0, duplicate: 0, invalid: 0, ignored: 'This message measures nothing.' },
      ])
    }
    expect(await stored()).toEqual([])
  })

  it('uses the probe and depth configured for a device, and reports if they are unknown', async () => {
    const { kit, send, stored } = await open()
    const eui = 'eui-70b3d57ed0001234'
    const shallow = [{ soil: { moisture: 20 } }]
    expect((await send(uplink(shallow, eui))).json()).toMatchObject({ code: 'radio_device_unknown' })
    expect((await send(uplink(shallow))).json()).toMatchObject({ code: 'radio_depth_unknown' })
    await kit.database.write((tx) => putLorawanDevice(tx, 1, { deviceId: eui, probe: 12, depthCm: 15 }))
    expect((await send(uplink(shallow, eui))).json()).toMatchObject({ stored: 1 })
    // the device's own depth takes precedence
    await send(uplink([{ soil: { depth: 25, moisture: 20 } }], eui))
    expect(await stored()).toMatchObject([
      { probe: 12, depth_cm: 15 },
      { probe: 12, depth_cm: 25 },
    ])
  })

  it('refuses invalid credentials before it reads the body, and other formats', async () => {
    const { send, stored } = await open()
    expect((await send('not json', null)).json()).toMatchObject({ code: 'not_authenticated' })
    expect((await send('not json', 'Device a-gateway:wrong')).statusCode).toBe(401)
    const malformed = [
      [],
      {},
      { end_device_ids: { device_id: '' } },
      { end_device_ids: { device_id: 5 } },
      uplink('wet'),
      uplink([5]),
      uplink([{ soil: [] }]),
      uplink([{ soil: { depth: 1001, moisture: 20 } }]),
      uplink(Array.from({ length: 201 }, () => TWO_DEPTHS[0])),
    ]
    for (const body of malformed) {
      const answer = await send(body)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'readings_malformed'])
    }
    expect((await send('{')).json()).toMatchObject({ code: 'malformed_json' })
    expect((await send(`{"x":"${'x'.repeat(140_000)}"}`)).statusCode).toBe(413)
    expect(await stored()).toEqual([])
  })
})

describe('the name of a device', () => {
  it.each([
    ['soil-probe-07', 7],
    ['probe12', 12],
    ['north-p3', 3],
    ['4', 4],
    ['eui-70b3d57ed0001234', null],
    ['70b3d57ed0001234', null],
    ['north', null],
    ['em500-smt2x', null],
    ['field-1234567', null],
  ])('%s is probe %s', (name, probe) => {
    expect(probeInName(name)).toBe(probe)
  })
})

describe('readings device', () => {
  it('lists, shows and deletes the probe of a device', async () => {
    const { run } = await importDesk()
    const device = (...args: string[]) => run('readings device', '--system', 'Home', ...args)
    expect((await device()).printed[0]).toMatch(/^No device of Home was told apart/)
    await device('--device', 'eui-70b3d57ed0001234', '--probe', '012', '--depth', '15')
    expect((await device('--device', 'barn', '--probe', '3')).printed).toEqual([
      'barn is probe 3',
      'eui-70b3d57ed0001234 is probe 12 at 15 cm',
    ])
    expect(await device('--device', 'barn', '--remove')).toMatchObject({ code: 0 })
    expect(await device('--device', 'barn', '--remove')).toMatchObject({ code: 1 })
    for (const wrong of [
      ['--probe', '3'],
      ['--device', 'Über', '--probe', '3'],
      ['--device', 'barn'],
      ['--device', 'barn', '--probe', '3', '--depth', '0'],
    ])
      await expect(device(...wrong)).rejects.toThrow(/^--/)
  })
})
