/** Replays the transcript of a Djoser server against this one: every answer of the contract, byte for byte where it matters. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { build } from '../testing/build.ts'

const FOLDER = fileURLToPath(new URL('contract-replay/', import.meta.url))
const SECRET = 'a-secret-of-the-replay-and-of-nothing-else'

const results = z.array(
  z.object({ name: z.string(), state: z.string(), errors: z.array(z.string()).optional() }),
)

async function replay(url: string, outbox: string): Promise<z.infer<typeof results>> {
  const work = await mkdtemp(path.join(tmpdir(), 'headgate-replay-'))
  onTestFinished(() => rm(work, { recursive: true, force: true }))
  const [overrides, report] = [path.join(FOLDER, 'overrides.json'), path.join(work, 'report.json')]
  const script = [path.join(FOLDER, 'replay.mjs'), url, outbox, '--secret', SECRET, '--xff']
  const options = ['--class', 'contract,extra', '--overrides', overrides, '--json', report]
  // a failing case makes the script exit with 1; the report says which
  await new Promise((resolve) => {
    execFile(process.execPath, [...script, ...options], resolve)
  })
  return results.parse(JSON.parse(await readFile(report, 'utf8')))
}

describe('the auth contract', () => {
  it('is kept, case by case', async () => {
    const { url, dataDir } = await build({ JWT_SECRET: SECRET, TRUST_PROXY: 'loopback' })
    const cases = await replay(url, path.join(dataDir, 'outbox'))
    expect(cases).toHaveLength(134 + 11)
    expect(cases.filter(({ state }) => state !== 'ok')).toEqual([])
  })
})
