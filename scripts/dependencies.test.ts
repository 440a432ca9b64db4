/** Dependencies that were not reviewed are refused, one test for each way in, and the bill of materials has all of them. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { provesRow } from '../src/server/testing/reliability.ts'

const ROOT = path.join(import.meta.dirname, '..')
const SCRIPT = path.join(import.meta.dirname, 'dependencies.mjs')
const SHA = 'sha512-AAAA'
const STRICT = 'fund=false\nstrict-allow-scripts=true\n'

function complaintsOf(root: string) {
  const { stderr, status } = spawnSync(process.execPath, [SCRIPT, root], { encoding: 'utf8' })
  return { lines: stderr.split('\n').filter(Boolean), status }
}

/** A checkout of one dependency that needs another, each changed as given. */
async function checkout({ wanted = {}, locked = {}, one = {}, two = {}, npmrc = STRICT } = {}) {
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
  await writeFile(path.join(root, '.npmrc'), npmrc)
  return root
}

/** The same, installed: what npm recorded of the first one, and the version that its folder holds. */
async function installed({ recorded = {}, holds = '1.0.1', place = 'node_modules/one' } = {}) {
  const root = await checkout()
  const modules = path.join(root, 'node_modules')
  await mkdir(path.join(modules, 'one'), { recursive: true })
  await writeFile(path.join(modules, 'one/package.json'), JSON.stringify({ name: 'one', version: holds }))
  // the other one is for another platform
  const packages = { [place]: { version: '1.0.1', integrity: SHA, ...recorded } }
  await writeFile(path.join(modules, '.package-lock.json'), JSON.stringify({ packages }))
  return root
}

it('accepts this checkout, with what is installed in it', () => {
  provesRow('H8', 1)
  expect(complaintsOf(ROOT)).toEqual({ lines: [], status: 0 })
  // which is not accepted for want of anything to compare
  expect(existsSync(path.join(ROOT, 'node_modules/.package-lock.json'))).toBe(true)
})

it('accepts a checkout that is in order, before and after its installation', async () => {
  expect(complaintsOf(await checkout())).toEqual({ lines: [], status: 0 })
  expect(complaintsOf(await installed())).toEqual({ lines: [], status: 0 })
  const runs = { one: { hasInstallScript: true }, wanted: { allowScripts: { one: true } } }
  expect(complaintsOf(await checkout(runs))).toEqual({ lines: [], status: 0 })
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
  [
    'scripts that run although nobody allowed them',
    { npmrc: 'fund=false\n' },
    '.npmrc does not say strict-allow-scripts=true, so scripts run that allowScripts does not name',
  ],
])('names %s', async (_, change, complaint) => {
  expect(complaintsOf(await checkout(change))).toEqual({ lines: [complaint], status: 1 })
})

it.each([
  [
    'a package that is not locked',
    { place: 'node_modules/three' },
    'node_modules/three is installed and not in the lock',
  ],
  [
    'another version',
    { recorded: { version: '1.0.2' }, holds: '1.0.2' },
    "node_modules/one is installed as 1.0.2, by npm's record 1.0.2, and locked as 1.0.1",
  ],
  [
    'a folder that was replaced',
    { holds: '1.0.0' },
    "node_modules/one is installed as 1.0.0, by npm's record 1.0.1, and locked as 1.0.1",
  ],
  [
    'other contents',
    { recorded: { integrity: 'sha512-BBBB' } },
    'node_modules/one is installed from other contents than the locked ones',
  ],
])('names an installation of %s', async (_, change, complaint) => {
  expect(complaintsOf(await installed(change))).toEqual({ lines: [complaint], status: 1 })
})

it('names an installation of which npm has no record', async () => {
  const root = await installed()
  await rm(path.join(root, 'node_modules/.package-lock.json'))
  const complaint = 'node_modules has no record of what npm installed: remove it and install again'
  expect(complaintsOf(root)).toEqual({ lines: [complaint], status: 1 })
})

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})
const bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string().startsWith('pkg:npm/'),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })).min(1),
    }),
  ),
})

it('has a bill of materials with what browsers get, and Node', async () => {
  const { dependencies, devDependencies } = manifest.parse(
    JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')),
  )
  const { stdout, status } = spawnSync('npm', ['run', '-s', 'sbom'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  expect(status).toBe(0)
  const { components } = bill.parse(JSON.parse(stdout))
  const names = new Set(components.map(({ name }) => name))
  expect([...names]).toEqual(expect.arrayContaining(['react', 'maplibre-gl', 'node', 'fastify']))
  const missing = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !names.has(name))
  expect(missing).toEqual([])
})
