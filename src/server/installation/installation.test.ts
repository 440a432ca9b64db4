/** The key that signs tokens is made once and kept, and a damaged one is refused: tokens signed with it could be guessed. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { StartRefused } from '../kit/config.ts'
import { build, emptyDatabase, whenFinished } from '../testing/build.ts'

async function folderWith(key?: string | Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-key-'))
  whenFinished(() => rm(folder, { recursive: true, force: true }))
  if (key !== undefined) await writeFile(path.join(folder, 'secret'), key)
  return folder
}

it('makes a key of 48 random bytes and uses it again', async () => {
  const DATA_DIR = await folderWith()
  const first = await build({ DATA_DIR })
  const stored = await readFile(path.join(DATA_DIR, 'secret'), 'utf8')
  expect(stored).toMatch(/^[A-Za-z0-9_-]{64}$/)
  expect(first.kit.secret).toBe(stored)
  await first.stop()
  await writeFile(path.join(DATA_DIR, 'secret'), `${stored}\n`)
  expect((await build({ DATA_DIR })).kit.secret).toBe(stored)
})

it('refuses a damaged key in one line that names its file', async () => {
  const whole = randomBytes(48).toString('base64url')
  const damaged = {
    empty: '',
    'an empty line': '\n',
    'cut off': whole.slice(0, 5),
    'one letter short': whole.slice(1),
    'one letter long': `${whole}A`,
    NUL: Buffer.alloc(64),
    'NUL at its end': `${whole.slice(0, 32)}${'\0'.repeat(32)}`,
    'not base64url': '*'.repeat(64),
  }
  const DATABASE_URL = await emptyDatabase()
  for (const [of, content] of Object.entries(damaged)) {
    const DATA_DIR = await folderWith(content)
    const refusal: unknown = await build({ DATA_DIR, DATABASE_URL }).catch((error: unknown) => error)
    expect([of, refusal]).toEqual([of, expect.any(StartRefused)])
    const { message } = refusal instanceof Error ? refusal : { message: '' }
    expect([of, message.split('\n').length, message.includes(path.join(DATA_DIR, 'secret'))]).toEqual([
      of,
      1,
      true,
    ])
    // whoever repairs it finds it as it was
    expect(await readFile(path.join(DATA_DIR, 'secret'))).toEqual(Buffer.from(content))
  }
})
