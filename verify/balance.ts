/** `verify balance`: reference ET and whole seasons computed elsewhere beside ours, from one file or a folder of them. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { dailyReferenceEt } from '../src/agronomy/weather/reference-et.ts'
import { type CaseComparison, type CasePair, casesAgree, compareCases, lineOf } from './case-document.ts'
import { type Comparison, UnreadableCases } from './comparison.ts'
import { fao56Examples, verifyExamples } from './fao56-examples.ts'
import { balanceSeason, verifySeason } from './season-balance.ts'

/** Where the year of reference ET was measured; the file itself does not say. */
const MARICOPA = { latitude: 33.069, elevationM: 361, windHeightM: 3 }
/** Greatest difference of a day's reference ET, mm. */
const ET_MM = 0.01

/** A year of reference ET by another program, both crops. */
const etRow = z.object({
  date: z.string(),
  srad_mj_m2: z.coerce.number(),
  tmax_c: z.coerce.number(),
  tmin_c: z.coerce.number(),
  tdew_c: z.coerce.number(),
  wind_m_s: z.coerce.number(),
  etos_python_mm: z.coerce.number(),
  etrs_python_mm: z.coerce.number(),
})

/** Compares every file that it knows the shape of, names those that it skips, and fails where nothing was compared. */
export const compareBalance: Comparison = async (given, print) => {
  const found: CaseComparison[] = []
  for (const file of await filesOf(given)) {
    const read = await comparisonsOf(file)
    if (read === undefined)
      print(`${path.basename(file)}  skipped: no season, examples or year of reference ET`)
    else found.push(...read)
    for (const each of read ?? []) print(lineOf(each))
  }
  if (found.length === 0) throw new UnreadableCases(`${given} holds nothing to compare`)
  const compared = found.reduce((sum, each) => sum + each.compared, 0)
  const passed = casesAgree(found)
  print(`${compared} figures in ${found.length} groups: ${passed ? 'all agree' : 'NOT all agree'}`)
  return passed
}

async function filesOf(given: string): Promise<string[]> {
  const what = await stat(given).catch(() => {
    throw new UnreadableCases(`${given} cannot be opened`)
  })
  if (!what.isDirectory()) return [given]
  const names = await readdir(given, { recursive: true })
  return names
    .filter((name) => /\.(json|csv)$/.test(name))
    .sort()
    .map((name) => path.join(given, name))
}

async function comparisonsOf(file: string): Promise<CaseComparison[] | undefined> {
  const text = await readFile(file, 'utf8')
  try {
    if (file.endsWith('.csv')) return referenceYear(text)
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

function referenceYear(text: string): CaseComparison[] | undefined {
  const rows = z.array(etRow).safeParse(parse(text, { columns: true, skip_empty_lines: true, bom: true }))
  if (!rows.success || rows.data.length === 0) return undefined
  const pairs = (crop: 'short' | 'tall', theirs: 'etos_python_mm' | 'etrs_python_mm') =>
    rows.data.map((row): CasePair => {
      const et = dailyReferenceEt(crop, MARICOPA, {
        dayOfYear: dayOfYear(row.date),
        maxC: row.tmax_c,
        minC: row.tmin_c,
        dewPointC: row.tdew_c,
        radiationMj: row.srad_mj_m2,
        windMS: row.wind_m_s,
      })
      return ['mm' in et ? et.mm : null, row[theirs]]
    })
  return [
    compareCases('reference ET, short', ET_MM, pairs('short', 'etos_python_mm')),
    compareCases('reference ET, tall', ET_MM, pairs('tall', 'etrs_python_mm')),
  ]
}

function dayOfYear(date: string): number {
  const day = new Date(`${date}T00:00:00Z`)
  return Math.round((day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 0)) / 86_400_000)
}
