/** A slow start succeeds; one that cannot ends with one line naming the variable, and leaves no database running. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { isAlive, readPostmasterFile } from './kit/postgres/postmaster-file.ts'
import { emptyDatabase } from './testing/build.ts'
import { copyCluster } from './testing/cluster-template.ts'
import { addressOf } from './testing/server-process.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')

interface Ended {
  code: number | null
  stderr: string
}

/** Starts the server like a person and waits for it to exit. */
function startInVain(variables: Record<string, string>): Promise<Ended> {
  const env = { PATH: process.env['PATH'], PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'error', ...variables }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN], { env }, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    )
  })
}

async function dataDir(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'headgate-main-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** One whose database exists already: creating and migrating it takes seconds. */
async function dataDirInUse(): Promise<string> {
  const directory = await dataDir()
  await copyCluster(inject('clusterTemplate'), directory)
  return directory
}

async function put(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, 'no folder')
  return file
}

function wrongly(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.username = 'nobody-there'
  url.password = 'wrong'
  return url.href
}

async function takenPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? String(address.port) : ''
}

/** Damage to a data folder by disks, users and incomplete backups. */
const DAMAGES: Record<string, (folder: string) => Promise<unknown>> = {
  'a control file that was cut off': (folder) =>
    truncate(path.join(folder, 'postgres/global/pg_control'), 100),
  'a control file of noise': (folder) =>
    writeFile(path.join(folder, 'postgres/global/pg_control'), Buffer.alloc(8192, 0x5a)),
  'a database of another version': (folder) => writeFile(path.join(folder, 'postgres/PG_VERSION'), '9\n'),
  'no password of the database': (folder) => rm(path.join(folder, 'postgres/headgate.password')),
  'a password that is a folder': async (folder) => {
    await rm(path.join(folder, 'postgres/headgate.password'))
    await mkdir(path.join(folder, 'postgres/headgate.password'))
  },
  'a log that is missing': (folder) => rm(path.join(folder, 'postgres/pg_wal'), { recursive: true }),
  'tables that are missing': (folder) => rm(path.join(folder, 'postgres/base'), { recursive: true }),
  'a file where the database should be': async (folder) => {
    await rm(path.join(folder, 'postgres'), { recursive: true })
    await writeFile(path.join(folder, 'postgres'), 'no database')
  },
  'a folder where the key should be': (folder) => mkdir(path.join(folder, 'secret')),
  'a key that was cut off': (folder) => writeFile(path.join(folder, 'secret'), 'k7Qw'),
}

/** Longer than a database may take to answer. */
const LOADING_MS = 5500
/** Evaluates the application as slowly as a busy machine; nothing else happens in the process meanwhile. */
const SLOWLY = `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/server/app.ts')) return loaded
    const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${LOADING_MS});'
    return { ...loaded, source: wait + loaded.source }
  },
})`

it('takes no database for silent while its own code is loading', async () => {
  const hook = `data:text/javascript,${encodeURIComponent(SLOWLY)}`
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: 'fatal',
    DATA_DIR: await dataDir(),
    DATABASE_URL: await emptyDatabase(),
  }
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--import', hook, MAIN], { env, stdio: [...stdio] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = await addressOf(child)
  expect(performance.now() - startedAt).toBeGreaterThan(LOADING_MS)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

describe('a start that cannot succeed', () => {
  it.each(Object.entries(DAMAGES))('ends with one line for %s', async (_of, damage) => {
    const folder = await dataDirInUse()
    await damage(folder)
    const { code, stderr } = await startInVain({ DATA_DIR: folder })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^[^\n]{10,600}\n$/)])
    expect(stderr).not.toMatch(/\bat \S+ \(|node:internal|\.ts:\d/)
    // a crashed one leaves its pid file
    const left = readPostmasterFile(path.join(folder, 'postgres'))?.pid
    expect(left !== undefined && isAlive(left)).toBe(false)
  })

  it.each([
    ['a data folder that is a file', async (folder: string) => ({ DATA_DIR: await put(folder, 'file') })],
    [
      'a data folder below a file',
      async (folder: string) => ({ DATA_DIR: path.join(await put(folder, 'file'), 'x') }),
    ],
    ['a data folder where nobody may write', async () => ({ DATA_DIR: '/proc/headgate' })],
    [
      'a wrong password of a database',
      async (folder: string) => ({ DATA_DIR: folder, DATABASE_URL: wrongly(inject('clusterUrl')) }),
    ],
    [
      'a broker whose certificate is not there',
      async (folder: string) => ({
        DATA_DIR: folder,
        MQTT_TLS_CERT: '/nowhere.pem',
        MQTT_TLS_KEY: '/nowhere.pem',
      }),
    ],
  ])('ends with one line for %s', async (_of, variables) => {
    const { code, stderr } = await startInVain(await variables(await dataDirInUse()))
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^[^\n]{10,600}\n$/)])
    expect(stderr).not.toMatch(/\bat \S+ \(|node:internal|\.ts:\d/)
  })

  it.each([
    ['PORT', 'eighty'],
    ['DATABASE_URL', 'mysql://farm'],
    ['ACCESS_TTL', 'soon'],
    ['HOST', '192.0.2.7'],
    ['HOST', 'no such host'],
    ['DATABASE_URL', 'postgres://nobody@127.0.0.1:9/none'],
    ['OBJECT_STORE_URL', 's3://bucket'],
  ])('ends with one line that names %s', async (variable, value) => {
    const { code, stderr } = await startInVain({ DATA_DIR: await dataDirInUse(), [variable]: value })
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^${variable}: [^\n]+\n$`))
  })

  it.each(['PORT', 'MQTT_PORT'])(
    'says that %s is taken, and leaves no database running',
    async (variable) => {
      const folder = await dataDirInUse()
      const { code, stderr } = await startInVain({ DATA_DIR: folder, [variable]: await takenPort() })
      expect(code).toBe(1)
      expect(stderr).toMatch(new RegExp(`^${variable}: another program already listens[^\n]+\n$`))
      expect(existsSync(path.join(folder, 'postgres', 'PG_VERSION'))).toBe(true)
      expect(existsSync(path.join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
    },
  )
})
