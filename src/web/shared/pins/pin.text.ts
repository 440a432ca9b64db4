/** Texts of pins and areas. */
import { M2_PER_ACRE } from '#agronomy/units.ts'
import { bearingAndDistance } from '#agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '#agronomy/pivot/pivot.ts'
import { number, quantity } from '../../kit/formats.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('pins', {
  numberBetween: (least: Figure, most: Figure) => `A number from -${least} to ${most}`,
  stopAddingPins: 'Stop Adding Pins',
  addPins: 'Add Pins',
  cancelRemovePins: 'Cancel Remove Pins',
  removePins: 'Remove Pins',
  addPinAtCrosshair: 'Add pin at crosshair',
  undo: 'Undo',
  lookingForYou: 'Looking for you…',
  addPinAtMyLocation: 'Add pin at my location',
  and: 'and',
  orderPins: 'Order pins around the centre',
  sidesCross: (saveError: Figure, sides: Figure) =>
    `${saveError} The sides between pins ${sides} cross, so it cannot be saved like this.`,
  pins: 'Pins',
  noPinsYet: 'No pins yet. Press Add Pins, then the map; or type a place below.',
  pinsInOrder: 'Pins in the order placed',
  ofPin: (number: Figure) => `of pin ${number}`,
  latitude: (of: Figure) => `Latitude ${of}`,
  longitude: (of: Figure) => `Longitude ${of}`,
  removePin: (number: Figure) => `Remove pin ${number}`,
  latitudeOfNew: 'Latitude of a new pin',
  longitudeOfNew: 'Longitude of a new pin',
  addPin: 'Add pin',
  pinAt: (number: Figure, latitude: Figure, longitude: Figure) => `Pin ${number} (${latitude}, ${longitude})`,
  pinButtons: 'Draw',
})

const M2_PER_HECTARE = 10_000

/** @example areaText(40468.564224) // '10 acres (4.05 ha)' */
export function areaText(m2: number): string {
  return `${quantity(m2 / M2_PER_ACRE, 'acres')} (${quantity(m2 / M2_PER_HECTARE, 'ha')})`
}

/** Bearing and distance from the pivot point, for example `312° · 140 m`. */
export function fromPivotText(pivot: LatLng, pin: LatLng): string {
  const { bearing, distance } = bearingAndDistance(pivot, pin)
  return `${number(Math.round(bearing) % 360, 0)}° · ${quantity(distance, 'm', 0)}`
}

/** @example pinText(2, { lat: 51.0621, lng: -114.15 }) // 'Pin 3 (51.06210, -114.15000)' */
export function pinText(index: number, { lat, lng }: LatLng): string {
  return text.pinAt(index + 1, lat.toFixed(5), lng.toFixed(5))
}
