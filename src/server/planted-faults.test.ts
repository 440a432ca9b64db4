/** A fault for each group of docs/reliability.md, planted into a copy of the source: the test of that row has to fail. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { patchedSource, plant, plantedFaults, type Patch } from './testing/delivery-model/planted-faults.ts'
import { SOAKING } from './testing/soak.ts'

/** What tests need beside the source. */
const BESIDE = ['scripts', 'docs', 'vitest.config.ts', 'tsconfig.json', 'package-lock.json', 'examples']
const ENOUGH_MS = 15 * 60_000

interface Fault {
  row: string
  name: string
  patches: Patch[]
  /** The test that has to fail. */
  test: [file: string, name: string]
  /** What fails there, as the message or as the line of the assertion: a failure of anything else does not count. */
  failure: { message: RegExp } | { assertion: RegExp }
  /** The fault shows as something that never happens: only a timeout of this test counts. */
  timesOut?: true
}

const FAULTS: Fault[] = [
  {
    row: 'A10',
    name: 'an early return for an unknown e-mail',
    patches: [
      {
        file: 'src/server/accounts/passwords/password-hash.ts',
        search: '  const matches = await hashing.take',
        replacement: '  if (storedHash === null) return false\n  const matches = await hashing.take',
      },
    ],
    test: ['src/server/accounts/equal-work.test.ts', 'costs one hash and the same number of statements'],
    failure: { message: /expected 2 to be 1/ },
  },
  {
    row: 'B1',
    name: 'a deletion without a check of the owner',
    patches: [
      {
        file: 'src/server/geofences/geofences.service.ts',
        search:
          'const { system, former } = await lockedGeofence(tx, userId, id)\n          if (!(await deleteGeofence',
        replacement:
          'if (await deleteGeofence(await continueAsServer(tx), Number(id))) return\n          const { system, former } = await lockedGeofence(tx, userId, id)\n          if (!(await deleteGeofence',
      },
    ],
    test: ['src/server/ownership.test.ts', 'is answered like what does not exist, and stays unchanged'],
    failure: { message: /DELETE \/api\/geofences\/1\// },
  },
  {
    row: 'B2',
    name: 'a user id in a query that is trusted',
    patches: [
      {
        file: 'src/server/graphs/graphs.routes.ts',
        search: "if (Number(user_id) !== id) throw new Problem('forbidden')",
        replacement: '',
      },
    ],
    test: ['src/server/graphs/dates.test.ts', 'refuse a user_id that is not mine'],
    failure: { message: /user_id=1', 200,/ },
  },
  {
    row: 'B5',
    name: 'a picture served to anyone who has its URL',
    patches: [
      {
        file: 'src/server/graphs/pictures.service.ts',
        search: 'database.asCustomer(userId, (tx) => selectFileName(tx, userId, key))',
        replacement: 'selectFileName(database.reader, userId, key)',
      },
      {
        file: 'src/server/graphs/pictures.store.ts',
        search: ".where('p.key', '=', key)\n    .where('m.user_id', '=', userId)",
        replacement: ".where('p.key', '=', key)",
      },
    ],
    test: ['src/server/graphs/pictures.service.test.ts', 'needs a credential'],
    failure: { assertion: /rawGet\(built, address, sam\.headers\)/ },
  },
  {
    row: 'C1',
    name: 'a query concatenated from text',
    patches: [
      {
        file: 'src/server/provider/people/people.store.ts',
        search: '(u.name ilike ${like}',
        replacement: "(u.name ilike ${sql.raw(`'${like.replaceAll(\"'\", \"''\")}'`)}",
      },
    ],
    test: ['src/server/every-route.test.ts', 'answers whatever comes as documented'],
    failure: { assertion: /statements.*MARK/ },
  },
  {
    row: 'D1',
    name: 'a router limit whose error names the library',
    patches: [
      {
        file: 'src/server/kit/http-server.ts',
        search: 'maxParamLength: URL_CHARACTERS_MAX',
        replacement: 'maxParamLength: Math.min(512, URL_CHARACTERS_MAX)',
      },
    ],
    test: ['src/server/every-route.test.ts', 'answers whatever comes as documented'],
    failure: { assertion: /expect\(complaints/ },
  },
  {
    row: 'E1',
    name: 'a setting without the look-up of its idempotency key',
    patches: [
      {
        file: 'src/server/systems/settings.service.ts',
        search: 'key === null ? undefined : commandByKey(tx, userId, key)',
        replacement: 'undefined',
      },
    ],
    test: ['src/server/systems/bar.test.ts', 'creates one row, one message to the machine'],
    failure: { assertion: /expect\(new Set\(answers/ },
  },
  {
    row: 'E1',
    name: 'an idempotency key that can be stored twice',
    patches: [
      {
        file: 'src/server/systems/settings.service.ts',
        search: 'key === null ? undefined : commandByKey(tx, userId, key)',
        replacement: 'undefined',
      },
      {
        file: 'src/server/systems/settings.store.ts',
        search: '${command.savedAt}, ${command.idempotencyKey}',
        replacement: '${command.savedAt}, null',
      },
    ],
    test: ['src/server/systems/bar.test.ts', 'creates one row, one message to the machine'],
    failure: { assertion: /expect\(new Set\(answers/ },
  },
  {
    row: 'E5',
    name: 'a machine that applies an expired setting',
    patches: [
      {
        file: 'src/simulator/device-shadow.ts',
        search: 'now >= Math.min(ends, Date.parse(desired.validUntil))',
        replacement: 'now >= ends',
      },
    ],
    test: ['src/simulator/controller.test.ts', 'whose validity has passed is expired and not applied'],
    failure: { message: /timed out.*whose validity has passed is expired/ },
    timesOut: true,
  },
  {
    row: 'F2',
    name: 'a log without full pages',
    patches: [
      {
        file: 'src/server/kit/postgres/postmaster.ts',
        search: "full_page_writes: 'on'",
        replacement: "full_page_writes: 'off'",
      },
    ],
    test: ['src/server/durability.test.ts', 'a power cut that leaves pages half written'],
    failure: { message: /invalid page in block/ },
  },
  {
    row: 'F3',
    name: 'a commit that does not wait for the disk',
    patches: [
      {
        file: 'src/server/kit/postgres/postmaster.ts',
        search: "synchronous_commit: 'on'",
        replacement: "synchronous_commit: 'off'",
      },
    ],
    test: ['src/server/durability.test.ts', 'a write is on the disk before it is answered'],
    failure: { assertion: /spans\.filter/ },
  },
  {
    row: 'G3',
    name: 'access to any topic',
    patches: [
      {
        file: 'src/server/devices/broker/access.rules.ts',
        search:
          "return identity.kind === 'controller' && filter === controllerTopic(identity.topicId, 'desired')",
        replacement: "return identity.kind === 'controller'",
      },
    ],
    test: ['src/server/devices/access.test.ts', 'is refused every subscription there'],
    failure: { assertion: /granted\.filter/ },
  },
  {
    row: 'H1',
    name: 'a missing header',
    patches: [
      {
        file: 'src/server/kit/http-headers.ts',
        search: "'x-content-type-options': 'nosniff',",
        replacement: '',
      },
    ],
    test: ['src/server/access.test.ts', 'sends the security headers'],
    failure: { message: /name: 'ok'/ },
  },
]

const reportShape = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), failureMessages: z.array(z.string()) })),
    }),
  ),
})

it('every planted fault applies to the current source, and its test and assertion exist', async () => {
  for (const { name, patches } of [...FAULTS, ...plantedFaults])
    for (const patch of patches) await patchedSource(name, patch)
  const missing = FAULTS.filter(({ test: [file, title], failure }) => {
    const source = readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')
    return !source.includes(title) || ('assertion' in failure && !failure.assertion.test(source))
  })
  expect(missing.map(({ name }) => name)).toEqual([])
})

describe.skipIf(!SOAKING)('a planted fault (npm run test:soak)', () => {
  it.each(FAULTS)(
    'of row $row, $name, is detected',
    { timeout: ENOUGH_MS },
    async ({ name, patches, test, failure, timesOut = false }) => {
      const [file, title] = test
      const copy = await plant({ name, patches }, BESIDE)
      onTestFinished(copy.remove)
      const { RELIABILITY_NOTES: _notes, SOAK: _soak, VITEST_POOL_ID: _pool, ...env } = process.env
      const vitest = path.join(copy.folder, 'node_modules/vitest/vitest.mjs')
      spawnSync(
        process.execPath,
        [vitest, 'run', '--project=node', '--reporter=json', '--outputFile=result.json', file, '-t', title],
        { cwd: copy.folder, env, stdio: 'ignore' },
      )
      const { numPassedTests, testResults } = reportShape.parse(
        JSON.parse(readFileSync(path.join(copy.folder, 'result.json'), 'utf8')),
      )
      const failed = testResults.flatMap(({ assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .flatMap((result) => result.failureMessages),
      )
      expect({ numPassedTests, files: testResults.map(({ message }) => message) }).toEqual({
        numPassedTests: 0,
        files: [''],
      })
      const source = readFileSync(path.join(copy.folder, file), 'utf8').split('\n')
      const messages = failed.map((text) => {
        const line = Number(/\.test\.ts[^:\s]*:(\d+):/.exec(text)?.[1])
        return `${text.split('\n')[0]} ${source[line - 1]?.trim()}`
      })
      expect(messages.join('\n')).toMatch('assertion' in failure ? failure.assertion : failure.message)
      expect(messages.some((text) => text.includes('timed out'))).toBe(timesOut)
    },
  )
})
