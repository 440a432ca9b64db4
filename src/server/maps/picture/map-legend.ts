/** The legend of a map: classes or ramp with limits, symbols, and what did not fit on the map. */
import { type ClassRange, MOISTURE_CLASSES } from '#agronomy/soil/moisture-class.ts'
import type { Brush } from '../../kit/picture/brush.ts'
import { font } from '../../kit/picture/letters.ts'
import { NINE_OF_TEN } from '#contract/maps.ts'
import type { MapContent } from '../inputs/map-view.ts'
import type { MapProbe } from '../inputs/map-inputs.ts'
import type { Box } from './map-labels.ts'
import { notesOf } from './map-notes.ts'
import { type Inks, inksOf } from './map-palette.ts'
import { finePercent, percent, valueText, wrap } from './map-type.ts'

const BAR_HEIGHT = 14
const SWATCH = { width: 20, height: 14 }
const COLUMN_GAP = 7
const SWATCH_GAP = 7
const ROW = 22
const LINE = 20
/** Classes in the first of two columns. */
const FIRST_COLUMN = 3
const LIST_COLUMNS = 5

/** A colour strip filled in later, since a brush draws single colours: the whole ramp, or one class. */
export type Strip = Box & ({ from: number; to: number } | { classAt: number })

export interface Legend {
  height: number
  /** Draws everything but the strips, and returns those. */
  draw(brush: Brush, at: { x: number; y: number }): Strip[]
}

/** @param listed probes whose value is not on the map itself */
export function legendOf(
  brush: Brush,
  content: MapContent,
  listed: readonly MapProbe[],
  width: number,
): Legend {
  const inks = inksOf(content.view.paper)
  const key =
    content.view.layer === 'classes' ? classKey(brush, content, inks, width) : barKey(content, inks, width)
  brush.font = font(14)
  const notes = [meaningOf(content), ...notesOf(content.inputs)].flatMap((note) => wrap(brush, note, width))
  const listRows = Math.ceil(listed.length / LIST_COLUMNS)
  const listHeight = listed.length > 0 ? 10 + LINE * (listRows + 1) : 0
  return {
    height: key.height + 4 + notes.length * LINE + listHeight,
    draw(brush, { x, y }) {
      const strips = key.draw(brush, { x, y })
      const top = y + key.height + 4
      brush.fillStyle = inks.inkSoft
      brush.font = font(14)
      notes.forEach((note, i) => brush.fillText(note, x, top + i * LINE + 14))
      drawList(brush, listed, content, { x, y: top + notes.length * LINE + 10, width })
      return strips
    },
  }
}

/** Colour key of a class map: five swatches with their limits. */
function classKey(brush: Brush, { classes }: MapContent, inks: Inks, width: number): Legend {
  const widest = (ranges: readonly ClassRange[]) =>
    Math.max(0, ...ranges.map((range) => classWidth(brush, range)))
  const second = width - widest(classes.slice(FIRST_COLUMN))
  // limits with a decimal may leave no room for two columns
  const rows = widest(classes.slice(0, FIRST_COLUMN)) + COLUMN_GAP <= second ? FIRST_COLUMN : classes.length
  return {
    height: rows * ROW,
    draw(brush, { x, y }) {
      return classes.map((range, i): Strip => {
        const cell = { x: i < rows ? x : x + second, y: y + (i % rows) * ROW }
        drawClass(brush, range, inks, cell)
        return { ...cell, ...SWATCH, classAt: MOISTURE_CLASSES.indexOf(range.name) }
      })
    },
  }
}

function drawClass(brush: Brush, range: ClassRange, inks: Inks, { x, y }: { x: number; y: number }): void {
  const left = x + SWATCH.width + SWATCH_GAP
  outline(brush, { x, y, ...SWATCH }, inks)
  brush.fillStyle = inks.ink
  brush.font = font(14, 600)
  brush.fillText(range.name, left, y + 13)
  const space = brush.measureText(`${range.name} `).width
  brush.font = font(14)
  brush.fillStyle = inks.inkSoft
  brush.fillText(rangeText(range), left + space, y + 13)
}

/** Outline, since the lightest and the darkest colour merge with the background otherwise. */
function outline(brush: Brush, { x, y, width, height }: Box, { inkSoft }: Inks): void {
  brush.strokeStyle = inkSoft
  brush.lineWidth = 1
  brush.strokeRect(x - 0.5, y - 0.5, width + 1, height + 1)
}

function classWidth(brush: Brush, range: ClassRange): number {
  brush.font = font(14, 600)
  const nameWidth = brush.measureText(`${range.name} `).width
  brush.font = font(14)
  return SWATCH.width + SWATCH_GAP + nameWidth + brush.measureText(rangeText(range)).width
}

function rangeText({ from, to }: ClassRange): string {
  if (from === -Infinity) return `under ${finePercent(to)}`
  if (to === Infinity) return `over ${finePercent(from)}`
  return `${finePercent(from).replace('%', '')}–${finePercent(to)}`
}

/** A continuous ramp with its limits. */
function barKey(content: MapContent, inks: Inks, width: number): Legend {
  const { ink, inkSoft } = inks
  const [low, caption, high] = barTexts(content)
  return {
    height: BAR_HEIGHT + 22,
    draw(brush, { x, y }) {
      const below = y + BAR_HEIGHT + 16
      outline(brush, { x, y, width, height: BAR_HEIGHT }, inks)
      brush.font = font(14)
      brush.fillStyle = ink
      brush.fillText(low, x, below)
      brush.textAlign = 'right'
      brush.fillText(high, x + width, below)
      brush.textAlign = 'center'
      brush.fillStyle = inkSoft
      brush.fillText(caption, x + width / 2, below)
      brush.textAlign = 'left'
      return [{ x, y, width, height: BAR_HEIGHT, from: content.limits.low, to: content.limits.high }]
    },
  }
}

/** Text below the ramp: its range and quantity. */
function barTexts({ view, limits }: MapContent): [low: string, what: string, high: string] {
  if (view.layer === 'uncertainty')
    return ['±\u00A00%', 'may be off by', `±\u00A0${percent(limits.high * NINE_OF_TEN)}`]
  const caption = view.layer === 'volume' ? 'water by volume' : 'available water'
  return [`${percent(limits.low)} or less`, caption, `${percent(limits.high)} or more`]
}

function meaningOf({ inputs, view, targetPercent }: MapContent): string {
  const target = `${inputs.targetPercent === null ? 'usual target' : 'target'} ${targetPercent}%`
  const scale = `0% wilting point, 100% field capacity, ${target}.`
  const meaning = {
    classes: scale,
    share: scale,
    volume: 'In mixed soil the same volume can be wet in one place and dry in another.',
    uncertainty: 'Nine times out of ten the available water is no further from the map than this.',
  }
  return meaning[view.layer]
}

function drawList(
  brush: Brush,
  listed: readonly MapProbe[],
  { inputs, view }: MapContent,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  if (listed.length === 0) return
  const { ink } = inksOf(view.paper)
  brush.font = font(14, 600)
  brush.fillStyle = ink
  brush.fillText(
    listed.length === inputs.probes.length ? 'Probes' : 'Probes without room on the map',
    x,
    y + 14,
  )
  listed.forEach((probe, i) => {
    const left = x + (i % LIST_COLUMNS) * (width / LIST_COLUMNS)
    const base = y + LINE * (1 + Math.floor(i / LIST_COLUMNS)) + 14
    brush.font = font(14, 600)
    brush.fillText(String(probe.number), left, base)
    const space = brush.measureText(`${probe.number} `).width + 2
    brush.font = font(14)
    brush.fillText(valueText(probe, view.layer), left + space, base)
  })
}
