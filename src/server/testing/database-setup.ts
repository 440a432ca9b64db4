/** One real PostgreSQL for a whole test run, and a migrated database that each test copies. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase, UNLIMITED } from '../kit/postgres/database.ts'
import { createLog } from '../kit/log.ts'
import { migrate } from '../kit/postgres/migrations.ts'
import { startPostgres } from '../kit/postgres/launcher.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the cluster's maintenance database. */
    clusterUrl: string
    templateName: string
  }
}

const OF_TESTS = {
  // no test cuts the power: a killed process, of the database too, loses nothing that the system has already
  fsync: 'off',
  full_page_writes: 'off',
  // servers of several files at once
  max_connections: '300',
}

const quiet = { info: () => undefined, warn: () => undefined }

/** Thousands of rounds for each connection would be a quarter of what a small test costs. */
async function quickenLogins(pool: Pool, password: string): Promise<void> {
  const client = await pool.connect()
  await client.query('set scram_iterations = 1')
  await client.query(`alter role current_user password '${password}'`)
  client.release(true)
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-test-'))
  const postgres = await startPostgres({ dataDir: folder, log: quiet, settings: OF_TESTS })
  const log = createLog({ logLevel: 'error' })
  const database = openDatabase(postgres.url, log, { connections: 2, ...UNLIMITED })
  await migrate(database, log)
  await quickenLogins(database.pool, postgres.connection.password)
  await database.close()
  const clusterUrl = new URL(postgres.url)
  clusterUrl.pathname = '/postgres'
  project.provide('clusterUrl', clusterUrl.href)
  project.provide('templateName', postgres.connection.database)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
