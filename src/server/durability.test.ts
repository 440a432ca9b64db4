/**
 * Acknowledged data is on the disk: after a power cut that leaves partly written pages, as seen by strace, and on a full
 * disk. Planted faults found: `full_page_writes = off`, which leaves a torn page torn; `synchronous_commit = off`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { seededRandom } from '../agronomy/seeded-random.ts'
import { readingPaths } from '../contract/readings.ts'
import { systemPaths } from '../contract/systems.ts'
import type { Answer } from './testing/build.ts'
import { copyCluster } from './testing/cluster-template.ts'
import { farmOn, validInput } from './testing/factories.ts'
import { folderWithCluster, realDatabase } from './testing/real-database.ts'
import { provesRow } from './testing/reliability.ts'
import { testTimeout, soak } from './testing/soak.ts'

const SEED = 20_261_123
const SECTOR_BYTES = 512
const START = Date.parse('2026-05-01T00:00:00Z')

/** A farm, and a function that writes one reading of its own. */
async function writers(variables: Record<string, string>) {
  const made = await farmOn(variables)
  const { id, secret } = made.connected.gateway
  const headers = { authorization: `Device ${id}:${secret}` }
  const write = (number: number): Promise<Answer> =>
    made.built.call(readingPaths.ingest, {
      headers,
      json: {
        batch: `b${number}`,
        readings: [
          {
            probe: (number * 7919) % 500,
            depthCm: 20,
            at: new Date(START + number * 1000).toISOString(),
            vwc: 0.2,
          },
        ],
      },
    })
  return { ...made, write }
}

/** Files whose pages are written at any time: after a power cut, each sector may be the old or the new one. */
function looseFiles(cluster: string): string[] {
  return ['base', 'pg_xact'].flatMap((part) =>
    readdirSync(path.join(cluster, part), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(^|\/)(\d+(_fsm|_vm)?(\.\d+)?|[0-9A-F]{4})$/.test(name))
      .map((name) => path.join(part, name))
      .filter((name) => statSync(path.join(cluster, name)).isFile()),
  )
}

const PAGE_BYTES = 8192
const SEGMENT_BYTES = 16 * 2 ** 20

/** A position in the write-ahead log, from its text or from a page header. */
const placeOf = (high: number, low: number) => BigInt(high) * 2n ** 32n + BigInt(low)
function placeIn(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return placeOf(Number.parseInt(high, 16), Number.parseInt(low, 16))
}

/** What is known to be on the disk of the log: what was synced, and everything before a page that is there. */
function tearLog(cluster: string, durable: bigint, random: () => number): void {
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  const segment = `00000001${hex(durable >> 32n)}${hex((durable % 2n ** 32n) / BigInt(SEGMENT_BYTES))}`
  const file = path.join(cluster, 'pg_wal', segment)
  const bytes = readFileSync(file)
  const first = Math.ceil(Number(durable % BigInt(SEGMENT_BYTES)) / SECTOR_BYTES) * SECTOR_BYTES
  for (let at = first; at < bytes.length; at += SECTOR_BYTES)
    if (random() < 0.5) bytes.fill(0, at, at + SECTOR_BYTES)
  writeFileSync(file, bytes)
}

/**
 * Turns `after` into what a power cut could have left, if only `before` and the log up to `synced` are known to be on the disk.
 *
 * @returns the number of pages that are partly old and partly new
 */
function tear(before: string, after: string, synced: bigint, random: () => number): number {
  let tornPages = 0
  let durable = synced
  for (const name of looseFiles(after)) {
    const file = path.join(after, name)
    const [old, now] = [path.join(before, name), readFileSync(file)]
    const was = Buffer.alloc(now.length)
    if (existsSync(old)) readFileSync(old).copy(was)
    if (was.equals(now)) continue
    const torn = Buffer.from(now)
    for (let at = 0; at < now.length; at += SECTOR_BYTES)
      if (random() < 0.5) was.copy(torn, at, at, at + SECTOR_BYTES)
    for (let at = 0; at < now.length; at += PAGE_BYTES) {
      // no page is written before its log is on the disk
      const place = placeOf(now.readUInt32LE(at), now.readUInt32LE(at + 4))
      if (name.startsWith('base') && place > durable) durable = place
      const [isNew, isOld] = [now, was].map(
        (bytes) => bytes.compare(torn, at, at + PAGE_BYTES, at, at + PAGE_BYTES) === 0,
      )
      if (!isNew && !isOld) tornPages += 1
    }
    writeFileSync(file, torn)
  }
  tearLog(after, durable, random)
  return tornPages
}

function childrenOf(parent: number): number[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const processes = text.split('\n').map((line) => line.trim().split(/ +/).map(Number))
  return processes.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []))
}

it(
  'a power cut that leaves pages half written loses nothing that was acknowledged',
  testTimeout(900_000),
  async () => {
    const rounds = soak(1, 20)
    provesRow('F2', rounds, SEED)
    const { next } = seededRandom(SEED)
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = await folderWithCluster()
      // so small that pages are written all the time, and not only at checkpoints
      const { postgres, cluster, asAdmin, postmaster } = await realDatabase(dataDir, {
        shared_buffers: '1MB',
      })
      const { built, write } = await writers({ DATABASE_URL: postgres.url })
      const acknowledged = new Set<number>()
      let number = 0
      let over = false
      const writeFor = async (count: number) => {
        const until = acknowledged.size + count
        await Promise.all(
          Array.from({ length: 8 }, async () => {
            while (acknowledged.size < until && !over) {
              const mine = (number += 1)
              // 0 without an answer
              const status = await write(mine).then(
                (answer) => answer.status,
                () => 0,
              )
              if (status === 200) acknowledged.add(mine)
            }
          }),
        )
      }
      await writeFor(200)
      const admin = await asAdmin('postgres')
      await admin.query('create extension if not exists pg_buffercache')
      const redo = async () =>
        (await admin.query('select redo_lsn::text from pg_control_checkpoint()')).rows[0]?.redo_lsn
      await admin.query('checkpoint')
      const [before, after] = [path.join(dataDir, 'before'), path.join(dataDir, 'after')]
      mkdirSync(before)
      for (const part of ['base', 'pg_xact'])
        await cp(path.join(cluster, part), path.join(before, part), { recursive: true })
      const checkpoint = await redo()
      await writeFor(400)
      // pages in use would stay in memory, where a power cut cannot tear them
      await admin.query('select pg_buffercache_evict_all()')
      // others are still writing at the power cut
      const going = writeFor(1_000_000)
      const known = new Set(acknowledged)
      const { rows } = await admin.query('select pg_current_wal_flush_lsn()::text as synced')
      // all processes at once, each in a process group of its own: a power cut leaves nobody writing while files are copied
      const main = postmaster()
      process.kill(main, 'SIGSTOP')
      const all = [...childrenOf(main), main]
      for (const pid of all) process.kill(pid, 'SIGSTOP')
      await cp(cluster, path.join(after, 'postgres'), { recursive: true })
      for (const pid of all) process.kill(pid, 'SIGCONT')
      expect(await redo()).toBe(checkpoint)
      over = true
      await going
      await built.stop()
      await postgres.stop()

      const image = path.join(after, 'postgres')
      expect(tear(before, image, placeIn(String(rows[0]?.synced)), next)).toBeGreaterThan(10)
      await rm(path.join(image, 'postmaster.pid'), { force: true })
      await chmod(after, 0o755)
      await chmod(image, 0o700)
      const cut = await realDatabase(after)
      const checker = await cut.asAdmin(postgres.connection.database)
      const found = await checker.query<{ number: number; times: number }>(
        `select (extract(epoch from at)::bigint - ${START / 1000})::integer as number, count(*)::integer as times
         from readings group by 1`,
      )
      const stored = new Map(found.rows.map(({ number: one, times }) => [one, times]))
      expect([...known].filter((one) => stored.get(one) !== 1)).toEqual([])
      // every page of every table and index, not only those with these readings
      await checker.query('create extension if not exists amcheck')
      const whole = await checker.query(
        `select count(bt_index_check(c.oid, true)) as indexes from pg_class c join pg_am a on a.oid = c.relam
        where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p'`,
      )
      expect(Number(whole.rows[0]?.indexes)).toBeGreaterThan(100)
      const heaps = await checker.query(
        `select c.oid::regclass::text as name, h.msg from pg_class c, verify_heapam(c.oid) h
        where c.relkind = 'r' and c.relpersistence = 'p'`,
      )
      expect(heaps.rows).toEqual([])
    }
  },
)

/**
 * Stopped until the test ends: the WAL writer syncs soon after an asynchronous commit, and on a busy machine before the
 * answer is sent. Without it the committing process has to sync.
 */
async function holdWalWriter(admin: Client): Promise<number> {
  const look = async () => {
    const { rows } = await admin.query<{ pid: number; wait_event: string | null }>(
      "select pid, wait_event from pg_stat_activity where backend_type = 'walwriter'",
    )
    return rows[0] ?? { pid: 0, wait_event: null }
  }
  const { pid } = await look()
  expect(pid).toBeGreaterThan(0)
  onTestFinished(() => void process.kill(pid, 'SIGCONT'))
  const isHeld = async () => {
    process.kill(pid, 'SIGSTOP')
    const { wait_event: event } = await look()
    if (event === 'WalWriterMain') return true
    // in the middle of something, with locks that others need
    process.kill(pid, 'SIGCONT')
    return false
  }
  await expect.poll(isHeld, { timeout: 20_000 }).toBe(true)
  return pid
}

const straceIsHere = process.platform === 'linux' && existsSync('/usr/bin/strace')

function isTraced(pid: number): boolean {
  const status = `/proc/${pid}/status`
  return !existsSync(status) || /TracerPid:\s+[1-9]/.test(readFileSync(status, 'utf8'))
}

/**
 * Times at which these processes, and those they start later, began to sync a file, since this was called.
 *
 * @returns a function that ends the tracing and gives the times, in seconds
 */
async function traceSyncs(pids: number[], log: string): Promise<() => Promise<number[]>> {
  const args = [
    '-f',
    '-ttt',
    '-e',
    'trace=fsync,fdatasync',
    '-o',
    log,
    ...pids.flatMap((pid) => ['-p', `${pid}`]),
  ]
  const strace = spawn('strace', args, { stdio: 'ignore' })
  onTestFinished(() => void strace.kill('SIGINT'))
  await expect.poll(() => pids.every(isTraced), { timeout: 20_000 }).toBe(true)
  return async () => {
    const ended = once(strace, 'exit')
    strace.kill('SIGINT')
    await ended
    const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => /(fsync|fdatasync)/.test(line))
    return lines.map((line) => Number(line.trim().split(/\s+/)[1]))
  }
}

it(
  'a write is on the disk before it is answered (skipped where strace is not installed)',
  testTimeout(120_000),
  async (context) => {
    const writes = soak(10, 100)
    provesRow('F3', writes)
    if (!straceIsHere) context.skip('strace is not installed')
    // whose workers would sync by themselves
    const { postgres, postmaster, asAdmin } = await realDatabase(await folderWithCluster(), {
      autovacuum: 'off',
    })
    const { write, send } = await writers({ DATABASE_URL: postgres.url })
    await write(1)
    const folder = await mkdtemp(path.join(tmpdir(), 'headgate-strace-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const admin = await asAdmin('postgres')
    const walWriter = await holdWalWriter(admin)
    // first the parent, so that no process started meanwhile is missed; then every process, because one that writes back
    // a page or a checkpoint may sync the log for a commit that waits
    const endParent = await traceSyncs([postmaster()], path.join(folder, 'parent'))
    const others = childrenOf(postmaster()).filter((pid) => pid !== walWriter && !isTraced(pid))
    const endOthers = await traceSyncs(others, path.join(folder, 'others'))
    const spans: [from: number, to: number][] = []
    for (let at = 0; at < writes; at += 1) {
      const from = Date.now()
      const { status } =
        at % 2 === 0 ? await write(100 + at) : await send(validInput({ root_depth: 1 + (at % 60) }))
      expect(status).toBe(200)
      // Date.now is rounded down
      spans.push([from / 1000, (Date.now() + 1) / 1000])
    }
    const syncs = [...(await endParent()), ...(await endOthers())]
    expect(spans.filter(([from, to]) => !syncs.some((time) => time >= from && time <= to))).toEqual([])
  },
)

const mayMount = process.platform === 'linux' && process.getuid?.() === 0
const DISK_MB = 160

it(
  'a full disk refuses writes with the time to come back, shows what is there, and heals by itself (skipped where no disk can be made)',
  testTimeout(180_000),
  async (context) => {
    const asked = soak(24, 120)
    provesRow('F4', asked)
    const disk = await mkdtemp(path.join(tmpdir(), 'headgate-disk-'))
    onTestFinished(() => rm(disk, { recursive: true, force: true }))
    try {
      if (!mayMount) throw new Error('not root')
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', disk], {
        stdio: 'ignore',
      })
    } catch {
      context.skip('no disk can be made here')
    }
    onTestFinished(() => void execFileSync('umount', ['-l', disk]))
    await copyCluster(inject('clusterTemplate'), disk)
    const { postgres } = await realDatabase(disk)
    const { built, owner, write } = await writers({ DATABASE_URL: postgres.url })
    let number = 0
    const acknowledged: number[] = []
    const tryToWrite = async () => {
      const answer = await write((number += 1))
      if (answer.status === 200) acknowledged.push(number)
      return answer
    }
    expect((await tryToWrite()).status).toBe(200)
    const filling = path.join(disk, 'filling')
    const fill = () =>
      writeFile(filling, Buffer.alloc(DISK_MB * 2 ** 20), { flag: 'a' }).catch(() => undefined)
    await fill()
    let refused = 0
    const seen: number[] = []
    const answers: string[] = []
    for (let at = 0; at < asked; at += 1) {
      // until the space reserved by the log is used up as well
      for (let more = 0; refused === 0 && more < 20_000; more += 1) {
        const { status, headers } = await tryToWrite()
        if (status === 200) continue
        expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
        refused += 1
        await fill()
      }
      const { status, headers } = await tryToWrite()
      answers.push(status === 503 && Number(headers.get('retry-after')) > 0 ? 'refused' : String(status))
      seen.push((await built.call(systemPaths.list, owner)).status)
    }
    expect(answers.filter((answer) => answer !== 'refused' && answer !== '200')).toEqual([])
    const refusals = answers.filter((answer) => answer === 'refused').length
    process.stdout.write(
      `full disk: ${refusals} of ${asked} writes refused, ${seen.filter((status) => status === 200).length} of ${asked} reads answered\n`,
    )
    // one may still fit into a page that is there
    expect(refusals).toBeGreaterThanOrEqual(asked * 0.9)
    expect(seen.filter((status) => status !== 200)).toEqual([])
    await rm(filling)
    await expect.poll(async () => (await tryToWrite()).status, { timeout: 60_000, interval: 250 }).toBe(200)
    await expect
      .poll(async () => (await built.call(systemPaths.list, owner)).status, { timeout: 60_000 })
      .toBe(200)
    const { rows } = await built.kit.database.pool.query<{ at: Date }>('select at from readings')
    const stored = new Set(rows.map(({ at }) => (at.getTime() - START) / 1000))
    expect(acknowledged.filter((one) => !stored.has(one))).toEqual([])
  },
)
