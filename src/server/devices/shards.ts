/** Divides the subscriptions at an external broker among the processes; a shard is a fixed subset of the controllers. */
import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { controllerTopic, upwardTopics } from '../../contract/controller.ts'
import type { Kit } from '../installation/kit.ts'
import { type BrokerSession, openSession, type Receive } from './broker/broker-session.ts'
import { selectByShard, SHARDS } from './controllers.store.ts'
import { controllerConnected } from './devices.events.ts'
import type { ShardSubscription } from './links.store.ts'

/** Advisory locks: a shared one per process, and an exclusive one per shard. */
const PRESENCE = 0x68_67_70_72
const SHARD = 0x68_67_73_68
const BALANCE_EVERY_MS = 1000
const LIST_EVERY_MS = 10_000
/** A paused process sends nothing to the database, which then closes its connection and releases its locks. */
const SILENT_HOLDER_MS = 5000
/** After a longer loss, silence is counted from the new subscription. */
const SHORT_LOSS_MS = 30_000
/** Twice the telemetry interval of a stopped machine; older gaps no longer matter. */
const GAPS_KEPT_MS = 600_000

export interface Shards {
  start(url: string): void
  stop(): Promise<void>
  /** @throws Error while a shard of this process is not subscribed */
  ready(): Promise<void>
  held(): ShardSubscription[]
}

interface Held extends Omit<ShardSubscription, 'shard'> {
  session: BrokerSession | null
  subscribed: Set<string>
  listening: boolean
  /** Logged once, not every second. */
  failing: boolean
}

interface Lost extends Pick<Held, 'since' | 'gaps'> {
  at: Date
}

/**
 * Each shard is a persistent session with a client id of its own: a new owner receives what was queued meanwhile,
 * and the broker closes the connection of a previous owner that is still connected.
 */
export function createShards(kit: Kit, receive: Receive): Shards {
  const { clock, database, events, log } = kit
  const heldShards = new Map<number, Held>()
  const locks = kit.openPool({
    direct: true,
    connections: 1,
    statementMs: SILENT_HOLDER_MS,
    silentMs: SILENT_HOLDER_MS,
  })
  let holder: PoolClient | undefined
  let stopping = false
  let balancing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  /** Shards whose locks were lost with the connection, and when. */
  const lost = new Map<number, Lost>()
  /** Whether every shard has an owner. */
  let covered = false
  /** Controllers by shard, and when they were loaded. */
  let controllers = { at: 0, topicIds: new Map<number, string[]>() }

  function release(shard: number): void {
    heldShards.get(shard)?.session?.end()
    heldShards.delete(shard)
  }

  async function openHolder(): Promise<PoolClient> {
    const client = await locks.pool.connect()
    const onLost = () => {
      if (holder !== client) return
      endHolder()
      if (!stopping) log.warn('shards lost')
    }
    client.once('error', onLost)
    client.once('end', onLost)
    holder = client
    await client.query('select pg_advisory_lock_shared($1, 0)', [PRESENCE])
    return client
  }

  /** The locks end with the connection, so the shards are released. */
  function endHolder(): void {
    for (const [shard, { since, gaps }] of heldShards) {
      lost.set(shard, { since, gaps, at: clock.now() })
      release(shard)
    }
    const client = holder
    holder = undefined
    client?.release(true)
  }

  async function countLocks(client: PoolClient): Promise<{ processes: number; shards: number }> {
    const { rows } = await client.query<{ processes: number; shards: number }>(
      `select count(*) filter (where classid = $1::int::oid)::integer as processes,
              count(*) filter (where classid = $2::int::oid)::integer as shards
         from pg_locks
        where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())`,
      [PRESENCE, SHARD],
    )
    return rows[0] ?? { processes: 1, shards: 0 }
  }

  /** Takes and releases shards until this process has its share, and subscribes to those it has. */
  async function balance(url: string): Promise<void> {
    const client = holder ?? (await openHolder())
    const { processes, shards } = await countLocks(client)
    const share = Math.ceil(SHARDS / Math.max(1, processes))
    covered = shards >= SHARDS
    for (const shard of [...heldShards.keys()].slice(share)) {
      release(shard)
      await client.query('select pg_advisory_unlock($1, $2)', [SHARD, shard])
    }
    for (let shard = 0; shard < SHARDS && heldShards.size < share; shard += 1) {
      if (heldShards.has(shard)) continue
      const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as mine', [SHARD, shard])
      if (rows[0]?.mine === true && holder === client)
        heldShards.set(shard, {
          ...resumed(lost.get(shard), clock.now()),
          session: null,
          subscribed: new Set(),
          listening: false,
          failing: false,
        })
    }
    if (Date.now() - controllers.at > LIST_EVERY_MS)
      controllers = { at: Date.now(), topicIds: await selectByShard(database.reader) }
    // not awaited: a slow broker session must not delay the other shards
    for (const [shard, subscription] of heldShards) void listen(url, shard, subscription)
  }

  async function listen(url: string, shard: number, subscription: Held): Promise<void> {
    if (subscription.listening) return
    subscription.listening = true
    try {
      if (!subscription.session?.isOpen()) {
        // the broker may have lost the subscriptions
        subscription.subscribed.clear()
        subscription.session = await openSession(url, clientIdOf(kit.secret, shard), receive)
        if (heldShards.get(shard) !== subscription) subscription.session.end()
      }
      subscription.failing = false
      const missingIds = (controllers.topicIds.get(shard) ?? []).filter(
        (id) => !subscription.subscribed.has(id),
      )
      if (missingIds.length === 0) return
      await subscription.session.subscribe(
        missingIds.flatMap((id) => upwardTopics.map((topic) => controllerTopic(id, topic))),
      )
      for (const id of missingIds) subscription.subscribed.add(id)
    } catch (error) {
      if (!subscription.failing) log.warn({ err: error, shard }, 'not listening')
      subscription.failing = true
      subscription.session?.end()
    } finally {
      subscription.listening = false
    }
  }

  return {
    async ready() {
      if (!holder || !covered) throw new Error('nobody listens to some controllers')
      for (const [shard, { session, subscribed }] of heldShards)
        if (!session?.isOpen() || subscribed.size < (controllers.topicIds.get(shard)?.length ?? 0))
          throw new Error('not listening')
    },
    held: () => [...heldShards].map(([shard, { since, gaps }]) => ({ shard, since, gaps })),
    start(url) {
      const balanceOnce = () => {
        balancing ??= balance(url)
          .catch((error: unknown) => {
            log.warn({ err: error }, 'shards not looked after')
            endHolder()
          })
          .finally(() => {
            balancing = undefined
            // a controller was created meanwhile
            if (controllers.at === 0 && holder && !stopping) balanceOnce()
          })
      }
      events.on(controllerConnected, () => {
        controllers.at = 0
        balanceOnce()
      })
      timer = setInterval(balanceOnce, BALANCE_EVERY_MS)
      balanceOnce()
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      await balancing
      endHolder()
      await locks.close(BALANCE_EVERY_MS)
    },
  }
}

/** After a short loss the earlier subscription still counts, with a gap. */
function resumed(lost: Lost | undefined, now: Date): Pick<Held, 'since' | 'gaps'> {
  const ms = lost ? now.getTime() - lost.at.getTime() : Number.POSITIVE_INFINITY
  if (!lost || ms > SHORT_LOSS_MS) return { since: now, gaps: [] }
  const { since, gaps, at } = lost
  const recent = gaps.filter(({ from }) => now.getTime() - from.getTime() < GAPS_KEPT_MS)
  return { since, gaps: [...recent, { from: at, ms }] }
}

/** The same in every process of an installation, different in every installation. */
function clientIdOf(secret: string, shard: number): string {
  const installation = createHash('sha256').update(`listener ${secret}`).digest('hex').slice(0, 20)
  return `headgate-${installation}-${shard}`
}
