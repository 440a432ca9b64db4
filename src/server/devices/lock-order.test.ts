/** Lock order, controllers first: a start while the database still runs statements of a killed process. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectTestDevice, eventually, NOTHING_RUNS } from '../testing/test-device.ts'
import { build, shared } from '../testing/build.ts'
import { connected, farm, farmIn } from '../testing/farm.ts'

/** Holds locks as a statement of a killed process would. */
async function remainder(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  return client
}

const server = shared(() => build())

describe('a start', () => {
  it('waits for a report that is being stored, instead of deadlocking', async () => {
    const { built, url, controllerId, controller } = await farm()
    const hand = await connectTestDevice(url, controller)
    await hand.publish('status', { state: 'online', session: 's', at: new Date().toISOString() })
    await built.stop()
    const old = await remainder(built.databaseUrl)
    await old.query('select from controllers where id = $1 for no key update', [controllerId])
    const starting = farm({ DATABASE_URL: built.databaseUrl })
    await eventually('the start at its lock', async () => {
      const { rowCount } = await old.query('select from pg_locks where not granted')
      return rowCount === 0 ? null : true
    })
    await old.query(`update controller_links set reported_at = now() where controller_id = $1`, [
      controllerId,
    ])
    await old.query(
      'insert into controller_connections (controller_id, online, at) values ($1, true, now())',
      [controllerId],
    )
    await old.query('commit')
    const again = await starting
    const links = await again.built.app.devices.links(again.built.kit.database.reader, [controllerId])
    expect(links.get(controllerId)?.online).toBe(false)
  })

  it('does not block inserts that refer to a controller', async () => {
    const { built, controllerId } = await farmIn(server())
    const old = await remainder(built.databaseUrl)
    await old.query('select from controllers where id = $1 for no key update', [controllerId])
    const { rowCount } = await built.kit.database.pool.query(
      `insert into controller_events (controller_id, event_id, at, code, heard_at) values ($1, 'e', now(), 'STOPPED', now())`,
      [controllerId],
    )
    expect(rowCount).toBe(1)
    await old.query('commit')
  })
})

describe('reports', () => {
  it('of locked machines wait with one connection, so that the other serves all other machines', async () => {
    const built = server()
    const url = built.app.devices.mqttUrl
    const [one, two, three] = [await connected(built), await connected(built), await connected(built)]
    const first = await connectTestDevice(url, one.controller)
    const second = await connectTestDevice(url, two.controller)
    const free = await connectTestDevice(url, three.controller)
    const old = await remainder(built.databaseUrl)
    const held = [one.controllerId, two.controllerId]
    await old.query('select from controllers where id = any ($1) for no key update', [held])
    const watcher = await remainder(built.databaseUrl)
    let most = 0
    const waiting = async () => {
      const { rowCount } = await watcher.query(
        `select from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and a.datname = current_database()`,
      )
      most = Math.max(most, rowCount ?? 0)
      return rowCount
    }
    const stuck = [first, second].map((hand) => hand.publish('reported', NOTHING_RUNS))
    await eventually('a report at its lock', async () => ((await waiting()) ?? 0) > 0 || null)
    const taken = free.publish('reported', NOTHING_RUNS).then(() => true)
    for (let isTaken = false; !isTaken;) {
      await waiting()
      isTaken = await Promise.race([taken, sleep(20)]).then((answer) => answer === true)
    }
    await old.query('commit')
    await Promise.all(stuck)
    expect(most).toBe(1)
  })

  it('of a machine that is no longer locked do not wait for the lock of another', async () => {
    const built = server()
    const machines = await Promise.all(Array.from({ length: 4 }, () => connected(built)))
    const locks = new Map<number, Client>()
    for (const { controllerId } of machines) {
      const lock = await remainder(built.databaseUrl)
      await lock.query('select from controllers where id = $1 for no key update', [controllerId])
      locks.set(controllerId, lock)
    }
    const hands = await Promise.all(
      machines.map(({ controller }) => connectTestDevice(built.app.devices.mqttUrl, controller)),
    )
    const ended: number[] = []
    const report = async (at: number) => {
      await hands[at]?.publish('reported', NOTHING_RUNS)
      ended.push(machines[at]?.controllerId ?? 0)
    }
    const reports = [report(0)]
    const watcher = await remainder(built.databaseUrl)
    await eventually('the first at its lock', async () => {
      const { rowCount } = await watcher.query(
        `select from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and a.datname = current_database()`,
      )
      return rowCount || null
    })
    reports.push(report(1), report(2), report(3))
    // they find their machines locked
    await sleep(100)
    const [first, ...others] = machines.map(({ controllerId }) => controllerId)
    for (const id of others) await locks.get(id)?.query('commit')
    await Promise.any([reports[0], Promise.all(reports.slice(1))])
    expect(new Set(ended)).toEqual(new Set(others))
    await locks.get(first ?? 0)?.query('commit')
    await Promise.all(reports)
  })
})

describe('a transaction', () => {
  it('is tried again after a deadlock', async () => {
    const built = server()
    const { database } = built.kit
    const controllers = [await connected(built), await connected(built)]
    let tries = 0
    let begun = 0
    let ended = 0
    const lockBoth = async (ids: number[]) => {
      await database.write(async (tx) => {
        tries += 1
        // another session that took the lock between the attempts would deadlock it again
        if (tries > 2) await eventually('the other to be done', async () => (ended === 1 ? true : null))
        const db = tx.withTables<{ controllers: { id: number } }>()
        for (const id of ids) {
          await db.selectFrom('controllers').select('id').where('id', '=', id).forUpdate().execute()
          begun += 1
          // each holds one lock before either asks for the other's
          await eventually('the other', async () => (begun >= 2 ? true : null))
        }
      })
      ended += 1
    }
    const ids = controllers.map(({ controllerId }) => controllerId)
    await Promise.all([lockBoth(ids), lockBoth(ids.toReversed())])
    expect(tries).toBe(3)
  })
})
