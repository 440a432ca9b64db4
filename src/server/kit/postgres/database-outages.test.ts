/** Errors of pg, its pool and kysely when the database is lost: each provoked for real and answered with 503. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client, Pool, type PoolConfig } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../../testing/build.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from './database.ts'
import type { ServerTx } from './transactions.ts'
import { createHttp } from '../http-server.ts'
import { createLog } from '../log.ts'
import { Problem } from '../problem.ts'

type Work = (databaseUrl: string) => Promise<unknown>

/** The response of a route that does this work. */
async function answerTo(work: Work) {
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const http = await createHttp(config, createLog(config))
  const url = await emptyDatabase()
  http.get('/api/work/', () => work(url))
  return http.inject('/api/work/')
}

/** A transaction whose connection is closed between two statements. */
function afterTheCut(work: (tx: ServerTx) => Promise<unknown>): Work {
  return async (databaseUrl) => {
    const database = openDatabase(databaseUrl, createLog({ logLevel: 'silent' }))
    onTestFinished(() => database.close())
    const lost = new Promise((resolve) => {
      database.pool.once('connect', (client) => client.once('end', resolve))
    })
    return database.write(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const cutter = new Client({ connectionString: databaseUrl })
      await cutter.connect()
      await cutter.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await cutter.end()
      await lost
      return work(tx)
    })
  }
}

/** Statements with a pause between them, on a connection with these limits. */
function statements(limits: PoolConfig, ...texts: string[]): Work {
  return async (connectionString) => {
    const pool = poolFor({ connectionString, ...limits })
    const client = await pool.connect()
    try {
      for (const text of texts) {
        await client.query(text)
        await sleep(100)
      }
    } finally {
      client.release(true)
    }
  }
}

function poolFor(options: PoolConfig): Pool {
  const pool = new Pool(options)
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined))
  onTestFinished(async () => {
    if (!pool.ended) await pool.end()
  })
  return pool
}

/** A port whose listener never answers, or, once closed, without a listener. */
async function silentPort(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer()
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket)).listen(0)
  await once(server, 'listening')
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  onTestFinished(close)
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, close }
}

const refused: Work = async () => {
  const { port, close } = await silentPort()
  await close()
  // by name: refused at one address after the other
  return poolFor({ host: 'localhost', port }).query('select 1')
}

const silent: Work = async () => {
  const { port } = await silentPort()
  return poolFor({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 }).query('select 1')
}

const silentToOne: Work = async () => {
  const { port } = await silentPort()
  const client = new Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 })
  client.on('error', () => undefined)
  return client.connect()
}

const poolTaken: Work = async (connectionString) => {
  const pool = poolFor({ connectionString, max: 1, connectionTimeoutMillis: 50 })
  const holder = await pool.connect()
  return pool.query('select 1').finally(() => holder.release())
}

const poolEnded: Work = async (connectionString) => {
  const pool = poolFor({ connectionString })
  await pool.end()
  return pool.query('select 1')
}

const databaseClosed: Work = async (databaseUrl) => {
  const database = openDatabase(databaseUrl, createLog({ logLevel: 'silent' }))
  await database.write((tx) => sql`select 1`.execute(tx))
  await database.close()
  return database.write((tx) => sql`select 1`.execute(tx))
}

const wrapped: Work = async (databaseUrl) => {
  const failure: unknown = await silentToOne(databaseUrl).catch((error: unknown) => error)
  throw new Error('the picture was not drawn', { cause: new Error('no readings', { cause: failure }) })
}

const SLEEP = 'select pg_sleep(10)'

it.each<[string, Work]>([
  [
    'a statement whose own connection is cut',
    statements({}, 'select pg_terminate_backend(pg_backend_pid())'),
  ],
  ['the next statement of a transaction', afterTheCut((tx) => sql`select 1`.execute(tx))],
  ['the commit', afterTheCut(async () => 'all was done')],
  ['the rollback of what was refused', afterTheCut(() => Promise.reject(new Problem('forbidden')))],
  ['a statement that takes too long, as the database says', statements({ statement_timeout: 50 }, SLEEP)],
  ['a statement that takes too long, as pg says', statements({ query_timeout: 50 }, SLEEP)],
  ['a pause that is too long', statements({ idle_in_transaction_session_timeout: 20 }, 'begin', 'select 1')],
  ['a transaction that is too long', statements({}, 'set transaction_timeout = 20', 'begin', SLEEP)],
  ['a database that is not there', refused],
  ['a database that does not answer', silent],
  ['a database that does not answer a connection without a pool', silentToOne],
  ['a pool that is taken', poolTaken],
  ['a pool that was ended', poolEnded],
  ['a database that was closed', databaseClosed],
  ['a cause of a cause', wrapped],
  ['all of several', (url) => Promise.any([silentToOne(url), refused(url)])],
])('is a 503 for %s', async (_of, work) => {
  const { statusCode, headers, body } = await answerTo(work)
  expect({ statusCode, after: headers['retry-after'], body }).toMatchObject({ statusCode: 503, after: '5' })
  expect(body).toContain('"code":"unavailable"')
})

it.each<[string, Work]>([
  ['a statement that is wrong', statements({}, 'selct 1')],
  ['an error that is its own cause', () => Promise.reject(selfCaused())],
])('stays a 500 for %s', async (_of, work) => {
  expect((await answerTo(work)).statusCode).toBe(500)
})

function selfCaused(): Error {
  const error = new Error('a fault')
  error.cause = error
  return error
}
