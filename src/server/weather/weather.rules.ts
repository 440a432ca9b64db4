/** Days of weather with their reference ET: from hours, or from a station's daily values. */
import { dailyReferenceEt, type EstimatedInput } from '#agronomy/weather/reference-et.ts'
import { type Humidity, leastHumidity, windAtTwoMetres } from '#agronomy/weather/vapour-pressure.ts'

/** One hour; rain and radiation are of the hour that ends at `at`. Null: not known. */
export interface WeatherHour {
  at: Date
  temperatureC: number | null
  dewPointC: number | null
  /** For stations that have no dew point. */
  humidityPct: number | null
  /** At the height of the instrument. */
  windMS: number | null
  radiationWM2: number | null
  rainMm: number | null
  rainChancePct: number | null
  /** The source's own figure, for comparison. */
  sourceEtMm: number | null
}

/** An instrument's values for a whole day. */
export interface MeasuredDay extends Humidity {
  day: string
  maxC: number | null
  minC: number | null
  windMS: number | null
  radiationMj: number | null
  rainMm: number | null
}

/** A day as it is stored. */
export interface StoredDay {
  day: string
  maxC: number | null
  minC: number | null
  leastHumidityPct: number | null
  /** At 2 m. */
  windMS: number | null
  radiationMj: number | null
  rainMm: number | null
  rainChancePct: number | null
  /** Sum of probability times amount over its hours. */
  rainExpectedMm: number | null
  /** Short reference. */
  referenceEtMm: number | null
  etMethod: 'penman-monteith' | 'hargreaves' | null
  etEstimated: readonly EstimatedInput[]
  /** Some of it was in the future when it was fetched. */
  forecast: boolean
}

/** Location of the instruments. */
export interface Site {
  latitude: number
  elevationM: number
  windHeightM: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Length of the day on which daylight saving time begins. */
const FEWEST_HOURS = 23
const MJ_PER_W_HOUR = 0.0036

/**
 * Complete days in the system's time zone; the hour that ends at midnight belongs to the day before.
 *
 * @param dayOf the system's day of an instant
 */
export function daysOfHours(
  hours: readonly WeatherHour[],
  dayOf: (at: Date) => string,
  site: Site,
  fetchedAt: Date,
): StoredDay[] {
  const byDay = new Map<string, WeatherHour[]>()
  for (const hour of hours) {
    const day = dayOf(new Date(hour.at.getTime() - HOUR_MS))
    const dayHours = byDay.get(day)
    if (dayHours) dayHours.push(hour)
    else byDay.set(day, [hour])
  }
  return [...byDay]
    .filter(([, dayHours]) => dayHours.length >= FEWEST_HOURS)
    .map(([day, dayHours]) => ({
      ...storedDay(measuredDay(day, dayHours), site),
      ...rainAhead(dayHours),
      forecast: dayHours.some(({ at }) => at > fetchedAt),
    }))
    .sort((a, b) => a.day.localeCompare(b.day))
}

/** A day with daily values, with its reference ET. */
export function storedDay(measured: MeasuredDay, site: Site): StoredDay {
  const { day, rainMm, ...air } = plausibleDay(measured)
  const { windMS, radiationMj } = air
  // an instrument with such a value is defective
  const broken = air.maxC !== null && air.minC !== null && air.maxC < air.minC
  const [maxC, minC] = broken ? [null, null] : [air.maxC, air.minC]
  const et = dailyReferenceEt('short', site, { ...air, maxC, minC, dayOfYear: dayOfYear(day) })
  return {
    day,
    maxC,
    minC,
    leastHumidityPct: maxC !== null && minC !== null && isHumid(air) ? leastHumidity(air, maxC, minC) : null,
    windMS: windMS === null ? null : windAtTwoMetres(windMS, site.windHeightM),
    radiationMj,
    rainMm,
    rainChancePct: null,
    rainExpectedMm: null,
    referenceEtMm: 'mm' in et ? et.mm : null,
    etMethod: 'mm' in et ? et.method : null,
    etEstimated: 'mm' in et ? et.estimated : [],
    forecast: false,
  }
}

/** Plausible range of an instrument, ends included; anything else is a missing-value code or a fault. */
const CAN_BE = {
  temperatureC: [-90, 60],
  humidityPct: [0, 105],
  windMS: [0, 75],
  /** At most the extraterrestrial radiation, W/m2 and MJ. */
  radiationWM2: [0, 1500],
  radiationMj: [0, 50],
  vapourPressureKpa: [0, 10],
  rainMm: [0, 1000],
  chancePct: [0, 100],
  etMm: [-1, 5],
} as const satisfies Record<string, readonly [number, number]>

function possible(value: number | null | undefined, quantity: keyof typeof CAN_BE): number | null {
  const [least, most] = CAN_BE[quantity]
  return value != null && value >= least && value <= most ? value : null
}

/** An hour in which impossible values are unknown. */
export function plausibleHour(hour: WeatherHour): WeatherHour {
  return {
    at: hour.at,
    temperatureC: possible(hour.temperatureC, 'temperatureC'),
    dewPointC: possible(hour.dewPointC, 'temperatureC'),
    humidityPct: possible(hour.humidityPct, 'humidityPct'),
    windMS: possible(hour.windMS, 'windMS'),
    radiationWM2: possible(hour.radiationWM2, 'radiationWM2'),
    rainMm: possible(hour.rainMm, 'rainMm'),
    rainChancePct: possible(hour.rainChancePct, 'chancePct'),
    sourceEtMm: possible(hour.sourceEtMm, 'etMm'),
  }
}

function plausibleDay(day: MeasuredDay): MeasuredDay {
  return {
    day: day.day,
    maxC: possible(day.maxC, 'temperatureC'),
    minC: possible(day.minC, 'temperatureC'),
    dewPointC: possible(day.dewPointC, 'temperatureC'),
    vapourPressureKpa: possible(day.vapourPressureKpa, 'vapourPressureKpa'),
    humidityMaxPct: possible(day.humidityMaxPct, 'humidityPct'),
    humidityMinPct: possible(day.humidityMinPct, 'humidityPct'),
    windMS: possible(day.windMS, 'windMS'),
    radiationMj: possible(day.radiationMj, 'radiationMj'),
    rainMm: possible(day.rainMm, 'rainMm'),
  }
}

type Figure = (hour: WeatherHour) => number | null

/** Whether the minimum humidity is measured, rather than estimated from the minimum temperature. */
function isHumid({ humidityMinPct, dewPointC, vapourPressureKpa }: Humidity): boolean {
  return humidityMinPct != null || dewPointC != null || vapourPressureKpa != null
}

/** Null unless every hour is known. */
function completeValues(hours: readonly WeatherHour[], pick: Figure): number[] | null {
  const values = hours.map(pick).filter((value) => value !== null)
  return values.length === hours.length ? values : null
}

const sum = (values: readonly number[] | null) => values && values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[] | null) => values && (sum(values) ?? 0) / values.length

function measuredDay(day: string, hours: readonly WeatherHour[]): MeasuredDay {
  const temperatures = completeValues(hours, ({ temperatureC }) => temperatureC)
  const humidities = completeValues(hours, ({ humidityPct }) => humidityPct)
  const radiation = sum(completeValues(hours, ({ radiationWM2 }) => radiationWM2))
  return {
    day,
    maxC: temperatures && Math.max(...temperatures),
    minC: temperatures && Math.min(...temperatures),
    dewPointC: mean(completeValues(hours, ({ dewPointC }) => dewPointC)),
    humidityMaxPct: humidities && Math.max(...humidities),
    humidityMinPct: humidities && Math.min(...humidities),
    radiationMj: radiation === null ? null : radiation * MJ_PER_W_HOUR,
    windMS: mean(completeValues(hours, ({ windMS }) => windMS)),
    rainMm: sum(completeValues(hours, ({ rainMm }) => rainMm)),
  }
}

function rainAhead(hours: readonly WeatherHour[]): Pick<StoredDay, 'rainChancePct' | 'rainExpectedMm'> {
  const chances = hours.map(({ rainChancePct }) => rainChancePct).filter((value) => value !== null)
  const expected = completeValues(hours, ({ rainMm, rainChancePct }) =>
    rainMm === null || rainChancePct === null ? null : (rainMm * rainChancePct) / 100,
  )
  return { rainChancePct: chances.length > 0 ? Math.max(...chances) : null, rainExpectedMm: sum(expected) }
}

function dayOfYear(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / DAY_MS) + 1
}
