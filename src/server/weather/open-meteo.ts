/** Weather of a place from a service that speaks Open-Meteo's JSON: asked, checked, and turned into hours. */
import { z } from 'zod'
import type { WeatherFailure } from '#contract/weather.ts'
import type { WeatherHour } from './weather.rules.ts'

export interface FetchedWeather {
  elevationM: number
  hours: WeatherHour[]
}

/** The service brought nothing that can be used. */
export class WeatherUnavailable extends Error {
  readonly failure: WeatherFailure

  constructor(failure: WeatherFailure, why: string) {
    super(why)
    this.name = 'WeatherUnavailable'
    this.failure = failure
  }
}

export interface WeatherRequest {
  /** Base address, without /v1. */
  url: string
  key: string | null
  latitude: number
  longitude: number
  /** 0 to 92. */
  pastDays: number
}

const WITHIN_MS = 10_000
/** A quarter of a year of hours is 200 KB; more is not an answer to what was asked. */
const MOST_BYTES = 4_000_000
const FORECAST_DAYS = 7
const HOUR_MS = 3_600_000

const VARIABLES = {
  temperatureC: 'temperature_2m',
  dewPointC: 'dew_point_2m',
  windMS: 'wind_speed_10m',
  radiationWM2: 'shortwave_radiation',
  rainMm: 'precipitation',
  rainChancePct: 'precipitation_probability',
  sourceEtMm: 'et0_fao_evapotranspiration',
} as const

const column = z.array(z.number().nullable()).optional()
const answer = z.object({
  elevation: z.number(),
  utc_offset_seconds: z.number(),
  hourly: z.object({
    time: z.array(z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)),
    temperature_2m: z.array(z.number().nullable()),
    dew_point_2m: column,
    wind_speed_10m: column,
    shortwave_radiation: column,
    precipitation: column,
    precipitation_probability: column,
    et0_fao_evapotranspiration: column,
  }),
})

/**
 * Forecast and past days of a place.
 *
 * @throws WeatherUnavailable when there is no answer within ten seconds, or not one that can be used
 */
export async function fetchWeather(request: WeatherRequest): Promise<FetchedWeather> {
  const body = await ask(addressOf(request))
  const read = answer.safeParse(body)
  if (!read.success) throw new WeatherUnavailable('not_understood', 'the answer has another shape')
  const { elevation, utc_offset_seconds: offset, hourly } = read.data
  const lengths = Object.values(hourly).map((values) => values?.length ?? hourly.time.length)
  if (lengths.some((length) => length !== hourly.time.length)) {
    throw new WeatherUnavailable('not_understood', 'columns of different length')
  }
  const value = (name: keyof typeof VARIABLES, i: number) => hourly[VARIABLES[name]]?.[i] ?? null
  const hours = hourly.time.map((time, i) => ({
    // written without an offset, by the clock that the answer names
    at: new Date(Date.parse(`${time}Z`) - 1000 * offset),
    temperatureC: value('temperatureC', i),
    dewPointC: value('dewPointC', i),
    humidityPct: null,
    windMS: value('windMS', i),
    radiationWM2: value('radiationWM2', i),
    rainMm: value('rainMm', i),
    rainChancePct: value('rainChancePct', i),
    sourceEtMm: value('sourceEtMm', i),
  }))
  if (hours.some(({ at }) => at.getTime() % (HOUR_MS / 4) !== 0)) {
    throw new WeatherUnavailable('not_understood', 'times that are none')
  }
  return { elevationM: elevation, hours }
}

function addressOf({ url, key, latitude, longitude, pastDays }: WeatherRequest): string {
  const query = new URLSearchParams({
    latitude: latitude.toFixed(4),
    longitude: longitude.toFixed(4),
    hourly: Object.values(VARIABLES).join(','),
    wind_speed_unit: 'ms',
    // its clock has no change of summer and winter
    timezone: 'UTC',
    past_days: String(pastDays),
    forecast_days: String(FORECAST_DAYS),
    ...(key === null ? {} : { apikey: key }),
  })
  return `${url.replace(/\/+$/, '')}/v1/forecast?${query.toString()}`
}

async function ask(address: string): Promise<unknown> {
  const signal = AbortSignal.timeout(WITHIN_MS)
  try {
    const response = await fetch(address, { signal, redirect: 'error' })
    const text = await boundedText(response)
    if (response.status === 429) throw new WeatherUnavailable('too_many_calls', 'asked too often')
    if (!response.ok) throw new WeatherUnavailable('refused', `answered ${response.status}`)
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof WeatherUnavailable) throw error
    // neither the address nor the cause is passed on: the key stands in it
    if (error instanceof SyntaxError) throw new WeatherUnavailable('not_understood', 'the answer is no JSON')
    throw new WeatherUnavailable('no_answer', signal.aborted ? 'no answer in time' : 'not reached')
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MOST_BYTES) throw new WeatherUnavailable('not_understood', 'the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
