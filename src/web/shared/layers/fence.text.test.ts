/** Geofence texts: percentages and the disabled state. */
import { expect, it } from 'vitest'
import { geofenceText, percentText } from './fence.text.ts'

it('formats a percentage, and its absence', () => {
  expect([percentText(0), percentText(60), percentText(null)]).toEqual(['0%', '60%', '–%'])
})

it('marks a disabled geofence', () => {
  const wet = { name: 'Wet corner', prescription: 60 }
  expect(geofenceText({ ...wet, enabled: true })).toBe('Wet corner – 60%')
  expect(geofenceText({ ...wet, enabled: false })).toBe('Wet corner – 60% (disabled)')
})
