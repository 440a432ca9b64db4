/** Solar radiation of a day or an hour: extraterrestrial, clear-sky, and net at the crop. */
import { airPressure } from './vapour-pressure.ts'

/** Solar constant, MJ per m2 and hour. */
const SOLAR_CONSTANT = 4.92
/** Albedo of the reference crops. */
const ALBEDO = 0.23
/** Stefan and Boltzmann, MJ per K4, m2 and day. */
const DAILY_STEFAN_BOLTZMANN = 4.901e-9
/** What 1 MJ per m2 evaporates, mm. */
export const MM_PER_MJ = 0.408
/** Below this angle of the sun (rad) a ratio of radiations says nothing about clouds. */
const LOW_SUN = 0.3

/** Position of the sun at a place on a day of the year. */
type SunPath = {
  /** sin(phi) sin(delta) and cos(phi) cos(delta). */
  readonly sines: number
  readonly cosines: number
  /** Sunset hour angle ws, rad; 0 in polar night, pi under the midnight sun. */
  readonly sunset: number
  /** Inverse relative distance to the sun dr. */
  readonly nearness: number
}

/** Radiation of one period, both in MJ per m2 and period, and the sun's angle in its middle, rad. */
export type SunHour = {
  readonly extraterrestrial: number
  readonly clearSky: number
  readonly sunAngle: number
}

/** When and where an hour of sun is; longitudes in degrees east. */
export type HourOfSun = {
  readonly latitude: number
  readonly longitude: number
  readonly elevationM: number
  readonly dayOfYear: number
  /** Middle of the hour in universal time, h, 0 to 24; on the day of the year given. */
  readonly middleUtcHour: number
  /** Actual vapour pressure ea, kPa: moist air dims a clear sky. */
  readonly vapourPressureKpa: number
}

/**
 * Radiation above the air, Ra = 24 / pi x 4.92 dr (ws sin(phi) sin(delta) + cos(phi) cos(delta) sin(ws)).
 * Source: FAO-56 Eq. 21, ASCE (2005) Eq. 21.
 *
 * @param latitude phi, degrees north
 * @param dayOfYear J, 1 to 366
 * @returns Ra, MJ per m2 and day
 * @example extraterrestrialRadiation(-20, 246) // 32.1935
 */
export function extraterrestrialRadiation(latitude: number, dayOfYear: number): number {
  const { sines, cosines, sunset, nearness } = sunPath(latitude, dayOfYear)
  return (24 / Math.PI) * SOLAR_CONSTANT * nearness * (sunset * sines + cosines * Math.sin(sunset))
}

/**
 * Hours of daylight N = 24 ws / pi. Source: FAO-56 Eq. 34.
 *
 * @param latitude phi, degrees north
 * @param dayOfYear J, 1 to 366
 * @returns N, h
 * @example daylightHours(-20, 246) // 11.6654
 */
export function daylightHours(latitude: number, dayOfYear: number): number {
  return (24 / Math.PI) * sunPath(latitude, dayOfYear).sunset
}

/**
 * Radiation from hours of sunshine, Rs = (0.25 + 0.50 n / N) Ra. Source: FAO-56 Eq. 35 (Angstrom).
 *
 * @param sunshineHours n, h
 * @param latitude phi, degrees north
 * @param dayOfYear J, 1 to 366
 * @returns Rs, MJ per m2 and day
 * @example radiationFromSunshine(7.1, -22.9, 135) // 14.45982
 */
export function radiationFromSunshine(sunshineHours: number, latitude: number, dayOfYear: number): number {
  const daylight = daylightHours(latitude, dayOfYear)
  const share = daylight > 0 ? Math.min(1, sunshineHours / daylight) : 0
  return (0.25 + 0.5 * share) * extraterrestrialRadiation(latitude, dayOfYear)
}

/**
 * Radiation from the difference of temperatures, Rs = k sqrt(Tmax - Tmin) Ra, never more than under a clear sky.
 * Source: FAO-56 Eq. 50 (Hargreaves), k = 0.16 in the interior of a continent.
 *
 * @param maxC Tmax, deg C
 * @param minC Tmin, deg C, at most Tmax
 * @param clearSky Rso of that day, MJ per m2
 * @param extraterrestrial Ra of that day, MJ per m2
 * @returns Rs, MJ per m2 and day
 * @example radiationFromTemperatures(26.6, 14.8, 30.9, 40.6) // 22.3145
 */
export function radiationFromTemperatures(
  maxC: number,
  minC: number,
  clearSky: number,
  extraterrestrial: number,
): number {
  return Math.min(clearSky, 0.16 * Math.sqrt(Math.max(0, maxC - minC)) * extraterrestrial)
}

/**
 * Radiation under a clear sky, Rso = (0.75 + 2e-5 z) Ra. Source: FAO-56 Eq. 37.
 *
 * @param extraterrestrial Ra, MJ per m2 and day
 * @param elevationM z, m above the sea
 * @returns Rso, MJ per m2 and day
 * @example clearSkyRadiation(25.1, 0) // 18.825
 */
export function clearSkyRadiation(extraterrestrial: number, elevationM: number): number {
  return (0.75 + 2e-5 * elevationM) * extraterrestrial
}

/**
 * Cloudiness of the long-wave balance, fcd = 1.35 Rs / Rso - 0.35 with Rs / Rso clamped to 0.3..1 and fcd to 0.05..1.
 * Source: ASCE (2005) Eq. 18 and 45.
 *
 * @param radiation Rs, MJ per m2 and period
 * @param clearSky Rso of the same period, MJ per m2
 * @returns fcd; that of a clear sky in polar night
 * @example cloudiness(14.5, 18.8) // 0.691223
 */
export function cloudiness(radiation: number, clearSky: number): number {
  const ratio = clearSky > 0 ? Math.min(1, Math.max(0.3, radiation / clearSky)) : 1
  return Math.max(0.05, 1.35 * ratio - 0.35)
}

/**
 * Net radiation Rn = 0.77 Rs - sigma fcd (0.34 - 0.14 sqrt(ea)) (mean of T^4). Source: FAO-56 Eq. 38 to 40.
 *
 * @param radiation Rs, MJ per m2 and period
 * @param clouds fcd from {@link cloudiness}
 * @param vapourPressureKpa ea, kPa
 * @param temperaturesC temperatures of the period whose fourth powers are averaged, deg C, shape [n], n at least 1
 * @param hours length of the period, h
 * @returns Rn, MJ per m2 and period
 * @example netRadiation(22.07, 0.6, 1.409, [21.5, 12.3], 24) // 13.37032
 */
export function netRadiation(
  radiation: number,
  clouds: number,
  vapourPressureKpa: number,
  temperaturesC: readonly number[],
  hours: number,
): number {
  const fourth = temperaturesC.reduce((sum, t) => sum + (t + 273.16) ** 4, 0) / temperaturesC.length
  // 2.042e-10 an hour is how the source rounds a 24th of a day's constant
  const constant = hours === 1 ? 2.042e-10 : (DAILY_STEFAN_BOLTZMANN * hours) / 24
  const longWave = constant * clouds * (0.34 - 0.14 * Math.sqrt(vapourPressureKpa)) * fourth
  return (1 - ALBEDO) * radiation - longWave
}

/**
 * The sun over one hour: Ra between its hour angles, and Rso by beam and diffuse shares of clean air.
 * Source: ASCE (2005) Eq. 48 to 59, Appendix D.
 *
 * @param hour when and where
 * @returns Ra and Rso of the hour, MJ per m2; the sun's angle, rad. Rso is 0 below 0.3 rad, where it means nothing
 * @example sunHour({ latitude: 0, longitude: 0, elevationM: 0, dayOfYear: 81, middleUtcHour: 0.5, vapourPressureKpa: 1 }).extraterrestrial // 0
 */
export function sunHour(hour: HourOfSun): SunHour {
  const { latitude, longitude, elevationM, dayOfYear, middleUtcHour, vapourPressureKpa } = hour
  const { sines, cosines, sunset, nearness } = sunPath(latitude, dayOfYear)
  const season = (2 * Math.PI * (dayOfYear - 81)) / 364
  const correction = 0.1645 * Math.sin(2 * season) - 0.1255 * Math.cos(season) - 0.025 * Math.sin(season)
  const solar = (Math.PI / 12) * (middleUtcHour + longitude / 15 + correction - 12)
  // an hour angle lies within half a turn of noon, whatever the day of universal time
  const middle = solar - 2 * Math.PI * Math.round(solar / (2 * Math.PI))
  const from = Math.min(sunset, Math.max(-sunset, middle - Math.PI / 24))
  const to = Math.min(sunset, Math.max(-sunset, middle + Math.PI / 24))
  const up = Math.abs(middle) <= sunset
  const extraterrestrial = up
    ? (12 / Math.PI) *
      SOLAR_CONSTANT *
      nearness *
      ((to - from) * sines + cosines * (Math.sin(to) - Math.sin(from)))
    : 0
  const sunAngle = Math.asin(sines + cosines * Math.cos(middle))
  const share = sunAngle < LOW_SUN ? 0 : clearShare(sunAngle, elevationM, vapourPressureKpa)
  return { extraterrestrial, clearSky: share * extraterrestrial, sunAngle }
}

/** Beam and diffuse transmissivity of clean air together. */
function clearShare(sunAngle: number, elevationM: number, vapourPressureKpa: number): number {
  const pressure = airPressure(elevationM)
  const water = 0.14 * vapourPressureKpa * pressure + 2.1
  const sine = Math.sin(sunAngle)
  const beam = 0.98 * Math.exp((-0.00146 * pressure) / sine - 0.075 * (water / sine) ** 0.4)
  return beam + (beam >= 0.15 ? 0.35 - 0.36 * beam : 0.18 + 0.82 * beam)
}

function sunPath(latitude: number, dayOfYear: number): SunPath {
  const angle = ((2 * Math.PI) / 365) * dayOfYear
  const [phi, delta] = [(latitude * Math.PI) / 180, 0.409 * Math.sin(angle - 1.39)]
  const cosine = Math.min(1, Math.max(-1, -Math.tan(phi) * Math.tan(delta)))
  return {
    sines: Math.sin(phi) * Math.sin(delta),
    cosines: Math.cos(phi) * Math.cos(delta),
    sunset: Math.acos(cosine),
    nearness: 1 + 0.033 * Math.cos(angle),
  }
}
