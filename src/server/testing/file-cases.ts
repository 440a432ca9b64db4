/** Imports files by the command and compares the result with what a person reads in them. */
import { expect } from 'vitest'
import { UsageError } from '../installation/command.ts'
import { importDesk } from './import-desk.ts'
import { storedLines } from './stored-lines.ts'

export interface FileCase {
  name: string
  text: string | Buffer
  options?: string[]
  /** Each as `probe/depth time value`, followed by temperature and salinity. */
  stored?: string[]
  /** Line numbers of refused lines. */
  refused?: number[]
  /** The question asked before anything is stored. */
  asked?: string
}

/** What is stored, asked and refused for each, with the expected result; and what a second import stores, which is nothing. */
export async function readFiles(files: readonly FileCase[]): Promise<{ found: object; expected: object }[]> {
  const desk = await importDesk()
  const all: { found: object; expected: object }[] = []
  for (const { name, text, options = [], stored = [], refused = [], asked } of files) {
    const file = await desk.write(name, text)
    const load = () =>
      desk.load(file, ...options, '--fresh').then(
        ({ printed }) => ({ printed, said: null }),
        (error: unknown) => ({ printed: [], said: error instanceof UsageError ? error.message : error }),
      )
    const [{ printed, said }, again] = [await load(), await load()]
    const refusedLines = printed.flatMap((line) => /^ {2}line (\d+): /.exec(line)?.[1] ?? []).map(Number)
    const more = again.printed.filter((line) => /^stored (?!0,)/.test(line))
    all.push({
      found: { name, said, stored: (await storedLines(desk)).toSorted(), refused: refusedLines, more },
      expected: {
        name,
        said: asked === undefined ? null : expect.stringContaining(asked),
        stored: stored.toSorted(),
        refused,
        more: [],
      },
    })
  }
  return all
}
