/** Runs a bench by its name: `npm run bench -- accounts`. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { type MachineWorth, measureWorth, sayWorth } from './machine-worth.ts'

export interface Bench {
  /**
   * Prints what it measures.
   *
   * @param worth of the machine, measured just before: some targets are multiples of it
   * @returns false when a target was missed
   */
  run(worth: MachineWorth): Promise<boolean>
}

const SUFFIX = '.bench.ts'
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))

const name = process.argv[2] ?? ''
if (names.includes(name)) {
  const { bench }: { bench: Bench } = await import(path.join(import.meta.dirname, name + SUFFIX))
  const worth = await measureWorth()
  sayWorth(worth)
  const held = await bench.run(worth).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return false
  })
  process.exitCode = held ? 0 : 1
} else {
  process.stderr.write(`npm run bench -- NAME, where NAME is one of: ${names.join(', ')}\n`)
  process.exitCode = 2
}
