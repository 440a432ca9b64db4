/** Interprets a logger's local times: by an offset, a time zone, or standard time all year; asks if the lines contradict it. */
import type { DateOrder } from '../date-order.ts'
import { wallClock, zoneOffsets } from '../local-time.ts'
import { importMessage, type ImportMessage } from '#contract/imports/import-sentences.ts'
import { ImportUnclear } from './import-unclear.ts'

/** How the times of a file are interpreted. */
export interface Clock {
  /** From the system or the options: a zone, or `-06:00`. */
  timeZone: string
  /** From the file itself. */
  offset?: string | undefined
  offsetBy?: string | undefined
  mode?: 'local' | 'standard' | undefined
  order: DateOrder | undefined
}

/** @returns an instant as ISO 8601; a reason if the text is not a time, or is one that was skipped */
export type ClockReader = (
  text: string,
  key: string,
) => { at: string } | { refused(cell: string): ImportMessage }

/** Loggers with shorter intervals than daily have closer lines. */
const NEAR_MS = 12 * 3_600_000
const DAY_MS = 86_400_000
/** The clocks of more series in one file are not told apart. */
const KEYS_MAX = 50_000

interface Shown {
  ms: number
  /** Instants at which local time in the zone has this value: none in a skipped hour, two in a repeated one, the earlier first. */
  instants: readonly number[]
}

function shownBy(offsetAt: (ms: number) => number) {
  return (ms: number): Shown => {
    const [before, after] = [ms - offsetAt(ms - DAY_MS), ms - offsetAt(ms + DAY_MS)]
    const fitting = [...new Set([before, after])].filter((moment) => moment + offsetAt(moment) === ms)
    return { ms, instants: fitting.sort((a, b) => a - b) }
  }
}

/** The standard-time offset of a zone, ms. */
function standardOffset(timeZone: string, atMs: number): number {
  const offsetAt = zoneOffsets(timeZone)
  const year = new Date(atMs).getUTCFullYear()
  return Math.min(offsetAt(Date.UTC(year, 0, 1)), offsetAt(Date.UTC(year, 6, 1)))
}

/** @example offsetName(-21_600_000) // 'UTC-06:00' */
function offsetName(ms: number): string {
  const minutes = Math.abs(ms) / 60_000
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  return `UTC${ms < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

const fixedOffset = (offset: string): number => {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** For the report; `sample` comes from the first lines. */
export function clockMessage(
  { timeZone, offset, offsetBy, mode, order }: Clock,
  sample: { absolute: boolean; atMs: number },
): ImportMessage[] {
  const dates = order ? [importMessage('clock_dates', order)] : []
  if (sample.absolute) return [importMessage('clock_absolute'), ...dates]
  if (offset !== undefined)
    return [
      offsetBy === undefined
        ? importMessage('clock_offset_told', offset)
        : importMessage('clock_offset', offset, offsetBy),
      ...dates,
    ]
  if (mode === 'standard') {
    const standard = offsetName(standardOffset(timeZone, sample.atMs))
    return [importMessage('clock_standard', standard, timeZone), ...dates]
  }
  return [importMessage('clock_zone', timeZone), ...dates]
}

/** What a series has shown in a repeated hour so far. */
interface Doubled {
  last: number
  /** Of the previous line, and its interval to the one before. */
  at: number
  step: number
  once: Set<number>
  twice: Set<number>
  /** Whether its clock was set back: what follows is the second occurrence. */
  back: boolean
}

/** Readers of one file: each line once, in the order of the file. @param descending whether the newest line comes first */
export function clockReader(clock: Clock, descending: boolean): ClockReader {
  const { timeZone, offset, mode, order } = clock
  const instantsAt = shownBy(zoneOffsets(timeZone))
  const series = new Map<string, Doubled>()
  return (text, key) => {
    const wall = wallClock(text, order)
    if (wall === null) return { refused: (cell) => importMessage('refused_time', cell) }
    if (wall.absolute) return instant(wall.ms)
    if (offset !== undefined) return instant(wall.ms - fixedOffset(offset))
    if (mode === 'standard') return instant(wall.ms - standardOffset(timeZone, wall.ms))
    const { ms, instants } = instantsAt(wall.ms)
    const [first, second] = instants
    if (first === undefined) return { refused: (cell) => importMessage('refused_skipped', cell, timeZone) }
    let state = series.get(key)
    if (!state) {
      state = { last: ms, at: Number.NaN, step: Number.NaN, once: new Set(), twice: new Set(), back: false }
      if (series.size < KEYS_MAX) series.set(key, state)
    }
    if (second === undefined) {
      if (state.once.size > 0) Object.assign(state, { once: new Set(), twice: new Set(), back: false })
      passOn(state, ms, first)
      return instant(first)
    }
    if (state.twice.has(ms)) return { refused: (cell) => importMessage('refused_thrice', cell) }
    const onward = descending ? ms < state.last : ms > state.last
    const [early, late] = descending ? [second, first] : [first, second]
    state.back ||= state.once.size > 0 && !onward && ms !== state.last
    // lines sorted by local time continue with the first of the next time after the second of this one
    const again = state.once.has(ms) || state.back || isNearer(state, late, early)
    ;(again ? state.twice : state.once).add(ms)
    state.once.add(ms)
    passOn(state, ms, again ? late : early)
    return instant(again ? late : early)
  }
}

function passOn(state: Doubled, ms: number, at: number): void {
  state.step = Math.abs(at - state.at)
  state.at = at
  state.last = ms
}

/** Whether a line of a logger with long intervals belongs to the second occurrence of the hour, by the interval between its lines. */
function isNearer({ at, step }: Doubled, late: number, early: number): boolean {
  const off = (candidate: number) => Math.abs(Math.abs(candidate - at) - step)
  return off(late) < off(early)
}

const showsAt = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

const instant = (ms: number) => ({ at: new Date(ms).toISOString() })

/** The clock of a whole file, determined before anything is stored. */
export interface ClockWatch {
  see(text: string, key: string): void
  descending(): boolean
  /** Assumptions, for the report. */
  taken(): ImportMessage[]
  /** @throws ImportUnclear if the lines contradict the clocks of the zone */
  settle(): void
}

export function clockWatch(clock: Clock): ClockWatch {
  const { timeZone, offset, mode, order } = clock
  const instantsAt = shownBy(zoneOffsets(timeZone))
  const series = new Map<
    string,
    { last: number; hour: { times: Set<number>; doubled: boolean; near: boolean } | null }
  >()
  let [skipped, once, daily]: (number | undefined)[] = []
  let [up, down] = [0, 0]
  return {
    see(text, key) {
      const wall = wallClock(text, order)
      if (wall === null || wall.absolute) return
      const { ms } = wall
      const former = series.get(key)
      const state = former ?? { last: ms, hour: null }
      if (ms > state.last) up += 1
      if (ms < state.last) down += 1
      if (!former && series.size < KEYS_MAX) series.set(key, state)
      const near = former !== undefined && Math.abs(ms - state.last) <= NEAR_MS
      const back = down > up ? ms > state.last : ms < state.last
      state.last = ms
      if (offset !== undefined || mode !== undefined) return
      const { instants } = instantsAt(ms)
      if (instants.length === 0) skipped ??= ms
      if (instants.length > 1) {
        state.hour ??= { times: new Set(), doubled: false, near }
        state.hour.doubled ||= back || state.hour.times.has(ms)
        state.hour.times.add(ms)
      } else if (state.hour) {
        const [time] = state.hour.times
        // an hour that occurs once means a clock without daylight saving time, or a missing line; a daily line occurs once anyway
        if (!state.hour.doubled && near && state.hour.near) once ??= time
        else if (!state.hour.doubled) daily ??= time
        state.hour = null
      }
    },
    descending: () => down > up,
    taken: () => (daily === undefined ? [] : [importMessage('clock_first', showsAt(daily), timeZone)]),
    settle() {
      const standard = (ms: number) => offsetName(standardOffset(timeZone, ms))
      const parameters = (ms: number) => [showsAt(ms), timeZone, standard(ms)] as const
      if (skipped !== undefined) throw ImportUnclear.of('ask_skipped', ...parameters(skipped))
      if (once !== undefined) throw ImportUnclear.of('ask_once', ...parameters(once))
    },
  }
}
