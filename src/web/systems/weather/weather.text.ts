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
import { inLanguage, localeOr } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const say = inLanguage('weather', {
  rainIn: 'Rain in',
  temperatureIn: 'Temperature in',
  windIn: 'Wind in',
  kmRunLine: 'km run in the line',
  sunshineIn: 'Sunshine in',
  datesAs: 'Dates as',
  dayMonthYear: 'day, month, year',
  monthDayYear: 'month, day, year',
  yearMonthDay: 'year, month, day',
  figuresWith: 'Figures with',
  point15: 'a point: 1.5',
  comma15: 'a comma: 1,5',
  aTimeIs: 'A time is',
  startLine: 'the start of its line',
  endLine: 'the end of its line',
  windMeasured: 'Wind is measured at',
  day: '1 day',
  days: (days: Figure) => `${days} days`,
  hoursNoWholeDay: (hours: Figure) => `${hours} hours, and no whole day.`,
  noLineCouldUsed: 'No line could be used.',
  themNothingHadEstimated: (measured: Figure) => `, for ${measured} of them nothing had to be estimated`,
  rainReferenceEt: (
    dayCount: Figure,
    dayOfYear: Figure,
    dayOfYear2: Figure,
    rain: Figure,
    et: Figure,
    all: Figure,
  ) => `${dayCount}, ${dayOfYear} to ${dayOfYear2}: rain of ${rain}, reference ET of ${et}${all}.`,
  fileStationYourFarm:
    'A file of a station on your farm counts before other stations and the model, for rain and for ET.',
  to: (name: Figure, dayCount: Figure, dayOfYear: Figure, dayOfYear2: Figure) =>
    `${name}: ${dayCount}, ${dayOfYear} to ${dayOfYear2}.`,
  rain: 'Rain',
  lowC: 'Low °C',
  highC: 'High °C',
  windMS: 'Wind m/s',
  sunMjM: 'Sun MJ/m²',
  day2: 'Day',
  yourOwnWeatherStation: 'Your own weather station',
  keptYourStation: (dayCount: Figure) => `Kept ${dayCount} from your station.`,
  addStationsFile: 'Add a station file',
  remove: 'Remove',
  removeYourStation: 'Remove your station?',
  keepIt: 'Keep it',
  removing: 'Removing…',
  rainWeatherForgottenOther: (dayCount: Figure) =>
    `${dayCount} of rain and weather will be removed. Other sources count again, and the file can be added again.`,
  csvMost4Mb:
    'CSV, at most 4 MB: a line a day, or one an hour or more often. Common names of columns and units are recognised, also those of Alberta’s ACIS and of Environment Canada. Nothing is kept until you say so.',
  readingFile: 'Reading the file…',
  sayHowRead: 'Change how it is read',
  nameStation: 'Name of the station',
  yourStation: 'your station',
  keeping: 'Keeping…',
  keep: (dayCount: Figure) => `Keep ${dayCount}`,
  understood: 'Understood',
  leftOut: (refused: Figure) => `Left out: ${refused}`,
  andMore: (refused: Figure) => `and ${refused} more`,
  firstDaysFile: 'First days of the file',
  asFileSays: 'As the file says',
  columns: 'Columns',
  exampleRainRrMax: 'For example rain=RR, max=TX, time=Date+Clock',
  weatherRain: 'Weather and rain',
  viewOnlyOwnersOperators: 'View only: owners and operators can enter rain.',
  weatherMadeUpAs: 'This weather is made up, like the machines of the demonstration.',
  weatherData: 'Weather data by',
  weatherCouldNotFetched: 'The weather could not be fetched. Everything else works without it.',
  loadingWeather: 'Loading weather…',
  noRainKnownLast: 'No rain is known for the last seven days.',
  rainWhatWellWatered: 'Rain, and what well-watered grass would use (ET)',
  forecast: 'forecast',
  notKnown: 'not known',
  chance: (chance: Figure) => `${chance} chance`,
  saving: 'Saving…',
  undoChoice: (name: Figure) => `Undo the choice for ${name}`,
  undo: 'Undo',
  takeFor: (sourceName: Figure, name: Figure) => `Use ${sourceName} for ${name}`,
  take: (sourceName: Figure) => `Use ${sourceName}`,
  guessed: 'guessed',
  typeRain: 'Enter rain',
  dayRain: 'Day of the rain',
  rainYourGauge: 'Rain in your gauge',
  typedNewAmountReplaces: (depth: Figure, said: Figure) =>
    `Typed in: ${depth} (${said}). A new amount replaces it.`,
  saveRain: 'Save rain',
  rainDayBetween0: (floor: Figure) => `Rain in a day is between 0 and ${floor}.`,
  weatherServiceDidNot: 'The weather service did not answer.',
  weatherServiceRefusedRequest: 'The weather service refused the request.',
  weatherServiceAskedToo: 'The weather service was asked too often.',
  weatherServiceSentSomething: 'The weather service sent something that could not be read.',
  noWeatherServiceSet: 'No weather service is set up here. The rain you enter counts.',
  noWeatherComeYet: (why: Figure) => `No weather has come yet.${why} The rain you enter counts.`,
  noNewWeatherSince: (age: Figure, why: Figure) => `No new weather since ${age}.${why}`,
  weatherUpdated: (age: Figure, why: Figure) => `Weather updated ${age}.${why}`,
  environmentClimateChangeCanada: 'Environment and Climate Change Canada',
  usRegionalClimateCenters: 'the US Regional Climate Centers',
  yet: 'yet',
  since: (ago: Figure) => `since ${ago}`,
  weatherService: 'The weather service',
  theirService: 'Their service',
  nothingNewStations: (text: Figure, age: Figure, why: Figure) =>
    `Nothing new from the stations of ${text} ${age}.${why}`,
  stationData: (join: Figure) => `Station data by ${join}.`,
  and: 'and',
  typedIn: 'typed in',
  yourGauge: 'your gauge',
  sources: { gauge: 'gauge', station: 'station', model: 'model' },
  chosenBy: (said: Figure) => `, chosen by ${said}`,
  used: (join: Figure, sourceName: Figure, by: Figure) => `${join}: used ${sourceName}${by}`,
  kmAway: (name: Figure, km: Figure) => `${name}, ${km} km away`,
  station: (word: Figure, join: Figure) => `Station${word}: ${join}.`,
  today: 'Today',
  yesterday: 'Yesterday',
  tomorrow: 'Tomorrow',
})

export type DepthUnit = 'in' | 'mm'

const FAILURES: Record<WeatherFailure, string> = {
  no_answer: say.weatherServiceDidNot,
  refused: say.weatherServiceRefusedRequest,
  too_many_calls: say.weatherServiceAskedToo,
  not_understood: say.weatherServiceSentSomething,
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
  if (state === 'off') return say.noWeatherServiceSet
  const why = failure === null ? '' : ` ${FAILURES[failure]}`
  if (fetched_at === null) return say.noWeatherComeYet(why)
  const age = ago(fetched_at, now, timeZone)
  return state === 'late' ? say.noNewWeatherSince(age, why) : say.weatherUpdated(age, why)
}

const NETWORKS = {
  eccc: say.environmentClimateChangeCanada,
  'rcc-acis': say.usRegionalClimateCenters,
} as const

/** What is said of services of stations that are late or failed; nothing of those that are well. */
export function networkSentences({ networks }: Weather, now: number, timeZone: string): string[] {
  return networks.flatMap(({ network, state, fetched_at, failure }) => {
    if (failure === null && state !== 'late') return []
    const age = fetched_at === null ? say.yet : say.since(ago(fetched_at, now, timeZone))
    const why = failure === null ? '' : ` ${FAILURES[failure].replace(say.weatherService, say.theirService)}`
    return [say.nothingNewStations(NETWORKS[network], age, why)]
  })
}

/** Whose data these are, as their licences ask. */
export function stationCredit({ networks }: Weather): string {
  const names = networks.map(({ network }) => NETWORKS[network])
  return names.length === 0 ? '' : say.stationData(names.join(` ${say.and} `))
}

/** What the source is called; an amount that was typed in is the gauge's, unless a gauge sends readings as well. */
export function sourceName({ rain }: WeatherDay, source: RainSource): string {
  if (source !== 'typed') return say.sources[source]
  return rain.gauge_mm === null ? say.sources.gauge : say.typedIn
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
    return mm === null ? [] : [`${name === say.sources.gauge ? say.yourGauge : name} ${amount(mm, unit)}`]
  })
  const by = rain.chosen ? say.chosenBy(said(rain.chosen, timeZone)) : ''
  return say.used(known.join(', '), sourceName(day, rain.used), by)
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
      : [station.km === null ? station.name : say.kmAway(station.name, number(station.km, 0))],
  )
  const [...different] = new Set(names)
  if (different.length === 0) return ''
  return say.station(different.length > 1 ? 's' : '', different.join('; '))
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
  if (days === 0) return say.today
  if (days === -1) return say.yesterday
  if (days === 1) return say.tomorrow
  const format = new Intl.DateTimeFormat(localeOr('en-GB'), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return format.format(Date.parse(day)).replace(',', '')
}
