/** Text lines of map pictures. */
import type { Brush } from '../../kit/picture/brush.ts'
import type { MapLayer, ProbeState } from '#contract/maps.ts'

/** Wraps a text at spaces, and inside a word only where it is wider than the line; the last line may end in "…". */
export function wrap(brush: Brush, text: string, width: number, lines = Infinity): string[] {
  const fits = (line: string) => brush.measureText(line).width <= width
  const done: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') done.push(line)
    line = ''
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        done.push(line)
        line = ''
      }
      line += letter
    }
  }
  done.push(line)
  if (done.length <= lines) return done
  let last = done[lines - 1] ?? ''
  while (!fits(`${last}…`)) last = last.slice(0, -1)
  return [...done.slice(0, lines - 1), `${last}…`]
}

/** The unit is never on a line of its own. */
export function percent(share: number): string {
  return `${Math.round(share * 100) + 0}%`
}

/** At most one decimal: a class limit need not be a whole number. */
export function finePercent(share: number): string {
  return `${Number((share * 100).toFixed(1)) + 0}%`
}

/** The value beside a probe's number, a share or volumetric water, with marks for an estimate, a suspicion and a geofence of 0 %. */
export function valueText({ value, share, state, fenced }: LabelledProbe, layer: MapLayer): string {
  const figure = layer === 'volume' ? value : share
  if (figure === null) return 'silent'
  const mark = fenced ? '*' : ''
  if (state === 'filled') return `~${percent(figure)}${mark}`
  return `${percent(figure)}${state === 'suspect' ? '?' : ''}${mark}`
}

interface LabelledProbe {
  value: number | null
  share: number | null
  state: ProbeState
  fenced?: true
}

/** Suffix of a saved picture's file name; the default view has none. */
export function layerName(layer: MapLayer): string {
  const words: Record<MapLayer, string> = {
    classes: '',
    share: ' scale',
    volume: ' by volume',
    uncertainty: ' uncertainty',
  }
  return words[layer]
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
  // only the American locale has the usual abbreviations of North American time zones
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(at)
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
  return `${clock} ${zone}`
}
