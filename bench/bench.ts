/** Runs benches: `npm run bench` all of them, `npm run bench -- accounts` one, and with `--write` updates docs/performance.md. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { type MachineWorth, measureWorth, printWorth } from './machine-worth.ts'
import { printed } from './measure.ts'
import { writePrinted } from './paper.ts'
import { MEASURED, raisePriority, shortenTurns } from './priority.ts'

export interface Bench {
  /**
   * Prints its measurements.
   *
   * @param worth speed of the machine, measured just before: some targets are multiples of it
   * @returns false if a target was missed
   */
  run(worth: MachineWorth): Promise<boolean>
}

const SUFFIX = '.bench.ts'
const WRITE = '--write'
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))

async function runOne(name: string, write: boolean): Promise<boolean> {
  const { bench }: { bench: Bench } = await import(path.join(import.meta.dirname, name + SUFFIX))
  raisePriority(MEASURED)
  const restoreTurns = shortenTurns()
  try {
    const worth = await measureWorth()
    printWorth(worth)
    const passed = await bench.run(worth)
    if (write) writePrinted(name, printed)
    return passed
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return false
  } finally {
    restoreTurns()
  }
}

/** Each in a process of its own, as if it were run alone. */
function runAll(extraArgs: string[]): boolean {
  const passed = names.map((name) => {
    process.stdout.write(`\n${name}\n`)
    const args = [...process.execArgv, import.meta.filename, name, ...extraArgs]
    return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0
  })
  process.stdout.write('\n')
  for (const [at, name] of names.entries())
    process.stdout.write(`  ${passed[at] ? 'held  ' : 'MISSED'} ${name}\n`)
  return passed.every(Boolean)
}

const commandArgs = process.argv.slice(2)
const name = commandArgs.find((argument) => argument !== WRITE)
if (name === undefined) process.exitCode = runAll(commandArgs) ? 0 : 1
else if (names.includes(name)) process.exitCode = (await runOne(name, commandArgs.includes(WRITE))) ? 0 : 1
else {
  process.stderr.write(`npm run bench -- NAME, where NAME is one of: ${names.join(', ')}\n`)
  process.exitCode = 2
}
