/** External databases: through a pooler, with a role with few rights, and the message when rights are missing. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { systemList, systemPaths } from '../../../contract/systems.ts'
import { emptyDatabase } from '../../testing/build.ts'
import { appliedReport, connectTestDevice, eventually } from '../../testing/test-device.ts'
import { farmOn, validInput } from '../../testing/factories.ts'
import { pgBouncerIsHere, startPgBouncer } from '../../testing/pgbouncer.ts'
import { createLog } from '../log.ts'
import { admitDatabase } from './admission.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrations.ts'

async function asAdmin(...statements: string[]): Promise<void> {
  const admin = new Client({ connectionString: inject('clusterUrl') })
  await admin.connect()
  try {
    for (const statement of statements) await admin.query(statement)
  } finally {
    await admin.end()
  }
}

/** A role without any rights, and a new database; the URL of both. */
async function plainRole({ owner }: { owner: boolean }): Promise<{ role: string; url: string }> {
  const role = `plain_${randomUUID().slice(0, 8)}`
  await asAdmin(
    `create role ${role} login`,
    `grant ${role} to current_user with inherit true, set true`,
    `create database ${role}`,
  )
  if (owner) await asAdmin(`alter database ${role} owner to ${role}`)
  onTestFinished(() =>
    asAdmin(`drop database ${role} with (force)`, `drop owned by ${role}`, `drop role ${role}`),
  )
  const url = new URL(inject('clusterUrl'))
  url.pathname = `/${role}`
  url.username = role
  url.password = ''
  return { role, url: url.href }
}

describe('an external database', () => {
  it('is used directly without a pooler', async () => {
    const url = await emptyDatabase()
    expect(await admitDatabase(url, null)).toEqual({ url, directUrl: url, pooled: false })
    expect(await admitDatabase(url, url)).toEqual({ url, directUrl: url, pooled: false })
  })

  it('with a role that may create neither tables nor roles is refused with instructions for an administrator', async () => {
    const { role, url } = await plainRole({ owner: false })
    await expect(admitDatabase(url, null)).rejects.toThrow(
      `DATABASE_URL: the role "${role}" may make no tables there; let an administrator run: alter database "${role}" owner to "${role}"`,
    )
    await asAdmin(`alter database ${role} owner to ${role}`)
    const grant = `grant headgate_customer, headgate_provider to "${role}"`
    await expect(admitDatabase(url, null)).rejects.toThrow(
      `DATABASE_URL: the role "${role}" may make no other roles; let an administrator run: ${grant}`,
    )
    await asAdmin(grant)
    await expect(admitDatabase(url, null)).resolves.toMatchObject({ pooled: false })
  })

  it('with an ordinary role that was granted the two others is sufficient for an installation', async () => {
    const { role, url } = await plainRole({ owner: true })
    await asAdmin(`grant headgate_customer, headgate_provider to ${role}`)
    const log = createLog({ logLevel: 'silent' })
    const database = openDatabase(url, log, { connections: 2 })
    await migrate(database, log)
    const { rows } = await database.pool.query<{ role: string }>('select current_user::text as role')
    expect(rows[0]?.role).toBe(role)
    await database.close()
    const { send } = await farmOn({ DATABASE_URL: url })
    expect((await send(validInput())).status).toBe(200)
  })
})

describe.skipIf(!pgBouncerIsHere)('PgBouncer in transaction mode (skipped where it is not installed)', () => {
  it('is refused when used alone, in one line, also when it ignores unknown settings', async () => {
    const direct = await emptyDatabase()
    const strict = await startPgBouncer(direct)
    const lax = await startPgBouncer(direct, ['statement_timeout', 'lock_timeout', 'options'])
    for (const url of [strict, lax])
      await expect(admitDatabase(url, null)).rejects.toThrow(
        /^DATABASE_URL: leads through a pooler[^\n]+DATABASE_LISTEN_URL/,
      )
    await expect(admitDatabase(strict, lax)).rejects.toThrow(/^DATABASE_LISTEN_URL: leads through a pooler/)
    expect(await admitDatabase(strict, direct)).toEqual({ url: strict, directUrl: direct, pooled: true })
  })

  it('delivers a setting to the machine and its report back when a direct URL is also given', async () => {
    const direct = await emptyDatabase()
    const variables = { DATABASE_URL: await startPgBouncer(direct), DATABASE_LISTEN_URL: direct }
    const { built, owner, connected, send } = await farmOn(variables)
    const machine = await connectTestDevice(built.app.devices.mqttUrl, connected.controller)
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send(validInput({ application_rate: 0.5 + n / 100 }))),
    )
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
    const newest = await machine.desired(({ settingsRev }) => settingsRev === 20)
    await machine.publish('reported', appliedReport(newest))
    await eventually('applied', async () => {
      const { body } = await built.call(systemPaths.list, owner)
      return systemList.parse(body)[0]?.delivery === 'applied' ? true : null
    })
    expect((await built.call('/readyz')).status).toBe(200)
    // a time limit applies to its transaction
    const limited = built.kit.openPool({ connections: 1, statementMs: 300 })
    await expect(limited.write((tx) => sql`select pg_sleep(5)`.execute(tx))).rejects.toThrow(
      /statement timeout/,
    )
    await limited.close()
  })
})
