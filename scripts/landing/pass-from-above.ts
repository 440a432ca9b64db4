/** Picture four: one pass from above, wet behind the arm, with the valves closed over a slough. */
import {
  HEIGHT,
  WIDTH,
  along,
  area,
  circle,
  closedCurve,
  group,
  line,
  path,
  picture,
  rect,
  sector,
} from './svg.ts'
import type { Point } from './svg.ts'

const HUB: Point = { x: 1330, y: 610 }
const RADIUS = 900
const TOWERS = 9
const ZONE = RADIUS / (TOWERS + 0.3)
const ARM_DEG = 22
/** Position of the arm in this pass, degrees. */
const PASSED_DEG = 150
const SPRAY = '#f2fbfa'
const INK = '#16231f'

/** The slough lies over the arm, zones four to six. */
const POND = { centre: along(HUB, ARM_DEG + 3, ZONE * 4.3), from: 3, to: 5 } as const

const POND_EDGE = [104, 82, 118, 90, 74, 112, 96, 70]
const FENCE_EDGE = [152, 140, 166, 146, 138, 158, 150, 134]

const ringed = (reaches: readonly number[], turn: number): Point[] =>
  reaches.map((reach, i) => along(POND.centre, turn + (i * 360) / reaches.length, reach))

export function passFromAbove(): string {
  return picture(
    rect(0, 0, WIDTH, HEIGHT, '#c3b788'),
    path(stubble(), { stroke: '#4d4a2c', 'stroke-opacity': 0.13, 'stroke-width': 4 }),
    circle(HUB, RADIUS, { fill: '#93a765' }),
    path(sector(HUB, 0, RADIUS, ARM_DEG - PASSED_DEG, ARM_DEG), { fill: '#5a7a48' }),
    cropRows(),
    rings(),
    circle(HUB, RADIUS, { fill: 'none', stroke: '#f4efe4', 'stroke-width': 5 }),
    slough(),
    spray(),
    machine(),
    fence(),
  )
}

const stubble = () => Array.from({ length: 66 }, (_, i) => `M${i * 31} 0v${HEIGHT}`).join('')

function cropRows(): string {
  const radii = Array.from({ length: 88 }, (_, i) => 14 + i * 10)
  return group(
    { fill: 'none', stroke: '#2c4a2a', 'stroke-opacity': 0.17, 'stroke-width': 3 },
    ...radii.map((r) => circle(HUB, r)),
  )
}

function rings(): string {
  const zones = Array.from({ length: TOWERS }, (_, i) => (i + 1) * ZONE)
  return group(
    { fill: 'none', stroke: '#f4efe4', 'stroke-opacity': 0.6, 'stroke-width': 1.6 },
    ...zones.map((r) => circle(HUB, r)),
  )
}

function slough(): string {
  const grown = (by: number) =>
    closedCurve(
      ringed(
        POND_EDGE.map((reach) => reach + by),
        12,
      ),
    )
  return (
    path(grown(22), { fill: '#a9a669' }) +
    path(grown(8), { fill: '#6f8a52' }) +
    path(grown(-6), { fill: '#5e97a0' }) +
    path(grown(-34), { fill: '#79adb2' })
  )
}

/** Open zones throw water to both sides of the arm; those over the slough do not. */
function spray(): string {
  const open = Array.from({ length: TOWERS }, (_, zone) => zone).filter(
    (zone) => zone < POND.from || zone > POND.to,
  )
  const fans = open.map((zone) => {
    const [inner, outer] = [zone * ZONE + 5, (zone + 1) * ZONE - 5]
    const spread = (38 / ((inner + outer) / 2)) * (180 / Math.PI)
    return sector(HUB, inner, outer, ARM_DEG - Math.min(spread, 40), ARM_DEG + Math.min(spread, 40))
  })
  const drops = open.flatMap((zone) =>
    Array.from({ length: 8 }, (_, i) => along(HUB, ARM_DEG, (zone + (i + 0.5) / 8) * ZONE)),
  )
  return (
    path(fans.join(''), { fill: SPRAY, 'fill-opacity': 0.32 }) +
    group({ fill: SPRAY, 'fill-opacity': 0.3 }, ...drops.map((drop) => circle(drop, 21)))
  )
}

function machine(): string {
  const towers = Array.from({ length: TOWERS }, (_, i) => along(HUB, ARM_DEG, (i + 1) * ZONE))
  const ahead = along(HUB, ARM_DEG + 17, ZONE * 2.5)
  const arrow = group(
    { transform: `translate(${Math.round(ahead.x)} ${Math.round(ahead.y)}) rotate(${ARM_DEG + 17 + 90})` },
    path('M-16 18 0-18 16 18 0 8z', { fill: INK }),
  )
  return (
    path(line([HUB, along(HUB, ARM_DEG, RADIUS)]), {
      stroke: INK,
      'stroke-width': 9,
      'stroke-linecap': 'round',
    }) +
    group({ fill: INK }, ...towers.map((tower) => circle(tower, 12)), circle(HUB, 20)) +
    arrow
  )
}

/** A geofence as the designer draws it: green, translucent, with its pins. */
function fence(): string {
  const pins = ringed(FENCE_EDGE, 4)
  return (
    path(area(pins), { fill: '#1e7a3c', 'fill-opacity': 0.22, stroke: '#0e5a29', 'stroke-width': 4 }) +
    group({ fill: '#fff', stroke: '#0e5a29', 'stroke-width': 4 }, ...pins.map((pin) => circle(pin, 9)))
  )
}
