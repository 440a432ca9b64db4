/** Picture two: the moisture of a field between its probes, with the same surface and colours as the maps. */
import { hexColour, moistureColourLimits, moistureRamp } from '../../src/agronomy/colour/colour-ramp.ts'
import { predictMoisture } from '../../src/agronomy/surface/solved-field.ts'
import { moistureSurface } from '../../src/agronomy/surface/moisture-surface.ts'
import type { SurfaceProbe } from '../../src/agronomy/surface/grid.ts'
import { seededRandom } from '../../src/agronomy/seeded-random.ts'
import { outlines } from './contours.ts'
import { HEIGHT, WIDTH, along, area, circle, element, group, path, picture, rect } from './svg.ts'
import type { Point } from './svg.ts'

/** Metres, and the drawing units of the same length. */
const WETTED_RADIUS_M = 400
const RADIUS = 352
const SPACING = 2 * RADIUS + 34
const SIZE = 56
const SHADES = 15
const RINGS = 8
const SOIL = { fieldCapacity: 0.3, wiltingPoint: 0.12 }
const PROBES = 24
/** Rotation by which points spread evenly, like the seeds of a sunflower. */
const GOLDEN_ANGLE_DEG = 137.5
const INK = '#16231f'

const fields = [
  { seed: 41, at: { x: 1400 - SPACING, y: HEIGHT / 2 }, arm: 205 },
  { seed: 8, at: { x: 1400, y: HEIGHT / 2 }, arm: 62 },
  { seed: 23, at: { x: 1400 + SPACING, y: HEIGHT / 2 }, arm: 318 },
] as const

export function moistureField(): string {
  return picture(
    rect(0, 0, WIDTH, HEIGHT, '#c3b788'),
    path(rows(), { stroke: '#4d4a2c', 'stroke-opacity': 0.13, 'stroke-width': 3 }),
    path(fields.map(({ at }) => `M${at.x - SPACING / 2} 0v${HEIGHT}`).join(''), {
      stroke: '#e9e1cd',
      'stroke-width': 9,
    }),
    element('defs', {}, element('clipPath', { id: 'c' }, circle({ x: 0, y: 0 }, RADIUS))),
    ...fields.map(({ seed, at, arm }) => field(probesOf(seed), at, arm)),
  )
}

const rows = () => Array.from({ length: 52 }, (_, i) => `M0 ${8 + i * 15}h${WIDTH}`).join('')

/** Probes spread over rings and bearings; the moisture of the soil is two slow waves across the field. */
function probesOf(seed: number): SurfaceProbe[] {
  const random = seededRandom(seed)
  const waves = [0.7, 1.15].map((pace) => ({
    pace,
    way: random.between(0, 360),
    shift: random.between(0, 6.3),
  }))
  return Array.from({ length: PROBES }, (_, i) => {
    const out = (WETTED_RADIUS_M * Math.sqrt(i + 0.6)) / Math.sqrt(PROBES)
    const place = along({ x: 0, y: 0 }, i * GOLDEN_ANGLE_DEG + random.between(-14, 14), out)
    const height = waves.reduce((sum, { pace, way, shift }) => {
      const down = along({ x: 0, y: 0 }, way, 1)
      return (
        sum + Math.sin((pace * Math.PI * (place.x * down.x + place.y * down.y)) / WETTED_RADIUS_M + shift)
      )
    }, 0)
    return { x: place.x, y: -place.y, value: 0.21 + 0.075 * height + 0.006 * random.normal() }
  })
}

function field(probes: SurfaceProbe[], at: Point, arm: number): string {
  const hub = { x: 0, y: 0 }
  const rings = Array.from({ length: RINGS }, (_, i) => ((i + 1) * RADIUS) / (RINGS + 0.4))
  const onPicture = ({ x, y }: Point) => ({
    x: (x * RADIUS) / WETTED_RADIUS_M,
    y: (-y * RADIUS) / WETTED_RADIUS_M,
  })
  return group(
    { transform: `translate(${at.x} ${at.y})` },
    group({ 'clip-path': 'url(#c)' }, bands(probes)),
    group(
      { fill: 'none', stroke: '#fff', 'stroke-opacity': 0.4, 'stroke-width': 1.2 },
      ...rings.map((r) => circle(hub, r)),
    ),
    circle(hub, RADIUS, { fill: 'none', stroke: '#f4efe4', 'stroke-width': 4 }),
    machine(arm, rings),
    group(
      { fill: '#fff', stroke: INK, 'stroke-width': 3.5 },
      ...probes.map((probe) => circle(onPicture(probe), 7)),
    ),
  )
}

/** Nested areas, each at or above its level, dry to wet. */
function bands(probes: SurfaceProbe[]): string {
  const surface = moistureSurface({ probes, wettedRadius: WETTED_RADIUS_M, arc: null, size: 2 })
  if ('reason' in surface) throw new Error(surface.reason)
  const cell = (2 * RADIUS) / (SIZE - 1)
  const values = Float64Array.from({ length: SIZE * SIZE }, (_, i) => {
    const x = (2 * (i % SIZE)) / (SIZE - 1) - 1
    const y = 1 - (2 * Math.floor(i / SIZE)) / (SIZE - 1)
    return predictMoisture(surface.field, x * WETTED_RADIUS_M, y * WETTED_RADIUS_M)
  })
  const { low, high } = moistureColourLimits(SOIL)
  const ramp = moistureRamp(SHADES).map(hexColour)
  return ramp
    .map((fill, shade) => {
      const level = shade === 0 ? -1 : low + ((high - low) * shade) / SHADES
      const rings = outlines({ size: SIZE, values }, level)
      const onPicture = ({ x, y }: Point) => ({ x: x * cell - RADIUS, y: y * cell - RADIUS })
      return rings.length > 0 ? path(rings.map((ring) => area(ring.map(onPicture))).join(''), { fill }) : ''
    })
    .join('')
}

function machine(arm: number, rings: readonly number[]): string {
  const round = { stroke: INK, 'stroke-linecap': 'round' }
  return group(
    { transform: `rotate(${arm})` },
    path(`M0 0v-${RADIUS - 4}`, { ...round, 'stroke-width': 7 }),
    path(rings.map((r) => `M0-${Math.round(r)}v0`).join(''), { ...round, 'stroke-width': 18 }),
    circle({ x: 0, y: 0 }, 14, { fill: INK }),
  )
}
