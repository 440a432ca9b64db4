/** The legend under a map: the ramp with its limits, the five classes, and what the map had no room for. */
import type { ColourLimits } from '../../../agronomy/colour/colour-ramp.ts'
import type { ClassRange } from '../../../agronomy/soil/class-ranges.ts'
import { type Brush, font } from '../../kit/picture-type.ts'
import { type MapContent, NINE_OF_TEN } from '../inputs/map-content.ts'
import type { MapProbe } from '../inputs/map-inputs.ts'
import type { Box } from './map-labels.ts'
import { ink, inkSoft } from './map-palette.ts'
import { percent, valueText, wrap } from './map-type.ts'

const BAR_HEIGHT = 14
const SWATCH = { width: 20, height: 14 }
const SWATCH_GAP = 7
const ROW = 22
const LINE = 20
/** Classes in the first of two columns. */
const FIRST_COLUMN = 3
const LIST_COLUMNS = 5

/** A strip of the ramp; the picture fills it, since a brush knows no palette. */
export interface RampStrip extends Box {
  from: number
  to: number
}

export interface Legend {
  height: number
  /** Draws everything but the strips, and returns those. */
  draw(brush: Brush, at: { x: number; y: number }): RampStrip[]
}

/** @param listed probes whose value is not on the map itself */
export function legendOf(
  brush: Brush,
  content: MapContent,
  listed: readonly MapProbe[],
  width: number,
): Legend {
  const { limits } = content
  const uncertain = content.view.layer === 'uncertainty'
  const classes = uncertain ? [] : content.classes
  brush.font = font(14)
  const notes = notesOf(content).flatMap((note) => wrap(brush, note, width))
  const classRows = Math.min(FIRST_COLUMN, classes.length)
  const second = width - Math.max(0, ...classes.slice(FIRST_COLUMN).map((each) => classWidth(brush, each)))
  const listRows = Math.ceil(listed.length / LIST_COLUMNS)
  const barHeight = BAR_HEIGHT + 22
  const listHeight = listed.length > 0 ? 10 + LINE * (listRows + 1) : 0
  return {
    height: barHeight + 6 + classRows * ROW + 4 + notes.length * LINE + listHeight,
    draw(brush, { x, y }) {
      const strips = [drawBar(brush, barTexts(content), limits, { x, y, width, height: BAR_HEIGHT })]
      let top = y + barHeight + 6
      classes.forEach((each, i) => {
        const cell = {
          x: i < FIRST_COLUMN ? x : x + second,
          y: top + (i % classRows) * ROW,
        }
        strips.push(drawClass(brush, each, limits, cell))
      })
      top += classRows * ROW + 4
      brush.fillStyle = inkSoft
      brush.font = font(14)
      notes.forEach((note, i) => brush.fillText(note, x, top + i * LINE + 14))
      drawList(brush, listed, {
        x,
        y: top + notes.length * LINE + 10,
        width,
        probes: content.inputs.probes.length,
      })
      return strips
    },
  }
}

/** Words that stand below the ramp: what its ends and what it shows. */
type BarTexts = [low: string, what: string, high: string]

function barTexts({ view, limits }: MapContent): BarTexts {
  if (view.layer === 'moisture')
    return [`${percent(limits.low)} or less`, 'water by volume', `${percent(limits.high)} or more`]
  return ['±\u00A00\u00A0%', 'may be off by', `±\u00A0${percent(limits.high * NINE_OF_TEN)}`]
}

function notesOf({ inputs, view, targetPercent }: MapContent): string[] {
  const { soilAssumed, span, probes } = inputs
  const target = inputs.targetPercent === null ? 'usual target' : 'target'
  const soil = soilAssumed ? `${inputs.texture.replaceAll('_', ' ')} (assumed)` : 'soil as confirmed'
  const any = (state: MapProbe['state']) => probes.some((probe) => probe.state === state)
  const silence = span ? 'in these days' : 'within 72 hours'
  return [
    view.layer === 'moisture'
      ? `Classes: ${soil}, ${target} ${targetPercent}\u00A0%`
      : 'Nine times out of ten the soil is no further from the moisture map than this.',
    ...(any('filled') ? [`~ No reading ${silence}: estimated from its last one and the other probes.`] : []),
    ...(any('suspect') ? ['? Not believed, and not drawn with: it stands still, jumps, or is too wet.'] : []),
    ...(any('silent') ? [`Silent: no valid reading ${silence}.`] : []),
    ...(span ? ['Probes are drawn where they stand now.'] : []),
  ]
}

function drawBar(brush: Brush, [low, what, high]: BarTexts, limits: ColourLimits, box: Box): RampStrip {
  const below = box.y + BAR_HEIGHT + 16
  brush.font = font(14)
  brush.fillStyle = ink
  brush.fillText(low, box.x, below)
  brush.textAlign = 'right'
  brush.fillText(high, box.x + box.width, below)
  brush.textAlign = 'center'
  brush.fillStyle = inkSoft
  brush.fillText(what, box.x + box.width / 2, below)
  brush.textAlign = 'left'
  return { ...box, from: limits.low, to: limits.high }
}

function drawClass(
  brush: Brush,
  { name, from, to }: ClassRange,
  limits: ColourLimits,
  { x, y }: { x: number; y: number },
): RampStrip {
  const left = x + SWATCH.width + SWATCH_GAP
  brush.fillStyle = ink
  brush.font = font(14, 600)
  brush.fillText(name, left, y + 12)
  const space = brush.measureText(`${name} `).width
  brush.font = font(14)
  brush.fillStyle = inkSoft
  brush.fillText(rangeText(from, to), left + space, y + 12)
  const held = (theta: number) => Math.max(limits.low, Math.min(limits.high, theta))
  return { x, y, ...SWATCH, from: held(from), to: held(to) }
}

function classWidth(brush: Brush, { name, from, to }: ClassRange): number {
  brush.font = font(14, 600)
  const named = brush.measureText(`${name} `).width
  brush.font = font(14)
  return SWATCH.width + SWATCH_GAP + named + brush.measureText(rangeText(from, to)).width
}

function rangeText(from: number, to: number): string {
  if (from === -Infinity) return `below ${percent(to)}`
  if (to === Infinity) return `above ${percent(from)}`
  // a class narrower than one per cent still shows that it is one
  const digits = Math.round(from * 100) === Math.round(to * 100) ? 1 : 0
  return `${(from * 100).toFixed(digits)}–${(to * 100).toFixed(digits)}\u00A0%`
}

function drawList(
  brush: Brush,
  listed: readonly MapProbe[],
  { x, y, width, probes }: { x: number; y: number; width: number; probes: number },
): void {
  if (listed.length === 0) return
  brush.font = font(14, 600)
  brush.fillStyle = ink
  brush.fillText(listed.length === probes ? 'Probes' : 'Probes without room on the map', x, y + 14)
  listed.forEach((probe, i) => {
    const left = x + (i % LIST_COLUMNS) * (width / LIST_COLUMNS)
    const base = y + LINE * (1 + Math.floor(i / LIST_COLUMNS)) + 14
    brush.font = font(14, 600)
    brush.fillStyle = ink
    brush.fillText(String(probe.number), left, base)
    const space = brush.measureText(`${probe.number} `).width + 2
    brush.font = font(14)
    brush.fillText(valueText(probe), left + space, base)
  })
}
