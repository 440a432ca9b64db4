/** Transactions over the pool: begin, end, notifications, and tables that change meanwhile. */
import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../../testing/build.ts'
import { type Database, openDatabase, type PoolLimits } from './database.ts'
import { isOneOf } from './prepared-statements.ts'
import {
  runAsServer,
  continueAsServer,
  inSavepoint,
  notify,
  type Reader,
  sendWithCommit,
  type ServerTx,
  type Tx,
} from './transactions.ts'
import { createLog } from '../log.ts'

async function openedDatabase(limits: PoolLimits = {}): Promise<{ database: Database; url: string }> {
  const url = await emptyDatabase()
  const database = openDatabase(url, createLog({ logLevel: 'fatal' }), { connections: 2, ...limits })
  onTestFinished(() => database.close())
  await sql`create table fields (name text primary key)`.execute(database.reader)
  return { database, url }
}

async function namesIn({ reader }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from fields order by name`.execute(reader)
  return rows.map(({ name }) => name)
}

const add = (name: string) => sql`insert into fields (name) values (${name})`

/** Notifications on the channel from now on. */
async function listenTo(database: Database, channel: string): Promise<string[]> {
  const client = await database.pool.connect()
  onTestFinished(() => client.release(true))
  const texts: string[] = []
  client.on('notification', ({ payload }) => texts.push(payload ?? ''))
  await client.query(`listen ${channel}`)
  return texts
}

it('rolls back everything of a transaction that throws, including its first statement', async () => {
  const { database } = await openedDatabase()
  const failing = database.write(async (tx) => {
    await add('north').execute(tx)
    throw new Error('a fault')
  })
  await expect(failing).rejects.toThrow('a fault')
  const refused = database.write(async (tx) => {
    await add('south').execute(tx)
    await add('south').execute(tx)
  })
  await expect(refused).rejects.toThrow('duplicate key')
  expect(await namesIn(database)).toEqual([])
  // neither left its connection inside a transaction
  for (const name of ['east', 'west', 'home']) await database.write((tx) => add(name).execute(tx))
  expect(await namesIn(database)).toEqual(['east', 'home', 'west'])
})

it.skipIf(process.platform !== 'linux')('probes a silent connection within seconds', async () => {
  const { database } = await openedDatabase()
  const { rows } = await sql<{ port: number }>`select inet_client_port() as port`.execute(database.reader)
  const port = (rows[0]?.port ?? 0).toString(16).toUpperCase().padStart(4, '0')
  // proc(5): the state (1: established), the timer that is active (2: keep-alive) and its time left, in hundredths
  // of a second; a connection that ended may have had the same port
  const sockets = (await readFile('/proc/net/tcp', 'utf8'))
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const timer = sockets.find(([, local, , state]) => local?.endsWith(`:${port}`) && state === '01')?.[5]
  expect(timer).toMatch(/^02:/)
  expect(parseInt(timer?.slice(3) ?? '', 16)).toBeLessThanOrEqual(1000)
})

it('sends nothing to the database without a statement', async () => {
  const { database } = await openedDatabase()
  expect(await database.write(() => Promise.resolve('done'))).toBe('done')
  await expect(database.write(() => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault')
  expect(await namesIn(database)).toEqual([])
})

it('executes concurrent statements in the order in which they were issued', async () => {
  const { database } = await openedDatabase()
  const names = Array.from({ length: 40 }, (_, n) => `field ${n}`)
  const counted = await database.write((tx) =>
    Promise.all(
      names.flatMap((name) => [
        add(name).execute(tx),
        sql<{ count: number }>`select count(*) from fields`.execute(tx).then(({ rows }) => rows[0]?.count),
      ]),
    ),
  )
  expect(counted.filter((outcome) => typeof outcome === 'number')).toEqual(names.map((_, n) => n + 1))
  expect(await namesIn(database)).toEqual(names.toSorted())
})

it('rolls back concurrent statements when one of them fails, and reports which', async () => {
  const { database } = await openedDatabase()
  const failing = database.write((tx) =>
    Promise.all([add('north').execute(tx), add('north').execute(tx), add('south').execute(tx)]),
  )
  await expect(failing).rejects.toThrow('duplicate key')
  const ignored = database.write(async (tx) => {
    await add('east').execute(tx)
    // swallowing the error must not commit what came before it
    await add('east')
      .execute(tx)
      .catch(() => undefined)
  })
  await expect(ignored).rejects.toThrow('rolled back')
  expect(await namesIn(database)).toEqual([])
})

it('reports which also when the answer to a later statement is heard first', async () => {
  const { database } = await openedDatabase()
  const deep = async (tx: Tx) => {
    const deeper = async () => {
      const deepest = async () => add('north').execute(tx)
      return await deepest()
    }
    return await deeper()
  }
  const failing = database.write(async (tx) => {
    await add('north').execute(tx)
    const both = Promise.all([deep(tx), add('south').execute(tx)])
    // both answers have arrived when the first is read
    await setImmediate()
    const until = performance.now() + 200
    while (performance.now() < until);
    return both
  })
  await expect(failing).rejects.toThrow('duplicate key')
})

/** A statement of the query builder, as `sendWithCommit` needs it. */
const adding = (tx: Tx, name: string) =>
  tx.withTables<{ fields: { name: string } }>().insertInto('fields').values({ name })

it('stores what is sent with the commit, and nothing at all if any of it is refused', async () => {
  const { database } = await openedDatabase()
  await database.write(async (tx) => {
    sendWithCommit(tx, adding(tx, 'north'))
    await add('south').execute(tx)
    sendWithCommit(tx, adding(tx, 'east'))
  })
  expect(await namesIn(database)).toEqual(['east', 'north', 'south'])
  const refused = database.write(async (tx) => {
    await add('west').execute(tx)
    notify(tx, 'news', ['never'])
    sendWithCommit(tx, adding(tx, 'north'))
    sendWithCommit(tx, adding(tx, 'home'))
  })
  await expect(refused).rejects.toThrow('duplicate key')
  const failing = database.write(async (tx) => {
    sendWithCommit(tx, adding(tx, 'west'))
    throw new Error('a fault')
  })
  await expect(failing).rejects.toThrow('a fault')
  expect(await namesIn(database)).toEqual(['east', 'north', 'south'])
  // none of them left its connection inside a transaction
  for (const name of ['a', 'b', 'c']) await database.write(async (tx) => sendWithCommit(tx, adding(tx, name)))
  expect(await namesIn(database)).toEqual(['a', 'b', 'c', 'east', 'north', 'south'])
})

it('rolls back what a savepoint would have sent with the commit, and continues', async () => {
  const { database } = await openedDatabase()
  await database.write(async (tx) => {
    sendWithCommit(tx, adding(tx, 'south'))
    const refused = inSavepoint(tx, async () => {
      await add('north').execute(tx)
      sendWithCommit(tx, adding(tx, 'north'))
    })
    await expect(refused).rejects.toThrow('duplicate key')
    await inSavepoint(tx, async () => sendWithCommit(tx, adding(tx, 'east')))
  })
  expect(await namesIn(database)).toEqual(['east', 'south'])
})

it('commits a single statement by itself, and refuses a second one', async () => {
  const { database } = await openedDatabase()
  const texts = await listenTo(database, 'news')
  await database.writeSingle(async (tx) => {
    await add('north').execute(tx)
    notify(tx, 'news', ['stored'])
  })
  await expect.poll(() => texts).toEqual(['stored'])
  const twice = database.writeSingle(async (tx) => {
    await add('south').execute(tx)
    await add('east').execute(tx)
  })
  await expect(twice).rejects.toThrow('a second statement')
  const withCommit = database.writeSingle(async (tx) => sendWithCommit(tx, adding(tx, 'west')))
  await expect(withCommit).rejects.toThrow('no commit')
  await expect(database.writeSingle((tx) => add('north').execute(tx))).rejects.toThrow('duplicate key')
  expect(await namesIn(database)).toEqual(['north', 'south'])
})

it('refuses a statement after its end, when the connection may be in another transaction', async () => {
  const { database } = await openedDatabase()
  const ended: Tx[] = []
  await database.write(async (tx) => void ended.push(tx))
  const failing = database.write(async (tx) => {
    ended.push(tx)
    throw new Error('a fault')
  })
  await expect(failing).rejects.toThrow('a fault')
  for (const tx of ended) await expect(add('north').execute(tx)).rejects.toThrow('after the end')
  expect(await namesIn(database)).toEqual([])
})

it('notifies on commit, in order, and not on rollback', async () => {
  const { database } = await openedDatabase()
  const texts = await listenTo(database, 'news')
  await database.write(async (tx) => {
    notify(tx, 'news', ['one', 'two'])
    const inner = inSavepoint(tx, async () => {
      await add('north').execute(tx)
      notify(tx, 'news', ['taken back'])
      throw new Error('a fault')
    })
    await expect(inner).rejects.toThrow('a fault')
    notify(tx, 'news', ['three'])
    expect(texts).toEqual([])
  })
  const failing = database.write(async (tx) => {
    notify(tx, 'news', ['never'])
    throw new Error('a fault')
  })
  await expect(failing).rejects.toThrow('a fault')
  await database.write(async (tx) => notify(tx, 'news', ['last']))
  await expect.poll(() => texts).toEqual(['one', 'two', 'three', 'last'])
  expect(await namesIn(database)).toEqual([])
})

it('fails as a whole when a notification cannot be sent', async () => {
  const { database } = await openedDatabase()
  const tooLong = database.write(async (tx) => {
    await add('north').execute(tx)
    notify(tx, 'news', ['x'.repeat(9000)])
  })
  await expect(tooLong).rejects.toThrow('notification too long')
  expect(await namesIn(database)).toEqual([])
})

it.each(['in a transaction', 'by itself'])(
  'goes on when another process changes a table that it knows, %s',
  async (where) => {
    const { database } = await openedDatabase()
    const select = (db: Reader) =>
      sql<{ name: string }>`select * from fields where name = ${'north'}`.execute(db)
    const selectRows = async () => {
      const { rows } = await (where === 'by itself' ? select(database.reader) : database.write(select))
      return rows[0]
    }
    await add('north').execute(database.reader)
    // often enough for a generic plan, on each connection
    for (let n = 0; n < 8; n += 1) expect(await Promise.all([selectRows(), selectRows()])).toHaveLength(2)
    await sql`alter table fields add column acres integer default 130`.execute(database.reader)
    const wider = { name: 'north', acres: 130 }
    expect(await Promise.all([selectRows(), selectRows()])).toEqual([wider, wider])
  },
)

it('switches roles within one transaction, and rolls back what both wrote', async () => {
  const { database } = await openedDatabase()
  await sql`do $$ begin create role headgate_customer; exception when duplicate_object then null; end $$`.execute(
    database.reader,
  )
  const userOf = async (tx: Tx) => (await sql<{ role: string }>`select current_user as role`.execute(tx)).rows
  const forServerOnly = (tx: ServerTx) => add('north').execute(tx)
  const failing = database.asCustomer(7, async (tx) => {
    expect(await userOf(tx)).toEqual([{ role: 'headgate_customer' }])
    const server = await continueAsServer(tx)
    expect(await userOf(server)).not.toEqual([{ role: 'headgate_customer' }])
    await forServerOnly(server)
    throw new Error('a fault')
  })
  await expect(failing).rejects.toThrow('a fault')
  expect(await namesIn(database)).toEqual([])
  const pieces = database.asCustomer(7, async (tx) => {
    const [before, , within] = await Promise.all([userOf(tx), runAsServer(tx, forServerOnly), userOf(tx)])
    expect(before).toEqual([{ role: 'headgate_customer' }])
    expect(within).not.toEqual(before)
    throw new Error('another fault')
  })
  await expect(pieces).rejects.toThrow('another fault')
  expect(await namesIn(database)).toEqual([])
  // @ts-expect-error the handle of a customer is not the server's
  await expect(database.asCustomer(7, (tx) => forServerOnly(tx))).rejects.toThrow('permission denied')
})

it('reads one snapshot, whatever is written meanwhile, and cannot write', async () => {
  const { database } = await openedDatabase()
  await sql`grant all on fields to headgate_customer`.execute(database.reader)
  await database.write((tx) => add('north').execute(tx))
  const looks = await database.readAsCustomer(7, async (tx) => {
    const count = async () => (await sql`select name from fields`.execute(tx)).rows.length
    const before = await count()
    await database.write((other) => add('south').execute(other))
    return [before, await count()]
  })
  expect(looks).toEqual([1, 1])
  expect(await namesIn(database)).toEqual(['north', 'south'])
  const writing = database.readAsCustomer(7, (tx) => add('east').execute(tx))
  await expect(writing).rejects.toThrow('read-only transaction')
})

/** Numbered machines, ten in each of a hundred fields. */
async function machinesOf(database: Database): Promise<void> {
  await sql`create table machines (id integer primary key, field integer)`.execute(database.reader)
  await sql`insert into machines select n, n / 10 from generate_series(0, 999) as n`.execute(database.reader)
  await sql`create index on machines (field)`.execute(database.reader)
  await sql`analyze machines`.execute(database.reader)
}

async function plansOf(database: Database, statement: string) {
  const { rows } = await sql<{ generic: number; custom: number }>`
    select generic_plans as generic, custom_plans as custom from pg_prepared_statements
     where statement like ${`${statement}%`}`.execute(database.reader)
  return rows
}

const machinesIn = async (database: Database, fields: number[]) => {
  const condition = isOneOf('m.field', fields)
  const { rows } = await sql<{ id: number }>`
    select id from machines m where ${condition} order by id`.execute(database.reader)
  return rows.map(({ id }) => id)
}

it('finds the rows of none, of one and of several numbers, also large ones', async () => {
  const { database } = await openedDatabase()
  await machinesOf(database)
  expect(await machinesIn(database, [])).toEqual([])
  expect(await machinesIn(database, [99])).toEqual([990, 991, 992, 993, 994, 995, 996, 997, 998, 999])
  expect(await machinesIn(database, [0, 99, 2 ** 40])).toHaveLength(20)
})

it('plans a condition on a single number once, and in one pool every statement', async () => {
  const { database } = await openedDatabase({ connections: 1 })
  await machinesOf(database)
  // the database plans a statement five times before it compares
  for (let n = 0; n < 20; n += 1) expect(await machinesIn(database, [n])).toHaveLength(10)
  expect(await plansOf(database, '%"field" = $1')).toEqual([{ generic: 15, custom: 5 }])

  const { database: onePlan } = await openedDatabase({ connections: 1, onePlan: true })
  await machinesOf(onePlan)
  for (let n = 0; n < 20; n += 1) expect(await machinesIn(onePlan, [n, n + 1])).toHaveLength(20)
  expect(await plansOf(onePlan, '%"field" = any ($1')).toEqual([{ generic: 20, custom: 0 }])
})
