/** The position of this device. */
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { text } from '../language/parts.text.ts'

/** High accuracy, at most 5 s old, within 10 s, as specified. */
export const WATCH_OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 5000, timeout: 10_000 }

const NO_GEOLOCATION = text.noGeolocation
const NO_LOCATION = text.noLocation

/** Where somebody is, as their device tells it. */
export interface DevicePosition extends LatLng {
  /** The place lies within so many metres, 95 times of 100. */
  readonly accuracyM: number
  /** In which direction they walk, degrees from north; null while they stand. */
  readonly headingDeg: number | null
  /** When it was measured, ms since 1970. */
  readonly at: number
}

function ownPlaceOf({ coords, timestamp }: GeolocationPosition): DevicePosition {
  const { latitude: lat, longitude: lng, accuracy: accuracyM, heading } = coords
  return {
    lat,
    lng,
    accuracyM,
    headingDeg: heading === null || Number.isNaN(heading) ? null : heading,
    at: timestamp,
  }
}

/**
 * Follows the device.
 *
 * @param tell where it is, whenever it has moved
 * @param fail the sentence to show, whenever it cannot be told
 * @returns ends it
 */
export function watchDevicePosition(
  tell: (place: DevicePosition) => void,
  fail: (sentence: string) => void,
  geolocation: Pick<Geolocation, 'watchPosition' | 'clearWatch'> | undefined = navigator.geolocation,
): () => void {
  if (!geolocation) {
    fail(NO_GEOLOCATION)
    return () => undefined
  }
  const watch = geolocation.watchPosition(
    (position) => tell(ownPlaceOf(position)),
    () => fail(NO_LOCATION),
    WATCH_OPTIONS,
  )
  return () => geolocation.clearWatch(watch)
}

/**
 * Asks the device once.
 *
 * @throws Error with the sentence to show
 */
export function requestPosition(
  geolocation: Pick<Geolocation, 'getCurrentPosition'> | undefined = navigator.geolocation,
): Promise<DevicePosition> {
  return new Promise((resolve, reject) => {
    if (!geolocation) {
      reject(new Error(NO_GEOLOCATION))
      return
    }
    geolocation.getCurrentPosition(
      (position) => resolve(ownPlaceOf(position)),
      () => reject(new Error(NO_LOCATION)),
      WATCH_OPTIONS,
    )
  })
}
