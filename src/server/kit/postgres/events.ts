/** Typed events over LISTEN/NOTIFY, published by a transaction and delivered to every process after the commit. */
import { randomInt } from 'node:crypto'
import { Client } from 'pg'
import { z } from 'zod'
import type { Log } from '../log.ts'
import { notify, type ServerTx } from './database.ts'
import { HOLDERS } from './holders.ts'

/** Names a fact and types what it carries: identifiers and small values, at most 8,000 bytes as JSON. */
export interface EventType<P> {
  readonly name: string
  readonly schema: z.ZodType<P>
  /** Of a fact that is told often and wanted by few: the shard that has to be attended to hear it. */
  readonly shardOf?: ((payload: P) => number) | undefined
}

export function defineEvent<P>(
  name: string,
  schema: z.ZodType<P>,
  shardOf?: (payload: P) => number,
): EventType<P> {
  return { name, schema, shardOf }
}

export interface Events {
  /**
   * Has everything done that follows in the same transaction, and tells every process once that commits; neither when it
   * does not.
   */
  publish<P>(tx: ServerTx, fact: EventType<P>, ...payloads: P[]): Promise<void>
  /**
   * Says what must follow in the transaction that publishes: it fails with it. Set up wherever something may publish, in
   * servers and commands alike.
   */
  within<P>(fact: EventType<P>, reaction: Reaction<P>): void
  /** Listens in this process; returns what stops it. A listener that throws is logged. */
  on<P>(fact: EventType<P>, listener: (payload: P) => void | Promise<void>): () => void
  /**
   * All shards whose facts this process wants from now on, until it says otherwise; the others are not sent to it. Resolves
   * when they are heard, or when the connection was lost: the next one hears them from its start.
   */
  listenToShards(shards: ReadonlySet<number>): Promise<void>
  start(): Promise<void>
  /**
   * The number under which this process holds what it works on while it waits for somebody outside, and keeps no connection
   * for it: others see by its lock that it lives. Null while the connection that stays is lost; then another.
   */
  holder(): number | null
  /** @throws Error while nothing is heard */
  ready(): Promise<void>
  stop(): Promise<void>
}

/** Enqueues jobs, as a rule: what takes long is not for somebody else's transaction. */
type Reaction<P> = (tx: ServerTx, payload: P) => Promise<void>

const CHANNEL = 'headgate'
const channelOf = (shard: number) => `${CHANNEL}_${Math.trunc(shard)}`
const RECONNECT_MS = 500
const ANSWER_WITHIN_MS = 5000
/** A connection that broke without a word is noticed by asking. */
const ASK_EVERY_MS = 2000

/** A process that stands still for so long is taken for dead. */
const SILENT_HOLDER_MS = 60_000

const message = z.tuple([z.string(), z.unknown()])
type Listener = (payload: unknown) => void | Promise<void>

/** One LISTEN connection; facts told while it is lost are lost too, so nothing durable may hang on them. */
export function createEvents(connectionString: string, log: Log): Events {
  const listeners = new Map<string, Set<Listener>>()
  const reactions = new Map<string, Reaction<unknown>[]>()
  let client: Client | undefined
  let wanted: ReadonlySet<number> = new Set()
  let follow = async () => {}
  let ask = async (_text: string): Promise<unknown> => undefined
  let holder: number | null = null
  let stopped = false

  function receive(text: string): void {
    const [name, payload] = message.parse(JSON.parse(text))
    for (const listener of listeners.get(name) ?? [])
      void Promise.resolve()
        .then(() => listener(payload))
        .catch((error: unknown) => log.error({ err: error, fact: name }, 'listener failed'))
  }

  async function connect(): Promise<void> {
    const next = new Client({
      connectionString,
      application_name: 'headgate-events',
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
      options: `-c idle_session_timeout=${SILENT_HOLDER_MS}`,
    })
    const number = randomInt(1, 2 ** 31 - 1)
    let asked: Promise<unknown> = Promise.resolve()
    /** One question after the other: the connection takes no second one before it has answered. */
    const askInTurn = (text: string, values: number[] = []): Promise<unknown> => {
      const answer = asked.then(() => next.query(text, values))
      asked = answer.catch(() => undefined)
      return answer
    }
    let lost = false
    const reconnect = (error?: Error) => {
      if (lost || stopped) return
      lost = true
      if (client === next) {
        client = undefined
        holder = null
      }
      clearInterval(asking)
      log.warn({ err: error }, 'event connection lost')
      void next.end().catch(() => undefined)
      setTimeout(() => void connect().catch(() => undefined), RECONNECT_MS).unref()
    }
    const asking = setInterval(() => {
      askInTurn('select').catch(reconnect)
    }, ASK_EVERY_MS).unref()
    next.on('error', reconnect)
    next.on('end', () => {
      clearInterval(asking)
      reconnect()
    })
    next.on('notification', (notification) => receive(notification.payload ?? ''))
    const heard = new Set<number>()
    let followed: Promise<unknown> = Promise.resolve()
    /** What this connection listens to becomes what is wanted; one that cannot say so is given up. */
    const followHere = async () => {
      const changes = [
        ...[...wanted].filter((shard) => !heard.has(shard)).map((shard) => `listen ${channelOf(shard)}`),
        ...[...heard].filter((shard) => !wanted.has(shard)).map((shard) => `unlisten ${channelOf(shard)}`),
      ]
      heard.clear()
      for (const shard of wanted) heard.add(shard)
      // they are carried out in their order: the newest is done when all are
      if (changes.length > 0) followed = askInTurn(changes.join('; ')).catch(reconnect)
      await followed
    }
    try {
      await next.connect()
      await askInTurn(`listen ${CHANNEL}`)
      await followHere()
      await askInTurn('select pg_advisory_lock_shared($1, $2)', [HOLDERS, number])
    } catch (error) {
      reconnect(error instanceof Error ? error : undefined)
      throw error
    }
    client = next
    holder = number
    follow = followHere
    ask = askInTurn
    // what was wanted while it came
    await follow()
  }

  return {
    async publish(tx, fact, ...payloads) {
      for (const payload of payloads)
        for (const reaction of reactions.get(fact.name) ?? []) await reaction(tx, payload)
      for (const payload of payloads) {
        const channel = fact.shardOf ? channelOf(fact.shardOf(payload)) : CHANNEL
        notify(tx, channel, [JSON.stringify([fact.name, payload])])
      }
    },
    within<P>(fact: EventType<P>, reaction: Reaction<P>) {
      const checked: Reaction<unknown> = (tx, payload) => reaction(tx, fact.schema.parse(payload))
      reactions.set(fact.name, [...(reactions.get(fact.name) ?? []), checked])
    },
    on<P>(fact: EventType<P>, listener: (payload: P) => void | Promise<void>) {
      const heard: Listener = (payload) => listener(fact.schema.parse(payload))
      const known = listeners.get(fact.name) ?? new Set()
      listeners.set(fact.name, known.add(heard))
      return () => void known.delete(heard)
    },
    listenToShards(shards) {
      wanted = new Set(shards)
      return follow()
    },
    start: connect,
    holder: () => holder,
    async ready() {
      if (!client) throw new Error('not listening')
      await ask('select')
    },
    async stop() {
      stopped = true
      await client?.end()
    },
  }
}
