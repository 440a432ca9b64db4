/** Shapes cover as much of a pixel as geometry says; letters are where a canvas puts them. */
import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { Brush, Sheet } from './brush.ts'
import { font } from './letters.ts'
import { COVERED, Shades } from './shades.ts'

const WHITE = '#ffffff'
const BLACK = '#000000'
/** Sixteen greys between paper and ink: the index tells how much of a pixel is covered. */
const greys = new Shades(
  Array.from({ length: COVERED + 1 }, (_, i) => {
    const grey = Math.round(255 * (1 - i / COVERED))
    return [grey, grey, grey, 255] as const
  }),
)

function drawn(draw: (brush: Brush) => void, { scale = 2, spare }: { scale?: number; spare?: Sheet } = {}) {
  const sheet = new Sheet(120, spare)
  sheet.extendTo(120, greys.indexOf(WHITE))
  const brush = new Brush(sheet, greys, scale)
  brush.fillStyle = BLACK
  brush.strokeStyle = BLACK
  draw(brush)
  const at = (x: number, y: number) => (sheet.pixels[y * 120 + x] ?? 0) / COVERED
  const area = sheet.pixels.reduce((sum, level) => sum + level, 0) / COVERED
  return { sheet, at, area }
}

/** Areas in device pixels; a layout of twice the pixels has four times the area. */
it.each<[string, number, (brush: Brush) => void]>([
  ['a box between pixels', 4 * 10.25 * 20.5, (brush) => brush.fillRect(5.25, 5.25, 10.25, 20.5)],
  ['a box thinner than a pixel', 4 * 0.25 * 20, (brush) => brush.fillRect(5.125, 5, 0.25, 20)],
  [
    'a disc',
    4 * Math.PI * 12 ** 2,
    (brush) => {
      brush.arc(30.3, 29.8, 12, 0, 2 * Math.PI)
      brush.fill()
    },
  ],
  [
    'half a disc',
    2 * Math.PI * 12 ** 2,
    (brush) => {
      brush.arc(30.3, 29.8, 12, 0, Math.PI)
      brush.fill()
    },
  ],
  [
    'a ring',
    4 * 2 * Math.PI * 20 * 1.5,
    (brush) => {
      brush.lineWidth = 1.5
      brush.arc(30, 30, 20, 0, 2 * Math.PI)
      brush.stroke()
    },
  ],
  [
    'a third of a ring, over east',
    (4 * 2 * Math.PI * 20 * 3) / 3,
    (brush) => {
      brush.lineWidth = 3
      brush.arc(30, 30, 20, -Math.PI / 3, Math.PI / 3)
      brush.stroke()
    },
  ],
  [
    'a triangle',
    (4 * 20 * 30) / 2,
    (brush) => {
      brush.moveTo(10.1, 12.3)
      brush.lineTo(30.1, 12.3)
      brush.lineTo(17.7, 42.3)
      brush.fill()
    },
  ],
  [
    'a line across',
    4 * 50 * 1.5,
    (brush) => {
      brush.lineWidth = 1.5
      brush.moveTo(10, 10)
      brush.lineTo(40, 50)
      brush.stroke()
    },
  ],
  [
    'a dashed line: four of seven, and the rest of the last',
    4 * (4 * 7 + 2) * 2,
    (brush) => {
      brush.lineWidth = 2
      brush.setLineDash([7, 5])
      brush.moveTo(5, 20)
      brush.lineTo(55, 20)
      brush.stroke()
    },
  ],
  [
    'a box with round corners',
    4 * (30 * 20 - (4 - Math.PI) * 5 ** 2),
    (brush) => {
      brush.roundRect(10.2, 10.4, 30, 20, 5)
      brush.fill()
    },
  ],
  ['the outline of a box', 4 * (22 ** 2 - 20 ** 2), (brush) => brush.strokeRect(10.5, 10.5, 21, 21)],
])('covers what %s covers', (_, expected, draw) => {
  const { area } = drawn((brush) => {
    brush.beginPath()
    draw(brush)
  })
  // edges are rounded to sixteenths of a pixel
  expect(Math.abs(area / expected - 1)).toBeLessThan(0.015)
})

it('ignores what lies outside the picture', () => {
  const all = (brush: Brush) => {
    brush.fillRect(-50, -50, 400, 400)
    brush.beginPath()
    brush.arc(0, 60, 40, 0, 2 * Math.PI)
    brush.fill()
    brush.moveTo(-90, -20)
    brush.lineTo(300, 70)
    brush.stroke()
    brush.fillText('beyond', 55, 59)
  }
  expect(drawn(all).area).toBe(120 * 120)
})

it('blends part of an ink over what is there', () => {
  const { at } = drawn((brush) => {
    brush.globalAlpha = 0.5
    brush.fillRect(0, 0, 20, 20)
    brush.fillRect(10, 0, 10, 10)
  })
  expect([at(5, 5), at(25, 5), at(50, 5)]).toEqual([0.5, 0.75, 0])
})

it('starts clean in the reused bytes of an earlier picture', () => {
  const former = drawn((brush) => brush.fillRect(0, 0, 60, 60)).sheet
  expect(drawn(() => undefined, { spare: former }).area).toBe(0)
})

it('writes like a canvas: the same width, darkness and position', () => {
  const text = 'Soil water at 20 cm'
  const canvas = createCanvas(120, 120).getContext('2d')
  const { at, area } = drawn(
    (brush) => {
      brush.font = font(12, 600)
      brush.fillText(text, 2, 40)
      canvas.font = brush.font
      expect(brush.measureText(text).width).toBeCloseTo(canvas.measureText(text).width, 0)
    },
    { scale: 1 },
  )
  canvas.fillText(text, 2, 40)
  const { data } = canvas.getImageData(0, 0, 120, 120)
  const shares = Array.from({ length: 120 * 120 }, (_, i) => (data[4 * i + 3] ?? 0) / 255)
  const canvasArea = shares.reduce((sum, share) => sum + share, 0)
  expect(Math.abs(area / canvasArea - 1)).toBeLessThan(0.05)
  // words begin on whole pixels, so letters may be half a pixel off those of the canvas
  const beside = shares.reduce((sum, share, i) => sum + Math.abs(share - at(i % 120, Math.floor(i / 120))), 0)
  expect(beside / canvasArea).toBeLessThan(0.4)
})
