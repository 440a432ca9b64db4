/** This product beside figures computed elsewhere: `npm run -s verify -- kriging|prescription|geometry|foresight|balance|fusion PATH`. */
import { readFile } from 'node:fs/promises'
import { compareBalance } from './balance.ts'
import { type CaseComparison, type CaseRefusal, casesAgree, lineOf } from './case-document.ts'
import { type Comparison, UnreadableCases } from './comparison.ts'
import { compareForesight } from './foresight.ts'
import { compareFusion } from './fusion.ts'
import { verifyGeometry } from './geometry.ts'
import { compareKriging } from './kriging-cases.ts'
import { verifyPrescription } from './prescription.ts'

/** Compares a document of cases; a refusal names what is missing in it. */
type Verify = (document: unknown) => CaseComparison[] | CaseRefusal

export const comparePrescription = comparisonWith(verifyPrescription)
export const compareGeometry = comparisonWith(verifyGeometry)

function comparisonWith(verify: Verify): Comparison {
  return async (file, print) => {
    const comparisons = verify(await readDocument(file))
    if ('reason' in comparisons) throw new UnreadableCases(`${file}: ${comparisons.reason}`)
    for (const comparison of comparisons) print(lineOf(comparison))
    const passed = casesAgree(comparisons)
    const compared = comparisons.reduce((sum, comparison) => sum + comparison.compared, 0)
    print(`${compared} figures in ${comparisons.length} groups: ${passed ? 'all agree' : 'NOT all agree'}`)
    return passed
  }
}

async function readDocument(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UnreadableCases(`${file} cannot be opened`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableCases(`${file} is no JSON`)
  }
}

const comparisons = new Map<string, Comparison>([
  ['kriging', compareKriging],
  ['prescription', comparePrescription],
  ['geometry', compareGeometry],
  ['foresight', compareForesight],
  ['balance', compareBalance],
  ['fusion', compareFusion],
])

const WITH_OPTIONS = new Set(['balance', 'fusion'])

async function main([name = '', path = '', ...options]: string[]): Promise<number> {
  const compare = comparisons.get(name)
  if (!compare || path === '' || (options.length > 0 && !WITH_OPTIONS.has(name))) {
    process.stderr.write(
      `Usage: npm run -s verify -- ${[...comparisons.keys()].join('|')} PATH [options of balance or fusion]\n`,
    )
    return 2
  }
  try {
    return (await compare(path, (line) => void process.stdout.write(`${line}\n`), options)) ? 0 : 1
  } catch (error) {
    if (!(error instanceof UnreadableCases)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
