/** Texts of pins and areas. */
import { expect, it } from 'vitest'
import { areaText, fromPivotText, pinText } from './pin.text.ts'

it('writes areas in acres and hectares', () => {
  expect(areaText(40_468.564224)).toBe('10\u00A0acres (4.05\u00A0ha)')
})

it('writes bearing and distance; a bearing just below north is north', () => {
  const pivot = { lat: 0, lng: 10 }
  expect(fromPivotText(pivot, { lat: -0.001, lng: 10 })).toBe('180° · 111\u00A0m')
  expect(fromPivotText(pivot, { lat: 0.001, lng: 9.999_999_9 })).toBe('0° · 111\u00A0m')
})

it('counts pins from one', () => {
  expect(pinText(2, { lat: 51.0621, lng: -114.15 })).toBe('Pin 3 (51.06210, -114.15000)')
})
