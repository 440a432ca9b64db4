/** Picture one: a township from above, circles in quarter sections, a creek and the farms between them. */
import { hexColour, moistureRamp } from '../../src/agronomy/colour/colour-ramp.ts'
import { QUARTER, RADIUS, SHADES, fieldDesigns, quartersFromAbove } from './fields-from-above.ts'
import type { Field, Quarter } from './fields-from-above.ts'
import { HEIGHT, WIDTH, circle, element, group, path, picture, rect } from './svg.ts'
import type { Point } from './svg.ts'

const COLUMNS = 16
const ROWS = 6
const DESIGNS = 26
const SEED = 77
/** Half the width of the road allowance around a section of four quarters. */
const VERGE = 3
const GROUNDS = ['#cbb98a', '#b9b683', '#d3c39c', '#a9ae7a', '#bda37c']
const BANKS = '#8c9c66'
const WATER = '#5e97a0'
const INK = '#16231f'

const shades = moistureRamp(SHADES).map(hexColour)

/** The creek's height at x: two slow waves, so that it winds through the whole picture. */
const creekAt = (x: number) => 250 + x * 0.12 + 95 * Math.sin(x / 255) + 36 * Math.sin(x / 91)

const creek: Point[] = Array.from({ length: 45 }, (_, i) => ({ x: i * 46 - 12, y: creekAt(i * 46 - 12) }))

function nearCreek({ x, y }: Point): boolean {
  return creek.some((bend) => Math.hypot(bend.x - x, bend.y - y) < RADIUS + 26)
}

export function township(): string {
  const quarters = quartersFromAbove(COLUMNS, ROWS, DESIGNS, SEED)
  const centre = (quarter: Quarter) => ({ x: quarter.x + QUARTER / 2, y: quarter.y + QUARTER / 2 })
  const dry = quarters.filter((quarter) => !quarter.field || nearCreek(centre(quarter)))
  const watered = quarters.filter((quarter) => !dry.includes(quarter))
  return picture(
    rect(0, 0, WIDTH, HEIGHT, '#e9e1cd'),
    ...quarters.map(ground),
    group({ stroke: '#4d4a2c', 'stroke-opacity': 0.16, 'stroke-width': 3 }, path(dry.map(furrows).join(''))),
    banks(),
    ...dry.filter((quarter) => !nearCreek(centre(quarter))).map(farmstead),
    element(
      'defs',
      {},
      element('clipPath', { id: 'c' }, circle({ x: 0, y: 0 }, RADIUS)),
      ...fieldDesigns(DESIGNS, SEED).map(design),
    ),
    ...watered.map((quarter) => fieldUse(quarter, centre(quarter))),
  )
}

function ground({ x, y, ground: kind }: Quarter): string {
  const left = x % (2 * QUARTER) === 0 ? VERGE : 0.5
  const top = y % (2 * QUARTER) === 0 ? VERGE : 0.5
  const side = (near: number) => QUARTER - near - (near === VERGE ? 0.5 : VERGE)
  return rect(x + left, y + top, side(left), side(top), GROUNDS[kind] ?? BANKS)
}

function furrows({ x, y, rows }: Quarter): string {
  const lines = Array.from({ length: 8 }, (_, i) => 16 + i * 14)
  const length = QUARTER - 18
  return lines
    .map((at) => (rows === 'x' ? `M${x + 9} ${y + at}h${length}` : `M${x + at} ${y + 9}v${length}`))
    .join('')
}

function banks(): string {
  const d = creek.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${Math.round(y)}`).join('')
  const stroke = (colour: string, width: number) =>
    path(d, { fill: 'none', stroke: colour, 'stroke-width': width, 'stroke-linejoin': 'round' })
  return stroke(BANKS, 42) + stroke('#74895a', 24) + stroke(WATER, 9)
}

/** A house, a barn and the trees that keep the wind off them. */
function farmstead({ x, y, rows }: Quarter): string {
  const [at, top] = rows === 'x' ? [x + 14, y + 14] : [x + 84, y + 82]
  const trees = path(`M${at} ${top + 30}V${top}h34`, { fill: 'none', stroke: '#4f6b45', 'stroke-width': 7 })
  return trees + rect(at + 10, top + 9, 10, 8, '#f4efe4') + rect(at + 10, top + 22, 16, 8, '#8d4a3a')
}

const RINGS = [1, 2, 3, 4].map((ring) => Math.round((ring * RADIUS) / 5))

function design(field: Field, index: number): string {
  const hub = { x: 0, y: 0 }
  const patches = field.patches.map((patch) => path(patch.path, { fill: shades[patch.shade] ?? '' }))
  const towers = RINGS.map((r) => `M0-${r}v0`).join('')
  const round = { stroke: INK, 'stroke-linecap': 'round' }
  return group(
    { id: `f${index}` },
    group({ 'clip-path': 'url(#c)' }, circle(hub, RADIUS, { fill: shades[field.shade] ?? '' }), ...patches),
    group(
      { fill: 'none', stroke: '#fff', 'stroke-opacity': 0.45, 'stroke-width': 0.7 },
      ...RINGS.map((r) => circle(hub, r)),
    ),
    circle(hub, RADIUS, { fill: 'none', stroke: '#f4efe4', 'stroke-width': 1.6 }),
    group(
      { transform: `rotate(${field.arm})` },
      path(`M0 0v-${RADIUS}`, { ...round, 'stroke-width': 1.6 }),
      path(`M0 0v0${towers}`, { ...round, 'stroke-width': 4 }),
    ),
  )
}

function fieldUse({ field }: Quarter, at: Point): string {
  if (!field) return ''
  const transform = `translate(${at.x} ${at.y}) rotate(${field.turn})`
  return element('use', { href: `#f${field.design}`, transform })
}
