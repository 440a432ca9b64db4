/** The controller's persistent state: in a file, or lost on restart without one. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import * as z from 'zod/mini'
import { NOTHING_KNOWN, shadowDocument } from './device-shadow.ts'

const memoryDocument = z.object({
  shadow: shadowDocument,
  pivot: z.nullable(
    z.object({
      turned: z.number(),
      direction: z.enum(['FORWARD', 'REVERSE']),
      cycleMs: z.number(),
      unlaidMs: z.prefault(z.number(), 0),
    }),
  ),
  historyDone: z.boolean(),
})
export type Memory = z.infer<typeof memoryDocument>

const EMPTY: Memory = { shadow: NOTHING_KNOWN, pivot: null, historyDone: false }

export class StateFile {
  readonly #path: string | null
  #memory: Memory

  constructor(path: string | null) {
    this.#path = path
    this.#memory = path === null ? EMPTY : readMemory(path)
  }

  get memory(): Memory {
    return this.#memory
  }

  /** Durable when it returns: a revision is reported as applied only after it would survive a power cut. */
  keep(change: Partial<Memory>): void {
    this.#memory = { ...this.#memory, ...change }
    if (this.#path === null) return
    const next = `${this.#path}.next`
    const file = openSync(next, 'w', 0o600)
    try {
      writeSync(file, JSON.stringify(this.#memory))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(next, this.#path)
  }
}

/** With a missing or damaged file the controller is like a new one: it receives `desired` again. */
function readMemory(path: string): Memory {
  try {
    const parsed = memoryDocument.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.data : EMPTY
  } catch {
    return EMPTY
  }
}
