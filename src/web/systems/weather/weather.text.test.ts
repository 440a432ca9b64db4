/** Texts of weather and rain: age, failures, and why an amount counts. */
import { describe, expect, it } from 'vitest'
import type { Weather, WeatherDay } from '#contract/weather.ts'
import {
  dayName,
  depthText,
  hasData,
  networkSentences,
  otherSources,
  rainArgument,
  sourceSentence,
  stationCredit,
  stationSentence,
} from './weather.text.ts'

const NOW = Date.parse('2026-07-12T20:00:00Z')
const ZONE = 'America/Edmonton'

function weather(change: Partial<Weather>): Weather {
  return {
    system: 'North',
    file: null,
    state: 'current',
    fetched_at: '2026-07-12T18:00:00Z',
    failure: null,
    simulated: false,
    networks: [],
    today: '2026-07-12',
    days: [],
    ...change,
  }
}

function day(rain: Partial<WeatherDay['rain']>): WeatherDay {
  return {
    day: '2026-07-10',
    forecast: false,
    max_c: null,
    min_c: null,
    reference_et_mm: null,
    et_method: null,
    et_certainty: null,
    et_source: null,
    rain_chance_pct: null,
    rain: {
      used_mm: null,
      used: null,
      chosen: null,
      typed_mm: null,
      typed: null,
      gauge_mm: null,
      station_mm: null,
      station: null,
      model_mm: null,
      ...rain,
    },
  }
}

describe('the source', () => {
  it('gives its age, says that it is late and why, or that there is none', () => {
    expect(sourceSentence(weather({}), NOW, ZONE)).toBe('Weather updated 2 h ago (12:00).')
    const late = weather({ state: 'late', fetched_at: '2026-07-10T18:00:00Z', failure: 'no_answer' })
    expect(sourceSentence(late, NOW, ZONE)).toBe(
      'No new weather since 2 d ago (10 Jul, 12:00). The weather service did not answer.',
    )
    const waiting = weather({ state: 'waiting', fetched_at: null, failure: 'too_many_calls' })
    expect(sourceSentence(waiting, NOW, ZONE)).toBe(
      'No weather yet. The weather service was asked too often. The rain you enter counts.',
    )
    expect(sourceSentence(weather({ state: 'off', fetched_at: null }), NOW, ZONE)).toMatch(
      /^No weather service/,
    )
  })
})

describe('services of stations', () => {
  const eccc = {
    network: 'eccc',
    state: 'current',
    fetched_at: '2026-07-12T18:00:00Z',
    failure: null,
  } as const

  it('are named if late or failed, and credited', () => {
    expect(networkSentences(weather({ networks: [eccc] }), NOW, ZONE)).toEqual([])
    const late = { ...eccc, state: 'late', fetched_at: '2026-07-10T18:00:00Z', failure: 'no_answer' } as const
    expect(networkSentences(weather({ networks: [late] }), NOW, ZONE)).toEqual([
      'Nothing new from the stations of Environment and Climate Change Canada since 2 d ago (10 Jul, 12:00). Their service did not answer.',
    ])
    expect(stationCredit(weather({ networks: [eccc] }))).toBe(
      'Station data by Environment and Climate Change Canada.',
    )
    expect(stationCredit(weather({}))).toBe('')
  })
})

describe('rain', () => {
  const typedAndModel = { typed_mm: 27, model_mm: 6.04 }
  const argument = (rain: Partial<WeatherDay['rain']>, unit: 'mm' | 'in' = 'mm') =>
    rainArgument(day(rain), unit, ZONE)

  it('comes with the reason for its value', () => {
    const used = { ...typedAndModel, station_mm: 24, used: 'typed', used_mm: 27 } as const
    expect(argument(used)).toBe('your gauge 27, station 24, model 6: used gauge')
    expect(argument(used, 'in')).toBe('your gauge 1.06, station 0.94, model 0.24: used gauge')
    expect(argument({ gauge_mm: 27, model_mm: 6, used: 'gauge', used_mm: 27 })).toBe(
      'your gauge 27, model 6: used gauge',
    )
    expect(argument({ ...typedAndModel, gauge_mm: 26, used: 'typed', used_mm: 27 })).toBe(
      'typed in 27, your gauge 26, model 6: used typed in',
    )
    expect(argument({ model_mm: 6, used: 'model', used_mm: 6 })).toBe('model')
    expect(argument({})).toBe('')
  })

  it('names who chose another source, and when', () => {
    const chosen = { name: 'Marta', at: '2026-07-12T20:28:00Z' }
    expect(argument({ ...typedAndModel, used: 'model', used_mm: 6, chosen })).toBe(
      'your gauge 27, model 6: used model, chosen by Marta, 12 Jul 14:28',
    )
  })

  it('can be switched to every other source with a value', () => {
    expect(otherSources(day({ ...typedAndModel, station_mm: 24, used: 'typed' }))).toEqual([
      'station',
      'model',
    ])
    expect(otherSources(day({ ...typedAndModel, used: 'model' }))).toEqual(['typed'])
    expect(otherSources(day({ model_mm: 6, used: 'model' }))).toEqual([])
  })

  it('names its stations', () => {
    const near = day({ station: { name: 'Iron Springs', km: 6.2 } })
    expect(stationSentence([near, near, day({})])).toBe('Station: Iron Springs, 6 km away.')
    expect(stationSentence([near, day({ station: { name: 'Yard', km: null } })])).toBe(
      'Stations: Iron Springs, 6 km away; Yard.',
    )
    expect(stationSentence([day({})])).toBe('')
  })

  it("is in the account's unit", () => {
    expect(depthText(25.4, 'mm')).toBe('25.4\u00A0mm')
    expect(depthText(25.4, 'in')).toBe('1\u00A0in')
  })
})

it('omits days without data', () => {
  const guess = { ...day({}), et_method: 'neighbours', reference_et_mm: 4 } as const
  expect(hasData(day({}), weather({}))).toBe(false)
  expect(hasData(day({ used: 'typed', typed_mm: 3 }), weather({ state: 'off' }))).toBe(true)
  expect(hasData({ ...guess, et_method: 'penman-monteith' }, weather({ state: 'off' }))).toBe(true)
  // a guess replaces missing service data, and is not a forecast
  expect(hasData(guess, weather({ state: 'late' }))).toBe(true)
  expect(hasData(guess, weather({ state: 'off' }))).toBe(false)
  expect(hasData({ ...guess, day: '2026-07-20' }, weather({ state: 'late' }))).toBe(false)
})

it('uses names for recent days', () => {
  const names = ['2026-07-13', '2026-07-12', '2026-07-11', '2026-07-10'].map((date) =>
    dayName(date, '2026-07-12'),
  )
  expect(names).toEqual(['Tomorrow', 'Today', 'Yesterday', 'Fri 10 Jul'])
})
