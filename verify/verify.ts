/** This product beside figures computed elsewhere: `npm run -s verify -- kriging|prescription|geometry|foresight|balance PATH`. */
import { compareBalance } from './balance.ts'
import { type Comparison, UnreadableCases } from './comparison.ts'
import { compareGeometry, comparePrescription } from './figure-documents.ts'
import { compareForesight } from './foresight.ts'
import { compareKriging } from './kriging-cases.ts'

const comparisons = new Map<string, Comparison>([
  ['kriging', compareKriging],
  ['prescription', comparePrescription],
  ['geometry', compareGeometry],
  ['foresight', compareForesight],
  ['balance', compareBalance],
])

async function main([name = '', path = '', ...more]: string[]): Promise<number> {
  const compare = comparisons.get(name)
  if (!compare || path === '' || more.length > 0) {
    process.stderr.write(`Usage: npm run -s verify -- ${[...comparisons.keys()].join('|')} PATH\n`)
    return 2
  }
  try {
    return (await compare(path, (line) => void process.stdout.write(`${line}\n`))) ? 0 : 1
  } catch (error) {
    if (!(error instanceof UnreadableCases)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

process.exitCode = await main(process.argv.slice(2))
