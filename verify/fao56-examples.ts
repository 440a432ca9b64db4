/** The worked examples of FAO-56 compared with ours: reference ET (17, 18, 20), depletion under stress (37), and a checkbook. */
import { z } from 'zod'
import { balanceDay, type DualParameters } from '../src/agronomy/balance/dual-coefficient.ts'
import { type DayWeather, dailyReferenceEt } from '../src/agronomy/weather/reference-et.ts'
import { mmToInches, inchesToMm } from '../src/agronomy/units.ts'
import { type CaseComparison, compareCases } from './case-document.ts'

/** Middle of April, 6 July and middle of July: the days of the examples. */
const [APRIL, JULY_6, JULY] = [105, 187, 196]
/** Tolerance where an example gives none: it prints two digits, and rounds on the way. */
const EXAMPLE_MM = 0.01

const station = z.object({
  latitude: z.string(),
  elevation_m: z.number(),
  tmax_c: z.number(),
  tmin_c: z.number(),
  eto_mm_day: z.number(),
  tolerance: z.number().default(EXAMPLE_MM),
})

const examples = z.object({
  example_17_bangkok_april_month: station.extend({
    vapour_pressure_kpa: z.number(),
    wind_2m_m_s: z.number(),
    sunshine_h: z.number(),
    previous_month_mean_c: z.number(),
  }),
  example_18_uccle_6_july: station.extend({
    rhmax_pct: z.number(),
    rhmin_pct: z.number(),
    wind_10m_m_s: z.number(),
    net_radiation_mj: z.number(),
  }),
  example_20_lyon_july_missing_data: station.extend({ wind_2m_m_s: z.number() }),
  example_37_tomato_depletion: z.object({
    taw_mm: z.number(),
    raw_mm: z.number(),
    kc: z.number(),
    eto_mm_day: z.number(),
    start_depletion_mm: z.number(),
    depletion_mm: z.array(z.number()),
    tolerance: z.number(),
  }),
  checkbook_ndsu_ae792: z
    .object({
      start_deficit_in: z.number(),
      rows_use_added_deficit_in: z.array(z.tuple([z.number(), z.number(), z.number()])),
    })
    .optional(),
})

export type Fao56Examples = z.infer<typeof examples>

/** A document parsed as the examples, or undefined for another format. */
export function fao56Examples(document: unknown): Fao56Examples | undefined {
  const parsed = examples.safeParse(document)
  return parsed.success ? parsed.data : undefined
}

/** Recomputes the examples. */
export function verifyExamples(examples: Fao56Examples): CaseComparison[] {
  const bangkok = examples.example_17_bangkok_april_month
  const uccle = examples.example_18_uccle_6_july
  const lyon = examples.example_20_lyon_july_missing_data
  const comparisons = [
    reference('Example 17', bangkok, 2, {
      dayOfYear: APRIL,
      vapourPressureKpa: bangkok.vapour_pressure_kpa,
      windMS: bangkok.wind_2m_m_s,
      sunshineHours: bangkok.sunshine_h,
      soilHeatMj: 0.14 * ((bangkok.tmax_c + bangkok.tmin_c) / 2 - bangkok.previous_month_mean_c),
    }),
    reference('Example 18', uccle, 10, {
      dayOfYear: JULY_6,
      humidityMaxPct: uccle.rhmax_pct,
      humidityMinPct: uccle.rhmin_pct,
      windMS: uccle.wind_10m_m_s,
      netRadiationMj: uccle.net_radiation_mj,
    }),
    reference('Example 20', lyon, 2, { dayOfYear: JULY, windMS: lyon.wind_2m_m_s }),
    depletions(examples.example_37_tomato_depletion),
  ]
  return examples.checkbook_ndsu_ae792
    ? [...comparisons, checkbook(examples.checkbook_ndsu_ae792)]
    : comparisons
}

type Station = z.infer<typeof station>

function reference(
  name: string,
  place: Station,
  windHeightM: number,
  day: Omit<DayWeather, 'maxC' | 'minC'>,
): CaseComparison {
  const site = { latitude: degrees(place.latitude), elevationM: place.elevation_m, windHeightM }
  const et = dailyReferenceEt('short', site, { ...day, maxC: place.tmax_c, minC: place.tmin_c })
  return compareCases(name, place.tolerance, [['mm' in et ? et.mm : null, place.eto_mm_day]])
}

/** "13 deg 44 min N". */
function degrees(text: string): number {
  const [, degreesText = '', minutes = '0', side = 'N'] = /^(\d+) deg (?:(\d+) min )?([NS])$/.exec(text) ?? []
  return (Number(degreesText) + Number(minutes) / 60) * (side === 'S' ? -1 : 1)
}

/** A crop with a single coefficient on a dry surface: no evaporation besides. */
function singleCrop(kc: number, tawMm: number, fraction: number): DualParameters {
  return {
    curve: { initial: kc, mid: kc, end: kc, stages: [0, 0, 0, 0] },
    reference: 'short',
    heightMinM: 1,
    heightMaxM: 1,
    rootMinM: 1,
    rootMaxM: 1,
    wiltingPoint: 0,
    fieldCapacity: tawMm / 1000,
    startMoisture: 0,
    depletionFraction: fraction,
    evaporationDepthM: 0.1,
    readilyEvaporableMm: 0,
    curveNumber: null,
  }
}

/** Dr at the end of each day, mm. */
function depletionsOf(
  parameters: DualParameters,
  startMm: number,
  days: readonly { et: number; added: number }[],
) {
  let state = {
    surfaceDepletionMm: 100 * parameters.fieldCapacity,
    rootDepletionMm: startMm,
    heightM: 1,
    rootM: 1,
    wettedShare: 1,
  }
  return days.map(({ et, added }) => {
    const dry = { ...state, surfaceDepletionMm: 100 * parameters.fieldCapacity }
    state = balanceDay(parameters, dry, {
      elapsed: 0,
      referenceEtMm: et,
      windMS: 2,
      leastHumidityPct: 45,
      rainMm: added,
    }).state
    return state.rootDepletionMm
  })
}

function depletions(example: Fao56Examples['example_37_tomato_depletion']): CaseComparison {
  const { taw_mm, raw_mm, kc, eto_mm_day, start_depletion_mm, depletion_mm, tolerance } = example
  // p of the example is that of the day, the balance's that of 5 mm a day
  const fraction = raw_mm / taw_mm - 0.04 * (5 - kc * eto_mm_day)
  const ours = depletionsOf(
    singleCrop(kc, taw_mm, fraction),
    start_depletion_mm,
    depletion_mm.map(() => ({ et: eto_mm_day, added: 0 })),
  )
  return compareCases(
    'Example 37',
    tolerance,
    depletion_mm.map((theirs, i) => [ours[i] ?? null, theirs]),
  )
}

function checkbook(example: NonNullable<Fao56Examples['checkbook_ndsu_ae792']>): CaseComparison {
  const rows = example.rows_use_added_deficit_in
  const ours = depletionsOf(
    singleCrop(1, 400, 0.8),
    inchesToMm(example.start_deficit_in),
    rows.map(([use, added]) => ({ et: inchesToMm(use), added: inchesToMm(added) })),
  )
  return compareCases(
    'checkbook, in',
    0.005,
    rows.map(([, , theirs], i) => [mmToInches(ours[i] ?? Number.NaN), theirs]),
  )
}
