/** Draws the arm on a map, and the arc of its last pass on the rim. */
import { fromPolar } from '#agronomy/pivot/pivot-geometry.ts'
import type { Brush } from '../../kit/picture/brush.ts'
import type { MapMachine, MapPass } from '../inputs/map-inputs.ts'
import type { Inks } from './map-palette.ts'

interface Circle {
  x: number
  y: number
  radius: number
}

/** Width of the band on the rim, and of the gap between it and the soil. */
const BAND = 6
const APART = 1.5
const ARM = 3
const TOWER_RADIUS = 3.2
const DASHES = [7, 5]

/** Canvas angle, clockwise from east, of a bearing. */
export const angleOf = (bearing: number) => ((bearing - 90) * Math.PI) / 180

export function drawWatered(brush: Brush, { arcs }: MapPass, { x, y, radius }: Circle, inks: Inks): void {
  for (const [from, to] of arcs) {
    brush.beginPath()
    brush.arc(x, y, radius + APART + BAND / 2, angleOf(from), angleOf(to))
    brush.lineWidth = BAND
    brush.strokeStyle = inks.water
    brush.stroke()
  }
}

/** Ink with a light outline, visible on every colour; dashed when the position is outdated. */
export function drawArm(
  brush: Brush,
  { armDegrees, stale }: MapMachine,
  { x, y, radius, towerRadii }: Circle & { towerRadii: readonly number[] },
  { ink, paper }: Inks,
): void {
  const at = (distance: number) => {
    const point = fromPolar({ bearing: armDegrees, distance })
    return { x: x + point.x, y: y - point.y }
  }
  const end = at(radius)
  for (const [width, colour] of [
    [ARM + 3, paper],
    [ARM, ink],
  ] as const) {
    brush.beginPath()
    brush.moveTo(x, y)
    brush.lineTo(end.x, end.y)
    brush.setLineDash(stale ? DASHES : [])
    brush.lineWidth = width
    brush.strokeStyle = colour
    brush.stroke()
    brush.setLineDash([])
    for (const distance of towerRadii) {
      const tower = at(distance)
      brush.beginPath()
      brush.arc(tower.x, tower.y, TOWER_RADIUS + (width - ARM) / 2, 0, 2 * Math.PI)
      brush.fillStyle = colour
      brush.fill()
    }
  }
}
