/** Reads soil files one at a time, each in a thread with time and memory limits. */
import { Worker } from 'node:worker_threads'
import type { Pivot } from '../../agronomy/pivot/pivot.ts'
import type { ProblemCode } from '../../contract/errors.ts'
import { SOIL_FILE_BYTES_MAX } from '../../contract/limits.ts'
import type { SoilFilePreview } from '../../contract/soil-zones.ts'
import { Problem } from '../kit/problem.ts'
import type { ReadChoice } from './soil-columns.ts'
import { createLimit } from '../kit/limit.ts'

export interface SoilFileOrder {
  file: Uint8Array
  pivot: Pivot
  choice: ReadChoice
}

export type SoilFileAnswer = { preview: SoilFilePreview } | { refused: ProblemCode }

const WORKER = new URL('./soil-file-worker.ts', import.meta.url)
/** Shorter than a browser waits for an answer. */
const TIME_MS = 15_000
const MEMORY_MB = 512

const oneByOne = createLimit(1)
/** Queue limit: each file is held in memory, and a later one would wait longer than a browser does. */
const WAITING_MAX = 8

/**
 * Interprets a file for a field; nothing is stored.
 *
 * @throws Problem with the error in the file
 */
export async function previewSoilFile(
  file: Uint8Array,
  pivot: Pivot,
  choice: ReadChoice,
): Promise<SoilFilePreview> {
  if (file.length > SOIL_FILE_BYTES_MAX) throw new Problem('soil_file_too_large')
  if (oneByOne.waiting >= WAITING_MAX) throw new Problem('throttled', { retryAfter: TIME_MS / 1000 })
  const answer = await oneByOne.run(() => answerTo({ file, pivot, choice }))
  if ('refused' in answer) throw new Problem(answer.refused)
  return answer.preview
}

/** A thread that ran out of memory or time, or crashed: the file is too large to be read. */
function answerTo(order: SoilFileOrder): Promise<SoilFileAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(WORKER, {
      workerData: order,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const settle = (answer: SoilFileAnswer) => {
      clearTimeout(late)
      resolve(answer)
      void worker.terminate()
    }
    const late = setTimeout(() => settle({ refused: 'soil_file_too_complex' }), TIME_MS)
    worker.once('message', settle)
    worker.once('error', () => settle({ refused: 'soil_file_too_complex' }))
    worker.once('exit', () => settle({ refused: 'soil_file_too_complex' }))
  })
}
