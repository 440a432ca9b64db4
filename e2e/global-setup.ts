/** Before all browser tests: their temporary folder, and a migrated database that every farm begins with. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeClusterTemplate } from '../src/server/testing/cluster-template.ts'
import { openTestFolder } from '../src/server/testing/memory-folder.ts'

/** Environment variable with the data folder that farms copy. */
export const CLUSTER_TEMPLATE = 'E2E_CLUSTER_TEMPLATE'

// oxlint-disable-next-line import/no-default-export -- required by Playwright
export default async function beforeAll(): Promise<() => Promise<void>> {
  const closeFolder = openTestFolder()
  const template = await mkdtemp(path.join(tmpdir(), 'headgate-template-'))
  await makeClusterTemplate(template)
  process.env[CLUSTER_TEMPLATE] = template
  return async () => {
    await rm(template, { recursive: true, force: true })
    closeFolder()
  }
}
