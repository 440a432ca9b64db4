/** Listening at an external broker, divided among the processes of an installation: a shard is some of the controllers. */
import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { controllerTopic, upwardTopics } from '../../contract/controller.ts'
import type { Kit } from '../installation/kit.ts'
import { type BrokerSession, openSession, type Receive } from './broker/broker-session.ts'
import { selectByShard, SHARDS } from './controllers.store.ts'
import { controllerConnected } from './devices.events.ts'
import type { Listening } from './links.store.ts'

/** Advisory locks: one shared by every process, and one a shard. */
const PRESENCE = 0x68_67_70_72
const SHARD = 0x68_67_73_68
const LOOK_EVERY_MS = 1000
const LIST_EVERY_MS = 10_000
/** A process that stands still says nothing to the database either, which then ends its connection, and with it its locks. */
const SILENT_HOLDER_MS = 5000
/** Past it whoever takes a shard again begins anew. */
const SHORT_LOSS_MS = 30_000
/** Twice the interval of a machine that stands still: what it had to say before has been said again. */
const SPOKEN_WITHIN_MS = 600_000

export interface Shards {
  start(url: string): void
  stop(): Promise<void>
  /** @throws Error while it does not listen to all that is its own */
  ready(): Promise<void>
  held(): Listening[]
}

interface Held extends Omit<Listening, 'shard'> {
  session: BrokerSession | null
  subscribed: Set<string>
  listening: boolean
  /** Said once, not every second. */
  failing: boolean
}

interface Lost extends Pick<Held, 'since' | 'deaf'> {
  at: Date
}

/**
 * Each shard is a kept session under a client id of its own: whoever takes it over receives what was queued meanwhile,
 * and the broker ends the connection of a holder that is not dead yet.
 */
export function createShards(kit: Kit, receive: Receive): Shards {
  const { clock, database, events, log } = kit
  const held = new Map<number, Held>()
  const locks = kit.openPool({
    direct: true,
    connections: 1,
    statementMs: SILENT_HOLDER_MS,
    silentMs: SILENT_HOLDER_MS,
  })
  let holder: PoolClient | undefined
  let stopping = false
  let turning: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  /** What went with a lost connection, and when. */
  const lost = new Map<number, Lost>()
  /** Whether each shard is held by some process. */
  let covered = false
  /** Controllers by shard, and when they were listed. */
  let listed = { at: 0, topicIds: new Map<number, string[]>() }

  function letGo(shard: number): void {
    held.get(shard)?.session?.end()
    held.delete(shard)
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

  /** With the connection go the locks, and with them what is held. */
  function endHolder(): void {
    for (const [shard, { since, deaf }] of held) {
      lost.set(shard, { since, deaf, at: clock.now() })
      letGo(shard)
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

  /** One look: takes and gives back shards until this process has its share, and listens to those that it has. */
  async function turn(url: string): Promise<void> {
    const client = holder ?? (await openHolder())
    const { processes, shards } = await countLocks(client)
    const share = Math.ceil(SHARDS / Math.max(1, processes))
    covered = shards >= SHARDS
    for (const shard of [...held.keys()].slice(share)) {
      letGo(shard)
      await client.query('select pg_advisory_unlock($1, $2)', [SHARD, shard])
    }
    for (let shard = 0; shard < SHARDS && held.size < share; shard += 1) {
      if (held.has(shard)) continue
      const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as mine', [SHARD, shard])
      if (rows[0]?.mine === true && holder === client)
        held.set(shard, {
          ...listeningAgain(lost.get(shard), clock.now()),
          session: null,
          subscribed: new Set(),
          listening: false,
          failing: false,
        })
    }
    if (Date.now() - listed.at > LIST_EVERY_MS)
      listed = { at: Date.now(), topicIds: await selectByShard(database.reader) }
    // one that the broker keeps waiting holds up no other
    for (const [shard, one] of held) void listen(url, shard, one)
  }

  async function listen(url: string, shard: number, one: Held): Promise<void> {
    if (one.listening) return
    one.listening = true
    try {
      if (!one.session?.isOpen()) {
        // what it had subscribed the broker may have forgotten
        one.subscribed.clear()
        one.session = await openSession(url, clientIdOf(kit.secret, shard), receive)
        if (held.get(shard) !== one) one.session.end()
      }
      one.failing = false
      const missing = (listed.topicIds.get(shard) ?? []).filter((id) => !one.subscribed.has(id))
      if (missing.length === 0) return
      await one.session.subscribe(
        missing.flatMap((id) => upwardTopics.map((topic) => controllerTopic(id, topic))),
      )
      for (const id of missing) one.subscribed.add(id)
    } catch (error) {
      if (!one.failing) log.warn({ err: error, shard }, 'not listening')
      one.failing = true
      one.session?.end()
    } finally {
      one.listening = false
    }
  }

  return {
    async ready() {
      if (!holder || !covered) throw new Error('nobody listens to some controllers')
      for (const [shard, { session, subscribed }] of held)
        if (!session?.isOpen() || subscribed.size < (listed.topicIds.get(shard)?.length ?? 0))
          throw new Error('not listening')
    },
    held: () => [...held].map(([shard, { since, deaf }]) => ({ shard, since, deaf })),
    start(url) {
      const look = () => {
        turning ??= turn(url)
          .catch((error: unknown) => {
            log.warn({ err: error }, 'shards not looked after')
            endHolder()
          })
          .finally(() => {
            turning = undefined
            // a controller came meanwhile
            if (listed.at === 0 && holder && !stopping) look()
          })
      }
      events.on(controllerConnected, () => {
        listed.at = 0
        look()
      })
      timer = setInterval(look, LOOK_EVERY_MS)
      look()
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      await turning
      endHolder()
      await locks.close(LOOK_EVERY_MS)
    },
  }
}

/** After a short loss what was known of the silence of its machines still counts, but for that time. */
function listeningAgain(lost: Lost | undefined, now: Date): Pick<Held, 'since' | 'deaf'> {
  const ms = lost ? now.getTime() - lost.at.getTime() : Number.POSITIVE_INFINITY
  if (!lost || ms > SHORT_LOSS_MS) return { since: now, deaf: [] }
  const { since, deaf, at } = lost
  const recent = deaf.filter(({ from }) => now.getTime() - from.getTime() < SPOKEN_WITHIN_MS)
  return { since, deaf: [...recent, { from: at, ms }] }
}

/** The same for every process of an installation, another for every installation. */
function clientIdOf(secret: string, shard: number): string {
  const installation = createHash('sha256').update(`listener ${secret}`).digest('hex').slice(0, 20)
  return `headgate-${installation}-${shard}`
}
