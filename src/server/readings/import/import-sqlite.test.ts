/** SQLite files of loggers and of attackers: tables of both shapes, damage, views, triggers and absurd schemas. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../installation/command.ts'
import { testTimeout, soak } from '../../testing/soak.ts'
import { importDesk } from '../../testing/import-desk.ts'
import { provesRow } from '../../testing/reliability.ts'

/** Files with some of their bytes changed. */
const ROUNDS = soak(150, 2000)

/** A database file made by these statements. */
async function desk(statements: string, name = 'season.db') {
  const imports = await importDesk()
  const file = path.join(imports.folder, name)
  const database = new DatabaseSync(file)
  database.exec(statements)
  database.close()
  return { ...imports, file, load: (...args: string[]) => imports.load(file, ...args) }
}

const LONG = 'create table readings (probe integer, depth_cm real, time integer, vwc real)'
const ROWS = `insert into readings values (3, 20, 1777629600, 0.21), (3, 40, 1777629600, 0.3), (3, 20, 1777633200, null)`

describe('an SQLite file', () => {
  it('is read from a long table found by the names of its columns', async () => {
    const { load, stored, folder } = await desk(
      `${LONG}; ${ROWS}; create table notes (at text, body text); create table sites (name text)`,
    )
    const { printed } = await load()
    expect(printed).toEqual([
      'table readings: probe probe, time time, depth depth_cm, moisture vwc',
      'moisture in m3/m3; absolute times',
      'Home: 2 readings of 1 probes in 3 lines, 2026-05-01 to 2026-05-01 UTC',
      'stored 2, already known 0, kept as invalid 0, empty cells 1',
    ])
    const at = new Date('2026-05-01T10:00:00Z')
    expect(await stored()).toMatchObject([
      { probe: 3, depth_cm: 20, at, value: 0.21 },
      { probe: 3, depth_cm: 40, at, value: 0.3 },
    ])
    expect(await readdir(folder)).toEqual(['season.db'])
  })

  it('is read from a wide table with the same column options', async () => {
    const { load, stored } = await desk(
      `create table "odd ""name" (station text, "when" text, v30 text, v60 real, "select" int);
       insert into "odd ""name" values ('A', '2026-05-01 10:00:00+00:00', '0,25', 0.1, 9007199254740993)`,
    )
    const map = ['--station', 'station', '--time', 'when', '--depths', 'v30=30', '--probes', 'A=5']
    await load(...map, '--table', 'odd "name', '--decimal', ',')
    expect(await stored()).toMatchObject([{ probe: 5, depth_cm: 30, value: 0.25 }])
  })

  it('asks which table is meant, and lists them', async () => {
    const { load } = await desk(`${LONG}; create table other (probe, depth, time, value)`)
    await expect(load()).rejects.toThrow('table: readings could be in other and readings; say with --table')
    await expect(load('--table', 'none')).rejects.toThrow(
      'table: there is no table "none"; the file has other, readings',
    )
  })

  it('runs no view, trigger, computed column or virtual table of the file', async () => {
    provesRow('D6', 3)
    const { load } = await desk(
      `${LONG}; ${ROWS};
       create trigger t after insert on readings begin delete from readings; end;
       create table bombs (probe, depth, time, value, big text generated always as (hex(zeroblob(100000000))) not null);
       create view v as with recursive r(n) as (select 1 union all select n + 1 from r) select n as probe, n as depth, n as time, n as value from r;
       create virtual table f using fts5(probe, depth, time, value)`,
    )
    expect((await load('--table', 'readings')).printed.at(-1)).toMatch(/^stored 2,/)
    for (const table of ['v', 'f'])
      await expect(load('--table', table)).rejects.toThrow(`there is no table "${table}"`)
  })

  it('is refused with the reason if it is not one, or is damaged, truncated or absurd', async () => {
    provesRow('D6', 5)
    const { write, load: loadFile } = await importDesk()
    await expect(loadFile(await write('text.db', 'probe,depth\n'.repeat(200)))).rejects.toThrow(
      'the file cannot be imported: it is no SQLite database, or an encrypted one',
    )
    for (const few of ['', 'x'])
      await expect(loadFile(await write('few.db', few))).rejects.toThrow('it is no SQLite database')
    const {
      file,
      write: put,
      load,
    } = await desk(
      `${LONG}; insert into readings select n % 40, 20, 1777629600 + n, 0.2 from
         (with recursive r(n) as (select 1 union all select n + 1 from r where n < 20000) select n from r)`,
    )
    expect((await load()).printed.at(-1)).toMatch(/^stored 20000,/)
    const sound = await readFile(file)
    const cut = await put('cut.db', sound.subarray(0, sound.length / 2))
    await expect(loadFile(cut)).rejects.toThrow(/cannot be imported: it is damaged/)
    const holes = Buffer.from(sound)
    for (let at = 8192; at < holes.length; at += 16_384) holes.fill(0x5a, at, at + 2000)
    await expect(loadFile(await put('holes.db', holes))).rejects.toThrow(/cannot be imported: it is damaged/)
  })

  it('never ends the process, whichever bytes are changed', testTimeout(300_000), async () => {
    provesRow('D6', ROUNDS)
    const { file, write } = await desk(`${LONG}; ${ROWS}`)
    const { load } = await importDesk()
    const sound = await readFile(file)
    const refused: unknown[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const broken = Buffer.from(sound)
      // a fixed sequence, so that a failure can be reproduced
      for (let change = 0; change < 4; change += 1)
        broken[(round * 7919 + change * 104_729) % (round % 2 ? 200 : broken.length)] =
          (round * 31 + change) % 256
      const changed = await write(`b${round}.db`, broken)
      await load(changed, '--dry-run').catch((error: unknown) => refused.push(error))
    }
    expect(refused.length).toBeGreaterThan(20)
    expect(refused.filter((error) => !(error instanceof UsageError) || error.message.length > 500)).toEqual(
      [],
    )
  })

  it('is refused if its schema is absurd', async () => {
    provesRow('D6', 3)
    const many = Array.from({ length: 1001 }, (_, i) => `create table t${i} (a)`).join(';')
    await expect((await desk(`begin; ${many}; commit`)).load()).rejects.toThrow('more than 1000 tables')
    const wide = Array.from({ length: 400 }, (_, i) => `c${i}`).join(',')
    await expect((await desk(`create table w (${wide})`)).load()).rejects.toThrow('more than 300 columns')
    const { load } = await desk(
      `${LONG}; insert into readings values (printf('%.2000000c', 'x'), 20, 1777629600, 0.2)`,
    )
    await expect(load()).rejects.toThrow('it holds a value or a definition that is too long')
  })
})
