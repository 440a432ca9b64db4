/** `verify prescription` and `verify geometry`: this product beside figures computed elsewhere. */
import { readFile } from 'node:fs/promises'
import { type CaseComparison, type CaseRefusal, casesAgree, lineOf } from './case-document.ts'
import { verifyGeometry } from './geometry.ts'
import { verifyPrescription } from './prescription.ts'
import { type Comparison, UnreadableCases } from './comparison.ts'

type Verify = (document: unknown) => CaseComparison[] | CaseRefusal

export const comparePrescription = comparisonWith(verifyPrescription)
export const compareGeometry = comparisonWith(verifyGeometry)

function comparisonWith(verify: Verify): Comparison {
  return async (file, print) => {
    const found = verify(await readDocument(file))
    if ('reason' in found) throw new UnreadableCases(`${file}: ${found.reason}`)
    for (const each of found) print(lineOf(each))
    const passed = casesAgree(found)
    const compared = found.reduce((sum, each) => sum + each.compared, 0)
    print(`${compared} figures in ${found.length} groups: ${passed ? 'all agree' : 'NOT all agree'}`)
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
