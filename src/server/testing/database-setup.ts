/** Global setup: one PostgreSQL for a test run, with a migrated template database and cluster to copy. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../kit/postgres/launcher.ts'
import { copyCluster, makeClusterTemplate, NOT_FOR_EVER, quiet } from './cluster-template.ts'
import { openTestFolder } from './memory-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the cluster's maintenance database. */
    clusterUrl: string
    templateName: string
    /** A data folder with a stopped database, for `copyCluster`. */
    clusterTemplate: string
  }
}

// connections for the servers of several files at once; an autovacuum worker belongs to a superuser,
// so the run's own role could not drop a database while one is in it
const OF_TESTS = { ...NOT_FOR_EVER, max_connections: '300', autovacuum: 'off' }

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const closeFolder = openTestFolder()
  const template = await mkdtemp(path.join(tmpdir(), 'headgate-template-'))
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-test-'))
  await makeClusterTemplate(template)
  await copyCluster(template, folder)
  const postgres = await startPostgres({ dataDir: folder, log: quiet, settings: OF_TESTS })
  const clusterUrl = new URL(postgres.url)
  clusterUrl.pathname = '/postgres'
  project.provide('clusterUrl', clusterUrl.href)
  project.provide('templateName', postgres.connection.database)
  project.provide('clusterTemplate', template)
  return async () => {
    await postgres.stop()
    for (const directory of [template, folder]) await rm(directory, { recursive: true, force: true })
    closeFolder()
  }
}
