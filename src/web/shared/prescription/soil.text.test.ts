/** Texts about the soil of a prescription. */
import { describe, expect, it } from 'vitest'
import { extrapolationText, layerText, soilText } from './soil.text.ts'

describe('sensor coverage of the root zone', () => {
  it('is not mentioned from 60 % on, or where it is unknown', () => {
    expect(extrapolationText(Uint8Array.of(60, 100, 0), 36, 'in')).toBeNull()
  })

  it('is given with its worst value', () => {
    expect(extrapolationText(Uint8Array.of(22, 22, 0), 36, 'in')).toBe(
      'Sensors reach only 7.9 of the 36 in of root zone (22%). Deeper soil is assumed to hold the same share of its water.',
    )
    expect(extrapolationText(Uint8Array.of(44, 22, 98, 98), 36, 'mm')).toBe(
      'Sensors reach only 201 of the 914 mm of root zone (22%) in 50% of the cells. Deeper soil is assumed to hold the same share of its water.',
    )
  })
})

describe('the soil of a cell', () => {
  const soil = { field_capacity: 0.27, wilting_point: 0.12, layers: [] }
  it.each([
    ['zone' as const, 'Sand ridge', "Full at 27%, empty at 12% by volume, of the soil zone 'Sand ridge'."],
    ['probe' as const, null, 'Full at 27%, empty at 12% by volume, of the nearest probe.'],
    ['texture' as const, null, 'Full at 27%, empty at 12% by volume, assumed from the texture.'],
  ])('names the source of the limits: %s', (source, zone, text) => {
    expect(soilText({ ...soil, source, zone })).toBe(text)
  })

  it('is described by depth', () => {
    const layer = { top_mm: 0, bottom_mm: 300, available_percent: 160, vwc: 0.36 }
    expect(layerText(layer, 'in')).toBe('0–12 in: 160% of available water, 36% by volume')
    expect(layerText({ ...layer, available_percent: null, vwc: null }, 'mm')).toBe('0–300 mm: not known')
  })
})
