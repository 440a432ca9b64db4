/** Opens one installation: its database, embedded or given, brought up to date, and the kit on it. */
import type { Clock } from '../kit/clock.ts'
import type { Config } from '../kit/config.ts'
import { openDatabase, UNLIMITED } from '../kit/postgres/database.ts'
import { openKit } from './kit-opening.ts'
import type { Kit } from './kit.ts'
import type { Log } from '../kit/log.ts'
import { migrate } from '../kit/postgres/migrations.ts'
import { borrowPostgres, startPostgres } from '../kit/postgres/launcher.ts'

export interface Installation {
  kit: Kit
  databaseUrl: string
  /** Ends the embedded database, where this process started it; after the kit's database was closed. */
  release(): Promise<void>
}

interface OpenOptions {
  /** A command that may run while a server holds the data folder. */
  beside?: boolean
}

/**
 * @throws DataFolderHeld when another server runs on the same folder
 */
export async function openInstallation(
  config: Config,
  log: Log,
  clock: Clock,
  { beside = false }: OpenOptions = {},
): Promise<Installation> {
  const say = { info: (text: string) => log.info(text), warn: (text: string) => log.warn(text) }
  const open = beside ? borrowPostgres : startPostgres
  const embedded = config.databaseUrl ? null : await open({ dataDir: config.dataDir, log: say })
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  const release = async () => embedded?.stop()
  try {
    await migrateOnce(databaseUrl, log)
    return { kit: await openKit(config, log, clock, databaseUrl), databaseUrl, release }
  } catch (error) {
    await release()
    throw error
  }
}

/** On a pool of its own, so that a failed migration leaves no connection behind. */
async function migrateOnce(databaseUrl: string, log: Log): Promise<void> {
  const database = openDatabase(databaseUrl, log, { connections: 4, ...UNLIMITED })
  try {
    await migrate(database, log)
  } finally {
    await database.close()
  }
}
