/** Old mail files are deleted: they contain sign-in links. */
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { removeOld } from './mail-delivery.ts'

it('old mails are deleted, newer ones and other files stay', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-outbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const day = (n: number) => new Date(Date.UTC(2026, 5, n))
  for (const [name, n] of [
    ['a.eml', 1],
    ['b.part', 1],
    ['c.eml', 3],
    ['notes.txt', 1],
  ] as const) {
    await writeFile(path.join(folder, name), '')
    await utimes(path.join(folder, name), day(n), day(n))
  }
  await removeOld(folder, day(2))
  expect(new Set(await readdir(folder))).toEqual(new Set(['c.eml', 'notes.txt']))
  await expect(removeOld(path.join(folder, 'none'), day(2))).resolves.toBeUndefined()
})
