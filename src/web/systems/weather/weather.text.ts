/** Sentences of weather and rain: where it comes from, how old it is, and why which amount of rain counts. */
import { mmToInches } from '#agronomy/units.ts'
import {
  RAIN_SOURCES,
  type RainSource,
  type Weather,
  type WeatherDay,
  type WeatherFailure,
} from '#contract/weather.ts'
import { ago, clock, day as dayOfMonth, number, quantity } from '../../kit/formats.ts'

export type DepthUnit = 'in' | 'mm'

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

const NETWORKS = {
  eccc: 'Environment and Climate Change Canada',
  'rcc-acis': 'the US Regional Climate Centers',
} as const

/** What is said of services of stations that are late or failed; nothing of those that are well. */
export function networkSentences({ networks }: Weather, now: number, timeZone: string): string[] {
  return networks.flatMap(({ network, state, fetched_at, failure }) => {
    if (failure === null && state !== 'late') return []
    const age = fetched_at === null ? 'yet' : `since ${ago(fetched_at, now, timeZone)}`
    const why =
      failure === null ? '' : ` ${FAILURES[failure].replace('The weather service', 'Their service')}`
    return [`Nothing new from the stations of ${NETWORKS[network]} ${age}.${why}`]
  })
}

/** Whose data these are, as their licences ask. */
export function stationCredit({ networks }: Weather): string {
  const names = networks.map(({ network }) => NETWORKS[network])
  return names.length === 0 ? '' : `Station data by ${names.join(' and ')}.`
}

/** What the source is called; an amount that was typed in is the gauge's, unless a gauge sends readings as well. */
export function sourceName({ rain }: WeatherDay, source: RainSource): string {
  return source === 'typed' ? (rain.gauge_mm === null ? 'gauge' : 'typed in') : source
}

/**
 * Why that much counts, for example `your gauge 27, station 24, model 6: used gauge`; empty where there is nothing to
 * weigh.
 */
export function rainArgument(day: WeatherDay, unit: DepthUnit, timeZone: string): string {
  const { rain } = day
  if (rain.used === null) return ''
  const known = RAIN_SOURCES.flatMap((source) => {
    const mm = rain[`${source}_mm`]
    const name = sourceName(day, source)
    return mm === null ? [] : [`${name === 'gauge' ? 'your gauge' : name} ${amount(mm, unit)}`]
  })
  const by = rain.chosen ? `, chosen by ${said(rain.chosen, timeZone)}` : ''
  return `${known.join(', ')}: used ${sourceName(day, rain.used)}${by}`
}

const amount = (mm: number, unit: DepthUnit) => (unit === 'mm' ? number(mm, 1) : number(mmToInches(mm)))

/** Who said something, and when. */
export function said({ name, at }: { name: string; at: string }, timeZone: string): string {
  return `${name}, ${dayOfMonth(at, timeZone)} ${clock(at, timeZone)}`
}

/** The other sources that know something of the day: what one tap would use instead. */
export function otherSources({ rain }: WeatherDay): RainSource[] {
  return RAIN_SOURCES.filter((source) => source !== rain.used && rain[`${source}_mm`] !== null)
}

/** Stations whose rain is in the table, for example `Station: Iron Springs, 6 km away.` */
export function stationSentence(days: readonly WeatherDay[]): string {
  const names = days.flatMap(({ rain: { station } }) =>
    station === null
      ? []
      : [station.km === null ? station.name : `${station.name}, ${number(station.km, 0)} km away`],
  )
  const [...different] = new Set(names)
  if (different.length === 0) return ''
  return `Station${different.length > 1 ? 's' : ''}: ${different.join('; ')}.`
}

/** Whether a day has something to say; a guess fills what a service should have said by now, and is no forecast. */
export function isTold({ day, rain, reference_et_mm, et_method }: WeatherDay, weather: Weather): boolean {
  if (rain.used !== null) return true
  if (reference_et_mm === null) return false
  return et_method !== 'neighbours' || (weather.state !== 'off' && day <= weather.today)
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
