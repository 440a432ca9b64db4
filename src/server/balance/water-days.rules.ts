/** The daily weather of a balance without gaps: measured where known, estimated elsewhere. */
import { cropOf } from '../../agronomy/balance/crops.ts'
import { growingDegrees } from '../../agronomy/balance/crop-season.ts'
import { usualReferenceEt } from '../../agronomy/weather/usual-climate.ts'
import type { CropPlan } from '../../contract/crops.ts'
import type { EtSource } from '../../contract/balance.ts'

/** What is known of the weather of a day. */
export interface KnownDay {
  day: string
  forecast: boolean
  air: { maxC: number; minC: number; leastHumidityPct: number | null; windMS: number | null } | null
  et: { mm: number; method: 'penman-monteith' | 'hargreaves' | 'neighbours'; certainty: string } | null
  rain: { mm: number; source: string; certainty: string } | null
  rainChancePct: number | null
  rainExpectedMm: number | null
}

/** A day as the balance takes it. */
export interface WaterDay {
  day: string
  forecast: boolean
  /** Of the season at its beginning, in the unit of the crop's stages. */
  elapsed: number
  etMm: number
  etSource: EtSource
  /** Rain of a past day; of a day ahead what is to be expected: chance times amount. */
  rainMm: number
  /** Today: how much of it has fallen for sure, by a gauge and not by a model. */
  rainFallen: boolean
  rainKnown: boolean
  /** What was foretold, mm, and how likely. */
  foretoldMm: number | null
  rainChancePct: number | null
  windMS: number
  leastHumidityPct: number
}

export interface SeasonSoFar {
  plan: CropPlan
  latitude: number
  /** Of the season at the beginning of the first of the days. */
  elapsed: number
  /** Reference ET that the probes' drying tells of, mm a day; null where they tell of none. */
  trendMm: number | null
}

const DAY_MS = 86_400_000
/** FAO-56, chapter 4, where nobody measured them: at these nothing is added to a coefficient. */
const [USUAL_WIND_MS, USUAL_HUMIDITY_PCT] = [2, 45]

/** @param known each day of a span, in order */
export function waterDays(known: readonly KnownDay[], season: SeasonSoFar): WaterDay[] {
  let elapsed = season.elapsed
  const steps = degreeSteps(known, season.plan)
  return known.map((day, i): WaterDay => {
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
  // the days around know it better than the soil, which tells of days together
  if (et) return { etMm: et.mm, etSource: 'neighbours' }
  if (trendMm !== null) return { etMm: trendMm, etSource: 'probes' }
  return { etMm: usualReferenceEt(latitude, dayOfYear(day)), etSource: 'usual' }
}

function dayOfYear(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / DAY_MS) + 1
}

/** How far the crop comes on each day, in the unit of its stages; a day without temperatures like the mean of the others. */
function degreeSteps(
  known: readonly KnownDay[],
  { crop, started_on, stages_by, stages }: CropPlan,
): number[] {
  const started = (day: string) => day >= started_on
  if (stages_by === 'days') return known.map(({ day }) => (started(day) ? 1 : 0))
  const { degrees } = cropOf(crop)
  const own = known.map(({ day, air }) =>
    air && started(day) ? growingDegrees(air.maxC, air.minC, degrees) : null,
  )
  const some = own.filter((each) => each !== null)
  // with no temperatures at all the crop takes the days that it usually takes
  const usual =
    some.length > 0
      ? some.reduce((sum, each) => sum + each, 0) / some.length
      : sumOf(stages) / sumOf(cropOf(crop).stageDays)
  return known.map(({ day }, i) => (started(day) ? (own[i] ?? usual) : 0))
}

/** How far a crop was when anything was first known of its field; with no weather of that time it took its usual days. */
export function elapsedBefore({ crop, started_on, stages_by, stages }: CropPlan, since: string): number {
  const days = Math.max(0, (Date.parse(since) - Date.parse(started_on)) / DAY_MS)
  return stages_by === 'days' ? days : (days * sumOf(stages)) / sumOf(cropOf(crop).stageDays)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}

/** A probe's water on a day, mm over what its sensors reach, and whether any water came from above. */
export interface ProbeDay {
  probe: number
  day: string
  mm: number
  /** Depth that the sensors reached, mm: another one is another soil. */
  reachMm: number
  watered: boolean
}

/** Readings tell less, and more than any crop uses is no drying, mm a day. */
const [LEAST_LOSS_MM, MOST_LOSS_MM] = [0.2, 12]
/** Fewer days than these are chance. */
const LEAST_DAYS = 3

/**
 * Crop use that the soil's own drying tells of: the median of what probes lost from one dry day to the next.
 *
 * @returns mm a day; null where there are too few such days
 */
export function probeTrend(days: readonly ProbeDay[]): number | null {
  const byKey = new Map(days.map((each) => [`${each.probe} ${each.day}`, each]))
  const losses = days.flatMap(({ probe, day, mm, reachMm, watered }) => {
    const next = byKey.get(`${probe} ${new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)}`)
    if (!next || watered || next.watered || next.reachMm !== reachMm) return []
    return [mm - next.mm]
  })
  const drying = losses.filter((mm) => mm >= LEAST_LOSS_MM && mm <= MOST_LOSS_MM).sort((a, b) => a - b)
  if (drying.length < LEAST_DAYS || drying.length < losses.length / 2) return null
  return drying[Math.floor(drying.length / 2)] ?? null
}
