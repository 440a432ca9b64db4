/** Graticule lines are at round degrees, at least 110 px apart, labelled with degrees and hemisphere. */
import { describe, expect, it } from 'vitest'
import { around, degreesText, graticuleLines, graticuleOf, graticuleStep, isWithin } from './graticule.ts'

const farm = { west: -114.156, south: 51.058, east: -114.144, north: 51.066 }
const world = { west: -150, south: 20, east: -60, north: 80 }

describe('graticule', () => {
  it('takes the smallest round step with lines at least 110 px apart', () => {
    // 500 px over 90 degrees: 5.6 px a degree, so 30 degrees are 167 px and 10 are too few
    expect(graticuleStep(world, 500)).toBe(30)
    // 500 px over 0.012 degrees: 0.005 degrees are 208 px, 0.002 are 83
    expect(graticuleStep(farm, 500)).toBe(0.005)
  })

  it('draws whole multiples, without rounding noise', () => {
    expect(graticuleOf(farm, 500)).toEqual({
      meridians: [-114.155, -114.15, -114.145],
      parallels: [51.06, 51.065],
      digits: 3,
    })
  })

  it("stays within the projection's limits", () => {
    const poles = { west: -170, south: -89, east: 170, north: 89 }
    expect(graticuleOf(poles, 500).parallels.every((lat) => Math.abs(lat) <= 85)).toBe(true)
  })

  it('is drawn wider than the view, so that a drag of one view needs no new lines', () => {
    const wide = around(farm, 3)
    // the farm is 0.012 degrees wide and 0.008 high
    expect(wide.west).toBeCloseTo(-114.168, 9)
    expect(wide.north).toBeCloseTo(51.074, 9)
    expect(graticuleStep(wide, 3 * 500)).toBe(graticuleStep(farm, 500))
    expect(isWithin(farm, wide)).toBe(true)
    expect(isWithin({ ...farm, west: -114.169 }, wide)).toBe(false)
    expect(isWithin({ ...farm, north: 51.075 }, wide)).toBe(false)
  })

  it('gives one feature per line', () => {
    const lines = graticuleLines(graticuleOf(farm, 500), farm)
    expect(lines.geometry.coordinates).toHaveLength(5)
  })
})

it.each([
  [-114.15, 2, 'EW', '114.15° W'],
  [51.06, 2, 'NS', '51.06° N'],
  [-33, 0, 'NS', '33° S'],
  [190, 0, 'EW', '170° W'],
  [0, 0, 'NS', '0°'],
] as const)('formats %s', (degrees, digits, sides, text) => {
  expect(degreesText(degrees, digits, sides)).toBe(text)
})
