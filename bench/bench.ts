/** Runs benches: `npm run bench` all of them, `npm run bench -- accounts` one, and with `--write` updates docs/performance.md. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { MachineWorth } from './machine-worth.ts'
import { SERVER_OPTIONS } from './product.ts'

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
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))

/** In a process of its own. @returns whether its targets were met */
function runOne(name: string, options: string[]): boolean {
  const file = path.join(import.meta.dirname, 'run-one.ts')
  const args = [...SERVER_OPTIONS, ...process.execArgv, file, name, ...options]
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0
}

function runAll(options: string[]): boolean {
  const passed = names.map((name) => {
    process.stdout.write(`\n${name}\n`)
    return runOne(name, options)
  })
  process.stdout.write('\n')
  for (const [at, name] of names.entries())
    process.stdout.write(`  ${passed[at] ? 'held  ' : 'MISSED'} ${name}\n`)
  return passed.every(Boolean)
}

const commandArgs = process.argv.slice(2)
const options = commandArgs.filter((argument) => argument.startsWith('--'))
const name = commandArgs.find((argument) => !options.includes(argument))
if (name === undefined) process.exitCode = runAll(options) ? 0 : 1
else if (names.includes(name)) process.exitCode = runOne(name, options) ? 0 : 1
else {
  process.stderr.write(`npm run bench -- NAME, where NAME is one of: ${names.join(', ')}\n`)
  process.exitCode = 2
}
