/** Which stations are near a place, and assumptions about them. */
import type { WeatherSource } from '#contract/weather.ts'

/** Beyond it, a station's rain says little about the field's. */
export const STATION_WITHIN_KM = 10
const KM_A_DEGREE = 111.2
/** From the centre of a place to a system in its corner. */
const PLACE_KM = 1.4
/** Default elevation: prairies and corn belt are between 200 and 1,000 m. */
export const USUAL_ELEVATION_M = 500

const MODELS: ReadonlySet<WeatherSource> = new Set(['archive', 'forecast', 'simulated'])

/** Whether a source is valid for the place itself, without a nearby instrument. */
export function isModel(source: WeatherSource): boolean {
  return MODELS.has(source)
}

interface Place {
  latitude: number
  longitude: number
}

/** Degrees of latitude and longitude for so many kilometres at that place. */
export function degreesOf(km: number, latitude: number): Place {
  const narrowing = Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  return { latitude: km / KM_A_DEGREE, longitude: km / (KM_A_DEGREE * narrowing) }
}

/** Box that contains everything near any system of a place. */
export function boxAround({ latitude, longitude }: Place) {
  const half = degreesOf(STATION_WITHIN_KM + PLACE_KM, latitude)
  return {
    west: longitude - half.longitude,
    south: latitude - half.latitude,
    east: longitude + half.longitude,
    north: latitude + half.latitude,
  }
}
