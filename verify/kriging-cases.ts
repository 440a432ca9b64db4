/** `verify kriging`: the surfaces of this product compared with a folder of cases computed elsewhere. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type KrigingVerification, verifyKrigingCase } from './kriging.ts'
import { type Comparison, UnreadableCases } from './comparison.ts'

/** Largest difference explained by rounding, unit of each figure. */
const TOLERANCE = 1e-6
/** The same for the kernel, which sums in f32. */
const KERNEL_TOLERANCE = 1e-5

/** A folder of cases, one `.json` file each, as computed by R's gstat. */
export const compareKriging: Comparison = async (folder, print) => {
  const cases = await readCases(folder)
  for (const result of cases) print(describe(result))
  const errors = cases.flatMap((result) => ('skipped' in result ? [] : [greatest(result)]))
  const largest = Math.max(0, ...errors)
  const kernel = Math.max(0, ...cases.map((result) => ('skipped' in result ? 0 : (result.kernelError ?? 0))))
  const passed = errors.length > 0 && largest <= TOLERANCE && kernel <= KERNEL_TOLERANCE
  print(
    `${errors.length} compared, ${cases.length - errors.length} skipped, largest error ${largest.toExponential(1)}: ${passed ? 'within' : 'NOT within'} ${TOLERANCE}`,
  )
  print(`kernel: largest error ${kernel.toExponential(1)} of ${KERNEL_TOLERANCE}`)
  return passed
}

async function readCases(folder: string): Promise<KrigingVerification[]> {
  const names = await readdir(folder).catch(() => {
    throw new UnreadableCases(`${folder} cannot be opened`)
  })
  const files = names.filter((name) => name.endsWith('.json')).sort()
  if (files.length === 0) throw new UnreadableCases(`${folder} holds no .json cases`)
  const verify = async (name: string) => {
    try {
      return verifyKrigingCase(JSON.parse(await readFile(path.join(folder, name), 'utf8')))
    } catch (error) {
      throw new UnreadableCases(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return Promise.all(files.map(verify))
}

type Compared = Exclude<KrigingVerification, { skipped: string }>

function greatest({ maxError }: Compared): number {
  return Math.max(maxError.prediction, maxError.variance, maxError.leaveOneOut ?? 0)
}

function describe(result: KrigingVerification): string {
  if ('skipped' in result) return `${result.id}  skipped: ${result.skipped}`
  const { prediction, variance, leaveOneOut } = result.maxError
  const figures = [
    `prediction ${prediction.toExponential(1)}`,
    `variance ${variance.toExponential(1)}`,
    ...(leaveOneOut === null ? [] : [`leave-one-out ${leaveOneOut.toExponential(1)}`]),
    ...(result.kernelError === null ? [] : [`kernel ${result.kernelError.toExponential(1)}`]),
  ]
  const verdict = greatest(result) <= TOLERANCE ? 'ok' : 'PAST TOLERANCE'
  return `${result.id}  ${verdict}  ${result.compared} figures: ${figures.join(', ')}`
}
