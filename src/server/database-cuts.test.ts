/** A database whose connections are cut, or that is down: 503 with Retry-After, for every kind of call. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { accountPaths } from '../contract/accounts/account-paths.ts'
import { problems } from '../contract/errors.ts'
import { readingPaths } from '../contract/readings.ts'
import { systemPaths } from '../contract/systems.ts'
import { startPostgres } from './kit/postgres/launcher.ts'
import { readPostmasterFile } from './kit/postgres/postmaster-file.ts'
import { PASSWORD } from './testing/accounts.ts'
import type { Answer } from './testing/build.ts'
import { copyCluster, quiet } from './testing/cluster-template.ts'
import { farmOn, validInput } from './testing/factories.ts'
import { testTimeout, soak } from './testing/soak.ts'
import { provesRow } from './testing/reliability.ts'

const CUTS = soak(8, 300)
/** The connections that serve requests. */
const PEOPLE = `datname = current_database() and application_name = 'headgate'`

/** A farm, one call of each kind, and the table that each of them needs. */
async function farmWithCalls(variables: Record<string, string> = {}) {
  const { built, owner, connected, send } = await farmOn(variables)
  const { id, secret } = connected.gateway
  const reading = { probe: '3', depthCm: 20, at: '2026-05-01T00:00:00Z', vwc: 0.2 }
  const device = { authorization: `Device ${id}:${secret}` }
  let depth = 0
  const deeper = () => ({ ...reading, depthCm: (depth += 1) })
  const calls: { of: string; table: string; ask: () => Promise<Answer> }[] = [
    { of: 'the list of systems', table: 'systems', ask: () => built.call(systemPaths.list, owner) },
    { of: 'a setting', table: 'system_commands', ask: () => send(validInput()) },
    {
      of: 'readings',
      table: 'readings',
      ask: () =>
        built.call(readingPaths.ingest, { json: { batch: 'b', readings: [deeper()] }, headers: device }),
    },
    {
      of: 'a login',
      table: 'users',
      ask: () => built.call(accountPaths.create, { json: { email: owner.email, password: PASSWORD } }),
    },
  ]
  return { built, calls }
}

/** A connection that serves no request. */
async function beside(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString, application_name: 'beside' })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

function expectUnavailable(of: string, { status, headers, body }: Answer): void {
  expect({ of, status, after: headers.get('retry-after') }).toEqual({ of, status: 503, after: '5' })
  expect(body).toMatchObject({ detail: problems.unavailable.message })
}

describe('a connection cut by the database', () => {
  it('is a 503 for a request waiting in a statement', async () => {
    const { built, calls } = await farmWithCalls()
    const [holder, cutter] = [await beside(built.databaseUrl), await beside(built.databaseUrl)]
    for (const { of, table, ask } of calls) {
      await holder.query(`begin; lock table ${table} in access exclusive mode`)
      const answer = ask()
      await expect
        .poll(async () => {
          const cut = await cutter.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where ${PEOPLE} and wait_event_type = 'Lock'`,
          )
          return cut.rowCount
        })
        .toBeGreaterThan(0)
      expectUnavailable(of, await answer)
      await holder.query('rollback')
      await expect.poll(async () => (await ask()).status).toBe(200)
    }
  })

  it('is a 503 at any point', testTimeout(120_000), async () => {
    const { built, calls } = await farmWithCalls()
    const cutter = await beside(built.databaseUrl)
    for (const { of, ask } of calls) {
      let cuts = 0
      while (cuts < CUTS) {
        const answer = ask()
        await sleep(Math.random() * 12)
        await cutter.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${PEOPLE}`)
        const got = await answer
        if (got.status === 200) continue
        expectUnavailable(of, got)
        cuts += 1
      }
      // a connection that was cut last may not have noticed it yet
      await expect.poll(async () => (await ask()).status).toBe(200)
    }
  })
})

describe('a database that is down', () => {
  it('is a 503 until it is back', testTimeout(120_000), async () => {
    provesRow('F6', 2)
    const dataDir = await mkdtemp(path.join(tmpdir(), 'headgate-away-'))
    await copyCluster(inject('clusterTemplate'), dataDir)
    const postgres = await startPostgres({ dataDir, log: quiet })
    onTestFinished(async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    const { calls } = await farmWithCalls({ DATABASE_URL: postgres.url })
    const postmaster = () => readPostmasterFile(path.join(dataDir, 'postgres'))?.pid

    const refused = new Set<string>()
    /** Until it is answered well again, having been refused or not. */
    const untilWell = async ({ of, ask }: (typeof calls)[number]) => {
      for (;;) {
        const answer = await ask()
        if (answer.status === 200) return
        expectUnavailable(of, answer)
        refused.add(of)
      }
    }
    // on a busy machine the database may be back before a call has reached it
    for (let deaths = 0; deaths < 2 || refused.size < calls.length; deaths += 1) {
      const pid = postmaster()
      if (pid === undefined) throw new Error('the database is well, and has no process')
      process.kill(pid, deaths % 2 === 0 ? 'SIGKILL' : 'SIGQUIT')
      await Promise.all(calls.map(untilWell))
      // a connection may still be answered while its postmaster is gone
      await expect.poll(() => [undefined, pid].includes(postmaster())).toBe(false)
    }
  })
})
