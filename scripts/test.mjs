/**
 * Runs every test and prints the reliability table: `node scripts/test.mjs` runs vitest, then Playwright even if vitest failed;
 * with `soak` the long tests, and the browser tests tagged `@promise`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NOTES, notesIn, promises, table } from './reliability.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const soaking = process.argv[2] === 'soak'
const LONG = ['--testTimeout=1800000', 'src/server', 'src/agronomy/prescription', 'verify', 'scripts']
const VITEST = 'vitest/vitest.mjs'
const PLAYWRIGHT = '@playwright/test/cli.js'
/** Sequential steps; component tests, which share one browser, run beside the server tests, which mostly wait. */
const STEPS = soaking
  ? [
      [[VITEST, 'run', '--project=node', '--project=timed', ...LONG]],
      [[PLAYWRIGHT, 'test', '--grep', '@promise']],
    ]
  : [
      [
        [VITEST, 'run', '--project=node', '--project=web'],
        [VITEST, 'run', '--project=browser*'],
      ],
      [[PLAYWRIGHT, 'test']],
    ]

const folder = mkdtempSync(join(tmpdir(), 'headgate-notes-'))
const notes = join(folder, 'notes')
const env = {
  ...process.env,
  [NOTES]: notes,
  // servers and commands are started some hundred times, and each would be compiled again
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  ...(soaking ? { SOAK: '1' } : {}),
}
const started = performance.now()
let failed = false
let ended = false
// the runners get the signal from the terminal themselves
process.on('SIGINT', () => undefined)
for (const runners of STEPS) {
  const running = runners.map(([program, ...args]) => {
    const path = join(root, 'node_modules', program)
    return spawn(process.execPath, [path, ...args], { cwd: root, env, stdio: 'inherit' })
  })
  const end = () => {
    ended = true
    // on this signal they stop their servers and browsers
    for (const runner of running) runner.kill('SIGINT')
  }
  process.on('SIGTERM', end)
  const statuses = await Promise.all(running.map(async (runner) => (await once(runner, 'exit'))[0]))
  process.off('SIGTERM', end)
  failed ||= statuses.some((status) => status !== 0)
  // the exit code of a runner stopped by Ctrl-C is 130
  ended ||= statuses.some((status) => status === null || status === 130)
  if (ended) break
}
const seconds = Math.round((performance.now() - started) / 1000)
if (!ended) {
  const { lines, kept } = table(promises(), notesIn(notes), soaking)
  process.stdout.write(`\n${lines.join('\n')}\n`)
  failed ||= !kept
}
rmSync(folder, { recursive: true, force: true })
process.stdout.write(`\nAll tests took ${Math.floor(seconds / 60)} min ${seconds % 60} s.\n`)
process.exitCode = failed || ended ? 1 : 0
