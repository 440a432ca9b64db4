/** Hours of weather as days with their reference ET, and which of several sources of rain counts. */
import { dailyReferenceEt } from '../../agronomy/weather/reference-et.ts'
import type { RainSource, WeatherDay } from '../../contract/weather.ts'

/** What a day is made of; the hours may be those of any source. */
interface Hour {
  at: Date
  temperatureC: number | null
  dewPointC: number | null
  windMS: number | null
  radiationWM2: number | null
  rainMm: number | null
  rainChancePct: number | null
}

export interface StoredDay {
  day: string
  maxC: number | null
  minC: number | null
  rainMm: number | null
  rainChancePct: number | null
  referenceEtMm: number | null
  etMethod: 'penman-monteith' | 'hargreaves' | null
  /** Some of it lay ahead when it was fetched. */
  forecast: boolean
}

interface Place {
  latitude: number
  elevationM: number
}

const HOUR_MS = 3_600_000
/** The day of the change to summer time. */
const FEWEST_HOURS = 23
const WIND_HEIGHT_M = 10
const MJ_PER_W_HOUR = 0.0036

/**
 * Days where the system stands, whole ones only; the hour that ends at midnight belongs to the day before.
 *
 * @param dayOf on which day of the system an instant lies
 */
export function daysOfHours(
  hours: readonly Hour[],
  dayOf: (at: Date) => string,
  place: Place,
  fetchedAt: Date,
): StoredDay[] {
  const byDay = new Map<string, Hour[]>()
  for (const hour of hours) {
    const day = dayOf(new Date(hour.at.getTime() - HOUR_MS))
    byDay.set(day, [...(byDay.get(day) ?? []), hour])
  }
  return [...byDay]
    .filter(([, some]) => some.length >= FEWEST_HOURS)
    .map(([day, some]) => ({
      day,
      ...figuresOf(day, some, place),
      forecast: some.some(({ at }) => at > fetchedAt),
    }))
    .sort((a, b) => a.day.localeCompare(b.day))
}

function figuresOf(day: string, hours: readonly Hour[], place: Place) {
  const known = (pick: (hour: Hour) => number | null) => hours.map(pick).filter((value) => value !== null)
  /** Null unless every hour is known: a sum without some hours is another sum. */
  const whole = (pick: (hour: Hour) => number | null) => {
    const values = known(pick)
    return values.length === hours.length ? values : null
  }
  const sum = (values: readonly number[] | null) =>
    values && values.reduce((total, value) => total + value, 0)
  const mean = (values: readonly number[] | null) => values && (sum(values) ?? 0) / values.length
  const temperatures = whole(({ temperatureC }) => temperatureC)
  const chances = known(({ rainChancePct }) => rainChancePct)
  const radiation = sum(whole(({ radiationWM2 }) => radiationWM2))
  const maxC = temperatures && Math.max(...temperatures)
  const minC = temperatures && Math.min(...temperatures)
  const et = dailyReferenceEt(
    'short',
    { ...place, windHeightM: WIND_HEIGHT_M },
    {
      dayOfYear: dayOfYear(day),
      maxC,
      minC,
      dewPointC: mean(whole(({ dewPointC }) => dewPointC)),
      radiationMj: radiation === null ? null : radiation * MJ_PER_W_HOUR,
      windMS: mean(whole(({ windMS }) => windMS)),
    },
  )
  return {
    maxC,
    minC,
    rainMm: sum(whole(({ rainMm }) => rainMm)),
    rainChancePct: chances.length > 0 ? Math.max(...chances) : null,
    referenceEtMm: 'mm' in et ? et.mm : null,
    etMethod: 'mm' in et ? et.method : null,
  }
}

function dayOfYear(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / (24 * HOUR_MS)) + 1
}

/** One's own gauge before the model, unless somebody chose otherwise from what there is. */
export function rainOf(
  gaugeMm: number | null,
  modelMm: number | null,
  choice: RainSource | null,
): WeatherDay['rain'] {
  const amounts = { gauge: gaugeMm, model: modelMm }
  const usual = gaugeMm !== null ? 'gauge' : modelMm !== null ? 'model' : null
  const chosen = choice !== null && amounts[choice] !== null && choice !== usual
  const used = chosen ? choice : usual
  return {
    used_mm: used && amounts[used],
    used,
    chosen,
    gauge_mm: gaugeMm,
    model_mm: modelMm,
  }
}
