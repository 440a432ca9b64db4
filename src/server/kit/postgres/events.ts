/** Typed events over LISTEN/NOTIFY, published by a transaction and delivered to every process after the commit. */
import { randomInt } from 'node:crypto'
import { Client } from 'pg'
import { z } from 'zod'
import type { Log } from '../log.ts'
import { notify, type ServerTx } from './transactions.ts'
import { HOLDERS } from './holders.ts'

/** The name and payload type of an event: identifiers and small values, at most 8,000 bytes as JSON. */
export interface EventType<P> {
  readonly name: string
  readonly schema: z.ZodType<P>
  /** For a frequent event with few listeners: the shard a process must subscribe to. */
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
   * Runs the reactions in the same transaction, and notifies every process after the commit; nothing happens on
   * rollback.
   */
  publish<P>(tx: ServerTx, event: EventType<P>, ...payloads: P[]): Promise<void>
  /**
   * Registers a reaction inside the publishing transaction, which fails with it. Registered wherever something may publish,
   * in servers and commands alike.
   */
  within<P>(event: EventType<P>, reaction: Reaction<P>): void
  /** Listens in this process; returns a function that stops it. Errors of a listener are logged. */
  on<P>(event: EventType<P>, listener: (payload: P) => void | Promise<void>): () => void
  /** Calls a listener when the connection is back, after events may have been missed; returns a function that stops it. */
  onReconnected(listener: () => void): () => void
  /**
   * Sets the shards whose events this process receives; others are not sent to it. Resolves
   * when they are subscribed, or when the connection was lost: the next one subscribes at its start.
   */
  listenToShards(shards: ReadonlySet<number>): Promise<void>
  start(): Promise<void>
  /**
   * The number of this process for leases: a lease holds no connection, and an advisory lock shows others that the process
   * is alive. Null while the events connection is lost; after reconnecting it is a different number.
   */
  holder(): number | null
  /** @throws Error while disconnected */
  ready(): Promise<void>
  stop(): Promise<void>
}

/** Usually enqueues jobs: long work does not belong in another feature's transaction. */
type Reaction<P> = (tx: ServerTx, payload: P) => Promise<void>

const CHANNEL = 'headgate'
const channelOf = (shard: number) => `${CHANNEL}_${Math.trunc(shard)}`
const RECONNECT_MS = 500
const ANSWER_WITHIN_MS = 5000
/** Detects a connection that was lost without notice. */
const PING_EVERY_MS = 2000

/** A process paused for this long is considered dead. */
const SILENT_HOLDER_MS = 60_000

const message = z.tuple([z.string(), z.unknown()])
type Listener = (payload: unknown) => void | Promise<void>

/** Events published while the connection is lost are lost, so nothing durable may depend on them. */
export function createEvents(connectionString: string, log: Log): Events {
  const listeners = new Map<string, Set<Listener>>()
  const reactions = new Map<string, Reaction<unknown>[]>()
  const reconnected = new Set<() => void>()
  let connection: Connection | undefined
  let wantedShards: ReadonlySet<number> = new Set()
  let stopped = false

  function receive(text: string): void {
    const [name, payload] = message.parse(JSON.parse(text))
    for (const listener of listeners.get(name) ?? [])
      void Promise.resolve()
        .then(() => listener(payload))
        .catch((error: unknown) => log.error({ err: error, event: name }, 'listener failed'))
  }

  async function connect(): Promise<void> {
    const isFirst = connection === undefined
    connection = await openConnection(
      connectionString,
      () => wantedShards,
      receive,
      (error) => {
        if (stopped) return
        log.warn({ err: error }, 'event connection lost')
        setTimeout(() => void connect().catch(() => undefined), RECONNECT_MS).unref()
      },
    )
    // shards that were set while it connected
    await connection.updateChannels()
    if (!isFirst) for (const listener of reconnected) listener()
  }

  return {
    async publish(tx, event, ...payloads) {
      for (const payload of payloads)
        for (const reaction of reactions.get(event.name) ?? []) await reaction(tx, payload)
      for (const payload of payloads) {
        const channel = event.shardOf ? channelOf(event.shardOf(payload)) : CHANNEL
        notify(tx, channel, [JSON.stringify([event.name, payload])])
      }
    },
    within<P>(event: EventType<P>, reaction: Reaction<P>) {
      const checked: Reaction<unknown> = (tx, payload) => reaction(tx, event.schema.parse(payload))
      reactions.set(event.name, [...(reactions.get(event.name) ?? []), checked])
    },
    on<P>(event: EventType<P>, listener: (payload: P) => void | Promise<void>) {
      const parsed: Listener = (payload) => listener(event.schema.parse(payload))
      const eventListeners = listeners.get(event.name) ?? new Set()
      listeners.set(event.name, eventListeners.add(parsed))
      return () => void eventListeners.delete(parsed)
    },
    onReconnected(listener) {
      reconnected.add(listener)
      return () => void reconnected.delete(listener)
    },
    async listenToShards(shards) {
      wantedShards = new Set(shards)
      await connection?.updateChannels()
    },
    start: connect,
    holder: () => (connection && !connection.isLost() ? connection.holder : null),
    async ready() {
      if (!connection || connection.isLost()) throw new Error('not listening')
      await connection.query('select')
    },
    async stop() {
      stopped = true
      await connection?.end()
    },
  }
}

interface Connection {
  /** The number of this process while the connection lasts. */
  readonly holder: number
  isLost(): boolean
  query(text: string): Promise<unknown>
  /** Subscribes to the wanted shards, and unsubscribes from others; a connection that fails at this is closed. */
  updateChannels(): Promise<void>
  end(): Promise<void>
}

/**
 * Opens a LISTEN connection and takes the advisory lock of this process.
 *
 * @param onLost called once, also when opening fails
 */
async function openConnection(
  connectionString: string,
  wantedShards: () => ReadonlySet<number>,
  receive: (text: string) => void,
  onLost: (error?: Error) => void,
): Promise<Connection> {
  const client = new Client({
    connectionString,
    application_name: 'headgate-events',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
    options: `-c idle_session_timeout=${SILENT_HOLDER_MS}`,
  })
  const holder = randomInt(1, 2 ** 31 - 1)
  let lost = false
  const close = (error?: Error) => {
    if (lost) return
    lost = true
    clearInterval(ping)
    void client.end().catch(() => undefined)
    onLost(error)
  }
  let previous: Promise<unknown> = Promise.resolve()
  /** One query at a time, since the client does not pipeline. */
  const query = (text: string, values: number[] = []): Promise<unknown> => {
    const answer = previous.then(() => client.query(text, values))
    previous = answer.catch(() => undefined)
    return answer
  }
  const ping = setInterval(() => {
    query('select').catch(close)
  }, PING_EVERY_MS).unref()
  client.on('error', close)
  client.on('end', () => close())
  client.on('notification', (notification) => receive(notification.payload ?? ''))
  const updateChannels = createChannels(wantedShards, (statements) => query(statements).catch(close))
  try {
    await client.connect()
    await query(`listen ${CHANNEL}`)
    await updateChannels()
    await query('select pg_advisory_lock_shared($1, $2)', [HOLDERS, holder])
  } catch (error) {
    close(error instanceof Error ? error : undefined)
    throw error
  }
  return {
    holder,
    isLost: () => lost,
    query,
    updateChannels,
    async end() {
      if (!lost) await client.end()
    },
  }
}

/** @returns a function that updates the LISTEN channels of a connection to the wanted shards */
function createChannels(
  wantedShards: () => ReadonlySet<number>,
  execute: (statements: string) => Promise<unknown>,
): () => Promise<void> {
  const listened = new Set<number>()
  let updated: Promise<unknown> = Promise.resolve()
  return async () => {
    const shards = wantedShards()
    const changes = [
      ...[...shards].filter((shard) => !listened.has(shard)).map((shard) => `listen ${channelOf(shard)}`),
      ...[...listened].filter((shard) => !shards.has(shard)).map((shard) => `unlisten ${channelOf(shard)}`),
    ]
    listened.clear()
    for (const shard of shards) listened.add(shard)
    // executed in order: the newest is done when all are
    if (changes.length > 0) updated = execute(changes.join('; '))
    await updated
  }
}
