/** Vapour pressure of air, and how elevation and sensor height affect air pressure and wind. */

/** Humidity of a day; one measurement is enough, and none is allowed. */
export type Humidity = {
  /** Mean actual vapour pressure ea, kPa. */
  readonly vapourPressureKpa?: number | null
  /** Mean dew point Tdew, deg C. */
  readonly dewPointC?: number | null
  /** Greatest and least relative humidity, %. */
  readonly humidityMaxPct?: number | null
  readonly humidityMinPct?: number | null
}

/** Vapour pressure of 0.6108 kPa at 0 deg C, and the constants of its growth with temperature. */
const [AT_ZERO_KPA, GROWTH, OFFSET_C] = [0.6108, 17.27, 237.3]

/**
 * Saturation vapour pressure e(T) = 0.6108 exp(17.27 T / (T + 237.3)). Source: FAO-56 Eq. 11, ASCE (2005) Eq. 7.
 *
 * @param temperatureC T, deg C
 * @returns e, kPa
 * @example saturationVapourPressure(24.5) // 3.07465
 */
export function saturationVapourPressure(temperatureC: number): number {
  return AT_ZERO_KPA * Math.exp((GROWTH * temperatureC) / (temperatureC + OFFSET_C))
}

/**
 * Slope of the saturation vapour pressure, Delta = 2503 exp(17.27 T / (T + 237.3)) / (T + 237.3)^2.
 * Source: ASCE (2005) Eq. 5.
 *
 * @param temperatureC T, deg C
 * @returns Delta, kPa per deg C
 * @example vapourPressureSlope(30.2) // 0.245746
 */
export function vapourPressureSlope(temperatureC: number): number {
  const above = temperatureC + OFFSET_C
  return (2503 * Math.exp((GROWTH * temperatureC) / above)) / (above * above)
}

/**
 * Psychrometric constant gamma = 0.000665 P, P = 101.3 ((293 - 0.0065 z) / 293)^5.26. Source: FAO-56 Eq. 7 and 8.
 *
 * @param elevationM z, m above the sea
 * @returns gamma, kPa per deg C
 * @example psychrometricConstant(1800) // 0.054369
 */
export function psychrometricConstant(elevationM: number): number {
  return 0.000665 * airPressure(elevationM)
}

/**
 * Mean air pressure P = 101.3 ((293 - 0.0065 z) / 293)^5.26. Source: FAO-56 Eq. 7.
 *
 * @param elevationM z, m above the sea
 * @returns P, kPa
 * @example airPressure(1800) // 81.7561
 */
export function airPressure(elevationM: number): number {
  return 101.3 * ((293 - 0.0065 * elevationM) / 293) ** 5.26
}

/**
 * Wind at 2 m from wind at another height over clipped grass, u2 = uz 4.87 / ln(67.8 z - 5.42). Source: FAO-56 Eq. 47.
 *
 * @param speedMS uz, m/s
 * @param heightM z, m above the ground, above 0.1
 * @returns u2, m/s
 * @throws RangeError when the height is too low for the profile
 * @example windAtTwoMetres(3.2, 10) // 2.3935
 */
export function windAtTwoMetres(speedMS: number, heightM: number): number {
  if (!(heightM > 0.1)) throw new RangeError(`wind at ${heightM} m`)
  return (speedMS * 4.87) / Math.log(67.8 * heightM - 5.42)
}

/**
 * Actual vapour pressure from the best measurement: itself, else dew point, else both relative humidities, else
 * one of them. Source: ASCE (2005) Table 3.
 *
 * @param humidity what is known
 * @param maxC Tmax, deg C
 * @param minC Tmin, deg C
 * @returns ea, kPa; null when nothing is known
 * @example actualVapourPressure({ humidityMaxPct: 82, humidityMinPct: 54 }, 25, 18) // 1.70154
 */
export function actualVapourPressure(humidity: Humidity, maxC: number, minC: number): number | null {
  const { vapourPressureKpa, dewPointC, humidityMaxPct, humidityMinPct } = humidity
  if (vapourPressureKpa != null) return vapourPressureKpa
  if (dewPointC != null) return saturationVapourPressure(dewPointC)
  const atNight = humidityMaxPct == null ? null : (saturationVapourPressure(minC) * humidityMaxPct) / 100
  const atNoon = humidityMinPct == null ? null : (saturationVapourPressure(maxC) * humidityMinPct) / 100
  if (atNight !== null && atNoon !== null) return (atNight + atNoon) / 2
  return atNight ?? atNoon
}

/**
 * Least relative humidity of a day, which the crop's upper limit asks for; from the dew point where it was not measured,
 * and the dew point from the least temperature. Source: FAO-56 Eq. 64.
 *
 * @param humidity what is known
 * @param maxC Tmax, deg C
 * @param minC Tmin, deg C
 * @returns RHmin, %
 * @example leastHumidity({ dewPointC: 10 }, 30, 12) // 28.94046
 */
export function leastHumidity(humidity: Humidity, maxC: number, minC: number): number {
  if (humidity.humidityMinPct != null) return humidity.humidityMinPct
  const dewPointC = humidity.dewPointC ?? minC
  const actual = humidity.vapourPressureKpa ?? saturationVapourPressure(dewPointC)
  return Math.min(100, (100 * actual) / saturationVapourPressure(maxC))
}
