/** Every test: those of vitest, then those in the browser, whatever became of the first; says how long all took. */
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const RUNNERS = [
  ['vitest/vitest.mjs', 'run'],
  ['@playwright/test/cli.js', 'test'],
]

const started = performance.now()
let failed = false
for (const [program, ...args] of RUNNERS) {
  const path = join(root, 'node_modules', program)
  const { status, signal, error } = spawnSync(process.execPath, [path, ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (error) throw error
  failed ||= status !== 0
  // somebody ended it
  if (signal) break
}
const seconds = Math.round((performance.now() - started) / 1000)
process.stdout.write(`\nAll tests took ${Math.floor(seconds / 60)} min ${seconds % 60} s.\n`)
process.exitCode = failed ? 1 : 0
