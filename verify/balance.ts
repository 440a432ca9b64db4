/** `verify balance`: reference ET and whole seasons computed elsewhere compared with ours, from one file or a folder of them. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { dailyReferenceEt, type WeatherPlace } from '../src/agronomy/weather/reference-et.ts'
import { type CaseComparison, type CasePair, casesAgree, compareCases, lineOf } from './case-document.ts'
import { type Comparison, UnreadableCases } from './comparison.ts'
import { fao56Examples, verifyExamples } from './fao56-examples.ts'
import { balanceSeason, verifySeason } from './season-balance.ts'

/** Location of the year of reference ET by default; the file itself does not state it. */
const MARICOPA: WeatherPlace = { latitude: 33.069, elevationM: 361, windHeightM: 3 }
/** Largest difference of a day's reference ET, mm. */
const ET_MM = 0.01

/** A figure that may not have been measured: no column, or an empty cell. */
const measured = z
  .string()
  .optional()
  .transform((text = '') => (/^\s*(|na|nan|null|-)\s*$/i.test(text) ? null : Number(text)))
  .refine((value) => value === null || Number.isFinite(value))

/** A year of reference ET by another program, one crop or both. */
const etRow = z.object({
  date: z.iso.date(),
  srad_mj_m2: measured,
  tmax_c: measured,
  tmin_c: measured,
  vapr_kpa: measured,
  tdew_c: measured,
  rhmax_pct: measured,
  rhmin_pct: measured,
  wind_m_s: measured,
  etos_python_mm: measured,
  etrs_python_mm: measured,
})

/** Compares every file in a known format, lists those that it skips, and fails if nothing was compared. */
export const compareBalance: Comparison = async (folder, print, options = []) => {
  const place = placeOf(options)
  const comparisons: CaseComparison[] = []
  for (const file of await filesOf(folder)) {
    const fileComparisons = await comparisonsOf(file, place)
    if (fileComparisons === undefined)
      print(`${path.basename(file)}  skipped: no season, examples or year of reference ET`)
    else comparisons.push(...fileComparisons)
    for (const comparison of fileComparisons ?? []) print(lineOf(comparison))
  }
  if (comparisons.length === 0) throw new UnreadableCases(`${folder} holds nothing to compare`)
  const compared = comparisons.reduce((sum, comparison) => sum + comparison.compared, 0)
  const passed = casesAgree(comparisons)
  print(`${compared} figures in ${comparisons.length} groups: ${passed ? 'all agree' : 'NOT all agree'}`)
  return passed
}

async function filesOf(target: string): Promise<string[]> {
  const info = await stat(target).catch(() => {
    throw new UnreadableCases(`${target} cannot be opened`)
  })
  if (!info.isDirectory()) return [target]
  const names = await readdir(target, { recursive: true })
  return names
    .filter((name) => /\.(json|csv)$/.test(name))
    .sort()
    .map((name) => path.join(target, name))
}

function placeOf(options: readonly string[]): WeatherPlace {
  try {
    const { values } = parseArgs({
      args: [...options],
      options: {
        latitude: { type: 'string' },
        elevation: { type: 'string' },
        'wind-height': { type: 'string' },
      },
    })
    const number = (text: string | undefined, fallback: number) =>
      text === undefined ? fallback : Number(text)
    const place = {
      latitude: number(values.latitude, MARICOPA.latitude),
      elevationM: number(values.elevation, MARICOPA.elevationM),
      windHeightM: number(values['wind-height'], MARICOPA.windHeightM),
    }
    if (!Object.values(place).every(Number.isFinite))
      throw new TypeError('--latitude, --elevation and --wind-height are numbers')
    return place
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableCases(error.message)
    throw error
  }
}

async function comparisonsOf(file: string, place: WeatherPlace): Promise<CaseComparison[] | undefined> {
  const text = await readFile(file, 'utf8')
  try {
    if (file.endsWith('.csv')) return referenceYear(text, place)
    const document: unknown = JSON.parse(text)
    const season = balanceSeason(document)
    if (season) return verifySeason(season)
    const examples = fao56Examples(document)
    return examples && verifyExamples(examples)
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) {
      throw new UnreadableCases(`${file}: ${error.message}`)
    }
    throw error
  }
}

function referenceYear(text: string, place: WeatherPlace): CaseComparison[] | undefined {
  const table = parse(text, { columns: true, skip_empty_lines: true, bom: true, trim: true })
  const rows = z.array(etRow).safeParse(table)
  if (!rows.success || rows.data.length === 0) return undefined
  const pairs = (crop: 'short' | 'tall', theirs: 'etos_python_mm' | 'etrs_python_mm') =>
    rows.data.flatMap((row): CasePair[] => {
      if (row[theirs] === null) return []
      const et = dailyReferenceEt(crop, place, {
        dayOfYear: dayOfYear(row.date),
        maxC: row.tmax_c,
        minC: row.tmin_c,
        vapourPressureKpa: row.vapr_kpa,
        dewPointC: row.tdew_c,
        humidityMaxPct: row.rhmax_pct,
        humidityMinPct: row.rhmin_pct,
        radiationMj: row.srad_mj_m2,
        windMS: row.wind_m_s,
      })
      return [['mm' in et ? et.mm : null, row[theirs]]]
    })
  const years = [
    { name: 'reference ET, short', pairs: pairs('short', 'etos_python_mm') },
    { name: 'reference ET, tall', pairs: pairs('tall', 'etrs_python_mm') },
  ].filter((year) => year.pairs.length > 0)
  return years.length === 0 ? undefined : years.map((year) => compareCases(year.name, ET_MM, year.pairs))
}

function dayOfYear(date: string): number {
  const day = new Date(`${date}T00:00:00Z`)
  return Math.round((day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 0)) / 86_400_000)
}
