/**
 * Simulated weather: evapotranspiration by season and hour, and seeded daily rain, for simulated machines and the
 * demonstration farm's weather service.
 */
import { seededRandom, seedFromName } from '../seeded-random.ts'

export type Water = { rainMm: number; etMm: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MS_PER_DEGREE = DAY_MS / 360
/** Reference crop water use at mid latitudes, mm a day: mean of the year and its swing towards midsummer. */
const ET_MEAN_MM = 3.4
const ET_SWING_MM = 2.8
/** Days after 1 January at which the northern year is warmest. */
export const WARMEST_DAY = 200
const RAIN_CHANCE = 0.16
const RAIN_MEAN_MM = 6
const RAIN_MS = 2 * HOUR_MS
/** A summer that has no end is a dry one: what falls in it, as a share of what would. */
const SUMMER_RAIN = 0.4

function dayOfYear(ms: number): number {
  const date = new Date(ms)
  return (ms - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS
}

/**
 * Evapotranspiration of the day that holds this instant, mm; the southern half of the earth is half a year apart.
 *
 * @param ms since 1970
 * @param latitude degrees, north positive
 * @param endlessSummer every day is the warmest of the year
 * @example dailyEtMm(Date.UTC(2026, 6, 20), 51) // 6.2
 */
export function dailyEtMm(ms: number, latitude: number, endlessSummer = false): number {
  if (endlessSummer) return ET_MEAN_MM + ET_SWING_MM
  const phase = (2 * Math.PI * (dayOfYear(ms) - WARMEST_DAY)) / 365.25
  return ET_MEAN_MM + ET_SWING_MM * Math.cos(latitude < 0 ? phase + Math.PI : phase)
}

/** Share of the day's evapotranspiration that has happened by a local solar hour: a sine from 6 to 18. */
function daylightShare(hour: number): number {
  const light = Math.min(18, Math.max(6, hour))
  return (1 - Math.cos((Math.PI * (light - 6)) / 12)) / 2
}

/**
 * Rain of one UTC day: when it begins, ms after midnight, and how much, mm; on five days of six none.
 *
 * @param seed of the field
 * @param day days since 1970
 * @example rainOfDay(7, 20654).mm // 0
 */
export function rainOfDay(seed: number, day: number): { startMs: number; mm: number } {
  const { next } = seededRandom(seedFromName(`${seed} rain ${day}`))
  const falls = next() < RAIN_CHANCE
  const startMs = next() * (DAY_MS - RAIN_MS)
  return { startMs, mm: falls ? -RAIN_MEAN_MM * Math.log(1 - next()) : 0 }
}

function rainBetween(seed: number, day: number, from: number, to: number): number {
  const { startMs, mm } = rainOfDay(seed, day)
  const begin = day * DAY_MS + startMs
  const overlap = Math.min(to, begin + RAIN_MS) - Math.max(from, begin)
  return overlap > 0 ? (mm * overlap) / RAIN_MS : 0
}

function etBetween(place: Place, day: number, from: number, to: number): number {
  // Local solar midnight, so that the sun is up over the field and not over Greenwich.
  const midnight = day * DAY_MS - place.longitude * MS_PER_DEGREE
  const shareAt = (ms: number) => daylightShare((ms - midnight) / HOUR_MS)
  return (
    dailyEtMm(midnight + DAY_MS / 2, place.latitude, place.endlessSummer) *
    Math.max(0, shareAt(to) - shareAt(from))
  )
}

/** A demonstration has something to show in January as well: where its summer has no end. */
export type Place = { latitude: number; longitude: number; endlessSummer?: boolean }

/**
 * Rain and evapotranspiration from one instant to a later one; any cut of a stretch gives the same sums.
 *
 * @param seed of the field
 * @param place degrees, north and east positive
 * @param from ms since 1970
 * @param to ms since 1970
 * @example waterBetween(7, { latitude: 51, longitude: 0 }, Date.UTC(2026, 6, 20), Date.UTC(2026, 6, 21)).etMm // 6.2
 */
export function waterBetween(seed: number, place: Place, from: number, to: number): Water {
  const first = Math.floor(from / DAY_MS) - 1
  const last = Math.floor(to / DAY_MS) + 1
  const water: Water = { rainMm: 0, etMm: 0 }
  for (let day = first; day <= last; day += 1) {
    water.rainMm += (place.endlessSummer ? SUMMER_RAIN : 1) * rainBetween(seed, day, from, to)
    water.etMm += etBetween(place, day, from, to)
  }
  return water
}
