/** Water volumes are written in acre-inches or cubic metres, after the unit of depths. */
import { expect, it } from 'vitest'
import { volumeText } from './volume.text.ts'

it('writes water in the unit of depths', () => {
  // an inch on an acre is 102.79 m3
  expect(volumeText(1027.9, 'in')).toBe('10\u00A0acre-inches')
  expect(volumeText(1027.9, 'mm')).toBe('1,028\u00A0m³')
})
