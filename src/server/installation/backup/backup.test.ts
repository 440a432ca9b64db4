/** A backup taken under load, and an empty installation restored from it. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../kit/config.ts'
import { createLog } from '../../kit/log.ts'
import { fileObjects } from '../../kit/objects.ts'
import { openDatabase } from '../../kit/postgres/database.ts'
import { knownMigrations, migrate } from '../../kit/postgres/migrations.ts'
import { build, type Built, emptyDatabase } from '../../testing/build.ts'
import { appliedReport, connectTestDevice } from '../../testing/test-device.ts'
import { farm, validInput } from '../../testing/factories.ts'
import { backupCommands } from './backup.commands.ts'
import { BackupUnusable, readBackup, writeBackup } from './backup-file.ts'
import { type Kept, restoreBackup, takeBackup } from './backup.ts'

const log = createLog({ logLevel: 'silent' })

async function folder(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'headgate-backup-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

function keptOf({ kit, databaseUrl }: Built): Kept {
  return { config: kit.config, log, databaseUrl, objects: kit.objects }
}

/** A new, empty data folder. */
async function emptyPlace(): Promise<Kept> {
  const DATA_DIR = await folder()
  const config = readConfig({ DATA_DIR })
  const objects = fileObjects(path.join(DATA_DIR, 'objects'))
  return { config, log, databaseUrl: await emptyDatabase(), objects }
}

async function queryRows<T extends object>(databaseUrl: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** Every row of every table, unordered, and every sequence, read from the database and not from the file. */
async function stateOf(databaseUrl: string): Promise<Map<string, string>> {
  const tables = await queryRows<{ name: string }>(
    databaseUrl,
    `select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`,
  )
  const state = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = await queryRows<{ hash: string }>(
      databaseUrl,
      `select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from ${name} t`,
    )
    state.set(name, row?.hash ?? '')
  }
  const sequences = await queryRows<{ name: string; last: number }>(
    databaseUrl,
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public'`,
  )
  for (const { name, last } of sequences) state.set(name, String(last))
  return state
}

/** The content of a file, table by table. */
async function digestsOf(file: string): Promise<Map<string, string>> {
  const reader = readBackup(file)
  const digests = new Map<string, string>()
  for (let section = await reader.next(); section; section = await reader.next()) {
    const hash = createHash('sha256')
    for await (const piece of reader.bytes()) hash.update(piece)
    if (section.kind === 'table') digests.set(section.table, hash.digest('hex'))
  }
  await reader.close()
  return digests
}

const LATE = Date.UTC(2025, 1, 3)

async function sendReadings({ call }: Built, { id, secret }: { id: string; secret: string }, n: number) {
  const at = (minutes: number) => new Date(LATE + (n * 60 + minutes) * 60_000).toISOString()
  const readings = [0, 10, 20].map((minutes) => ({ probe: 1, depthCm: 20, at: at(minutes), vwc: 0.2 }))
  const headers = { authorization: `Device ${id}:${secret}` }
  const { status } = await call('/api/ingest/readings/', { json: { readings }, headers })
  expect(status).toBe(200)
}

describe('headgate backup and restore', () => {
  it('restore an identical installation: rows, sequences, objects, and sessions', async () => {
    const { built, owner, connected, send } = await farm()
    await send(validInput())
    await sendReadings(built, connected.gateway, 1)
    await built.kit.objects.put('maps/1/a.png', Buffer.from([0, 1, 2, 255]))
    await built.stop()
    const before = await stateOf(built.databaseUrl)
    const file = path.join(await folder(), 'farm.backup')
    const original = keptOf(built)
    const place = await emptyPlace()
    const lines: string[] = []
    const run = (name: string, at: Kept) =>
      backupCommands(async () => at)
        .find((command) => command.name === name)
        ?.run({
          positionals: [file],
          values: { json: true },
          open: () => Promise.reject(new Error('not wanted')),
          print: (line) => void lines.push(line),
          warn: () => undefined,
        })
    expect(await run('backup', original)).toBe(0)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await run('restore', place)).toBe(0)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ objects: 1 })
    expect(await stateOf(place.databaseUrl)).toEqual(before)
    expect(before.get('readings_2025_02')?.startsWith('3 ')).toBe(true)
    expect(await place.objects.get('maps/1/a.png')).toEqual(Buffer.from([0, 1, 2, 255]))
    const again = await build({ DATABASE_URL: place.databaseUrl, DATA_DIR: place.config.dataDir })
    expect((await again.call('/auth/users/me/', owner)).status).toBe(200)
    // a new row gets an unused number
    expect((await again.call('/api/system-input/', { json: validInput(), ...owner })).body).toMatchObject({
      settings_rev: 2,
    })
  })

  it('under load contain one moment: everything acknowledged before, and nothing partially', async () => {
    const { built, connected, send } = await farm()
    const acknowledged: string[] = []
    let loading = true
    const settings = (async () => {
      for (let n = 0; loading; n += 1) {
        const { body } = await send(validInput({ application_rate: 0.5 + (n % 10) / 10 }))
        if (body && typeof body === 'object' && 'command_id' in body)
          acknowledged.push(String(body.command_id))
      }
    })()
    const readings = (async () => {
      for (let n = 0; loading; n += 1) await sendReadings(built, connected.gateway, n)
    })()
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(5)
    const before = [...acknowledged]
    const files = [0, 1].map((n) => `${n}.backup`)
    const [first = '', second = ''] = files.map((name) => path.join(built.dataDir, name))
    await takeBackup(keptOf(built), first)
    const during = acknowledged.length
    loading = false
    await Promise.all([settings, readings])
    expect(during).toBeGreaterThanOrEqual(before.length)
    const place = await emptyPlace()
    await restoreBackup(place, first)
    const commands = await queryRows<{ id: string; audited: number; desired: number; behind: boolean }>(
      place.databaseUrl,
      `select c.id, (select count(*) from audit a where a.command_id::text = c.id::text)::integer as audited,
              (select count(*) from desired_states d where d.command_id = c.id::text)::integer as desired
         from system_commands c`,
    )
    expect(commands.map(({ id }) => id)).toEqual(expect.arrayContaining(before))
    for (const { audited, desired } of commands) {
      expect(audited).toBe(1)
      expect(desired).toBeGreaterThanOrEqual(1)
    }
    // backup and restored state are equal
    await takeBackup(place, second)
    expect(await digestsOf(second)).toEqual(await digestsOf(first))
  })

  it('let a server continue above the revision of machines that are ahead of it', async () => {
    const { built, connected, send } = await farm()
    await send(validInput())
    const file = path.join(await folder(), 'farm.backup')
    await takeBackup(keptOf(built), file)
    await send(validInput({ application_rate: 1.1 }))
    await send(validInput({ application_rate: 1.2 }))
    const machine = await connectTestDevice(built.app.devices.mqttUrl, connected.controller)
    const newest = await machine.desired(({ settingsRev }) => settingsRev === 3)
    await machine.end()
    await built.stop()
    const place = await emptyPlace()
    await restoreBackup(place, file)
    const again = await build({ DATABASE_URL: place.databaseUrl, DATA_DIR: place.config.dataDir })
    const back = await connectTestDevice(again.app.devices.mqttUrl, connected.controller)
    const old = await back.desired()
    expect(old.rev).toBeLessThan(newest.rev)
    await back.publish('reported', appliedReport(newest))
    const past = await back.desired(({ rev }) => rev > newest.rev)
    expect(past).toMatchObject({ settingsRev: 1, rateIn: 0.8 })
  })

  it('accept an older version, and run the newer migrations afterwards', async () => {
    const place = await emptyPlace()
    await queryRows(place.databaseUrl, 'drop schema public cascade')
    await queryRows(place.databaseUrl, 'create schema public')
    const all = await knownMigrations()
    const older = all.filter((name) => name < '030')
    expect(older.length).toBeLessThan(all.length)
    const database = openDatabase(place.databaseUrl, log, { connections: 2 })
    await migrate(database, log, older)
    await database.close()
    await queryRows(
      place.databaseUrl,
      `insert into users (email, name, password_hash, active, created_at) values ('a@farm.example', 'A', 'x', true, now())`,
    )
    const file = path.join(await folder(), 'old.backup')
    await takeBackup(place, file)
    const newer = await emptyPlace()
    await restoreBackup(newer, file)
    expect(await queryRows(newer.databaseUrl, 'select email from users')).toEqual([
      { email: 'a@farm.example' },
    ])
    const done = await queryRows<{ name: string }>(
      newer.databaseUrl,
      'select name from kysely_migration order by name',
    )
    expect(done.map(({ name }) => name)).toEqual(all)
  })

  it('explain a refusal in one sentence', async () => {
    const { built } = await farm()
    const place = await folder()
    const good = path.join(place, 'good.backup')
    await takeBackup(keptOf(built), good)
    await expect(restoreBackup(keptOf(built), good)).rejects.toThrow(/^a server or a command is at work/)
    await built.stop()
    await expect(restoreBackup(keptOf(built), good)).rejects.toThrow(/^this installation is not empty/)
    await expect(takeBackup(keptOf(built), path.join(place, 'no', 'folder'))).rejects.toThrow(
      /cannot be written/,
    )
    await expect(takeBackup(keptOf(built), place)).rejects.toThrow(/is there already, and is no file$/)
    expect(existsSync(`${place}.partial`)).toBe(false)
    await writeFile(`${good}.partial`, '')
    await expect(takeBackup(keptOf(built), good)).rejects.toThrow(/is there already/)
    const empty = await emptyPlace()
    await expect(restoreBackup(empty, path.join(place, 'none'))).rejects.toThrow(/^there is no file/)
    const text = path.join(place, 'text')
    await writeFile(text, 'hello')
    await expect(restoreBackup(empty, text)).rejects.toThrow(/cannot be read as a backup/)
    const cut = path.join(place, 'cut')
    const bytes = await readFile(good)
    await writeFile(cut, bytes)
    await truncate(cut, bytes.length - 40)
    await expect(restoreBackup(empty, cut)).rejects.toThrow(BackupUnusable)
    const newer = path.join(place, 'newer')
    const writer = await writeBackup(newer)
    const migrations = [...(await knownMigrations()), '999-tomorrow.sql']
    await writer.add({ kind: 'manifest', takenAt: new Date().toISOString(), migrations, partitions: [] })
    await writer.finish()
    await expect(restoreBackup(empty, newer)).rejects.toThrow(/made by a newer version.*999-tomorrow/)
    // a failed restore leaves the installation usable for another
    await expect(restoreBackup(empty, good)).resolves.toMatchObject({ objects: 0 })
  })

  it('wait for a server that has just been stopped', async () => {
    const { built } = await farm()
    const file = path.join(await folder(), 'good.backup')
    await takeBackup(keptOf(built), file)
    const empty = await emptyPlace()
    const leaving = new Client({ connectionString: empty.databaseUrl, application_name: 'headgate' })
    await leaving.connect()
    const restored = restoreBackup(empty, file)
    await sleep(300)
    await leaving.end()
    await expect(restored).resolves.toMatchObject({ objects: 0 })
  })

  it('refuse a newer version and change nothing', async () => {
    const databaseUrl = await emptyDatabase()
    await queryRows(databaseUrl, `insert into kysely_migration values ('999-tomorrow.sql', '2027')`)
    const database = openDatabase(databaseUrl, log, { connections: 2 })
    onTestFinished(() => database.close())
    await expect(migrate(database, log)).rejects.toThrow(
      /^This database was brought up to date by a newer version, which made 999-tomorrow\.sql: there is no way back\./,
    )
  })
})
