/** Words above and times on a map picture. */
import type { LiveMapContent } from './live-map-content.ts'
import { ink, inkSoft } from './map-palette.ts'
import { type Brush, font, wrap } from './map-type.ts'

const NAME_LINES = 3
const NAME_STEP = 26
const LINE_STEP = 20
/** Readings that lie further apart than this are not "as of" one time: the oldest is named too. */
const SPREAD_MS = 6 * 3_600_000

interface Line {
  text: string
  font: string
  colour: string
  step: number
}

/** For example "12 Jul 2026, 14:32 MDT". */
export function timeText(at: Date, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
  // only the American locale knows the usual letters of the zones of that continent
  const named = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(at)
  const zone = named.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
  return `${clock} ${zone}`
}

/** Lines of the heading for a width; measured with this brush. */
export function headingLines(brush: Brush, content: LiveMapContent, width: number): Line[] {
  const { inputs, rootDepthIn, asOf, oldest } = content
  brush.font = font(20, 600)
  const name = wrap(brush, inputs.name, width, NAME_LINES)
  const soft = (text: string): Line => ({ text, font: font(14), colour: inkSoft, step: LINE_STEP })
  const lines: Line[] = name.map((text) => ({ text, font: font(20, 600), colour: ink, step: NAME_STEP }))
  lines.push(soft(`Soil moisture of the root zone, 0 to ${Number(rootDepthIn.toFixed(1))} in`))
  if (asOf) {
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
