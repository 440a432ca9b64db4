/** Messages with the same content in various shapes; expected values were read off by hand, and nothing is assigned to another probe or time. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readingPaths } from '#contract/readings.ts'
import { farm } from '../../testing/farm.ts'
import { putLorawanDevice } from '../lorawan-devices.store.ts'

async function open() {
  const { built, controllerId, gateway } = await farm()
  const headers = { authorization: `Device ${gateway.id}:${gateway.secret}` }
  const db = built.kit.database
  return {
    async send(json: object) {
      const { status, body } = await built.call(readingPaths.lorawan, { headers, json })
      return { status, ...Object(body) }
    },
    shallow: (deviceId: string, depthCm: number) =>
      db.write((tx) => putLorawanDevice(tx, controllerId, { deviceId, probe: 3, depthCm })),
    /** And deletes them. */
    async taken() {
      const { rows } = await sql<{ said: string }>`
        select probe || '/' || depth_cm || ' ' || to_char(at at time zone 'UTC', 'HH24:MI') || coalesce(' ' || value, '')
          || coalesce(' ' || temperature_c || '°C', '') || coalesce(' ' || ec || 'dS/m', '') as said from readings
        union all
        select kind || ' ' || number || ' ' || to_char(at at time zone 'UTC', 'HH24:MI') || ' ' || value from instrument_readings
        union all
        select 'rain ' || gauge || ' ' || to_char(at at time zone 'UTC', 'HH24:MI') || ' ' || coalesce(mm, total_mm) from rain_readings
        order by 1`.execute(db.reader)
      for (const table of ['readings', 'instrument_readings', 'rain_readings'])
        await sql`delete from ${sql.table(table)}`.execute(db.reader)
      return rows.map(({ said }) => said)
    },
  }
}

const AT = '2026-07-06T10:00:05.123Z'
const ttn = (device_id: string, message: object) => ({
  end_device_ids: { device_id, application_ids: { application_id: 'north' }, dev_eui: 'A84041000181C061' },
  correlation_ids: ['as:up:01'],
  received_at: '2026-07-06T10:00:06.5Z',
  ...message,
})
const normalised = (...normalized_payload: object[]) => ({
  uplink_message: { f_port: 2, frm_payload: 'DTg=', normalized_payload, received_at: AT },
})

const STORED: [name: string, message: object, stored: string[]][] = [
  [
    'a normalised payload with battery, rain and water beside the soil',
    ttn(
      'probe-7',
      normalised(
        { soil: { depth: 20, moisture: 23.5 }, battery: 3.6 },
        { rain: { intensity: 0.1, cumulative: 318.5 }, air: { temperature: 20 } },
        { metering: { water: { total: 51_250 } } },
      ),
    ),
    ['7/20 10:00 0.235', 'battery 7 10:00 3.6', 'rain 7 10:00 318.5', 'volume 7 10:00 51.25'],
  ],
  [
    'the event of one normalised measurement',
    ttn('probe-7', {
      uplink_normalized: {
        f_port: 2,
        normalized_payload: { time: '2026-07-06T09:00:00Z', soil: { depth: 40, moisture: 31, ec: 0.5 } },
        received_at: AT,
      },
    }),
    ['7/40 09:00 0.31 0.5dS/m'],
  ],
  [
    'a list of messages of several devices, normalised or not',
    [
      ttn('probe-7', normalised({ soil: { depth: 20, moisture: 23.5 } })),
      ttn('probe-8', {
        uplink_message: { decoded_payload: { soil_moisture_20cm_pct: 24 }, received_at: AT },
      }),
    ],
    ['7/20 10:00 0.235', '8/20 10:00 0.24'],
  ],
  [
    'records of several devices',
    {
      gateway: 'barn',
      sent: '2026-07-06T12:00:00Z',
      devices: [
        { device: 'p1', time: '2026-07-06T10:00:00Z', soil_moisture_20cm_pct: 21 },
        { device: 'p2', time: '2026-07-06T10:15:00Z', soil_moisture_20cm_pct: 22 },
      ],
    },
    ['1/20 10:00 0.21', '2/20 10:15 0.22'],
  ],
  [
    'records with a time and a device of their own, in a message that has both',
    {
      device_id: 'gateway-4',
      time: '2026-07-06T12:00:00Z',
      data: { readings: [{ serial: 'p1', ts: 1_783_332_000, soil_moisture_20cm_pct: 21 }] },
    },
    ['1/20 10:00 0.21'],
  ],
  [
    'sensors that are named below one time',
    {
      time: '2026-07-06T10:00:00Z',
      nodes: [
        { id: 'node-1', soil_moisture_20cm_pct: 21 },
        { id: 'node-2', soil_moisture_20cm_pct: 22 },
      ],
    },
    ['1/20 10:00 0.21', '2/20 10:00 0.22'],
  ],
  [
    'a list for each quantity, each with times of its own',
    {
      device: 'p7',
      moisture: [{ time: '2026-07-06T10:00:00Z', soil_moisture_20cm_pct: 21 }],
      warmth: [{ time: '2026-07-06T11:00:00Z', soil_temp_20cm_C: 18 }],
    },
    ['7/20 10:00 0.21', '7/20 11:00 18°C'],
  ],
  [
    'records that are numbered',
    { device: 'p7', readings: [{ id: 5501, time: '2026-07-06T10:00:00Z', soil_moisture_20cm_pct: 21 }] },
    ['7/20 10:00 0.21'],
  ],
  [
    'gateways that heard a message, which measure nothing',
    {
      device: 'p7',
      time: '2026-07-06T10:00:00Z',
      soil_moisture_20cm_pct: 21,
      gateways: [
        { id: 'gw-1', rssi: -40, time: '2026-07-06T10:00:03Z' },
        { id: 'gw-2', rssi: -90, time: '2026-07-06T10:00:04Z' },
      ],
    },
    ['7/20 10:00 0.21'],
  ],
  [
    'what is wrapped up',
    { event: 'reading', data: { device: 'p7', time: '2026-07-06T10:00:00Z', soil_moisture_20cm_pct: 21 } },
    ['7/20 10:00 0.21'],
  ],
  [
    'depths beside the figures',
    {
      device: 'p7',
      time: '2026-07-06T10:00:00Z',
      sensors: [
        { depth_cm: 20, moisture_pct: 21, temperature_degC: 18 },
        { depth: 40, moisture_pct: 31 },
        { depth_in: 24, moisture_pct: 32 },
      ],
    },
    ['7/20 10:00 0.21 18°C', '7/40 10:00 0.31', '7/60.96 10:00 0.32'],
  ],
  [
    'a list of names, values and units, as decoders of Cayenne make it at Helium',
    {
      dev_eui: 'A84041000181C061',
      name: 'probe-7',
      reported_at: Date.parse(AT),
      decoded: {
        payload: [
          { channel: 1, name: 'Soil moisture 20 cm', type: 102, unit: '%', value: 21 },
          { channel: 2, name: 'Battery', type: 116, unit: 'V', value: 3.6 },
        ],
        status: 'success',
      },
    },
    ['7/20 10:00 0.21', 'battery 7 10:00 3.6'],
  ],
]

it('a message is stored for its own probe, depth and time', async () => {
  const { send, taken } = await open()
  for (const [name, message, stored] of STORED) {
    const answer = await send(message)
    // a temperature without moisture is stored as invalid
    const alone = stored.filter((each) => /:\d\d [\d.]+°C$/.test(each)).length
    expect({ name, answer, stored: await taken() }).toEqual({
      name,
      answer: { status: 200, stored: stored.length - alone, duplicate: 0, invalid: alone, ignored: null },
      stored,
    })
  }
})

const REFUSED: [name: string, message: object, status: number, code: string][] = [
  [
    'a number below a device, which may be a channel or a probe',
    { device: 'gateway-4', time: AT, sensors: [{ id: 'p1', soil_moisture_20cm_pct: 21 }] },
    400,
    'radio_device_unknown',
  ],
  [
    'a depth without a unit that is hardly centimetres, of a device whose depth is known',
    { device: 'p3', time: AT, sensors: [{ depth: 0.4, moisture_pct: 21 }] },
    422,
    'fields_not_understood',
  ],
  [
    'the time of something else',
    { device: 'p3', soil_moisture_20cm_pct: 21, gps: { time: AT } },
    422,
    'time_unknown',
  ],
  [
    'more than a body may have',
    { device: 'p3', readings: Array.from({ length: 1001 }, (_, n) => ({ ts: 1_783_332_000 + n, v: 1 })) },
    400,
    'readings_malformed',
  ],
]

it('a message that could be of two probes, depths or times is refused, and nothing of it is stored', async () => {
  const { send, taken, shallow } = await open()
  await shallow('p3', 15)
  for (const [name, message, status, code] of REFUSED) {
    const answer = await send(message)
    expect({ name, answer, stored: await taken() }).toEqual({
      name,
      answer: expect.objectContaining({ status, code }),
      stored: [],
    })
  }
})

it('every one of many records of a body is stored', async () => {
  const { send, taken } = await open()
  const readings = Array.from({ length: 600 }, (_, n) => ({ ts: 1_783_332_000 + 60 * n, vwc_20cm_pct: 20 }))
  expect(await send({ device: 'p3', readings })).toMatchObject({ status: 200, stored: 600 })
  expect(await taken()).toHaveLength(600)
})
