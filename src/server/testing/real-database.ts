/** A database with the durability of production, for tests that the test run's own, which never syncs, would make pass. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { startPostgres } from '../kit/postgres/launcher.ts'
import { readPostmasterFile } from '../kit/postgres/postmaster-file.ts'
import { copyCluster, quiet } from './cluster-template.ts'

/** A database as in production, in a folder of its own; and a superuser, as in the test cluster. */
export async function realDatabase(dataDir: string, settings: Record<string, string> = {}) {
  const postgres = await startPostgres({ dataDir, log: quiet, settings })
  onTestFinished(() => postgres.stop())
  const asAdmin = async (database: string) => {
    const { host, port } = postgres.connection
    const client = new Client({ host, port, user: 'postgres', database })
    client.on('error', () => undefined)
    await client.connect()
    onTestFinished(() => client.end().catch(() => undefined))
    return client
  }
  const cluster = path.join(dataDir, 'postgres')
  return { postgres, cluster, asAdmin, postmaster: () => readPostmasterFile(cluster)?.pid ?? 0 }
}

export async function folderWithCluster(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'headgate-durable-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  // the user of the database process needs access
  await chmod(dataDir, 0o755)
  await copyCluster(inject('clusterTemplate'), dataDir)
  return dataDir
}
