/** The scale of a map picture: a bar of a round length in a corner that the circle leaves free. */
import { type Brush, font } from '../../kit/picture-type.ts'
import type { Box } from './map-labels.ts'
import { ink, paper } from './map-palette.ts'

/** The longest bar that clears the circle. */
const LONGEST = 60
const HEIGHT = 26
const TICK = 5

/** The longest of 1, 2 and 5 times a power of ten that fits, metres. */
export function roundLength(pixelsPerMetre: number, pixels: number): number {
  const most = pixels / pixelsPerMetre
  const power = 10 ** Math.floor(Math.log10(most))
  return ([5, 2].find((factor) => factor * power <= most) ?? 1) * power
}

/** @returns the box that it takes */
export function drawScale(brush: Brush, square: Box, pixelsPerMetre: number): Box {
  const metres = roundLength(pixelsPerMetre, LONGEST)
  const length = metres * pixelsPerMetre
  const text = `${metres} m`
  brush.font = font(14)
  const width = Math.max(length, brush.measureText(text).width) + 8
  const box = { x: square.x - 4, y: square.y + square.height - HEIGHT, width, height: HEIGHT }
  brush.beginPath()
  brush.roundRect(box.x, box.y, box.width, box.height, 4)
  brush.fillStyle = paper
  brush.fill()
  brush.fillStyle = ink
  brush.fillText(text, box.x + 4, box.y + 15)
  brush.beginPath()
  const [left, base] = [box.x + 4, box.y + HEIGHT - 4]
  brush.moveTo(left, base - TICK)
  brush.lineTo(left, base)
  brush.lineTo(left + length, base)
  brush.lineTo(left + length, base - TICK)
  brush.strokeStyle = ink
  brush.lineWidth = 1.25
  brush.stroke()
  return box
}
