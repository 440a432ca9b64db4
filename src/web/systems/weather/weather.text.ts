/** Sentences of weather and rain: where it comes from, how old it is, and why which amount of rain counts. */
import { mmToInches } from '#agronomy/units.ts'
import type { Weather, WeatherDay, WeatherFailure } from '#contract/weather.ts'
import { ago, number, quantity } from '../../kit/formats.ts'

export type DepthUnit = 'in' | 'mm'

const SOURCES = { gauge: 'your gauge', model: 'model' } as const

const FAILURES: Record<WeatherFailure, string> = {
  no_answer: 'The weather service did not answer.',
  refused: 'The weather service refused the request.',
  too_many_calls: 'The weather service was asked too often.',
  not_understood: 'The weather service sent something that could not be read.',
}

/** Rain and evapotranspiration in the unit of the account. */
export function depthText(mm: number, unit: DepthUnit): string {
  return unit === 'mm' ? quantity(mm, 'mm', 1) : quantity(mmToInches(mm), 'in')
}

/** Where the weather comes from and how old it is; nothing here ever waits for it. */
export function sourceSentence(
  { state, fetched_at, failure }: Weather,
  now: number,
  timeZone: string,
): string {
  if (state === 'off') return 'No weather service is set up here. Rain that you type in counts.'
  const why = failure === null ? '' : ` ${FAILURES[failure]}`
  if (fetched_at === null) return `No weather has come yet.${why} Rain that you type in counts.`
  const age = ago(fetched_at, now, timeZone)
  return state === 'late' ? `No new weather since ${age}.${why}` : `Weather updated ${age}.${why}`
}

/** Why that much counts, for example `your gauge 27, model 6: used your gauge`; empty where there is nothing to weigh. */
export function rainArgument({ rain }: WeatherDay, unit: DepthUnit): string {
  const { gauge_mm: gauge, model_mm: model, used, chosen } = rain
  if (used === null) return ''
  const amount = (mm: number) => (unit === 'mm' ? number(mm, 1) : number(mmToInches(mm)))
  const known = [
    gauge === null ? '' : `${SOURCES.gauge} ${amount(gauge)}`,
    model === null ? '' : `${SOURCES.model} ${amount(model)}`,
  ].filter((each) => each !== '')
  return `${known.join(', ')}: used ${SOURCES[used]}${chosen ? ', as you chose' : ''}`
}

/** The other source, where there are two: what one tap would use instead. */
export function otherSource({ rain }: WeatherDay): 'gauge' | 'model' | null {
  if (rain.gauge_mm === null || rain.model_mm === null || rain.used === null) return null
  return rain.used === 'gauge' ? 'model' : 'gauge'
}

/** A calendar day, for example `Today`, `Yesterday` or `Sat 21 Nov`. */
export function dayName(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  if (days === 0) return 'Today'
  if (days === -1) return 'Yesterday'
  if (days === 1) return 'Tomorrow'
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return format.format(Date.parse(day)).replace(',', '')
}
