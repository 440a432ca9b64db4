/** Opens a file of readings by its content, whatever its name: a table of an SQLite database, or text. */
import { open } from 'node:fs/promises'
import type { ImportChoice } from './import-choice.ts'
import { ImportUnclear } from './import-unclear.ts'
import { columnPlan } from './import-columns.ts'
import { type CsvOptions, type LineSource, openCsv } from './import-file.ts'
import { spreadVariables } from './import-spread.ts'
import { openSqlite } from './import-sqlite.ts'

const SQLITE_MAGIC = 'SQLite format 3\0'

export interface SourceOptions extends CsvOptions {
  /** For a database. */
  table?: string | undefined
}

/** @throws ImportUnclear if it is neither; an error of the file system if it cannot be opened */
export async function openSource(
  file: string,
  options: SourceOptions,
  choice: ImportChoice,
  fileName?: string,
): Promise<LineSource> {
  const handle = await open(file)
  const magic = Buffer.alloc(SQLITE_MAGIC.length)
  try {
    await handle.read(magic, 0, magic.length, 0)
  } finally {
    await handle.close()
  }
  const database = magic.toString('latin1') === SQLITE_MAGIC
  if (!database && !/\.(db3?|sqlite3?)$/i.test(file))
    return spreadVariables(await openCsv(file, options, fileName), choice)
  // SQLite would take a file of a few bytes for an empty database
  if (!database) throw ImportUnclear.of('sqlite_none')
  return openSqlite(
    file,
    options.table,
    (columns) =>
      void columnPlan(
        columns.map((name) => ({ name })),
        choice,
      ),
  )
}
