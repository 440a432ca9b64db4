/** Answers of a service with Open-Meteo's JSON: any units, clocks and figures, and invalid answers. */
import { describe, expect, it } from 'vitest'
import { json, type Reply, weatherService } from '../../testing/weather-desk.ts'
import { openMeteoArchive, openMeteoForecast } from './open-meteo.ts'
import type { Question } from './weather-service.ts'

const HOUR_MS = 3_600_000
const now = new Date('2026-07-10T18:00:00Z')
const question: Question = {
  place: {
    code: '2553 -5708 America/Edmonton',
    latitude: 51.06,
    longitude: -114.16,
    timeZone: 'America/Edmonton',
    elevationM: 1100,
  },
  span: { start: '2026-07-08', end: '2026-07-12' },
  now,
  validator: null,
}

/** Hours that end from 01:00 of the eighth on, by the clock of the answer. */
const times = (count: number, from = '2026-07-08T01:00') =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.parse(`${from}Z`) + i * HOUR_MS).toISOString().slice(0, 16),
  )
const column = (count: number, value: number | null) => Array.from({ length: count }, () => value)

function answerOf(change: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  const time = times(72)
  return {
    latitude: 51.06,
    longitude: -114.15,
    elevation: 1100,
    utc_offset_seconds: 0,
    hourly: { time, temperature_2m: column(72, 20), precipitation: column(72, 1), ...change },
    ...more,
  }
}

const isReply = (reply: Reply | object): reply is Reply => typeof reply === 'function'

async function ask(reply: Reply | object, service = openMeteoForecast) {
  const source = await weatherService(isReply(reply) ? reply : (_, response) => json(response, 200, reply))
  const fetched = await service({ url: source.url, key: 'secret' }).ask(question)
  const [stream] = fetched?.streams ?? []
  return { hours: stream?.hours ?? [], days: stream?.days ?? [], stream }
}

describe('an answer', () => {
  it('in other units than requested is converted from those that it names', async () => {
    const { hours } = await ask(
      answerOf(
        {
          temperature_2m: column(72, 68),
          dew_point_2m: column(72, 50),
          wind_speed_10m: column(72, 36),
          precipitation: column(72, 0.5),
        },
        {
          hourly_units: {
            temperature_2m: '°F',
            dew_point_2m: '°F',
            wind_speed_10m: 'km/h',
            precipitation: 'inch',
          },
        },
      ),
    )
    expect(hours[0]).toMatchObject({
      temperatureC: expect.closeTo(20, 9),
      dewPointC: expect.closeTo(10, 9),
      windMS: expect.closeTo(10, 9),
      rainMm: expect.closeTo(12.7, 9),
    })
    const unknown = answerOf({}, { hourly_units: { temperature_2m: 'K' } })
    await expect(ask(unknown)).rejects.toMatchObject({ failure: 'not_understood' })
  })

  it('in another time zone has the same hours, and 00:00 still belongs to yesterday', async () => {
    const plain = await ask(answerOf())
    const local = await ask(
      answerOf({ time: times(72, '2026-07-07T19:00') }, { utc_offset_seconds: -21_600 }),
    )
    expect(local.hours).toEqual(plain.hours)
    // midnight of Alberta is 06:00Z: of the eighth only the hours from 07:00Z on are complete
    const rain = answerOf({ precipitation: times(72).map((time) => (time === '2026-07-09T06:00' ? 7 : 0)) })
    expect((await ask(rain)).days.map(({ day, rainMm }) => [day, rainMm])).toEqual([
      ['2026-07-08', 7],
      ['2026-07-09', 0],
    ])
  })

  it('may be the only one of a list, have no elevation, and lack columns', async () => {
    const { stream, hours } = await ask([answerOf({ temperature_2m: undefined }, { elevation: null })])
    expect(stream?.elevationM).toBe(1100)
    expect(hours[0]).toMatchObject({ temperatureC: null, rainMm: 1 })
    await expect(ask([answerOf(), answerOf()])).rejects.toMatchObject({ failure: 'not_understood' })
  })

  it('with an hour twice uses it once, with hours that were not requested ignores them', async () => {
    const time = [...times(70), ...times(1, '2026-07-08T01:00'), '2031-01-01T00:00']
    const { hours } = await ask(answerOf({ time, precipitation: [...column(70, 1), 3, 9] }))
    expect(hours).toHaveLength(70)
    expect(hours[0]?.rainMm).toBe(3)
  })

  it('with impossible values has unknown ones', async () => {
    const { days, hours } = await ask(
      answerOf({
        temperature_2m: column(72, -999),
        wind_speed_10m: column(72, -1),
        shortwave_radiation: column(72, 9999),
        precipitation: column(72, -0.1),
        precipitation_probability: column(72, 400),
      }),
    )
    expect(hours[5]).toMatchObject({
      temperatureC: null,
      windMS: null,
      radiationWM2: null,
      rainMm: null,
      rainChancePct: null,
    })
    expect(days[0]).toMatchObject({ maxC: null, rainMm: null, referenceEtMm: null })
  })

  it('of the archive leaves out days that it does not have yet', async () => {
    const half = (value: number) => [...column(36, value), ...column(36, null)]
    const { hours } = await ask(
      answerOf({ temperature_2m: half(20), precipitation: half(0) }),
      openMeteoArchive,
    )
    expect(hours).toHaveLength(36)
  })
})

describe('an invalid answer', () => {
  it.each<[string, string, Reply | object, boolean]>([
    [
      'nothing at all',
      'not_understood',
      answerOf({ time: [], temperature_2m: [], precipitation: [] }),
      false,
    ],
    ['a reason with 200', 'not_understood', { error: true, reason: 'no' }, false],
    [
      'another address',
      'refused',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      true,
    ],
    ['a key that is not taken', 'refused', (_, response) => json(response, 403, {}), true],
    [
      'more than half a year of hours',
      'not_understood',
      (_, response) => void response.end(`[${'1234567,'.repeat(1_200_000)}1]`),
      false,
    ],
    ['a line that breaks', 'no_answer', (_, response) => response.destroy(), true],
  ])('is %s', async (_, failure, reply, forAll) => {
    const refused = ask(reply)
    await expect(refused).rejects.toMatchObject({ failure, forAll })
    // its URL, with the key in it, is in no log
    await expect(refused).rejects.not.toThrow(/secret|127/)
  })

  it.each([
    ['120', 120_000],
    ['-5', 0],
    ['999999999', 24 * HOUR_MS],
    ['soon', null],
  ])('of one asked too often rests as long as "%s" says', async (retryAfter, restMs) => {
    const reply: Reply = (_, response) => {
      response.setHeader('retry-after', retryAfter)
      json(response, 429, { error: true, reason: 'limit' })
    }
    await expect(ask(reply)).rejects.toMatchObject({ failure: 'too_many_calls', forAll: true, restMs })
  })
})
