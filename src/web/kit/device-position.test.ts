/** Watching the device's position as specified, and the messages for a refusal or missing support. */
import { describe, expect, it } from 'vitest'
import { WATCH_OPTIONS, requestPosition, watchDevicePosition } from './device-position.ts'
import type { DevicePosition } from './device-position.ts'

type Success = PositionCallback
type Failure = PositionErrorCallback | null | undefined

const position = (latitude: number, heading: number | null = null): GeolocationPosition => {
  const coords = {
    latitude,
    longitude: -114.15,
    accuracy: 6,
    heading,
    altitude: null,
    altitudeAccuracy: null,
    speed: null,
  }
  return {
    timestamp: 1000,
    coords: { ...coords, toJSON: () => coords },
    toJSON: () => coords,
  }
}
const denied: GeolocationPositionError = {
  code: 1,
  message: 'denied',
  PERMISSION_DENIED: 1,
  POSITION_UNAVAILABLE: 2,
  TIMEOUT: 3,
}

/** A fake device, controlled by the test. */
function device() {
  const calls: { onPosition: Success; fail: Failure; options: PositionOptions | undefined }[] = []
  const ended: number[] = []
  return {
    asked: calls,
    ended,
    watchPosition: (onPosition: Success, fail?: Failure, options?: PositionOptions) =>
      calls.push({ onPosition, fail, options }),
    clearWatch: (id: number) => void ended.push(id),
    getCurrentPosition: (onPosition: Success, fail?: Failure, options?: PositionOptions) =>
      void calls.push({ onPosition, fail, options }),
  }
}

describe('watching the position', () => {
  it('asks as specified: high accuracy, at most 5 s old, within 10 s', () => {
    expect(WATCH_OPTIONS).toEqual({ enableHighAccuracy: true, maximumAge: 5000, timeout: 10_000 })
    const phone = device()
    const places: DevicePosition[] = []
    const stop = watchDevicePosition((place) => places.push(place), expect.fail, phone)
    expect(phone.asked[0]?.options).toBe(WATCH_OPTIONS)
    phone.asked[0]?.onPosition(position(51.06))
    phone.asked[0]?.onPosition(position(51.07, Number.NaN))
    phone.asked[0]?.onPosition(position(51.08, 270))
    expect(places).toEqual([
      { lat: 51.06, lng: -114.15, accuracyM: 6, headingDeg: null, at: 1000 },
      { lat: 51.07, lng: -114.15, accuracyM: 6, headingDeg: null, at: 1000 },
      { lat: 51.08, lng: -114.15, accuracyM: 6, headingDeg: 270, at: 1000 },
    ])
    stop()
    expect(phone.ended).toEqual([1])
  })

  it('gives the sentence when permission is denied, and without geolocation', () => {
    const messages: string[] = []
    const phone = device()
    const onPosition = () => messages.push('a place')
    watchDevicePosition(onPosition, (sentence) => messages.push(sentence), phone)
    phone.asked[0]?.fail?.(denied)
    watchDevicePosition(onPosition, (sentence) => messages.push(sentence), undefined)
    expect(messages).toEqual([
      'Unable to retrieve your location. Please enable location services.',
      'Geolocation is not supported by your browser.',
    ])
  })
})

describe('requesting once', () => {
  it('resolves with the position, or rejects with the sentence', async () => {
    const phone = device()
    const calls = requestPosition(phone)
    phone.asked[0]?.onPosition(position(51.06))
    await expect(calls).resolves.toMatchObject({ lat: 51.06, accuracyM: 6 })
    const refused = requestPosition(phone)
    phone.asked[1]?.fail?.(denied)
    await expect(refused).rejects.toThrow(
      'Unable to retrieve your location. Please enable location services.',
    )
  })
})
