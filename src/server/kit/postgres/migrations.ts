/** Migrates the database to the schema of this version, one process at a time. */
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartRefused } from '../config.ts'
import type { Database } from './database.ts'
import type { Log } from '../log.ts'

const FOLDER = new URL('../../../../migrations/', import.meta.url)

/** Names of all migrations of this version, in order. */
export async function knownMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

async function readMigrations(only?: readonly string[]): Promise<Record<string, Migration>> {
  const files = (await knownMigrations()).filter((name) => only?.includes(name) ?? true)
  const readMigration = async (file: string): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, FOLDER), 'utf8')
    return [file, { up: async (db) => void (await sql.raw(text).execute(db)) }]
  }
  return Object.fromEntries(await Promise.all(files.map(readMigration)))
}

/** A version that does not know a newer schema would destroy it. */
async function refuseNewer(database: Database): Promise<void> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('public.kysely_migration') is not null as there`.execute(database.reader)
  if (!found[0]?.there) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database.reader,
  )
  const names = await knownMigrations()
  const newer = rows.find(({ name }) => !names.includes(name))
  if (newer)
    throw new StartRefused(
      `This database was brought up to date by a newer version, which made ${newer.name}: there is no way back. ` +
        'Start that version again, or restore a backup from before the update into a new DATA_DIR or database.',
    )
}

/**
 * Runs missing migrations in one transaction, under kysely's advisory lock: several processes may start at once.
 *
 * @param only up to these, for a backup made by an older version
 * @throws StartRefused when the database was migrated by a newer version
 * @throws Error naming the migration that failed; everything is rolled back
 */
export async function migrate(database: Database, log: Log, only?: readonly string[]): Promise<void> {
  await refuseNewer(database)
  const migrator = new Migrator({
    db: database.reader,
    provider: { getMigrations: () => readMigrations(only) },
    // numbers are assigned before the work is merged: a lower one may come after a higher one
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
