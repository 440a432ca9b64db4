/** This product beside figures computed elsewhere: `npm run -s verify -- kriging|prescription|geometry|foresight|balance|fusion PATH`. */
import { compareBalance } from './balance.ts'
import { type Comparison, UnreadableCases } from './comparison.ts'
import { compareGeometry, comparePrescription } from './figure-documents.ts'
import { compareForesight } from './foresight.ts'
import { compareFusion } from './fusion.ts'
import { compareKriging } from './kriging-cases.ts'

const comparisons = new Map<string, Comparison>([
  ['kriging', compareKriging],
  ['prescription', comparePrescription],
  ['geometry', compareGeometry],
  ['foresight', compareForesight],
  ['balance', compareBalance],
  ['fusion', compareFusion],
])

async function main([name = '', path = '', ...options]: string[]): Promise<number> {
  const compare = comparisons.get(name)
  if (!compare || path === '' || (options.length > 0 && name !== 'fusion')) {
    process.stderr.write(
      `Usage: npm run -s verify -- ${[...comparisons.keys()].join('|')} PATH [options of fusion]\n`,
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

process.exitCode = await main(process.argv.slice(2))
