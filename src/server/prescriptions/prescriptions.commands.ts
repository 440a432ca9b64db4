/** `headgate verify prescription` and `verify geometry`: this product beside figures computed elsewhere. */
import { readFile } from 'node:fs/promises'
import { type CaseComparison, type CaseRefusal, casesAgree } from '../../agronomy/case-document.ts'
import { verifyGeometry } from '../../agronomy/geometry-verify.ts'
import { verifyPrescription } from '../../agronomy/prescription-verify.ts'
import { type Command, UsageError } from '../kit/command.ts'

type Verify = (document: unknown) => CaseComparison[] | CaseRefusal

export const prescriptionCommands: Command[] = [
  verifyCommand('verify prescription', verifyPrescription),
  verifyCommand('verify geometry', verifyGeometry),
]

function verifyCommand(name: string, verify: Verify): Command {
  return {
    name,
    words: ['FILE'],
    options: {},
    async run({ positionals: [file = ''], print }) {
      const found = verify(await readDocument(file))
      if ('reason' in found) throw new UsageError(`${file}: ${found.reason}`)
      for (const each of found) print(lineOf(each))
      const passed = casesAgree(found)
      const compared = found.reduce((sum, each) => sum + each.compared, 0)
      print(`${compared} figures in ${found.length} groups: ${passed ? 'all agree' : 'NOT all agree'}`)
      return passed ? 0 : 1
    },
  }
}

async function readDocument(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`${file} cannot be opened`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${file} is no JSON`)
  }
}

function lineOf(each: CaseComparison): string {
  const { what, compared, largestError, tolerance } = each
  const allowed = tolerance === 0 ? 'none allowed' : `allowed ${tolerance.toExponential(1)}`
  const verdict = casesAgree([each]) ? 'ok' : 'PAST TOLERANCE'
  return `${what}  ${verdict}  ${compared} compared, largest error ${largestError.toExponential(1)}, ${allowed}`
}
