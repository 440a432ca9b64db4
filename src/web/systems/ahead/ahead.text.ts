/** When a field needs water, in the words of somebody who decides it in the morning. */
import { mmToInches } from '#agronomy/units.ts'
import type { FieldBalance, KnownBalance, PumpPlan } from '#contract/balance.ts'
import { clock, number, quantity } from '../../kit/formats.ts'

type Unit = 'in' | 'mm'
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

function depthOf(mm: number, unit: Unit): string {
  return unit === 'mm' ? quantity(mm, 'mm', 0) : quantity(mmToInches(mm), 'in', 2)
}

/** @example whenWords('2026-07-07T12:00:00Z', 'America/Edmonton') // 'Tue 06:00' */
export function whenWords(at: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone }).format(Date.parse(at))
  return `${day} ${clock(at, timeZone)}`
}

/** The answer in a few words. */
export function refillHeadline({ refill_at: at }: Pick<KnownBalance, 'refill_at'>, now: number): string {
  if (at === null) return 'Can wait a week'
  const days = (Date.parse(at) - now) / DAY_MS
  if (days <= 0) return 'Refill now'
  if (days < 1) return 'Refill today'
  return Math.round(days) === 1 ? 'Refill in 1 day' : `Refill in ${Math.round(days)} days`
}

const DOUBTS = {
  measured: 'Measured: probes have read within a day.',
  estimated: 'Estimated from weather, crop and what the machine laid.',
  guessed: 'Guessed: not all of the weather is known.',
} as const

export function doubtSentence(doubt: KnownBalance['doubt']): string {
  return doubt === null ? '' : DOUBTS[doubt]
}

/** What to do about it, or why to wait. */
export function startSentence(known: KnownBalance, now: number, timeZone: string, unit: Unit): string {
  const { rain_likely: rain, start_by: by, pass } = known
  if (rain) {
    const amount = `${depthOf(rain.mm, unit)} at ${number(rain.chance_percent, 0)}%`
    return `Rain is likely: ${amount}. Hold the start.`
  }
  if (pass?.running) return 'The pivot is watering now.'
  if (by === null) return 'No start is needed in the next seven days.'
  if (Date.parse(by) <= now)
    return 'Start now: part of the field will be past its refill line before the pivot gets there.'
  return `Start by ${whenWords(by, timeZone)} so that the last sector is watered in time.`
}

export function passSentence({ pass, root_mm: root }: KnownBalance, unit: Unit): string {
  if (!pass) return 'Apply settings to see what a pass does.'
  const hours = pass.hours === null ? '' : ` in ${number(pass.hours, 0)} hours`
  const short =
    pass.unmet_mm >= 0.5 ? ` ${depthOf(pass.unmet_mm, unit)} stays short and is carried over.` : ''
  return `One pass puts ${depthOf(pass.net_mm, unit)} into the top ${depthOf(root, unit)} of soil${hours}.${short}`
}

/** Why there is no answer. */
export function noAnswer({ state }: Pick<FieldBalance, 'state'>): string {
  if (state === 'no_crop') return 'Set the crop to see when this field needs water.'
  if (state === 'not_planted') return 'The crop is not planted yet.'
  return 'Being worked out…'
}

export function pumpSentence({ pump, fits, turns }: PumpPlan): string {
  if (turns.length === 0) return `Nobody needs pump ${pump} in the next seven days.`
  if (fits) return `Pump ${pump} can water every field in time, in this order:`
  const late = Math.max(...turns.map(({ late_hours: hours }) => hours))
  return `No order on pump ${pump} waters every field in time. In this one the latest starts ${number(late, 0)} hours late:`
}

export function turnWords(turn: PumpPlan['turns'][number], timeZone: string): string {
  const hours = (Date.parse(turn.ends_at) - Date.parse(turn.starts_at)) / HOUR_MS
  const late = turn.late_hours >= 1 ? `, ${number(turn.late_hours, 0)} h late` : ''
  return `${turn.system ?? 'Another field'}: ${whenWords(turn.starts_at, timeZone)}, ${number(hours, 0)} h${late}`
}
