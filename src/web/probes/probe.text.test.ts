/** Probe texts: places, distances, compass bearings, which way to turn, accuracy, and age of a position. */
import { expect, it } from 'vitest'
import {
  accuracyText,
  bearingText,
  distanceText,
  groupTexts,
  lastKnownText,
  placeText,
  probeText,
  turnText,
  wayText,
} from './probe.text.ts'

const NBSP = '\u00A0'

it('labels a marker with four decimals', () => {
  const probe = { lat: 51.06, lng: -114.150049, number: '4' }
  expect(placeText(probe)).toBe('51.0600, -114.1500')
  expect(probeText('North', probe)).toBe('North #4 (51.0600, -114.1500)')
  expect(probeText('', probe)).toBe('#4 (51.0600, -114.1500)')
})

function textsOf(...sets: [name: string, numbers: string[]][]): string[] {
  const groups = sets.map(([name, numbers], id) => ({
    id,
    field_name: name,
    probes: numbers.map((number): [number, number, string] => [51, -114, number]),
  }))
  return [...groupTexts(groups).values()]
}

it('counts the probes of a saved set', () => {
  expect(textsOf(['North', ['1', '2']], ['South', ['1']])).toEqual(['North - 2 probes', 'South - 1 probes'])
})

it('distinguishes sets of the same name by their probes, and finally by their order', () => {
  const numbers = ['1', '2', '3', '4', '5']
  expect(
    textsOf(
      ['North', ['1', '2']],
      ['North', ['3', '4']],
      ['North', ['1']],
      ['Home', numbers],
      ['Home', numbers],
    ),
  ).toEqual([
    'North - 2 probes (No. 1, 2)',
    'North - 2 probes (No. 3, 4)',
    'North - 1 probes',
    'Home - 5 probes (No. 1, 2, 3, 4 …) 1',
    'Home - 5 probes (No. 1, 2, 3, 4 …) 2',
  ])
})

it.each([
  [0, `0${NBSP}m`],
  [42.9, `42${NBSP}m`],
  [999.9, `999${NBSP}m`],
  [1000, `1${NBSP}km`],
  [12_345, `12.3${NBSP}km`],
])('writes %d m', (metres, text) => {
  expect(distanceText(metres)).toBe(text)
})

it.each([
  [0, '0° N'],
  [311.7, '312° NW'],
  [359.6, '0° N'],
  [-90, '270° W'],
  [22, '22° N'],
  [23, '23° NE'],
])('writes a bearing of %d', (degrees, text) => {
  expect(bearingText(degrees)).toBe(text)
})

it('gives distance and bearing on a sphere of 6,378,137 m', () => {
  // a thousandth of a degree of latitude is 111.319 m
  expect(wayText({ lat: 51, lng: -114 }, { lat: 51.001, lng: -114 })).toBe(`111${NBSP}m · 0° N`)
  expect(wayText({ lat: 0, lng: 10 }, { lat: 0, lng: 9.999 })).toBe(`111${NBSP}m · 270° W`)
})

it.each([
  [10, 350, 'ahead of you'],
  [90, 0, 'to your right'],
  [0, 180, 'behind you'],
  [10, 100, 'to your left'],
])('bearing %d, walking %d: %s', (bearing, heading, text) => {
  expect(turnText(bearing, heading)).toBe(text)
})

it('never claims an accuracy better than a metre', () => {
  expect([accuracyText(7.6), accuracyText(0.2)]).toEqual([`±8${NBSP}m`, `±1${NBSP}m`])
})

it('gives the age of a position that is no longer updated', () => {
  const at = Date.parse('2026-07-12T20:28:00Z')
  expect(lastKnownText({ at }, at + 4 * 60_000)).toMatch(
    /^Your position was last known 4 min ago \(\d\d:28\)\.$/,
  )
})
