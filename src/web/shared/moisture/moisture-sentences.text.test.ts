/** Texts of days, values and places. */
import { describe, expect, it } from 'vitest'
import { placeAt } from '#agronomy/pivot/pivot-geometry.ts'
import {
  betweenWords,
  cellText,
  changeText,
  dayText,
  placeText,
  valueText,
  waterText,
} from './moisture-sentences.text.ts'

const PIVOT = { place: { lat: 51, lng: -114 }, towerRadiiM: [50, 90], wettedRadiusM: 100, arc: null }

describe('texts of the explorer', () => {
  it("formats days independently of the browser's time zone", () => {
    expect(dayText('2026-07-06')).toBe('6 Jul 2026')
    expect(dayText('2026-01-01')).toBe('1 Jan 2026')
  })

  it('describes the values between the probes', () => {
    expect(betweenWords({ method: 'balance', contradicting: [] })).toContain('goes by the water balance')
    expect(betweenWords({ method: 'kriging', contradicting: [] })).toContain('worked out from them (kriging)')
    expect(betweenWords({ method: 'kriging', contradicting: [7] })).toBe(
      'Probe 7 disagrees with the water balance, so this map goes by the probes alone (kriging).',
    )
    expect(betweenWords({ method: 'kriging', contradicting: [1, 6, 7] })).toBe(
      'Probes 1, 6 and 7 disagree with the water balance, so this map goes by the probes alone (kriging).',
    )
  })

  it('writes water by volume and as a share', () => {
    expect(waterText(0.1834)).toBe('18.3%')
    expect(valueText('volume', 0.2)).toBe('20%')
    expect(valueText('share', 0.617)).toBe('62%')
    expect(valueText('classes', -0.042)).toBe('-4%')
    expect(valueText('uncertainty', 0.041)).toBe('± 4%')
  })

  it.each([
    [0.021, '2% wetter'],
    [-0.1, '10% drier'],
    [0.001, 'no change'],
    [-0.004, 'no change'],
  ])('writes a change of %f', (value, words) => {
    expect(changeText(value)).toBe(words)
    expect(valueText('change', value)).toBe(words)
  })

  it.each([
    ['change', 0.0214, '+2%'],
    ['change', -0.1, '−10%'],
    ['change', -0.002, '0%'],
    ['volume', 0.2, '20.0%'],
    ['classes', 0.618, '62%'],
    ['share', -0.12, '−12%'],
    ['uncertainty', 0.0414, '± 4%'],
  ] as const)('writes %s of %f in a table', (layer, value, words) => {
    expect(cellText(layer, value)).toBe(words)
  })

  it.each([
    [0, 20, '0°, tower 1'],
    [132.4, 60, '132°, tower 2'],
    [359.8, 99, '0°, tower 2'],
    [90, 150, '90°, outside'],
  ])('names the place at %d degrees and %d m', (bearing, distance, words) => {
    expect(placeText(PIVOT, placeAt(PIVOT.place, { bearing, distance }))).toBe(words)
  })
})
