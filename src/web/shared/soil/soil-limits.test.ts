/** Soil limits are typed in per cent and sent in m3/m3; impossible pairs are refused. */
import { describe, expect, it } from 'vitest'
import { limitsText, presetText, soilOfTyped, textureText, typedSoil } from './soil-limits.ts'

it('names textures and their limits', () => {
  expect(textureText('silt_clay_loam')).toBe('Silt clay loam')
  expect(limitsText(0.25, 0.12)).toBe('full at 25%, wilting at 12%')
  expect(presetText('sandy_loam')).toBe('Sandy loam: full at 23%, wilting at 11%')
})

it('starts with the stored values, in per cent', () => {
  const soil = { texture: 'loam', field_capacity: 0.31, wilting_point: null } as const
  expect(typedSoil(soil)).toEqual({ texture: 'loam', fieldCapacity: '31', wiltingPoint: '' })
})

describe('what is sent', () => {
  const typed = { texture: '', fieldCapacity: '', wiltingPoint: '' } as const
  it('is null for empty fields', () => {
    expect(soilOfTyped(typed)).toEqual({ texture: null, field_capacity: null, wilting_point: null })
  })

  it('that were not touched stay as exact as they are stored', () => {
    const soil = { texture: null, field_capacity: 0.270412, wilting_point: 0.1 }
    expect(typedSoil(soil)).toEqual({ texture: '', fieldCapacity: '27.0412', wiltingPoint: '10' })
    expect(soilOfTyped(typedSoil(soil))).toEqual(soil)
  })

  it('is in m3/m3, a decimal comma too', () => {
    expect(soilOfTyped({ texture: 'clay', fieldCapacity: '36,5', wiltingPoint: '22' })).toEqual({
      texture: 'clay',
      field_capacity: 0.365,
      wilting_point: 0.22,
    })
  })

  it.each([
    ['0', ''],
    ['61', ''],
    ['-5', ''],
    ['wet', ''],
    ['20', '20'],
    ['20', '25'],
  ])('is refused for %j and %j', (fieldCapacity, wiltingPoint) => {
    expect(soilOfTyped({ ...typed, fieldCapacity, wiltingPoint })).toBeNull()
  })
})
