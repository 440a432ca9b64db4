/** Reads soil files one at a time, in a thread with limits of time and memory. */
import { Piscina } from 'piscina'
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

const FILE = new URL('./soil-file-worker.ts', import.meta.url)
/** Shorter than a browser waits for an answer. */
const TIME_MS = 15_000
const MEMORY_MB = 512
/** The thread ends after this long without a file, and starts again with the next. */
const IDLE_MS = 60_000

const thread = new Piscina<SoilFileOrder, SoilFileAnswer>({
  filename: FILE.href,
  name: 'readSoilFile',
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: IDLE_MS,
  resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  // without this process's own flags, such as a test runner's
  execArgv: [],
})
// the file of a thread that cannot start is refused when its time is over
thread.on('error', () => undefined)

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

/** A thread that runs out of time or memory, or crashes, is replaced: the file is too large to be read. */
async function answerTo(order: SoilFileOrder): Promise<SoilFileAnswer> {
  try {
    return await thread.run(order, { signal: AbortSignal.timeout(TIME_MS) })
  } catch {
    return { refused: 'soil_file_too_complex' }
  }
}
