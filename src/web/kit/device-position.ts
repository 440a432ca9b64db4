/** The position of this device. */
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { text } from '../language/parts.text.ts'

/** High accuracy, at most 5 s old, within 10 s, as specified. */
export const WATCH_OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 5000, timeout: 10_000 }

const NO_GEOLOCATION = text.noGeolocation
const NO_LOCATION = text.noLocation

/** The position reported by the browser. */
export interface DevicePosition extends LatLng {
  /** 95 % confidence radius in metres. */
  readonly accuracyM: number
  /** Direction of movement, degrees from north; null while stationary. */
  readonly headingDeg: number | null
  /** When it was measured, ms since 1970. */
  readonly at: number
}

function devicePositionOf({ coords, timestamp }: GeolocationPosition): DevicePosition {
  const { latitude: lat, longitude: lng, accuracy: accuracyM, heading } = coords
  return {
    lat,
    lng,
    accuracyM,
    headingDeg: heading === null || Number.isNaN(heading) ? null : heading,
    at: timestamp,
  }
}

/** Watches the position.
 *
 * @param onPosition called with each new position
 * @param onError called with the message to show on an error
 * @returns stops watching
 */
export function watchDevicePosition(
  onPosition: (place: DevicePosition) => void,
  onError: (sentence: string) => void,
  geolocation: Pick<Geolocation, 'watchPosition' | 'clearWatch'> | undefined = navigator.geolocation,
): () => void {
  if (!geolocation) {
    onError(NO_GEOLOCATION)
    return () => undefined
  }
  const watch = geolocation.watchPosition(
    (position) => onPosition(devicePositionOf(position)),
    () => onError(NO_LOCATION),
    WATCH_OPTIONS,
  )
  return () => geolocation.clearWatch(watch)
}

/** Requests the position once.
 *
 * @throws Error with the message to show
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
      (position) => resolve(devicePositionOf(position)),
      () => reject(new Error(NO_LOCATION)),
      WATCH_OPTIONS,
    )
  })
}
