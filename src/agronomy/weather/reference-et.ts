/** Reference evapotranspiration: what a well-watered short or tall crop would use on a day or in an hour. */
import {
  clearSkyRadiation,
  cloudiness,
  extraterrestrialRadiation,
  MM_PER_MJ,
  netRadiation,
  radiationFromSunshine,
  radiationFromTemperatures,
  sunHour,
} from './solar-radiation.ts'
import {
  actualVapourPressure,
  type Humidity,
  psychrometricConstant,
  saturationVapourPressure,
  vapourPressureSlope,
  windAtTwoMetres,
} from './vapour-pressure.ts'

/** Short: clipped grass of 0.12 m (ETo, ETos). Tall: alfalfa of 0.50 m (ETr, ETrs). */
export type ReferenceCrop = 'short' | 'tall'

/** Where the weather was measured. */
export type WeatherPlace = {
  readonly latitude: number
  readonly elevationM: number
  /** Height of the wind sensor above the ground, m. */
  readonly windHeightM: number
}

/** One day; what is null or absent was not measured. */
export type DayWeather = Humidity & {
  /** J, 1 to 366. */
  readonly dayOfYear: number
  readonly maxC: number | null
  readonly minC: number | null
  /** Rs, MJ per m2 and day. */
  readonly radiationMj?: number | null
  /** n, h of bright sunshine. */
  readonly sunshineHours?: number | null
  /** Rn where it was measured, MJ per m2 and day. */
  readonly netRadiationMj?: number | null
  /** Mean wind at the sensor's height, m/s. */
  readonly windMS?: number | null
  /** G, MJ per m2 and day: 0 for a day; for a month 0.14 x (its mean temperature less that of the month before). */
  readonly soilHeatMj?: number
}

/** Inputs that were estimated. */
export type EstimatedInput = 'humidity' | 'radiation' | 'wind'

/** ET of a day and its method. */
export type ReferenceEt = {
  /** mm. */
  readonly mm: number
  readonly method: 'penman-monteith' | 'hargreaves'
  readonly estimated: readonly EstimatedInput[]
}

/** Why there is none. */
export type NoReferenceEt = { readonly reason: 'no temperature' }

/** One hour: means and sums of the hour that ends a full hour after it began. */
export type HourWeather = Omit<Humidity, 'humidityMaxPct' | 'humidityMinPct'> & {
  readonly dayOfYear: number
  /** Middle of the hour in universal time, h, 0 to 24. */
  readonly middleUtcHour: number
  readonly temperatureC: number
  readonly humidityPct?: number | null
  /** Rs, MJ per m2 and hour. */
  readonly radiationMj: number
  readonly windMS: number
}

/** Numerator and denominator constants by day and by hour. Source: ASCE (2005) Table 1. */
const CONSTANTS = {
  short: { daily: { cn: 900, cd: 0.34 }, cnHour: 37, day: { cd: 0.24, g: 0.1 }, night: { cd: 0.96, g: 0.5 } },
  tall: { daily: { cn: 1600, cd: 0.38 }, cnHour: 66, day: { cd: 0.25, g: 0.04 }, night: { cd: 1.7, g: 0.2 } },
} as const

/** Default wind, the mean of 2,000 stations. Source: FAO-56, chapter 4. */
const USUAL_WIND_MS = 2

/**
 * ASCE standardized reference ET of a day; missing inputs by FAO-56, chapter 4; the short reference from temperatures
 * alone by {@link hargreavesEt}. Source: ASCE (2005) Eq. 1; FAO-56 Eq. 6.
 *
 * @param day measured weather
 * @returns ET in mm with its method and estimated inputs, or the reason why there is none
 * @throws RangeError when a number is not finite, or Tmin is above Tmax
 * @example dailyReferenceEt('short', { latitude: 50.8, elevationM: 100, windHeightM: 10 }, { dayOfYear: 187, maxC: 21.5, minC: 12.3, humidityMaxPct: 84, humidityMinPct: 63, windMS: 2.78, radiationMj: 22.07 }).mm // 3.88058
 */
export function dailyReferenceEt(
  crop: ReferenceCrop,
  place: WeatherPlace,
  day: DayWeather,
): ReferenceEt | NoReferenceEt {
  const { maxC, minC, windMS } = day
  if (maxC === null || minC === null) return { reason: 'no temperature' }
  assertDay(day, maxC, minC)
  const measured = actualVapourPressure(day, maxC, minC)
  const sun = radiationOf(place, day, maxC, minC)
  const estimated: EstimatedInput[] = []
  if (measured === null) estimated.push('humidity')
  if (sun.estimated) estimated.push('radiation')
  if (windMS == null) estimated.push('wind')
  if (estimated.length === 3 && crop === 'short') {
    return { mm: hargreavesEt(maxC, minC, place.latitude, day.dayOfYear), method: 'hargreaves', estimated }
  }
  const actual = measured ?? saturationVapourPressure(minC)
  const net =
    day.netRadiationMj ??
    netRadiation(sun.radiation, cloudiness(sun.radiation, sun.clear), actual, [maxC, minC], 24)
  const mean = (maxC + minC) / 2
  const saturation = (saturationVapourPressure(maxC) + saturationVapourPressure(minC)) / 2
  const mm = penmanMonteith(
    CONSTANTS[crop].daily,
    mean,
    psychrometricConstant(place.elevationM),
    net - (day.soilHeatMj ?? 0),
    windMS == null ? USUAL_WIND_MS : windAtTwoMetres(windMS, place.windHeightM),
    saturation - actual,
  )
  return { mm: Math.max(0, mm), method: 'penman-monteith', estimated }
}

/**
 * Reference ET of the short crop from temperatures alone, 0.0023 (Tmean + 17.8) sqrt(Tmax - Tmin) Ra.
 * Source: FAO-56 Eq. 52 (Hargreaves).
 *
 * @param latitude degrees north
 * @param dayOfYear J, 1 to 366
 * @returns ET, mm a day
 * @example hargreavesEt(26.6, 14.8, 45.72, 196) // 5.03303
 */
export function hargreavesEt(maxC: number, minC: number, latitude: number, dayOfYear: number): number {
  const radiation = MM_PER_MJ * extraterrestrialRadiation(latitude, dayOfYear)
  const mm = 0.0023 * ((maxC + minC) / 2 + 17.8) * Math.sqrt(Math.max(0, maxC - minC)) * radiation
  return Math.max(0, mm)
}

/**
 * ASCE standardized reference ET of consecutive hours; at night the cloudiness of the last daylight hour applies.
 * Source: ASCE (2005) Eq. 1, 34 to 67.
 *
 * @param place where the weather was measured, with its longitude in degrees east
 * @param hours n hours, n at most some days
 * @returns ET of each hour, mm, shape [n]; negative with dew
 * @throws RangeError when humidity is missing or a number is not finite
 * @example hourlyReferenceEt('short', { latitude: 16.22, longitude: -16.25, elevationM: 8, windHeightM: 2 }, [{ dayOfYear: 274, middleUtcHour: 14.5, temperatureC: 38, humidityPct: 52, windMS: 3.3, radiationMj: 2.45 }]) // { 0: 0.661512 }
 */
export function hourlyReferenceEt(
  crop: ReferenceCrop,
  place: WeatherPlace & { readonly longitude: number },
  hours: readonly HourWeather[],
): Float64Array {
  const vapour = hours.map((hour) => hourlyVapourPressure(hour))
  const skies = cloudinessByHour(place, hours, vapour)
  const gamma = psychrometricConstant(place.elevationM)
  return Float64Array.from(hours, (hour, i) => {
    const { temperatureC } = hour
    const actual = vapour[i] ?? 0
    const net = netRadiation(hour.radiationMj, skies[i] ?? 1, actual, [temperatureC], 1)
    const { cd, g } = net < 0 ? CONSTANTS[crop].night : CONSTANTS[crop].day
    const wind = windAtTwoMetres(hour.windMS, place.windHeightM)
    const deficit = saturationVapourPressure(temperatureC) - actual
    return penmanMonteith(
      { cn: CONSTANTS[crop].cnHour, cd },
      temperatureC,
      gamma,
      (1 - g) * net,
      wind,
      deficit,
    )
  })
}

function penmanMonteith(
  { cn, cd }: { readonly cn: number; readonly cd: number },
  temperatureC: number,
  gamma: number,
  energyMj: number,
  wind: number,
  deficitKpa: number,
): number {
  const slope = vapourPressureSlope(temperatureC)
  const drying = gamma * (cn / (temperatureC + 273)) * wind * deficitKpa
  return (MM_PER_MJ * slope * energyMj + drying) / (slope + gamma * (1 + cd * wind))
}

function assertDay(day: DayWeather, maxC: number, minC: number): void {
  const numbers = Object.values(day).filter((value) => value !== null && value !== undefined)
  if (!numbers.every(Number.isFinite)) throw new RangeError(`weather ${JSON.stringify(day)}`)
  if (minC > maxC) throw new RangeError(`least temperature ${minC} above the greatest ${maxC}`)
}

function radiationOf(place: WeatherPlace, day: DayWeather, maxC: number, minC: number) {
  const above = extraterrestrialRadiation(place.latitude, day.dayOfYear)
  const clear = clearSkyRadiation(above, place.elevationM)
  if (day.radiationMj != null) return { radiation: day.radiationMj, clear, estimated: false }
  if (day.sunshineHours != null) {
    const radiation = radiationFromSunshine(day.sunshineHours, place.latitude, day.dayOfYear)
    return { radiation, clear, estimated: false }
  }
  const radiation = radiationFromTemperatures(maxC, minC, clear, above)
  return { radiation, clear, estimated: day.netRadiationMj == null }
}

function hourlyVapourPressure(hour: HourWeather): number {
  const { vapourPressureKpa, dewPointC, humidityPct, temperatureC, radiationMj, windMS } = hour
  const vapourPressure = actualVapourPressure(
    { vapourPressureKpa, dewPointC, humidityMaxPct: humidityPct },
    temperatureC,
    temperatureC,
  )
  if (
    vapourPressure === null ||
    ![vapourPressure, temperatureC, radiationMj, windMS].every(Number.isFinite)
  ) {
    throw new RangeError(`weather of an hour ${JSON.stringify(hour)}`)
  }
  return vapourPressure
}

/** Cloudiness of each hour; at night that of the last daylight hour. */
function cloudinessByHour(
  place: WeatherPlace & { readonly longitude: number },
  hours: readonly HourWeather[],
  vapour: readonly number[],
): number[] {
  const hourly = hours.map((hour, i) => {
    const { clearSky } = sunHour({
      ...place,
      dayOfYear: hour.dayOfYear,
      middleUtcHour: hour.middleUtcHour,
      vapourPressureKpa: vapour[i] ?? 0,
    })
    return clearSky > 0 ? cloudiness(hour.radiationMj, clearSky) : null
  })
  let cover = hourly.find((value) => value !== null) ?? 1
  return hourly.map((value) => (cover = value ?? cover))
}
