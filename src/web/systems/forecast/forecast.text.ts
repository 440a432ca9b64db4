/** Texts of the water forecast: when a field needs water, and what to do. */
import { mmToInches } from '#agronomy/units.ts'
import type { FieldBalance, KnownBalance, PumpPlan } from '#contract/balance.ts'
import { clock, number, quantity } from '../../kit/formats.ts'
import { inLanguage, localeOr } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('forecast', {
  measured: 'Measured: probes have read within a day.',
  estimated: 'Estimated from weather, crop and what the pivot put down.',
  guessed: 'Guessed: not all of the weather is known.',
  rainAt: (depth: Figure, chance: Figure) => `${depth} at ${chance}%`,
  rainLikely: (amount: Figure) => `Rain is likely: ${amount}. Hold off.`,
  wateringNow: 'The pivot is watering now.',
  noStartNeeded: 'No start is needed in the next seven days.',
  startNow: 'Start now: part of the field will be past its refill line before the pivot gets there.',
  startBy: (when: Figure) => `Start by ${when} so that the last sector is watered in time.`,
  applyToSee: 'Apply settings to see what a pass does.',
  inHours: (hours: Figure) => `in ${hours} hours`,
  staysShort: (depth: Figure) => `It stays ${depth} short, which is carried over.`,
  onePassAdds: (depth: Figure, soilDepth: Figure, hours: Figure, short: Figure) =>
    `One pass puts ${depth} into the top ${soilDepth} of soil${hours}.${short}`,
  setCrop: 'Set the crop to see when this field needs water.',
  notPlanted: 'The crop is not planted yet.',
  computing: 'Computing…',
  noFieldNeedsPump: (pump: Figure) => `No field needs pump ${pump} in the next seven days.`,
  pumpInTime: (pump: Figure) => `Pump ${pump} can water every field in time, in this order:`,
  pumpTooLate: (pump: Figure, late: Figure) =>
    `No order on pump ${pump} waters every field in time. In this one the latest starts ${late} hours late:`,
  hoursLate: (hours: Figure) => `, ${hours} h late`,
  startInOrder: (field: Figure, when: Figure, hours: Figure, late: Figure) =>
    `${field}: ${when}, ${hours} h${late}`,
  anotherField: 'Another field',
  waterForecast: 'Water forecast',
  driestTenth: (share: Figure, refill: Figure, doubt: Figure) =>
    `Driest tenth of the field: ${share}% of available water now, refill at ${refill}%. ${doubt}`,
  notFetched: 'The water forecast could not be fetched. Everything else works without it.',
  loading: 'Loading the water forecast…',
})

type Unit = 'in' | 'mm'
const HOUR_MS = 3_600_000

function depthOf(mm: number, unit: Unit): string {
  return unit === 'mm' ? quantity(mm, 'mm', 0) : quantity(mmToInches(mm), 'in', 2)
}

/** @example whenWords('2026-07-07T12:00:00Z', 'America/Edmonton') // 'Tue 06:00' */
export function whenWords(at: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat(localeOr('en-GB'), { weekday: 'short', timeZone }).format(
    Date.parse(at),
  )
  return `${day} ${clock(at, timeZone)}`
}

const DOUBTS = {
  measured: text.measured,
  estimated: text.estimated,
  guessed: text.guessed,
} as const

export function doubtSentence(doubt: KnownBalance['doubt']): string {
  return doubt === null ? '' : DOUBTS[doubt]
}

/** What to do, or why to wait. */
export function startSentence(balance: KnownBalance, now: number, timeZone: string, unit: Unit): string {
  const { rain_likely: rain, start_by: by, pass } = balance
  if (rain) {
    const amount = text.rainAt(depthOf(rain.mm, unit), number(rain.chance_percent, 0))
    return text.rainLikely(amount)
  }
  if (pass?.running) return text.wateringNow
  if (by === null) return text.noStartNeeded
  if (Date.parse(by) <= now) return text.startNow
  return text.startBy(whenWords(by, timeZone))
}

export function passSentence({ pass, root_mm: root }: KnownBalance, unit: Unit): string {
  if (!pass) return text.applyToSee
  const hours = pass.hours === null ? '' : ` ${text.inHours(number(pass.hours, 0))}`
  const short = pass.unmet_mm >= 0.5 ? ` ${text.staysShort(depthOf(pass.unmet_mm, unit))}` : ''
  return text.onePassAdds(depthOf(pass.net_mm, unit), depthOf(root, unit), hours, short)
}

/** Why there is no forecast. */
export function noAnswer({ state }: Pick<FieldBalance, 'state'>): string {
  if (state === 'no_crop') return text.setCrop
  if (state === 'not_planted') return text.notPlanted
  return text.computing
}

export function pumpSentence({ pump, fits, turns }: PumpPlan): string {
  if (turns.length === 0) return text.noFieldNeedsPump(pump)
  if (fits) return text.pumpInTime(pump)
  const late = Math.max(...turns.map(({ late_hours: hours }) => hours))
  return text.pumpTooLate(pump, number(late, 0))
}

export function turnWords(turn: PumpPlan['turns'][number], timeZone: string): string {
  const hours = (Date.parse(turn.ends_at) - Date.parse(turn.starts_at)) / HOUR_MS
  const late = turn.late_hours >= 1 ? text.hoursLate(number(turn.late_hours, 0)) : ''
  return text.startInOrder(
    turn.system ?? text.anotherField,
    whenWords(turn.starts_at, timeZone),
    number(hours, 0),
    late,
  )
}
