/** The real PostgreSQL in every way it can start, be killed, be adopted and be refused. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { findPostgresBinaries } from './binaries.ts'
import { choosePostgresIdentity } from './identity.ts'
import { borrowPostgres, startPostgres, type RunningPostgres } from './launcher.ts'
import { isAlive, readPostmasterFile } from './postmaster-file.ts'
import { isBeingMade, isComingUp } from '../../testing/database-start.ts'

const log = { info: () => undefined, warn: () => undefined }
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

/** Blocks the event loop while the database comes up: the start finds out after the test that it is up. */
function isUp(dataDir: string): boolean {
  if (!isComingUp(dataDir)) return false
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const until = Date.now() + 30_000
  while (readPostmasterFile(join(dataDir, 'postgres'))?.status !== 'ready') {
    if (Date.now() > until) throw new Error('the database does not come up')
    Atomics.wait(flag, 0, 0, 5)
  }
  return true
}

const endings: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** A folder under a parent with the given mode; deleted after the test. */
function folder(parentMode = 0o755): string {
  const parent = mkdtempSync(join(tmpdir(), 'headgate-pg-'))
  chmodSync(parent, parentMode)
  endings.push(() => rmSync(parent, { recursive: true, force: true }))
  return join(parent, 'data')
}

async function start(dataDir: string): Promise<RunningPostgres> {
  const running = await startPostgres({ dataDir, log })
  endings.push(() => running.stop())
  return running
}

async function query(running: { url: string }, sql: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: running.url })
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

function postmasterOf(dataDir: string): number {
  const pid = readPostmasterFile(join(dataDir, 'postgres'))?.pid
  if (pid === undefined) throw new Error('no postmaster')
  return pid
}

const SCRIPT = `
const { startPostgres } = await import(process.argv[1])
const log = { info: () => undefined, warn: () => undefined }
try {
  const running = await startPostgres({ dataDir: process.argv[2], log })
  console.log(JSON.stringify({ url: running.url, adopted: running.adopted }))
  process.stdin.once('data', () => running.stop().then(() => process.exit(0)))
} catch (error) {
  console.log(JSON.stringify({ error: error.message }))
  process.exit(1)
}`

interface Told {
  url: string
  adopted?: boolean
  error?: string
}

/** The same start in another process; resolves with the first line it prints. */
async function startElsewhere(dataDir: string, uid?: number): Promise<{ child: ChildProcess; told: Told }> {
  const launcher = new URL('launcher.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT, launcher, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    ...(uid === undefined ? {} : { uid, gid: uid, env: { PATH: process.env['PATH'] } }),
  })
  endings.push(() => {
    child.kill('SIGKILL')
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const told: Told = JSON.parse(line)
    return { child, told }
  }
  throw new Error('the child said nothing')
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

describe('startPostgres', () => {
  it('creates a durable database with one role, keeps it running, reachable only from this host', async () => {
    const dataDir = folder()
    const running = await start(dataDir)
    expect(running.adopted).toBe(false)
    for (const name of ['synchronous_commit', 'fsync', 'full_page_writes']) {
      expect(await query(running, `show ${name}`)).toEqual([['on']])
    }
    expect(await query(running, 'show listen_addresses')).toEqual([['127.0.0.1']])
    expect(await query(running, 'show server_encoding')).toEqual([['UTF8']])
    expect(await query(running, "select lower('ÉÄ'), current_setting('timezone')")).toEqual([['éä', 'UTC']])
    const role =
      'select rolname, rolsuper, rolbypassrls from pg_roles where rolcanlogin and rolpassword is not null'
    expect(await query(running, role)).toContainEqual(['headgate', false, false])
    expect(statSync(join(dataDir, 'postgres', 'headgate.password')).mode & 0o777).toBe(0o600)
    const wrong = new Client({ ...running.connection, password: 'guess' })
    await expect(wrong.connect()).rejects.toThrow('password authentication failed')
    const superuser = new Client({ ...running.connection, user: 'postgres' })
    await expect(superuser.connect()).rejects.toThrow('no pg_hba.conf entry')

    // killed: restarts on the same port, with the data
    await query(running, 'create table kept as select 1 as one')
    const pid = postmasterOf(dataDir)
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(() => query(running, 'select one from kept').catch(() => []), { timeout: 20_000 })
      .toEqual([[1]])
    const second = postmasterOf(dataDir)
    expect(second).not.toBe(pid)

    await running.stop()
    expect(isAlive(second)).toBe(false)
  })

  it('refuses a second start while the first runs, naming its process and the folder', async () => {
    const dataDir = folder()
    const running = await start(dataDir)
    const { told } = await startElsewhere(dataDir)
    expect(told.error).toBe(
      `The data folder ${dataDir} is in use by process ${process.pid}: stop that one first, or set DATA_DIR to another folder.`,
    )
    await expect(startPostgres({ dataDir, log })).rejects.toThrow(`process ${process.pid}`)
    const borrowed = await borrowPostgres({ dataDir, log })
    expect(borrowed.connection).toEqual(running.connection)
    await borrowed.stop()
    expect(await query(running, 'select 1')).toEqual([[1]])
  })

  it('adopts the database of a killed server, and recovers one that was killed with it', async () => {
    const dataDir = folder()
    const first = await startElsewhere(dataDir)
    await query(first.told, 'create table kept as select 41 as n')
    const pid = postmasterOf(dataDir)
    await kill(first.child)
    expect(isAlive(pid)).toBe(true)

    const second = await startElsewhere(dataDir)
    expect(second.told).toEqual({ url: first.told.url, adopted: true })
    expect(postmasterOf(dataDir)).toBe(pid)
    await query(second.told, 'update kept set n = n + 1')
    await kill(second.child)
    process.kill(pid, 'SIGKILL')

    const third = await start(dataDir)
    expect(third.adopted).toBe(false)
    expect(await query(third, 'select n from kept')).toEqual([[42]])
  })

  it.each([
    { when: 'the database is made', begun: isBeingMade },
    { when: 'the database comes up', begun: isComingUp },
    { when: 'the database is up and not yet opened', begun: isUp },
  ])('leaves nothing running when aborted while $when', async ({ begun }) => {
    const dataDir = folder()
    mkdirSync(dataDir)
    const abort = new AbortController()
    const starting = startPostgres({ dataDir, log, signal: abort.signal })
    starting.catch(() => undefined)
    await expect.poll(() => begun(dataDir), { timeout: 30_000, interval: 5 }).toBe(true)
    const postmaster = readPostmasterFile(join(dataDir, 'postgres'))?.pid
    abort.abort(new Error('no longer wanted'))
    await expect(starting).rejects.toThrow('no longer wanted')
    expect({ left: postmaster !== undefined && isAlive(postmaster) }).toEqual({ left: false })
    expect(isBeingMade(dataDir)).toBe(false)
    expect(await query(await start(dataDir), 'select 1')).toEqual([[1]])
  })

  it('makes a database although an earlier start was killed while it made one', async () => {
    const dataDir = folder()
    mkdirSync(join(dataDir, 'postgres.new-killed', 'base'), { recursive: true })
    expect(await query(await start(dataDir), 'select 1')).toEqual([[1]])
    expect(isBeingMade(dataDir)).toBe(false)
  })

  it('starts although the process id in a stale file belongs to another program', async (context) => {
    if (process.platform !== 'linux') context.skip('only /proc can prove whose a process id is')
    const dataDir = folder()
    await (await start(dataDir)).stop()
    const note = [process.pid, join(dataDir, 'postgres'), 1, 5432, '', '127.0.0.1', '', 'ready'].join('\n')
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${note}\n`)
    const again = await start(dataDir)
    expect(again.adopted).toBe(false)
    expect(await query(again, 'select 1')).toEqual([[1]])
  })
})

describe('as root', () => {
  it('runs as another user in an open folder, and also inside a closed one', async (context) => {
    if (!isRoot) context.skip('only root can become another user')
    const dataDir = folder(0o755)
    await query(await start(dataDir), 'create table kept as select 7 as n')
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(NOBODY)
    await endings.pop()?.()

    // The same database after its parent was closed: the user changes, the data stay.
    chmodSync(join(dataDir, '..'), 0o700)
    expect(choosePostgresIdentity(dataDir, findPostgresBinaries()).name).not.toBe('other user')
    expect(await query(await start(dataDir), 'select n from kept')).toEqual([[7]])
  })
})

describe('as an ordinary user', () => {
  it('runs as that user, without HOME', async (context) => {
    if (!isRoot) context.skip('every test of this file ran as an ordinary user')
    const dataDir = folder(0o755)
    mkdirSync(dataDir)
    chownSync(dataDir, NOBODY, NOBODY)
    const { child, told } = await startElsewhere(dataDir, NOBODY)
    expect(told.error).toBeUndefined()
    expect(await query(told, 'select 1')).toEqual([[1]])
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(NOBODY)
    child.stdin?.write('stop\n')
    await once(child, 'exit')
    expect(readPostmasterFile(join(dataDir, 'postgres'))).toBeUndefined()
  })
})
