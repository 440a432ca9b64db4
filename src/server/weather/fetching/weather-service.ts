/** The interface of a weather service: the request for a place and a period, and its result. */
import type { WeatherSource } from '#contract/weather.ts'
import type { DaySpan } from '../../readings/zone-days.ts'
import type { StoredDay, WeatherHour } from '../weather.rules.ts'
import type { AskedPlace } from '../weather.store.ts'

/** Hours and days of one time series of weather. */
export interface FetchedStream {
  source: WeatherSource
  /** For a model the place's, for a station its own. */
  code: string
  name: string
  latitude: number
  longitude: number
  elevationM: number | null
  hours: readonly WeatherHour[]
  days: readonly StoredDay[]
}

export interface FetchedWeather {
  streams: FetchedStream[]
  validator: string | null
}

export interface Question {
  place: AskedPlace
  /** Local days of the place, both ends included. */
  span: DaySpan
  now: Date
  /** Of the last answer to the same request. */
  validator: string | null
}

/** One service; its failures are `WeatherUnavailable`. */
export interface WeatherService {
  name: 'forecast' | 'archive' | 'simulated' | 'eccc' | 'rcc-acis' | 'acis'
  everyMs: number
  /** How the requested days are chosen. */
  wants: Wants
  /** The request without its key; equal texts are equal requests. */
  questionOf(question: Question): string
  /** @returns null if the answer is the same as the last */
  ask(question: Question): Promise<FetchedWeather | null>
}

/**
 * since: all days since the last answer and some before it, which may have been corrected; at most `mostDays` back. gaps:
 * missing days of the season, up to `lagDays` ago.
 */
type Wants =
  | { kind: 'since'; againDays: number; mostDays: number; aheadDays: number }
  | { kind: 'gaps'; lagDays: number }
