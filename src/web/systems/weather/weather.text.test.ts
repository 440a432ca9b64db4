/** What is said of weather and rain: its age, its failure, and the argument for an amount on one line. */
import { describe, expect, it } from 'vitest'
import type { Weather, WeatherDay } from '#contract/weather.ts'
import { dayName, depthText, otherSource, rainArgument, sourceSentence } from './weather.text.ts'

const NOW = Date.parse('2026-07-12T20:00:00Z')
const ZONE = 'America/Edmonton'

function weather(change: Partial<Weather>): Weather {
  return {
    system: 'North',
    state: 'current',
    fetched_at: '2026-07-12T18:00:00Z',
    failure: null,
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
    rain_chance_pct: null,
    rain: { used_mm: null, used: null, chosen: false, gauge_mm: null, model_mm: null, ...rain },
  }
}

describe('the source', () => {
  it('says how old it is, that it is late and why, or that there is none', () => {
    expect(sourceSentence(weather({}), NOW, ZONE)).toBe('Weather updated 2 h ago (12:00).')
    const late = weather({ state: 'late', fetched_at: '2026-07-10T18:00:00Z', failure: 'no_answer' })
    expect(sourceSentence(late, NOW, ZONE)).toBe(
      'No new weather since 2 d ago (10 Jul, 12:00). The weather service did not answer.',
    )
    const waiting = weather({ state: 'waiting', fetched_at: null, failure: 'too_many_calls' })
    expect(sourceSentence(waiting, NOW, ZONE)).toBe(
      'No weather has come yet. The weather service was asked too often. Rain that you type in counts.',
    )
    expect(sourceSentence(weather({ state: 'off', fetched_at: null }), NOW, ZONE)).toMatch(
      /^No weather service/,
    )
  })
})

describe('rain', () => {
  const both = { gauge_mm: 27, model_mm: 6.04 }

  it('stands with its argument', () => {
    const used = day({ ...both, used: 'gauge', used_mm: 27 })
    expect(rainArgument(used, 'mm')).toBe('your gauge 27, model 6: used your gauge')
    expect(rainArgument(used, 'in')).toBe('your gauge 1.06, model 0.24: used your gauge')
    expect(rainArgument(day({ ...both, used: 'model', used_mm: 6, chosen: true }), 'mm')).toBe(
      'your gauge 27, model 6: used model, as you chose',
    )
    expect(rainArgument(day({ model_mm: 6, used: 'model', used_mm: 6 }), 'mm')).toBe('model 6: used model')
    expect(rainArgument(day({}), 'mm')).toBe('')
  })

  it('can be had from the other source where there are two', () => {
    expect(otherSource(day({ ...both, used: 'gauge' }))).toBe('model')
    expect(otherSource(day({ ...both, used: 'model', chosen: true }))).toBe('gauge')
    expect(otherSource(day({ model_mm: 6, used: 'model' }))).toBeNull()
  })

  it('is written in the unit of the account', () => {
    expect(depthText(25.4, 'mm')).toBe('25.4\u00A0mm')
    expect(depthText(25.4, 'in')).toBe('1\u00A0in')
  })
})

it('names days as people do', () => {
  const names = ['2026-07-13', '2026-07-12', '2026-07-11', '2026-07-10'].map((each) =>
    dayName(each, '2026-07-12'),
  )
  expect(names).toEqual(['Tomorrow', 'Today', 'Yesterday', 'Fri 10 Jul'])
})
