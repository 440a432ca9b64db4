/** How probes, distances, bearings and accuracies are written. */
import { bearingAndDistance, normaliseBearing } from '../../agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { ProbeGroup } from '../../contract/probes.ts'
import { ago, number, quantity } from '../kit/formats.ts'
import type { OwnPlace } from '../kit/own-place.ts'

const LABEL_DIGITS = 4
const METRES_PER_KM = 1000

/** @example placeText({ lat: 51.06, lng: -114.15 }) // '51.0600, -114.1500' */
export function placeText({ lat, lng }: LatLng): string {
  return `${lat.toFixed(LABEL_DIGITS)}, ${lng.toFixed(LABEL_DIGITS)}`
}

/**
 * Label of a marker, without the name as long as the field has none.
 *
 * @example probeText('North', { lat: 51.06, lng: -114.15, number: '4' }) // 'North #4 (51.0600, -114.1500)'
 */
export function probeText(fieldName: string, probe: LatLng & { number: string }): string {
  return `${fieldName} #${probe.number} (${placeText(probe)})`.trimStart()
}

/** @example groupText({ id: 1, field_name: 'North', probes: [] }) // 'North - 0 probes' */
function groupText({ field_name: name, probes }: ProbeGroup): string {
  return `${name} - ${probes.length} probes`
}

const NUMBERS_SHOWN = 4

/** Labels of several sets by id; those that read the same are told apart by their probes, and at last by their order. */
export function groupTexts(groups: readonly ProbeGroup[]): Map<number, string> {
  const plain = apart(groups.map((group) => ({ group, text: groupText(group) })))
  const numbered = apart(
    plain.map(({ group, text, alone }) => ({
      group,
      text: alone ? text : `${text} (${numbersText(group)})`,
    })),
  )
  const seen = new Map<string, number>()
  return new Map(
    numbered.map(({ group, text, alone }) => {
      const nth = (seen.get(text) ?? 0) + 1
      seen.set(text, nth)
      return [group.id, alone ? text : `${text} ${nth}`]
    }),
  )
}

/** Whether each text stands for one set alone. */
function apart(named: readonly { group: ProbeGroup; text: string }[]) {
  return named.map((one) => ({
    ...one,
    alone: named.filter(({ text }) => text === one.text).length === 1,
  }))
}

function numbersText({ probes }: ProbeGroup): string {
  const numbers = probes.map(([, , number]) => number)
  return `No. ${numbers.slice(0, NUMBERS_SHOWN).join(', ')}${numbers.length > NUMBERS_SHOWN ? ' …' : ''}`
}

/** Under 1 km to the metre, beyond to the tenth of a kilometre. */
export function distanceText(metres: number): string {
  return metres < METRES_PER_KM
    ? quantity(Math.floor(metres), 'm', 0)
    : quantity(metres / METRES_PER_KM, 'km', 1)
}

const WINDS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']

/** @example bearingText(311.7) // '312° NW' */
export function bearingText(degrees: number): string {
  const whole = Math.round(normaliseBearing(degrees)) % 360
  return `${number(whole, 0)}° ${WINDS[Math.round(whole / 45) % WINDS.length]}`
}

/** Distance and bearing from one place to another, for example `140 m · 312° NW`. */
export function wayText(from: LatLng, to: LatLng): string {
  const { bearing, distance } = bearingAndDistance(from, to)
  return `${distanceText(distance)} · ${bearingText(bearing)}`
}

const TURNS = ['ahead of you', 'to your right', 'behind you', 'to your left']

/**
 * Where something lies for somebody who walks.
 *
 * @param bearing to it, degrees
 * @param heading in which they walk, degrees
 */
export function turnText(bearing: number, heading: number): string {
  const quarter = Math.round(normaliseBearing(bearing - heading) / 90) % TURNS.length
  return TURNS[quarter] ?? ''
}

/** How well a place is known, for example `±8 m`. */
export function accuracyText(metres: number): string {
  return `±${quantity(Math.max(1, Math.round(metres)), 'm', 0)}`
}

/** What is said of a place that is no longer renewed. */
export function lastKnownText({ at }: Pick<OwnPlace, 'at'>, now: number): string {
  return `Your position was last known ${ago(new Date(at).toISOString(), now)}.`
}
