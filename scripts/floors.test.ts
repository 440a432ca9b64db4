/** Each floors rule fails on a small tree that breaks it. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const SCRIPT = fileURLToPath(new URL('floors.mjs', import.meta.url))

/** The output of the script for a tree of these files. */
function judge(files: Record<string, string>): { status: number | null; lines: string[] } {
  const root = mkdtempSync(join(tmpdir(), 'headgate-floors-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, 'src', name)), { recursive: true })
      writeFileSync(join(root, 'src', name), text)
    }
    const run = spawnSync(process.execPath, [SCRIPT, root], { encoding: 'utf8' })
    return { status: run.status, lines: run.stderr.split('\n').filter(Boolean) }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const log = 'export const log = 1\n'
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
/** A chain of files, each importing the next. */
const row = (count: number) =>
  Object.fromEntries(
    upTo(count).map((at) => [`simulator/f${at}.ts`, at < count ? `import './f${at + 1}.ts'\n` : '']),
  )
/** Small files of one folder, each with one importer, and the importer of all. */
const small = (count: number, lines = 39) => ({
  ...Object.fromEntries(
    upTo(count).map((at) => [
      `simulator/s${at % 2}/c${at}.ts`,
      `/** A small file. */\n\n${'x()\n'.repeat(lines)}`,
    ]),
  ),
  'simulator/main.ts': upTo(count)
    .map((at) => `import './s${at % 2}/c${at}.ts'\n`)
    .join(''),
})
/** A folder of files that are imported by several others. */
const folder = (count: number) =>
  Object.fromEntries(upTo(count).map((at) => [`simulator/f${at}.ts`, 'export const x = 1\n']))

it('accepts imports that run down', () => {
  const { status, lines } = judge({
    'agronomy/units.ts': 'export const inch = 0.0254\n',
    'contract/systems.ts':
      "import { z } from 'zod'\nimport '../agronomy/units.ts'\nexport const rate = z.number()\n",
    'server/kit/log.ts': log,
    'server/systems/systems.rules.ts':
      "import { inch } from '../../agronomy/units.ts'\nimport type {\n  rate,\n} from '../../contract/systems.ts'\nimport { log } from '../kit/log.ts'\n",
    'server/maps/live/depth.ts': "import { inch } from '#agronomy/units.ts'\n",
    'server/systems/systems.store.ts':
      "import { sql } from 'kysely'\nimport type { Rate } from './systems.rules.ts'\nexport const all = (db) => db.selectFrom('systems')\n",
    'server/systems/systems.service.ts':
      "import './systems.store.ts'\nexport const list = (database) => database.asCustomer(1, () => [])\n",
    'server/systems/systems.routes.ts': "import './systems.service.ts'\n",
    'server/app.ts': "import './systems/systems.routes.ts'\n// import './missing.ts'\n",
    'web/systems/page.tsx': "import css from './page.module.css'\n",
    'web/systems/page.module.css': '',
    'web/routes.tsx': "const page = () => import('./systems/page.tsx')\n",
  })
  expect(lines).toEqual([])
  expect(status).toBe(0)
})

it.each([
  ['a folder of 25 files and its tests', { ...folder(25), 'simulator/f1.test.ts': '' }],
  ['12 files in a row', row(12)],
  ['20 small files with one user', small(20)],
  ['many files of 40 lines with one user', small(30, 40)],
])('accepts %s', (_, files) => {
  expect(judge(files).lines).toEqual([])
})

it.each([
  ['a folder of 26 files', folder(26), /^src\/simulator: 26 files, at most 25$/],
  [
    '13 files in a row',
    row(13),
    /^13 files import each other in a row, at most 12: src\/simulator\/f1\.ts -> .*f13\.ts$/,
  ],
  [
    '21 small files with one user',
    small(21),
    /^21 files under 40 lines with one importer, at most 20: src\/simulator\/s0\/c10\.ts \(src\/simulator\/main\.ts\), /,
  ],
])('does not let it have %s', (_, files, line) => {
  const { status, lines } = judge(files)
  expect(lines).toEqual([expect.stringMatching(line)])
  expect(status).toBe(1)
})

it.each([
  [
    'an import upwards',
    { 'server/kit/log.ts': "import '../systems/a.ts'\n", 'server/systems/a.ts': '' },
    'src/server/kit/log.ts: server/kit may not import server/systems: upwards',
  ],
  [
    'a type import upwards, over several lines',
    {
      'server/probes/a.ts': "import type {\n  Graph,\n} from '../graphs/b.ts'\n",
      'server/graphs/b.ts': '',
    },
    'src/server/probes/a.ts: server/probes may not import server/graphs: upwards',
  ],
  [
    'two folders that import each other',
    {
      'server/maps/inputs/a.ts': "import '../live/b.ts'\n",
      'server/maps/live/b.ts': '',
      'server/maps/live/c.ts': "import '../inputs/d.ts'\n",
      'server/maps/inputs/d.ts': '',
    },
    'src/server/maps/inputs/a.ts: imports server/maps/live/b.ts, and back src/server/maps/live/c.ts: imports server/maps/inputs/d.ts',
  ],
  [
    'a circle, of types too',
    {
      'simulator/a.ts': "import { b } from './b.ts'\n",
      'simulator/b.ts': "import type { c } from './c.ts'\n",
      'simulator/c.ts': "export * from './a.ts'\n",
    },
    'src/simulator/a.ts: circle simulator/a.ts -> simulator/b.ts -> simulator/c.ts -> simulator/a.ts',
  ],
  [
    'a feature of the web that imports another',
    { 'web/maps/a.tsx': "import '../graphs/b.tsx'\n", 'web/graphs/b.tsx': '' },
    'src/web/maps/a.tsx: web/maps may not import web/graphs: another feature',
  ],
  [
    'a page loaded from below',
    { 'web/api/a.ts': "await import('../maps/b.tsx')\n", 'web/maps/b.tsx': '' },
    'src/web/api/a.ts: web/api may not import web/maps: upwards',
  ],
  [
    'one application in another, in a test too',
    { 'web/api/a.test.ts': "import '../../server/app.ts'\n", 'server/app.ts': '' },
    'src/web/api/a.test.ts: web may not import server',
  ],
  [
    'one shared layer in the other',
    { 'agronomy/a.ts': "import '../contract/b.ts'\n", 'contract/b.ts': '' },
    'src/agronomy/a.ts: agronomy may not import contract',
  ],
  [
    'one shared layer in the other by its name',
    { 'agronomy/a.ts': "import '#contract/b.ts'\n", 'contract/b.ts': '' },
    'src/agronomy/a.ts: agronomy may not import contract',
  ],
  [
    'a shared layer reached step by step from a deep folder',
    { 'server/maps/live/a.ts': "import '../../../contract/b.ts'\n", 'contract/b.ts': '' },
    'src/server/maps/live/a.ts: imports ../../../contract/b.ts: more than two folders up; shared layers are #agronomy/ or #contract/',
  ],
  [
    'a word of the field in web/ui',
    { 'web/ui/a.tsx': "import '../../contract/b.ts'\n", 'contract/b.ts': '' },
    'src/web/ui/a.tsx: web/ui may not import contract',
  ],
  [
    'a library in the contract',
    { 'contract/a.ts': "import { Pool } from 'pg'\n" },
    'src/contract/a.ts: contract may not import pg',
  ],
  [
    'the map library outside web/map',
    { 'web/maps/a.tsx': "import { Map } from 'maplibre-gl'\n" },
    'src/web/maps/a.tsx: only web/map may import maplibre-gl',
  ],
  [
    'a script of the repository',
    { 'server/main.ts': "import '../../scripts/floors.mjs'\n" },
    'src/server/main.ts: imports ../../scripts/floors.mjs, which is outside src',
  ],
  [
    'an import without its ending',
    { 'server/main.ts': "import './app'\n", 'server/app.ts': '' },
    'src/server/main.ts: imports ./app without .ts or .tsx',
  ],
  [
    'a route that queries the database itself',
    { 'server/systems/a.routes.ts': "import { all } from './a.store.ts'\n", 'server/systems/a.store.ts': '' },
    'src/server/systems/a.routes.ts: .routes may not import ./a.store.ts: only HTTP; its .service.ts opens transactions',
  ],
  [
    'a route that opens a transaction',
    { 'server/systems/a.routes.ts': 'export const put = (kit) => kit.database.write(() => 1)\n' },
    'src/server/systems/a.routes.ts: .routes opens a transaction: only HTTP; its .service.ts opens transactions',
  ],
  [
    'a rule written in the types of a table',
    {
      'server/systems/a.rules.ts': "import type { Row } from './a.store.ts'\n",
      'server/systems/a.store.ts': '',
    },
    'src/server/systems/a.rules.ts: .rules may not import ./a.store.ts: rules are pure',
  ],
  [
    'a rule that reads files',
    { 'server/systems/a.rules.ts': "import { readFile } from 'node:fs/promises'\n" },
    'src/server/systems/a.rules.ts: .rules may not import node:fs/promises: rules are pure',
  ],
  [
    'a rule that is given the database',
    {
      'server/systems/a.rules.ts': "import type { Reader } from '../kit/postgres/database.ts'\n",
      'server/kit/postgres/database.ts': '',
    },
    'src/server/systems/a.rules.ts: .rules may not import ../kit/postgres/database.ts: rules are pure',
  ],
  [
    'SQL outside a store',
    { 'server/systems/a.service.ts': "import { sql } from 'kysely'\n" },
    'src/server/systems/a.service.ts: imports kysely: SQL belongs in .store.ts',
  ],
  [
    'a query outside a store',
    { 'server/systems/a.service.ts': "export const all = (db) => db.selectFrom('systems')\n" },
    'src/server/systems/a.service.ts: queries the database: SQL belongs in .store.ts',
  ],
  [
    'a store that decides when its transaction ends',
    { 'server/systems/a.store.ts': 'export const put = (database) => database.write(() => 1)\n' },
    'src/server/systems/a.store.ts: .store opens a transaction: only SQL, in the caller’s transaction',
  ],
  [
    'a file that acts for a customer without being a service',
    { 'server/systems/a.ts': 'export const list = (database) => database.asCustomer(1, () => [])\n' },
    'src/server/systems/a.ts: acts for a customer: permissions are checked in .service.ts',
  ],
  [
    'a folder without a layer',
    { 'server/utils/a.ts': '' },
    'src/server/utils/a.ts: server/utils has no layer in scripts/floors.mjs',
  ],
])('catches %s', (_, files, line) => {
  const { status, lines } = judge(files)
  expect(lines).toEqual([line])
  expect(status).toBe(1)
})
