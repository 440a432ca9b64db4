/** Draws the field over its surface: rim, tower rings, pivot, north mark, probes with their labels. */
import type { Pivot } from '#agronomy/pivot/pivot.ts'
import type { Brush } from '../../kit/picture/brush.ts'
import { font } from '../../kit/picture/letters.ts'
import type { MapContent } from '../inputs/map-view.ts'
import type { MapProbe } from '../inputs/map-inputs.ts'
import { type Box, LABEL_HEIGHT, placeLabels } from './map-labels.ts'
import { type Inks, inksOf } from './map-palette.ts'
import type { MapLayer } from '#contract/maps.ts'
import { angleOf, drawArm, drawWatered } from './map-arm.ts'
import { valueText, wrap } from './map-type.ts'

const DOT_RADIUS = 4.5
const NORTH_MARK = 32
const LABEL_PADDING = 4
const LABEL_SPACE = 5
/** How far labels may extend into the margin beside the circle. */
const OVERLAP = 12
/** More labels with values than this would cover the field. */
const FULL_LABELS_MAX = 16

/** Probes whose value did not fit on the picture are listed below it. */
export function drawField(brush: Brush, content: MapContent, square: Box): MapProbe[] {
  const { inputs, words, view } = content
  const inks = inksOf(view.paper)
  const middle = { x: square.x + square.width / 2, y: square.y + square.height / 2 }
  const pixelsPerMetre = square.width / 2 / inputs.pivot.wettedRadiusM
  const circle = { ...middle, radius: square.width / 2 }
  if (inputs.machine?.pass) drawWatered(brush, inputs.machine.pass, circle, inks)
  drawRings(brush, { ...middle, pivot: inputs.pivot, pixelsPerMetre, bare: words !== null, inks })
  if (inputs.machine)
    drawArm(
      brush,
      inputs.machine,
      { ...circle, towerRadii: inputs.pivot.towerRadiiM.map((radius) => radius * pixelsPerMetre) },
      inks,
    )
  drawHub(brush, middle, inks)
  const taken = [drawNorthMark(brush, square, inks), drawScale(brush, square, pixelsPerMetre, inks)]
  const onPicture = ({ x, y }: { x: number; y: number }) => ({
    x: middle.x + x * pixelsPerMetre,
    y: middle.y - y * pixelsPerMetre,
  })
  if (words !== null) {
    drawWords(brush, words, { ...middle, width: square.width * 0.66 }, inks)
    return []
  }
  return drawProbes(brush, inputs.probes, { onPicture, square, taken, layer: view.layer, inks })
}

interface Field {
  x: number
  y: number
  pivot: Pivot
  pixelsPerMetre: number
  /** When there is no surface. */
  bare: boolean
  inks: Inks
}

function drawRings(brush: Brush, { x, y, pivot, pixelsPerMetre, bare, inks }: Field): void {
  const { arc, towerRadiiM, wettedRadiusM } = pivot
  const [from, to] = arc === null ? [0, 360] : [arc[0], arc[1] > arc[0] ? arc[1] : arc[1] + 360]
  const trace = (radius: number, toPivot: boolean) => {
    brush.beginPath()
    if (toPivot && arc !== null) brush.moveTo(x, y)
    brush.arc(x, y, radius * pixelsPerMetre, angleOf(from), angleOf(to))
    if (toPivot && arc !== null) brush.closePath()
    if (toPivot && bare) brush.fill()
    brush.stroke()
  }
  brush.strokeStyle = inks.ink
  brush.fillStyle = inks.paper
  brush.lineWidth = 1.5
  trace(wettedRadiusM, true)
  brush.globalAlpha = 0.4
  brush.lineWidth = 0.75
  for (const radius of towerRadiiM) if (radius < wettedRadiusM) trace(radius, false)
  brush.globalAlpha = 1
}

function drawHub(brush: Brush, middle: { x: number; y: number }, { ink, paper }: Inks): void {
  drawDisc(brush, middle, { radius: 4, fill: ink })
  drawDisc(brush, middle, { radius: 1.75, fill: paper })
}

function drawDisc(
  brush: Brush,
  { x, y }: { x: number; y: number },
  { radius, fill }: { radius: number; fill: string },
): void {
  brush.beginPath()
  brush.arc(x, y, radius, 0, 2 * Math.PI)
  brush.fillStyle = fill
  brush.fill()
}

/** In the corner outside the circle. */
function drawNorthMark(brush: Brush, square: Box, { ink, paper }: Inks): Box {
  const box = { x: square.x + square.width - NORTH_MARK, y: square.y, width: NORTH_MARK, height: NORTH_MARK }
  const x = box.x + NORTH_MARK / 2
  drawDisc(brush, { x, y: box.y + NORTH_MARK / 2 }, { radius: NORTH_MARK / 2, fill: paper })
  brush.beginPath()
  brush.moveTo(x, box.y + 3)
  brush.lineTo(x + 4, box.y + 11)
  brush.lineTo(x - 4, box.y + 11)
  brush.closePath()
  brush.fillStyle = ink
  brush.fill()
  brush.font = font(14, 600)
  brush.textAlign = 'center'
  brush.fillText('N', x, box.y + 26)
  brush.textAlign = 'left'
  return box
}

/** Filled for a measurement, half filled for an estimate, an outline when unused. */
function drawDot(
  brush: Brush,
  place: { x: number; y: number },
  state: MapProbe['state'],
  { ink, paper }: Inks,
): void {
  drawDisc(brush, place, { radius: DOT_RADIUS + 1.5, fill: paper })
  drawDisc(brush, place, { radius: DOT_RADIUS, fill: ink })
  if (state === 'measured') return
  drawDisc(brush, place, { radius: DOT_RADIUS - 1.5, fill: paper })
  if (state !== 'filled') return
  brush.beginPath()
  brush.arc(place.x, place.y, DOT_RADIUS - 1, 0, Math.PI)
  brush.fillStyle = ink
  brush.fill()
}

interface Picture {
  onPicture: (point: { x: number; y: number }) => { x: number; y: number }
  square: Box
  /** Boxes that labels must not cover. */
  taken: Box[]
  layer: MapLayer
  inks: Inks
}

function drawProbes(
  brush: Brush,
  probes: readonly MapProbe[],
  { onPicture, square, taken, layer, inks }: Picture,
): MapProbe[] {
  const widthOf = (text: string, weight: 400 | 600) => {
    brush.font = font(14, weight)
    return brush.measureText(text).width
  }
  const labels = probes.map((probe) => {
    const number = String(probe.number)
    const value = valueText(probe, layer)
    const short = widthOf(number, 600) + 2 * LABEL_PADDING
    return { ...onPicture(probe), number, value, short, full: short + LABEL_SPACE + widthOf(value, 400) }
  })
  const bounds = { ...square, x: square.x - OVERLAP, width: square.width + 2 * OVERLAP }
  // one style per map: where values would cover the field, only numbers are drawn, with all values listed below
  const crowded = probes.length > FULL_LABELS_MAX
  const tight = crowded ? labels.map((label) => ({ ...label, full: label.short })) : labels
  const places = placeLabels(tight, bounds, taken)
  labels.forEach((label, i) => {
    const box = places[i]?.box
    if (box) drawLeader(brush, label, box, inks)
  })
  probes.forEach((probe) => drawDot(brush, onPicture(probe), probe.state, inks))
  labels.forEach(({ number, value, short }, i) => {
    const place = places[i]
    if (!place) return
    const { x, y, width, height } = place.box
    brush.beginPath()
    brush.roundRect(x, y, width, height, 4)
    brush.fillStyle = inks.paper
    brush.fill()
    brush.fillStyle = inks.ink
    brush.font = font(14, 600)
    brush.fillText(number, x + LABEL_PADDING, y + LABEL_HEIGHT - 4.5)
    if (crowded || place.kind === 'short') return
    brush.font = font(14)
    brush.fillText(value, x + short - LABEL_PADDING + LABEL_SPACE, y + LABEL_HEIGHT - 4.5)
  })
  return probes.filter((_, i) => crowded || places[i]?.kind !== 'full')
}

/** From a dot to the centre of its label, which then covers the end. */
function drawLeader(
  brush: Brush,
  dot: { x: number; y: number },
  { x, y, width, height }: Box,
  { ink, paper }: Inks,
): void {
  const reach = { x: Math.max(x, Math.min(dot.x, x + width)), y: Math.max(y, Math.min(dot.y, y + height)) }
  brush.beginPath()
  brush.moveTo(dot.x, dot.y)
  brush.lineTo(reach.x, reach.y)
  // light with a dark outline, visible on every colour of the ramp
  brush.strokeStyle = paper
  brush.lineWidth = 3
  brush.stroke()
  brush.strokeStyle = ink
  brush.lineWidth = 1.25
  brush.stroke()
}

function drawWords(
  brush: Brush,
  words: string,
  { x, y, width }: { x: number; y: number; width: number },
  { ink, paper }: Inks,
): void {
  brush.font = font(16, 600)
  const lines = wrap(brush, words, width - 32)
  const height = lines.length * 24 + 24
  brush.beginPath()
  brush.roundRect(x - width / 2, y - height / 2, width, height, 8)
  brush.fillStyle = paper
  brush.fill()
  brush.fillStyle = ink
  brush.textAlign = 'center'
  lines.forEach((line, i) => brush.fillText(line, x, y - height / 2 + 29 + i * 24))
  brush.textAlign = 'left'
}

/** The longest bar that does not touch the circle. */
const LONGEST = 60
const HEIGHT = 26
const TICK = 5

/** The longest of 1, 2 and 5 times a power of ten that fits, metres. */
export function roundLength(pixelsPerMetre: number, pixels: number): number {
  const most = pixels / pixelsPerMetre
  const power = 10 ** Math.floor(Math.log10(most))
  return ([5, 2].find((factor) => factor * power <= most) ?? 1) * power
}

/** @returns the box that it occupies */
function drawScale(brush: Brush, square: Box, pixelsPerMetre: number, { ink, paper }: Inks): Box {
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
