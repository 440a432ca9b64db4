/** A season of the dual crop coefficient balance computed elsewhere, compared with ours day by day, without reading any file. */
import { z } from 'zod'
import { balanceDay, type DualParameters, startBalance } from '../src/agronomy/balance/dual-coefficient.ts'
import { leastHumidity, windAtTwoMetres } from '../src/agronomy/weather/vapour-pressure.ts'
import { type CaseComparison, type CasePair, compareCases } from './case-document.ts'

/** Largest difference of a day, and of the sum of a season, mm; their files round to 0.001. */
const [DAILY_MM, SEASON_MM] = [0.01, 0.1]

const measured = z.number().nullish()

/** The format of `water-balance/golden`, under the symbols of FAO-56. */
const season = z.object({
  name: z.string(),
  station: z.object({ reference: z.enum(['S', 'T']), wind_height_m: z.number() }),
  parameters: z.record(z.string(), z.number()),
  /** Whether rain runs off; if left out, derived from the expected runoff. */
  runoff: z.boolean().optional(),
  weather: z.array(
    z.object({
      date: z.string(),
      tmax_c: z.number(),
      tmin_c: z.number(),
      tdew_c: measured,
      vapr_kpa: measured,
      rhmin_pct: measured,
      wind_m_s: measured,
      etref_mm: measured,
      rain_mm: measured,
    }),
  ),
  irrigation: z.array(
    z.object({ date: z.string(), depth_mm: z.number(), fw: measured, efficiency_pct: measured }),
  ),
  expected: z.array(z.object({ date: z.string() }).catchall(z.union([z.number(), z.string(), z.null()]))),
})

export type BalanceSeason = z.infer<typeof season>

/** A document parsed as a season, or undefined for another format. */
export function balanceSeason(document: unknown): BalanceSeason | undefined {
  const parsed = season.safeParse(document)
  return parsed.success ? parsed.data : undefined
}

/**
 * Recomputes the season and compares every common column: each day, and the sums of water.
 *
 * @throws RangeError if days are missing
 */
export function verifySeason(season: BalanceSeason): CaseComparison[] {
  const days = balanceOf(season)
  const columns = Object.keys(days[0] ?? {}).filter((name) => typeof season.expected[0]?.[name] === 'number')
  const pairs = columns.map((name) => ({
    name,
    daily: days.flatMap((day, i): CasePair[] => {
      const theirs = season.expected[i]?.[name]
      return theirs === null ? [] : [[day[name] ?? Number.NaN, Number(theirs)]]
    }),
  }))
  const sum = (values: readonly (number | string | null)[]) =>
    values.reduce<number>((total, v) => total + Number(v), 0)
  const water = pairs.filter(({ name }) => ['E', 'ETc', 'ETa', 'T', 'DP', 'Runoff', 'IrrLoss'].includes(name))
  return [
    ...pairs.map(({ name, daily }) => compareCases(`${season.name} ${name} a day`, DAILY_MM, daily)),
    compareCases(
      `${season.name} sums of the season`,
      SEASON_MM,
      water.map(({ daily }): CasePair => [
        sum(daily.map(([ours]) => ours)),
        sum(daily.map(([, theirs]) => theirs)),
      ]),
    ),
  ]
}

/** Every day's figures under the names of the document. */
function balanceOf(season: BalanceSeason): Record<string, number>[] {
  const parameters = parametersOf(season)
  const irrigations = new Map(season.irrigation.map((irrigation) => [irrigation.date, irrigation]))
  let state = startBalance(parameters)
  return season.weather.map((weather, i) => {
    const expected = season.expected[i]
    const referenceEtMm = Number(expected?.['ETref'] ?? weather.etref_mm ?? Number.NaN)
    if (expected?.date !== weather.date || !Number.isFinite(referenceEtMm)) {
      throw new RangeError(`${season.name} has no ETref for ${weather.date}`)
    }
    const water = irrigations.get(weather.date)
    const humidity = {
      humidityMinPct: weather.rhmin_pct,
      dewPointC: weather.tdew_c,
      vapourPressureKpa: weather.vapr_kpa,
    }
    const day = balanceDay(parameters, state, {
      elapsed: i,
      referenceEtMm,
      windMS: windAtTwoMetres(weather.wind_m_s ?? 2, season.station.wind_height_m),
      leastHumidityPct: leastHumidity(humidity, weather.tmax_c, weather.tmin_c),
      rainMm: weather.rain_mm ?? 0,
      irrigation: water && {
        depthMm: water.depth_mm,
        wettedShare: water.fw ?? 1,
        efficiency: (water.efficiency_pct ?? 100) / 100,
      },
    })
    state = day.state
    const { state: _, loss, runoff, ...figures } = day
    const { surfaceDepletionMm: De, rootDepletionMm: Dr, heightM: h, rootM: Zr, wettedShare: fw } = state
    return { ...figures, De, Dr, h, Zr, fw, IrrLoss: loss, Runoff: runoff }
  })
}

function parametersOf({ name, station, parameters, expected, runoff }: BalanceSeason): DualParameters {
  const p = (symbol: string) => {
    const value = parameters[symbol]
    if (value === undefined) throw new RangeError(`${name}: ${symbol} is missing`)
    return value
  }
  const runsOff = runoff ?? expected.some((day) => Number(day['Runoff']) > 0)
  return {
    curve: {
      initial: p('Kcbini'),
      mid: p('Kcbmid'),
      end: p('Kcbend'),
      stages: [p('Lini'), p('Ldev'), p('Lmid'), p('Lend')],
    },
    reference: station.reference === 'S' ? 'short' : 'tall',
    heightMinM: p('hini'),
    heightMaxM: p('hmax'),
    rootMinM: p('Zrini'),
    rootMaxM: p('Zrmax'),
    fieldCapacity: p('thetaFC'),
    wiltingPoint: p('thetaWP'),
    startMoisture: p('theta0'),
    depletionFraction: p('pbase'),
    evaporationDepthM: p('Ze'),
    readilyEvaporableMm: p('REW'),
    curveNumber: runsOff ? p('CN2') : null,
  }
}
