/** Where the one who holds this device stands. */
import type { LatLng } from '../../agronomy/pivot-geometry.ts'

/** High accuracy, at most 5 s old, within 10 s, as specified. */
export const WATCH_OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 5000, timeout: 10_000 }

export const NO_GEOLOCATION = 'Geolocation is not supported by your browser.'
export const NO_LOCATION = 'Unable to retrieve your location. Please enable location services.'

/**
 * Asks the device once.
 *
 * @throws Error with the sentence to show
 */
export function askOwnPlace(
  geolocation: Pick<Geolocation, 'getCurrentPosition'> | undefined = navigator.geolocation,
): Promise<LatLng> {
  return new Promise((resolve, reject) => {
    if (!geolocation) {
      reject(new Error(NO_GEOLOCATION))
      return
    }
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      () => reject(new Error(NO_LOCATION)),
      WATCH_OPTIONS,
    )
  })
}
