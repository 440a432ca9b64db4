/** Dependencies that were not reviewed are refused, one test for each way in. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { provesRow } from '../src/server/testing/reliability.ts'

const SCRIPT = path.join(import.meta.dirname, 'dependencies.mjs')
const SHA = 'sha512-AAAA'

/** A checkout of one dependency that needs another, each changed as given. */
async function checkout({ wanted = {}, locked = {}, one = {}, two = {} } = {}) {
  const root = await mkdtemp(path.join(tmpdir(), 'headgate-lock-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const manifest = { name: 'farm', version: '1.0.0', dependencies: { one: '^1.0.0' } }
  const packages = {
    '': { ...manifest, ...locked },
    'node_modules/one': { version: '1.0.1', integrity: SHA, dependencies: { two: '^2.0.0' }, ...one },
    'node_modules/one/node_modules/two': { version: '2.0.0', integrity: SHA, ...two },
  }
  await writeFile(path.join(root, 'package.json'), JSON.stringify({ ...manifest, ...wanted }))
  await writeFile(path.join(root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
  const { stderr, status } = spawnSync(process.execPath, [SCRIPT, root], { encoding: 'utf8' })
  return { lines: stderr.split('\n').filter(Boolean), status }
}

it('accepts the checkout as it is', async () => {
  provesRow('H8', 1)
  expect(await checkout()).toEqual({ lines: [], status: 0 })
  const runs = { one: { hasInstallScript: true }, wanted: { allowScripts: { one: true } } }
  expect(await checkout(runs)).toEqual({ lines: [], status: 0 })
})

it.each([
  [
    'a lock of another package.json',
    { wanted: { dependencies: { one: '^2.0.0' } } },
    'dependencies: one is ^2.0.0 in package.json and ^1.0.0 in the lock',
  ],
  [
    'contents that nobody can compare',
    { two: { integrity: undefined } },
    'node_modules/one/node_modules/two has no SHA-512 of its contents',
  ],
  [
    'an address of its own',
    { one: { resolved: 'https://registry.example/one.tgz' } },
    'node_modules/one names the host that it came from',
  ],
  [
    'a dependency from a repository',
    { one: { dependencies: { two: 'git+ssh://git@host.example/two.git' } } },
    'node_modules/one needs two from git+ssh://git@host.example/two.git',
  ],
  [
    'a dependency that is not locked',
    { one: { dependencies: { three: '1' } } },
    'node_modules/one needs three, which is not in the lock',
  ],
  [
    'a script that nobody allowed',
    { two: { hasInstallScript: true } },
    'two runs a script at its installation, which allowScripts does not name',
  ],
  [
    'a script that is no more',
    { wanted: { allowScripts: { one: true } } },
    'allowScripts names one, which runs nothing at its installation',
  ],
])('names %s', async (_, change, complaint) => {
  expect(await checkout(change)).toEqual({ lines: [complaint], status: 1 })
})
