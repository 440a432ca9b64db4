/** Runs a bench by its name: `npm run bench -- accounts`. */
import { readdirSync } from 'node:fs'
import path from 'node:path'

export interface Bench {
  /** Prints what it measures. @returns false when a target was missed */
  run(): Promise<boolean>
}

const SUFFIX = '.bench.ts'
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))

const name = process.argv[2] ?? ''
if (names.includes(name)) {
  const { bench }: { bench: Bench } = await import(path.join(import.meta.dirname, name + SUFFIX))
  const held = await bench.run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return false
  })
  process.exitCode = held ? 0 : 1
} else {
  process.stderr.write(`npm run bench -- NAME, where NAME is one of: ${names.join(', ')}\n`)
  process.exitCode = 2
}
