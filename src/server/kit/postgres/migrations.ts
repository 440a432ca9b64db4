/** Brings the database to the shape that this version needs, one process at a time. */
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import type { Log } from '../log.ts'

const FOLDER = new URL('../../../../migrations/', import.meta.url)

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const read = async (file: string): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, FOLDER), 'utf8')
    return [file, { up: async (db) => void (await sql.raw(text).execute(db)) }]
  }
  return Object.fromEntries(await Promise.all(files.map(read)))
}

/**
 * Runs what is missing, in one transaction, under kysely's advisory lock: several processes may start at once.
 *
 * @throws Error naming the migration that failed; nothing of it remains
 */
export async function migrate(database: Database, log: Log): Promise<void> {
  const migrator = new Migrator({
    db: database.reader,
    provider: { getMigrations: readMigrations },
    // numbers are given out before the work lands: a lower one may come after a higher one
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find((result) => result.status === 'Error')
  if (error !== undefined) {
    const why = error instanceof Error ? error.message : 'no reason was given'
    const where = failed ? `migration ${failed.migrationName}` : 'migration'
    throw new Error(`${where} failed: ${why}`, { cause: error })
  }
  const done = results?.map((result) => result.migrationName) ?? []
  if (done.length > 0) log.info({ migrations: done }, 'database migrated')
}
