/** Texts of weather and rain: source, age, and why an amount of rain counts. */
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

export const text = inLanguage('weather', {
  rainIn: 'Rain in',
  temperatureIn: 'Temperature in',
  windIn: 'Wind in',
  windRun: 'km of wind since the line before',
  sunshineIn: 'Sunshine in',
  datesAs: 'Dates as',
  dmy: 'day, month, year',
  mdy: 'month, day, year',
  ymd: 'year, month, day',
  decimalsWith: 'Figures with',
  decimalPoint: 'a point: 1.5',
  decimalComma: 'a comma: 1,5',
  timeMeaning: 'A time is',
  lineStart: 'the start of its line',
  lineEnd: 'the end of its line',
  windMeasuredAt: 'Wind is measured at',
  oneDay: '1 day',
  manyDays: (count: Figure) => `${count} days`,
  noWholeDay: (hours: Figure) => `${hours} hours, and no whole day.`,
  noLineUsed: 'No line could be used.',
  nothingEstimated: (measured: Figure) => `, and on ${measured} nothing had to be estimated`,
  fileSummary: (days: Figure, from: Figure, until: Figure, rain: Figure, et: Figure, all: Figure) =>
    `${days}, ${from} to ${until}: rain on ${rain} of them, reference ET on ${et}${all}.`,
  stationHint:
    'A file from a station on your farm counts ahead of other stations and the model, for rain and for ET.',
  savedRange: (name: Figure, days: Figure, from: Figure, until: Figure) =>
    `${name}: ${days}, ${from} to ${until}.`,
  rain: 'Rain',
  lowC: 'Low °C',
  highC: 'High °C',
  windMS: 'Wind m/s',
  sunMjM: 'Sun MJ/m²',
  dayColumn: 'Day',
  ownStation: 'Your own weather station',
  savedDays: (days: Figure) => `Saved ${days} from your station.`,
  addFile: 'Add a station file',
  remove: 'Remove',
  removeQuestion: 'Remove your station?',
  keepIt: 'Keep it',
  removing: 'Removing…',
  removedDays: (days: Figure) =>
    `${days} of rain and weather will be removed. Other sources count again, and the file can be added again.`,
  fileHint:
    'CSV, at most 4 MB: a line a day, or one an hour or more often. Common names of columns and units are recognised, also those of Alberta’s ACIS and of Environment Canada. Nothing is saved until you say so.',
  readingFile: 'Reading the file…',
  changeReading: 'Change how it is read',
  nameStation: 'Name of the station',
  yourStation: 'your station',
  savingStation: 'Saving…',
  saveDays: (days: Figure) => `Save ${days}`,
  understood: 'Understood',
  leftOut: (count: Figure) => `Left out: ${count}`,
  andMore: (count: Figure) => `and ${count} more`,
  firstDays: 'First days of the file',
  asFileSays: 'As the file says',
  columns: 'Columns',
  columnsExample: 'For example rain=RR, max=TX, time=Date+Clock',
  title: 'Weather and rain',
  viewOnly: 'View only: owners and operators can enter rain.',
  simulated: 'This weather is simulated, like the machines of this demo.',
  weatherBy: 'Weather data by',
  weatherNotFetched: 'The weather could not be fetched. Everything else works without it.',
  loadingWeather: 'Loading weather…',
  noRainKnown: 'No rain is known for the last seven days.',
  tableTitle: 'Rain, and what well-watered grass would use (ET)',
  forecast: 'forecast',
  notKnown: 'not known',
  chance: (chance: Figure) => `${chance} chance`,
  saving: 'Saving…',
  undoFor: (name: Figure) => `Undo the choice for ${name}`,
  undo: 'Undo',
  chooseSourceForDay: (source: Figure, day: Figure) => `Use ${source} for ${day}`,
  chooseSource: (source: Figure) => `Use ${source}`,
  guessed: 'guessed',
  enterRain: 'Enter rain',
  dayRain: 'Day of the rain',
  rainYourGauge: 'Rain in your gauge',
  alreadyEntered: (depth: Figure, by: Figure) => `Typed in: ${depth} (${by}). A new amount replaces it.`,
  saveRain: 'Save rain',
  rainLimits: (most: Figure) => `Rain in a day is between 0 and ${most}.`,
  serviceSilent: 'The weather service did not answer.',
  serviceRefused: 'The weather service refused the request.',
  serviceBusy: 'The weather service was asked too often.',
  serviceUnreadable: 'The weather service sent something that could not be read.',
  noService: 'No weather service is set up here. The rain you enter counts.',
  noWeatherYet: (why: Figure) => `No weather yet.${why} The rain you enter counts.`,
  noNewWeatherSince: (age: Figure, why: Figure) => `No new weather since ${age}.${why}`,
  weatherUpdated: (age: Figure, why: Figure) => `Weather updated ${age}.${why}`,
  eccc: 'Environment and Climate Change Canada',
  acis: 'the US Regional Climate Centers',
  notYet: 'yet',
  since: (ago: Figure) => `since ${ago}`,
  weatherService: 'The weather service',
  theirService: 'Their service',
  stationsSilent: (services: Figure, age: Figure, why: Figure) =>
    `Nothing new from the stations of ${services} ${age}.${why}`,
  stationsBy: (services: Figure) => `Station data by ${services}.`,
  and: 'and',
  enteredByHand: 'typed in',
  yourGauge: 'your gauge',
  sources: { gauge: 'gauge', station: 'station', model: 'model' },
  chosenBy: (by: Figure) => `, chosen by ${by}`,
  usedSource: (days: Figure, source: Figure, by: Figure) => `${days}: used ${source}${by}`,
  kmAway: (name: Figure, km: Figure) => `${name}, ${km} km away`,
  stations: (plural: Figure, stations: Figure) => `Station${plural}: ${stations}.`,
  today: 'Today',
  yesterday: 'Yesterday',
  tomorrow: 'Tomorrow',
})

export type DepthUnit = 'in' | 'mm'

const FAILURES: Record<WeatherFailure, string> = {
  no_answer: text.serviceSilent,
  refused: text.serviceRefused,
  too_many_calls: text.serviceBusy,
  not_understood: text.serviceUnreadable,
}

/** Rain and evapotranspiration in the account's unit. */
export function depthText(mm: number, unit: DepthUnit): string {
  return unit === 'mm' ? quantity(mm, 'mm', 1) : quantity(mmToInches(mm), 'in')
}

/** The source of the weather and its age. */
export function sourceSentence(
  { state, fetched_at, failure }: Weather,
  now: number,
  timeZone: string,
): string {
  if (state === 'off') return text.noService
  const why = failure === null ? '' : ` ${FAILURES[failure]}`
  if (fetched_at === null) return text.noWeatherYet(why)
  const age = ago(fetched_at, now, timeZone)
  return state === 'late' ? text.noNewWeatherSince(age, why) : text.weatherUpdated(age, why)
}

const NETWORKS = {
  eccc: text.eccc,
  'rcc-acis': text.acis,
} as const

/** Sentences about late or failed station services. */
export function networkSentences({ networks }: Weather, now: number, timeZone: string): string[] {
  return networks.flatMap(({ network, state, fetched_at, failure }) => {
    if (failure === null && state !== 'late') return []
    const age = fetched_at === null ? text.notYet : text.since(ago(fetched_at, now, timeZone))
    const why =
      failure === null ? '' : ` ${FAILURES[failure].replace(text.weatherService, text.theirService)}`
    return [text.stationsSilent(NETWORKS[network], age, why)]
  })
}

/** Attribution of the data, as their licences require. */
export function stationCredit({ networks }: Weather): string {
  const names = networks.map(({ network }) => NETWORKS[network])
  return names.length === 0 ? '' : text.stationsBy(names.join(` ${text.and} `))
}

/** Name of a source; a typed amount is called the gauge's, unless a gauge also sends readings. */
export function sourceName({ rain }: WeatherDay, source: RainSource): string {
  if (source !== 'typed') return text.sources[source]
  return rain.gauge_mm === null ? text.sources.gauge : text.enteredByHand
}

/**
 * Why this amount counts, for example `your gauge 27, station 24, model 6: used gauge`; only the source if there is just one, empty if there is none.
 */
export function rainArgument(day: WeatherDay, unit: DepthUnit, timeZone: string): string {
  const { rain } = day
  if (rain.used === null) return ''
  const known = RAIN_SOURCES.flatMap((source) => {
    const mm = rain[`${source}_mm`]
    const name = sourceName(day, source)
    return mm === null ? [] : [`${name === text.sources.gauge ? text.yourGauge : name} ${amount(mm, unit)}`]
  })
  if (known.length === 1 && !rain.chosen) return sourceName(day, rain.used)
  const by = rain.chosen ? text.chosenBy(enteredBy(rain.chosen, timeZone)) : ''
  return text.usedSource(known.join(', '), sourceName(day, rain.used), by)
}

const amount = (mm: number, unit: DepthUnit) => (unit === 'mm' ? number(mm, 1) : number(mmToInches(mm)))

/** Who entered something, and when. */
export function enteredBy({ name, at }: { name: string; at: string }, timeZone: string): string {
  return `${name}, ${dayOfMonth(at, timeZone)} ${clock(at, timeZone)}`
}

/** The other sources with a value for the day, to switch to with one tap. */
export function otherSources({ rain }: WeatherDay): RainSource[] {
  return RAIN_SOURCES.filter((source) => source !== rain.used && rain[`${source}_mm`] !== null)
}

/** Stations whose rain is in the table, for example `Station: Iron Springs, 6 km away.` */
export function stationSentence(days: readonly WeatherDay[]): string {
  const names = days.flatMap(({ rain: { station } }) =>
    station === null
      ? []
      : [station.km === null ? station.name : text.kmAway(station.name, number(station.km, 0))],
  )
  const [...different] = new Set(names)
  if (different.length === 0) return ''
  return text.stations(different.length > 1 ? 's' : '', different.join('; '))
}

/** Whether a day has data to show; a guess replaces missing service data, and is not a forecast. */
export function hasData({ day, rain, reference_et_mm, et_method }: WeatherDay, weather: Weather): boolean {
  if (rain.used !== null) return true
  if (reference_et_mm === null) return false
  return et_method !== 'neighbours' || (weather.state !== 'off' && day <= weather.today)
}

/** A calendar day, for example `Today`, `Yesterday` or `Sat 21 Nov`. */
export function dayName(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  if (days === 0) return text.today
  if (days === -1) return text.yesterday
  if (days === 1) return text.tomorrow
  const format = new Intl.DateTimeFormat(localeOr('en-GB'), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return format.format(Date.parse(day)).replace(',', '')
}
