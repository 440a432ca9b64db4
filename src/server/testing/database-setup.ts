/** One real PostgreSQL for a whole test run, and a migrated database that each test copies. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
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

const quiet = { info: () => undefined, warn: () => undefined }

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-test-'))
  const postgres = await startPostgres({ dataDir: folder, log: quiet })
  const log = createLog({ logLevel: 'error' })
  const database = openDatabase(postgres.url, log, { connections: 2, ...UNLIMITED })
  await migrate(database, log)
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
