/** Interrupting the preparation of a checkout leaves no process running. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../src/server/testing/test-device.ts'

const SCRIPTS = import.meta.dirname

/** Writes its process id to a file, and never exits. */
const endless = (file: string) =>
  `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`

/** A checkout of a package that installs, or builds, without end. */
async function checkout({ installed }: { installed: boolean }) {
  const root = await mkdtemp(path.join(tmpdir(), 'headgate-checkout-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const pidFile = path.join(root, 'at-work.pid')
  await mkdir(path.join(root, 'scripts'))
  for (const name of ['prepare.mjs', 'browser.mjs'])
    await cp(path.join(SCRIPTS, name), path.join(root, 'scripts', name))
  await writeFile(path.join(root, 'endless.cjs'), endless(pidFile))
  const about = { name: 'checkout', version: '1.0.0', scripts: { postinstall: 'node endless.cjs' } }
  await writeFile(path.join(root, 'package.json'), JSON.stringify(about))
  await writeFile(path.join(root, 'package-lock.json'), JSON.stringify({ ...about, lockfileVersion: 3 }))
  if (installed) {
    const bin = path.join(root, 'node_modules/vite/bin')
    await mkdir(bin, { recursive: true })
    await writeFile(path.join(bin, 'vite.js'), endless(pidFile))
    await writeFile(path.join(root, 'node_modules/.headgate-installed'), '')
  }
  /** The process id of the worker, once it is there. */
  const worker = () =>
    eventually(
      'the work to begin',
      async () => Number(await readFile(pidFile, 'utf8').catch(() => '')) || null,
    )
  return { root, worker }
}

function prepare(root: string): ChildProcess {
  return spawn(process.execPath, ['scripts/prepare.mjs', 'build'], { cwd: root, stdio: 'ignore' })
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

for (const [what, installed, signal] of [
  ['installs', false, 'SIGTERM'],
  ['builds', true, 'SIGINT'],
] as const)
  test(`${signal} while it ${what} ends all of it, and the next one may begin`, async () => {
    const { root, worker } = await checkout({ installed })
    const preparing = prepare(root)
    const ended = once(preparing, 'exit')
    const pid = await worker()
    preparing.kill(signal)
    expect(await ended).toEqual([null, signal])
    await eventually('the end of the work', async () => (lives(pid) ? null : true))
    expect(await readdir(path.join(root, 'node_modules'))).not.toContain('.headgate-prepare')
  })
