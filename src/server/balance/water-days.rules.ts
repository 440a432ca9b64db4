/** The daily weather of a balance without gaps: measured where known, estimated elsewhere. */
import { cropOf } from '../../agronomy/balance/crops.ts'
import { growingDegrees } from '../../agronomy/balance/crop-season.ts'
import { usualReferenceEt } from '../../agronomy/weather/usual-climate.ts'
import type { CropPlan } from '../../contract/crops.ts'
import type { EtSource } from '../../contract/balance.ts'

/** Known weather of a day. */
export interface KnownDay {
  day: string
  forecast: boolean
  air: { maxC: number; minC: number; leastHumidityPct: number | null; windMS: number | null } | null
  et: { mm: number; method: 'penman-monteith' | 'hargreaves' | 'neighbours'; certainty: string } | null
  rain: { mm: number; source: string; certainty: string } | null
  rainChancePct: number | null
  rainExpectedMm: number | null
}

/** A day as used by the balance. */
export interface WaterDay {
  day: string
  forecast: boolean
  /** Stage of the season at its start, in the unit of the crop's stages. */
  elapsed: number
  etMm: number
  etSource: EtSource
  /** Rain of a past day; for a future day the expected amount: probability times amount. */
  rainMm: number
  /** Today: the amount measured by a gauge, not by a model. */
  rainFallen: boolean
  rainKnown: boolean
  /** Forecast amount, mm, and its probability. */
  foretoldMm: number | null
  rainChancePct: number | null
  windMS: number
  leastHumidityPct: number
}

export interface SeasonSoFar {
  plan: CropPlan
  latitude: number
  /** Stage of the season at the start of the first day. */
  elapsed: number
  /** Reference ET derived from the drying of probes, mm a day; null if unknown. */
  trendMm: number | null
}

const DAY_MS = 86_400_000
/** Standard values of FAO-56, chapter 4, if not measured: with these, coefficients are not adjusted. */
const [USUAL_WIND_MS, USUAL_HUMIDITY_PCT] = [2, 45]

/** @param days each day of a span, in order */
export function waterDays(days: readonly KnownDay[], season: SeasonSoFar): WaterDay[] {
  let elapsed = season.elapsed
  const steps = degreeSteps(days, season.plan)
  return days.map((day, i): WaterDay => {
    const from = elapsed
    elapsed += steps[i] ?? 0
    const { air, rain, forecast } = day
    return {
      day: day.day,
      forecast,
      elapsed: from,
      ...etOf(day, season),
      rainMm: forecast && rain?.source === 'model' ? expectedRain(day) : (rain?.mm ?? 0),
      rainFallen: rain !== null && rain.source !== 'model',
      rainKnown: rain !== null,
      foretoldMm: forecast && rain?.source === 'model' ? rain.mm : null,
      rainChancePct: forecast ? day.rainChancePct : null,
      windMS: air?.windMS ?? USUAL_WIND_MS,
      leastHumidityPct: air?.leastHumidityPct ?? USUAL_HUMIDITY_PCT,
    }
  })
}

function expectedRain({ rain, rainExpectedMm, rainChancePct }: KnownDay): number {
  return rainExpectedMm ?? ((rain?.mm ?? 0) * (rainChancePct ?? 100)) / 100
}

function etOf(
  { day, et }: KnownDay,
  { latitude, trendMm }: SeasonSoFar,
): Pick<WaterDay, 'etMm' | 'etSource'> {
  if (et && et.method !== 'neighbours')
    return { etMm: et.mm, etSource: et.method === 'hargreaves' ? 'temperatures' : 'weather' }
  // adjacent days are better estimates than the soil, which gives a mean of several days
  if (et) return { etMm: et.mm, etSource: 'neighbours' }
  if (trendMm !== null) return { etMm: trendMm, etSource: 'probes' }
  return { etMm: usualReferenceEt(latitude, dayOfYear(day)), etSource: 'usual' }
}

function dayOfYear(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / DAY_MS) + 1
}

/** Progress of the crop on each day, in the unit of its stages; a day without temperatures is an average one. */
function degreeSteps(days: readonly KnownDay[], { crop, started_on, stages_by, stages }: CropPlan): number[] {
  const started = (day: string) => day >= started_on
  if (stages_by === 'days') return days.map(({ day }) => (started(day) ? 1 : 0))
  const { degrees } = cropOf(crop)
  const own = days.map(({ day, air }) =>
    air && started(day) ? growingDegrees(air.maxC, air.minC, degrees) : null,
  )
  const knownDegrees = own.filter((dayDegrees) => dayDegrees !== null)
  // without any temperatures the crop takes its usual number of days
  const usual =
    knownDegrees.length > 0
      ? knownDegrees.reduce((sum, dayDegrees) => sum + dayDegrees, 0) / knownDegrees.length
      : sumOf(stages) / sumOf(cropOf(crop).stageDays)
  return days.map(({ day }, i) => (started(day) ? (own[i] ?? usual) : 0))
}

/** Stage of a crop at the start of a field's data; without weather of that time, by its usual number of days. */
export function elapsedBefore({ crop, started_on, stages_by, stages }: CropPlan, since: string): number {
  const days = Math.max(0, (Date.parse(since) - Date.parse(started_on)) / DAY_MS)
  return stages_by === 'days' ? days : (days * sumOf(stages)) / sumOf(cropOf(crop).stageDays)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0)
}

/** A probe's water on a day, mm over the depth of its sensors, and whether any water was added. */
export interface ProbeDay {
  probe: number
  day: string
  mm: number
  /** Depth of its sensors, mm: with another depth it is other soil. */
  reachMm: number
  watered: boolean
}

/** Resolution of the readings, and the most that a crop can use, mm a day. */
const [LEAST_LOSS_MM, MOST_LOSS_MM] = [0.2, 12]
/** With fewer days the result is chance. */
const LEAST_DAYS = 3

/**
 * Crop use derived from the drying of the soil: the median of the probes' losses from one dry day to the next.
 *
 * @returns mm a day; null if there are too few such days
 */
export function probeTrend(days: readonly ProbeDay[]): number | null {
  const byKey = new Map(days.map((day) => [`${day.probe} ${day.day}`, day]))
  const losses = days.flatMap(({ probe, day, mm, reachMm, watered }) => {
    const next = byKey.get(`${probe} ${new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)}`)
    if (!next || watered || next.watered || next.reachMm !== reachMm) return []
    return [mm - next.mm]
  })
  const drying = losses.filter((mm) => mm >= LEAST_LOSS_MM && mm <= MOST_LOSS_MM).sort((a, b) => a - b)
  if (drying.length < LEAST_DAYS || drying.length < losses.length / 2) return null
  return drying[Math.floor(drying.length / 2)] ?? null
}
