/** When a field needs water, in the words of somebody who decides it in the morning. */
import { mmToInches } from '#agronomy/units.ts'
import type { FieldBalance, KnownBalance, PumpPlan } from '#contract/balance.ts'
import { clock, number, quantity } from '../../kit/formats.ts'
import { inLanguage, localeOr } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const say = inLanguage('ahead', {
  measuredProbesReadWithin: 'Measured: probes have read within a day.',
  estimatedWeatherCropWhat: 'Estimated from weather, crop and what the pivot put down.',
  guessedNotAllWeather: 'Guessed: not all of the weather is known.',
  at: (depth: Figure, chance_percent: Figure) => `${depth} at ${chance_percent}%`,
  rainLikelyHoldStart: (amount: Figure) => `Rain is likely: ${amount}. Hold the start.`,
  pivotWateringNow: 'The pivot is watering now.',
  noStartNeededNext: 'No start is needed in the next seven days.',
  startNowPartField: 'Start now: part of the field will be past its refill line before the pivot gets there.',
  startLastSectorWatered: (when: Figure) => `Start by ${when} so that the last sector is watered in time.`,
  applySettingsSeeWhat: 'Apply settings to see what a pass does.',
  inHours: (hours: Figure) => `in ${hours} hours`,
  staysShortCarriedOver: (depth: Figure) => `It stays ${depth} short, which is carried over.`,
  onePassPutsInto: (depth: Figure, depth2: Figure, hours: Figure, short: Figure) =>
    `One pass puts ${depth} into the top ${depth2} of soil${hours}.${short}`,
  setCropSeeWhen: 'Set the crop to see when this field needs water.',
  cropNotPlantedYet: 'The crop is not planted yet.',
  beingWorkedOut: 'Being worked out…',
  nobodyNeedsPumpNext: (pump: Figure) => `No field needs pump ${pump} in the next seven days.`,
  pumpCanWaterEvery: (pump: Figure) => `Pump ${pump} can water every field in time, in this order:`,
  noOrderPumpWaters: (pump: Figure, late: Figure) =>
    `No order on pump ${pump} waters every field in time. In this one the latest starts ${late} hours late:`,
  hLate: (late_hours: Figure) => `, ${late_hours} h late`,
  h: (text: Figure, when: Figure, hours: Figure, late: Figure) => `${text}: ${when}, ${hours} h${late}`,
  anotherField: 'Another field',
  waterAhead: 'Water ahead',
  driestTenthGroundAvailable: (text: Figure, text2: Figure, doubtSentence: Figure) =>
    `Driest tenth of the field: ${text}% of available water now, refill at ${text2}%. ${doubtSentence}`,
  waterAheadCouldNot: 'The water ahead could not be fetched. Everything else works without it.',
  loadingWaterAhead: 'Loading the water ahead…',
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
  measured: say.measuredProbesReadWithin,
  estimated: say.estimatedWeatherCropWhat,
  guessed: say.guessedNotAllWeather,
} as const

export function doubtSentence(doubt: KnownBalance['doubt']): string {
  return doubt === null ? '' : DOUBTS[doubt]
}

/** What to do about it, or why to wait. */
export function startSentence(known: KnownBalance, now: number, timeZone: string, unit: Unit): string {
  const { rain_likely: rain, start_by: by, pass } = known
  if (rain) {
    const amount = say.at(depthOf(rain.mm, unit), number(rain.chance_percent, 0))
    return say.rainLikelyHoldStart(amount)
  }
  if (pass?.running) return say.pivotWateringNow
  if (by === null) return say.noStartNeededNext
  if (Date.parse(by) <= now) return say.startNowPartField
  return say.startLastSectorWatered(whenWords(by, timeZone))
}

export function passSentence({ pass, root_mm: root }: KnownBalance, unit: Unit): string {
  if (!pass) return say.applySettingsSeeWhat
  const hours = pass.hours === null ? '' : ` ${say.inHours(number(pass.hours, 0))}`
  const short = pass.unmet_mm >= 0.5 ? ` ${say.staysShortCarriedOver(depthOf(pass.unmet_mm, unit))}` : ''
  return say.onePassPutsInto(depthOf(pass.net_mm, unit), depthOf(root, unit), hours, short)
}

/** Why there is no answer. */
export function noAnswer({ state }: Pick<FieldBalance, 'state'>): string {
  if (state === 'no_crop') return say.setCropSeeWhen
  if (state === 'not_planted') return say.cropNotPlantedYet
  return say.beingWorkedOut
}

export function pumpSentence({ pump, fits, turns }: PumpPlan): string {
  if (turns.length === 0) return say.nobodyNeedsPumpNext(pump)
  if (fits) return say.pumpCanWaterEvery(pump)
  const late = Math.max(...turns.map(({ late_hours: hours }) => hours))
  return say.noOrderPumpWaters(pump, number(late, 0))
}

export function turnWords(turn: PumpPlan['turns'][number], timeZone: string): string {
  const hours = (Date.parse(turn.ends_at) - Date.parse(turn.starts_at)) / HOUR_MS
  const late = turn.late_hours >= 1 ? say.hLate(number(turn.late_hours, 0)) : ''
  return say.h(turn.system ?? say.anotherField, whenWords(turn.starts_at, timeZone), number(hours, 0), late)
}
