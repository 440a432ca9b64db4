/** Typed facts that travel up, from the transaction that made them to every process of the installation. */
import { Client } from 'pg'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Log } from './log.ts'
import type { Writer } from './database.ts'

/** Names a fact and types what it carries: identifiers and small values, at most 8,000 bytes as JSON. */
export interface Fact<P> {
  readonly name: string
  readonly schema: z.ZodType<P>
}

export function defineFact<P>(name: string, schema: z.ZodType<P>): Fact<P> {
  return { name, schema }
}

export interface Events {
  /** Tells every process once the caller's transaction commits; not at all when it does not. */
  tell<P>(tx: Writer, fact: Fact<P>, payload: P): Promise<void>
  /** Listens in this process; returns what stops it. A listener that throws is logged. */
  on<P>(fact: Fact<P>, listener: (payload: P) => void | Promise<void>): () => void
  start(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'headgate'
const RECONNECT_MS = 500

const message = z.tuple([z.string(), z.unknown()])
type Listener = (payload: unknown) => void | Promise<void>

/** One LISTEN connection; facts told while it is lost are lost too, so nothing durable may hang on them. */
export function createEvents(connectionString: string, log: Log): Events {
  const listeners = new Map<string, Set<Listener>>()
  let client: Client | undefined
  let stopped = false

  function hear(text: string): void {
    const [name, payload] = message.parse(JSON.parse(text))
    for (const listener of listeners.get(name) ?? [])
      void Promise.resolve()
        .then(() => listener(payload))
        .catch((error: unknown) => log.error({ err: error, fact: name }, 'listener failed'))
  }

  async function connect(): Promise<void> {
    const next = new Client({ connectionString, application_name: 'headgate-events' })
    let lost = false
    const reconnect = (error?: Error) => {
      if (lost || stopped) return
      lost = true
      log.warn({ err: error }, 'event connection lost')
      setTimeout(() => void connect().catch(() => undefined), RECONNECT_MS).unref()
    }
    next.on('error', reconnect)
    next.on('end', () => reconnect())
    next.on('notification', (notification) => hear(notification.payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      reconnect(error instanceof Error ? error : undefined)
      throw error
    }
    client = next
  }

  return {
    async tell(tx, fact, payload) {
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify([fact.name, payload])})`.execute(tx)
    },
    on<P>(fact: Fact<P>, listener: (payload: P) => void | Promise<void>) {
      const heard: Listener = (payload) => listener(fact.schema.parse(payload))
      const known = listeners.get(fact.name) ?? new Set()
      listeners.set(fact.name, known.add(heard))
      return () => void known.delete(heard)
    },
    start: connect,
    async stop() {
      stopped = true
      await client?.end()
    },
  }
}
