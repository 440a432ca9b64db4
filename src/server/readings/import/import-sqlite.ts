/** Reads a table of an SQLite file from an untrusted source: none of its extensions, views, triggers or functions are run. */
import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { ImportUnclear } from './import-unclear.ts'
import type { FileLine, LineSource } from './import-file.ts'

/** Cells of readings are short; one value of a file must not fill the memory. */
const VALUE_BYTES_MAX = 1024 * 1024
const CELL_LETTERS_MAX = 200
const TABLES_MAX = 1000
const COLUMNS_MAX = 300
/** Result codes of SQLite, https://sqlite.org/rescode.html. */
const REASONS = new Map([
  [7, 'sqlite_memory'],
  [10, 'sqlite_end'],
  [11, 'sqlite_damaged'],
  [14, 'sqlite_closed'],
  [18, 'sqlite_long'],
  [26, 'sqlite_none'],
] as const)

/**
 * @param table the table to read; null: the one that `fits`
 * @param fits whether the readings could be in a table with these columns; throws ImportUnclear if not
 * @throws ImportUnclear if it is not a sound SQLite file, or the table must be named
 */
export async function openSqlite(
  file: string,
  table: string | undefined,
  fits: (columns: readonly string[]) => void,
): Promise<LineSource> {
  const chosenTable = withDatabase(file, (database) => {
    checkSound(database)
    return chooseTable(tablesOf(database), table, fits)
  })
  let [readRows, totalRows] = [0, 0]
  return {
    about: `table ${chosenTable.name}`,
    progress: () => (totalRows === 0 ? 1 : Math.min(1, readRows / totalRows)),
    async *lines() {
      const database = openDatabase(file)
      try {
        const rows = rowsOf(database, chosenTable)
        totalRows = rows.count
        readRows = 0
        yield { number: 1, cells: chosenTable.columns }
        // the number of rows counted and read can differ only if the file changes meanwhile
        for (const cells of rows.iterate()) {
          readRows += 1
          const line: FileLine = { number: readRows + 1, cells }
          yield line
        }
      } catch (error) {
        throw refusal(error)
      } finally {
        database.close()
      }
    },
  }
}

interface Table {
  name: string
  columns: string[]
}

function openDatabase(file: string): DatabaseSync {
  const address = pathToFileURL(file)
  // a pending journal next to the file contains rows of it; without one nothing may be written there, not even a lock
  if (!existsSync(`${file}-wal`)) address.searchParams.set('immutable', '1')
  const database = new DatabaseSync(address, {
    readOnly: true,
    allowExtension: false,
    defensive: true,
    enableDoubleQuotedStringLiterals: false,
    limits: { length: VALUE_BYTES_MAX, sqlLength: VALUE_BYTES_MAX, attach: 0, triggerDepth: 1 },
  })
  database.exec(
    'pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on; pragma mmap_size = 0; pragma ignore_check_constraints = on',
  )
  return database
}

function withDatabase<T>(file: string, work: (database: DatabaseSync) => T): T {
  try {
    const database = openDatabase(file)
    try {
      return work(database)
    } finally {
      database.close()
    }
  } catch (error) {
    throw refusal(error)
  }
}

function refusal(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error
  const code = [...REASONS].find(([errcode]) => errcode === (Number(error.errcode) & 0xff))?.[1]
  return code ? ImportUnclear.of(code) : ImportUnclear.of('sqlite_says', error.message)
}

/** @throws ImportUnclear naming the first damage; also ends reading in a cycle of pages */
function checkSound(database: DatabaseSync): void {
  const found = database.prepare('pragma quick_check(1)').get()
  const verdict = String(Object.values(found ?? {})[0] ?? 'ok')
  if (verdict === 'ok') return
  const first = verdict.replaceAll(/\p{C}/gu, ' ').slice(0, 200)
  throw ImportUnclear.of('sqlite_damage', first)
}

/** Plain tables with their stored columns; views, virtual tables and computed columns are ignored. */
function tablesOf(database: DatabaseSync): Table[] {
  const listed = database
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name limit ?`,
    )
    .all(TABLES_MAX + 1)
  if (listed.length > TABLES_MAX) throw ImportUnclear.of('table_many', String(TABLES_MAX))
  const columns = database.prepare('select name from pragma_table_xinfo(?) where hidden = 0 order by cid')
  return listed.map(({ name }) => ({
    name: String(name),
    columns: columns.all(String(name)).map((column) => String(column['name'])),
  }))
}

function chooseTable(
  tables: readonly Table[],
  tableName: string | undefined,
  fits: (columns: readonly string[]) => void,
): Table {
  const names = tables.map(({ name }) => name)
  if (names.length === 0) throw ImportUnclear.of('table_missing')
  const listed = names.slice(0, 20).join(', ')
  if (tableName !== undefined) {
    const found = tables.find(({ name }) => name.toLowerCase() === tableName.toLowerCase())
    if (!found) throw ImportUnclear.of('table_unknown', tableName, listed)
    return bounded(found)
  }
  const fitting = tables.filter(({ columns }) => {
    try {
      fits(columns)
      return true
    } catch (error) {
      if (error instanceof ImportUnclear) return false
      throw error
    }
  })
  const [first, second] = fitting
  if (first && !second) return bounded(first)
  // with a single table, its own message is the best one
  if (!first && tables[0] && tables.length === 1) return bounded(tables[0])
  if (!first) throw ImportUnclear.of('table_unsuited', listed)
  const several = fitting.map(({ name }) => name).slice(0, 20)
  throw ImportUnclear.of('table_several', several.join(' and '))
}

function bounded(table: Table): Table {
  if (table.columns.length > COLUMNS_MAX)
    throw ImportUnclear.of('table_wide', table.name, String(COLUMNS_MAX))
  return table
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function rowsOf(database: DatabaseSync, { name, columns }: Table) {
  const cells = columns.map((column) => {
    const cell = quoted(column)
    return `case typeof(${cell}) when 'text' then substr(${cell}, 1, ${CELL_LETTERS_MAX}) when 'blob' then '(bytes)' else ${cell} end`
  })
  const countRow = database.prepare(`select count(*) as n from ${quoted(name)}`).get()
  const statement = database.prepare(`select ${cells.join(', ')} from ${quoted(name)}`)
  // integers beyond 2^53 would otherwise be an error
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  return { count: Number(countRow?.['n'] ?? 0), iterate: () => textRows(statement.iterate()) }
}

function* textRows(rows: Iterable<unknown>): Generator<string[]> {
  for (const row of rows) if (Array.isArray(row)) yield row.map((value: SQLOutputValue) => textOf(value))
}

const textOf = (value: SQLOutputValue): string => (value === null ? '' : String(value))
