/** The heading of a map picture: title and times. */
import type { Brush } from '../../kit/picture/brush.ts'
import { font } from '../../kit/picture/letters.ts'
import type { MapContent } from '../inputs/map-view.ts'
import type { MapLayer } from '#contract/maps.ts'
import type { DaySpan } from '../../readings/zone-days.ts'
import { inksOf } from './map-palette.ts'
import { timeText, wrap } from './map-type.ts'

const NAME_LINES = 3
const NAME_STEP = 26
const LINE_STEP = 20
/** Readings further apart than this have no common "as of" time: the oldest is named too. */
const SPREAD_MS = 6 * 3_600_000

/** Title and time of a picture. */
const SUBJECTS: Record<MapLayer, string> = {
  classes: 'Available water in the root zone',
  share: 'Available water in the root zone',
  volume: 'Water by volume in the root zone',
  uncertainty: 'How sure the map of the root zone is',
}

interface Line {
  text: string
  font: string
  colour: string
  step: number
}

/** For example "6 to 12 July 2026", "29 June to 5 July 2026". */
export function daysText({ start, end }: DaySpan): string {
  const text = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`))
  const fullDate: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' }
  const first: Intl.DateTimeFormatOptions =
    start.slice(0, 7) === end.slice(0, 7)
      ? { day: 'numeric' }
      : start.slice(0, 4) === end.slice(0, 4)
        ? { day: 'numeric', month: 'long' }
        : fullDate
  return `${text(start, first)} to ${text(end, fullDate)}`
}

/** Heading lines for a width; measured with this brush. */
export function headingLines(brush: Brush, content: MapContent, width: number): Line[] {
  const { inputs, view, asOf, oldest } = content
  const { ink, inkSoft } = inksOf(view.paper)
  brush.font = font(20, 600)
  const name = wrap(brush, inputs.name, width, NAME_LINES)
  const soft = (text: string): Line => ({ text, font: font(14), colour: inkSoft, step: LINE_STEP })
  const lines: Line[] = name.map((text) => ({ text, font: font(20, 600), colour: ink, step: NAME_STEP }))
  const depth = `0 to ${Number(inputs.rootDepthIn.toFixed(1))} in`
  lines.push(soft(`${SUBJECTS[view.layer]}, ${depth}`))
  if (inputs.span) {
    lines.push({ ...soft(`Mean of ${daysText(inputs.span)}`), font: font(14, 600), colour: ink })
  } else if (asOf) {
    lines.push({ ...soft(`As of ${timeText(asOf, inputs.timeZone)}`), font: font(14, 600), colour: ink })
    if (oldest && asOf.getTime() - oldest.getTime() > SPREAD_MS)
      lines.push(soft(`Oldest reading in it: ${timeText(oldest, inputs.timeZone)}`))
  }
  return lines
}

export function headingHeight(lines: readonly Line[]): number {
  return lines.reduce((sum, { step }) => sum + step, 0)
}

export function drawHeading(brush: Brush, lines: readonly Line[], { x, y }: { x: number; y: number }): void {
  let top = y
  for (const line of lines) {
    brush.font = line.font
    brush.fillStyle = line.colour
    brush.fillText(line.text, x, top + line.step - 6)
    top += line.step
  }
}
