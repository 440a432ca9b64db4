/** A migrated PostgreSQL cluster that tests copy, because creating one takes a second of processor time. */
import { writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { createLog } from '../kit/log.ts'
import { openDatabase, UNLIMITED } from '../kit/postgres/database.ts'
import { startPostgres } from '../kit/postgres/launcher.ts'
import { migrate } from '../kit/postgres/migrations.ts'

export const quiet = { info: () => undefined, warn: () => undefined }

/** Durability is off: a killed process, even of the database, loses nothing that was written to the operating system. */
export const NOT_FOR_EVER = { fsync: 'off', full_page_writes: 'off' }

/** @param dataDir a new folder; its database is stopped when this resolves */
export async function makeClusterTemplate(dataDir: string): Promise<void> {
  const postgres = await startPostgres({ dataDir, log: quiet, settings: NOT_FOR_EVER })
  try {
    const log = createLog({ logLevel: 'error' })
    const database = openDatabase(postgres.url, log, { connections: 2, ...UNLIMITED })
    await migrate(database, log)
    await database.close()
  } finally {
    await postgres.stop()
  }
  // from the next start on
  trustThisMachine(path.join(dataDir, 'postgres'))
}

/** Copies the template cluster into a data folder without a database. */
export async function copyCluster(template: string, dataDir: string): Promise<void> {
  await cp(path.join(template, 'postgres'), path.join(dataDir, 'postgres'), { recursive: true })
}

/** Local connections need no password: verifying one per connection would be a fifth of the cost of a small test. */
function trustThisMachine(cluster: string): void {
  writeFileSync(path.join(cluster, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
}
