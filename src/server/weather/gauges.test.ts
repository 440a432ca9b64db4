/** Rain gauges that send readings, over HTTP and MQTT: stored once, summed by days, and before stations and the model. */
import { describe, expect, it } from 'vitest'
import { controllerTopic } from '#contract/controller.ts'
import { readingPaths } from '#contract/readings.ts'
import { weather, weatherPath } from '#contract/weather.ts'
import { selectGaugeDays } from '../readings/rain-readings.store.ts'
import { dayAfter, dayReader, momentsOf } from '../readings/zone-days.ts'
import { connectDevice, eventually } from '../testing/test-device.ts'
import { farm } from '../testing/factories.ts'
import { weatherChanged } from './weather.events.ts'

const NAME = 'North Quarter'
const ZONE = 'America/Edmonton'

async function gauges() {
  const setup = await farm()
  const { built, owner, connected } = setup
  const today = dayReader(ZONE)(built.clock.now())
  const { id, secret } = connected.gateway
  /** Local time of the farm, so many days ago. */
  const at = (back: number, clock: string) => {
    const [midnight = new Date()] = momentsOf([dayAfter(today, -back)], ZONE)
    const [hours = 0, minutes = 0] = clock.split(':').map(Number)
    return new Date(midnight.getTime() + (hours * 60 + minutes) * 60_000).toISOString()
  }
  const send = (readings: unknown[]) =>
    built.call(readingPaths.ingest, {
      json: { readings },
      headers: { authorization: `Device ${id}:${secret}` },
    })
  const rain = async (back: number) => {
    const { days } = weather.parse((await built.call(weatherPath(NAME), owner)).body)
    return days.find(({ day }) => day === dayAfter(today, -back))?.rain
  }
  return { ...setup, today, at, send, rain }
}

describe('a rain gauge', () => {
  it('with hourly amounts is summed by local days, and counts as the gauge', async () => {
    const setup = await gauges()
    const hours = Array.from({ length: 48 }, (_, i) => ({
      kind: 'rain',
      gauge: '1',
      at: new Date(Date.parse(setup.at(3, '00:00')) + (i + 1) * 3_600_000).toISOString(),
      // the hour that ends at midnight belongs to the day before
      mm: i === 23 ? 20 : i === 24 ? 7 : 0,
    }))
    expect(await setup.send(hours)).toMatchObject({
      status: 200,
      body: { stored: 48, duplicate: 0, invalid: 0 },
    })
    expect(await setup.rain(3)).toMatchObject({ used: 'gauge', used_mm: 20, gauge_mm: 20 })
    expect(await setup.rain(2)).toMatchObject({ used: 'gauge', used_mm: 7 })
    // nothing is known of the day after it
    expect(await setup.rain(1)).toMatchObject({ used: null, gauge_mm: null })
    // again, in another order: nothing changes
    expect(await setup.send(hours.toReversed())).toMatchObject({ body: { stored: 0, duplicate: 48 } })
    expect(await setup.rain(3)).toMatchObject({ used_mm: 20 })
  })

  it('read at seven counts for the day before', async () => {
    const setup = await gauges()
    const reading = (back: number, mm: number) => ({
      kind: 'rain',
      gauge: 1,
      at: setup.at(back, '07:00'),
      mm,
    })
    await setup.send([reading(4, 0), reading(3, 12), reading(2, 0)])
    expect((await setup.rain(4))?.used_mm).toBe(12)
    expect((await setup.rain(3))?.used_mm).toBe(0)
    expect((await setup.rain(2))?.used_mm).toBeNull()
  })

  it('with a counter is evaluated by differences; after a reset by its value, and not across a long gap', async () => {
    const setup = await gauges()
    const total = (back: number, clock: string, totalMm: number) => ({
      kind: 'rain',
      gauge: 2,
      at: setup.at(back, clock),
      totalMm,
    })
    await setup.send([
      total(5, '12:00', 100),
      total(5, '18:00', 103.2),
      // a new battery
      total(5, '20:00', 0.4),
      // after a gap of three days the day of the rain is unknown
      total(2, '12:00', 30.4),
      total(2, '13:00', 31.4),
    ])
    expect((await setup.rain(5))?.gauge_mm).toBeCloseTo(3.6, 9)
    expect((await setup.rain(2))?.gauge_mm).toBeCloseTo(1, 9)
    expect((await setup.rain(4))?.gauge_mm).toBeNull()
  })

  it('stores impossible values as invalid, and uses them nowhere', async () => {
    const setup = await gauges()
    const reading = (change: Record<string, unknown>) => ({
      kind: 'rain',
      gauge: 1,
      at: setup.at(1, '12:00'),
      ...change,
    })
    expect(
      await setup.send([
        reading({ mm: -1 }),
        reading({ mm: 501, at: setup.at(1, '13:00') }),
        reading({ mm: 'wet', at: setup.at(1, '14:00') }),
        reading({ at: setup.at(1, '15:00') }),
        reading({ mm: 5, at: 'yesterday' }),
        reading({ mm: 5, at: setup.at(-2, '12:00') }),
      ]),
    ).toMatchObject({ status: 200, body: { stored: 0, duplicate: 0, invalid: 6 } })
    expect((await setup.rain(1))?.gauge_mm).toBeNull()
    // a valid reading replaces an invalid one
    expect(await setup.send([reading({ mm: 5 })])).toMatchObject({ body: { stored: 1 } })
    expect((await setup.rain(1))?.gauge_mm).toBe(5)
    expect(await setup.send([{ kind: 'rain', at: setup.at(1, '12:00'), mm: 1 }])).toMatchObject({
      status: 400,
    })
    expect(await setup.send([{ kind: 'hail', gauge: 1, at: setup.at(1, '12:00'), mm: 1 }])).toMatchObject({
      status: 400,
    })
  })

  it('sends beside soil probes over MQTT, and its readings change the weather of its system', async () => {
    const setup = await gauges()
    const received: unknown[] = []
    const stop = setup.built.kit.events.on(weatherChanged, (event) => void received.push(event))
    const device = await connectDevice(setup.built.app.devices.mqttUrl, setup.connected.gateway)
    const topic = controllerTopic(setup.connected.gateway.id.replace(/-gateway$/, ''), 'readings')
    const readings = [
      { probe: 7, depthCm: 20, at: setup.at(1, '12:00'), vwc: 0.2 },
      { kind: 'rain', gauge: '9', at: setup.at(1, '12:00'), mm: 27 },
    ]
    await device.publishAsync(topic, JSON.stringify({ readings }), { qos: 1 })
    await eventually('the rain', async () => ((await setup.rain(1))?.gauge_mm === 27 ? true : null))
    await eventually('the event', async () => (received.length > 0 ? true : null))
    expect(received[0]).toMatchObject({ from: dayAfter(setup.today, -2) })
    stop()
    await device.endAsync()
  })

  it('is summed on days of 23 and 25 hours', async () => {
    const setup = await gauges()
    const bounds = momentsOf(['2026-03-08', '2026-03-09', '2026-03-10'], ZONE)
    const [start = new Date()] = bounds
    const readings = Array.from({ length: 47 }, (_, i) => ({
      kind: 'rain',
      gauge: 1,
      at: new Date(start.getTime() + (i + 1) * 3_600_000).toISOString(),
      mm: 1,
    }))
    await setup.send(readings)
    const { rows } = await setup.built.kit.database.pool.query<{ id: number }>(
      'select controller_id as id from systems',
    )
    const days = await selectGaugeDays(setup.built.kit.database.reader, rows[0]?.id ?? 0, bounds)
    expect(days.map(({ index, mm }) => [index, mm])).toEqual([
      [0, 23],
      [1, 24],
    ])
  })
})
