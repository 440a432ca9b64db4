/** A fault of each group of docs/reliability.md, planted into a copy of the source: the test that shows the row has to fail on it. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { plant, type Patch } from './testing/delivery-model/planted-faults.ts'
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
}

const FAULTS: Fault[] = [
  {
    row: 'A10',
    name: 'an early return for an unknown e-mail',
    patches: [
      {
        file: 'src/server/accounts/passwords/password-hash.ts',
        search: '  const matches = await hashing.take',
        replacement: '  if (stored === null) return false\n  const matches = await hashing.take',
      },
    ],
    test: ['src/server/accounts/equal-work.test.ts', 'costs one hash and as many statements'],
  },
  {
    row: 'B1',
    name: 'no look at whose it is that is deleted',
    patches: [
      {
        file: 'src/server/geofences/geofences.service.ts',
        search:
          'const { system, former } = await theirs(tx, userId, id)\n          if (!(await deleteGeofence',
        replacement:
          'if (await deleteGeofence(await continueAsServer(tx), Number(id))) return\n          const { system, former } = await theirs(tx, userId, id)\n          if (!(await deleteGeofence',
      },
    ],
    test: ['src/server/ownership.test.ts', 'answers like what does not exist, and stays as it was'],
  },
  {
    row: 'B2',
    name: 'a number in a query that is believed',
    patches: [
      {
        file: 'src/server/graphs/graphs.routes.ts',
        search: "if (Number(user_id) !== id) throw new Problem('forbidden')",
        replacement: '',
      },
    ],
    test: ['src/server/graphs/dates.test.ts', 'refuse a user_id that is not mine'],
  },
  {
    row: 'B5',
    name: 'a picture for whoever has its address',
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
  },
  {
    row: 'C1',
    name: 'a search put together as text',
    patches: [
      {
        file: 'src/server/provider/people/people.store.ts',
        search: '(u.name ilike ${like}',
        replacement: "(u.name ilike ${sql.raw(`'${like.replaceAll(\"'\", \"''\")}'`)}",
      },
    ],
    test: ['src/server/every-route.test.ts', 'answers whatever comes as documented'],
  },
  {
    row: 'D1',
    name: 'a limit of the router, whose refusal names its library',
    patches: [
      {
        file: 'src/server/kit/http-server.ts',
        search: 'maxParamLength: URL_CHARACTERS_MAX',
        replacement: 'maxParamLength: Math.min(512, URL_CHARACTERS_MAX)',
      },
    ],
    test: ['src/server/every-route.test.ts', 'answers whatever comes as documented'],
  },
  {
    row: 'E1',
    name: 'no look for the key of a setting',
    patches: [
      {
        file: 'src/server/systems/settings.service.ts',
        search: 'key === null ? undefined : commandByKey(tx, userId, key)',
        replacement: 'undefined',
      },
    ],
    test: ['src/server/systems/bar.test.ts', 'is one row, one message to the machine'],
  },
  {
    row: 'E1',
    name: 'a key of a setting that may be stored twice',
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
    test: ['src/server/systems/bar.test.ts', 'is one row, one message to the machine'],
  },
  {
    row: 'E5',
    name: 'a stale setting that a machine applies',
    patches: [
      {
        file: 'src/simulator/device-shadow.ts',
        search: 'now >= Math.min(ends, Date.parse(desired.validUntil))',
        replacement: 'now >= ends',
      },
    ],
    test: ['src/simulator/controller.test.ts', 'whose validity has passed is expired and not applied'],
  },
  {
    row: 'F2',
    name: 'pages that are not kept whole in the log',
    patches: [
      {
        file: 'src/server/kit/postgres/postmaster.ts',
        search: "full_page_writes: 'on'",
        replacement: "full_page_writes: 'off'",
      },
    ],
    test: ['src/server/durability.test.ts', 'a power cut that leaves pages half written'],
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
  },
  {
    row: 'G3',
    name: 'an access control of #',
    patches: [
      {
        file: 'src/server/devices/broker/access.rules.ts',
        search: "return who.kind === 'controller' && filter === controllerTopic(who.topicId, 'desired')",
        replacement: "return who.kind === 'controller'",
      },
    ],
    test: ['src/server/devices/access.test.ts', 'is refused every subscription there'],
  },
  {
    row: 'H1',
    name: 'a header left out',
    patches: [
      {
        file: 'src/server/kit/http-headers.ts',
        search: "'x-content-type-options': 'nosniff',",
        replacement: '',
      },
    ],
    test: ['src/server/access.test.ts', 'sends the headers of the bar'],
  },
]

describe.skipIf(!SOAKING)('a planted fault (npm run test:soak)', () => {
  it.each(FAULTS)('of $row, $name, is found', { timeout: ENOUGH_MS }, async ({ name, patches, test }) => {
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
    const { numPassedTests, numFailedTests } = JSON.parse(
      readFileSync(path.join(copy.folder, 'result.json'), 'utf8'),
    )
    expect({ numPassedTests, failed: numFailedTests > 0 }).toEqual({ numPassedTests: 0, failed: true })
  })
})
