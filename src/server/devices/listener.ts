/** The server's ear at an external broker: one process of the installation listens, the next one takes over when it dies. */
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { connect, type MqttClient } from 'mqtt'
import type { PoolClient } from 'pg'
import { everySystem, upwardTopics } from '../../contract/controller.ts'
import type { Database } from '../kit/database.ts'
import type { Log } from '../kit/log.ts'
import { clientOptions } from './publisher.ts'

const LOCK = 0x68_67_65_61
const TRY_AGAIN_MS = 1000

/** Resolves when the message may be acknowledged. */
type Hear = (topic: string, payload: Buffer, retained: boolean) => Promise<void>

export interface Listener {
  start(url: string, clientId: string): void
  stop(): Promise<void>
}

/**
 * A kept session under a stable id: what devices said while no server ran waits at the broker. Two clients of one id
 * would push each other out, so the id belongs to whoever holds the database's lock.
 */
export function createListener(database: Database, log: Log, hear: Hear): Listener {
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  async function listen(url: string, clientId: string): Promise<void> {
    while (!stopping.signal.aborted) {
      await turn(url, clientId).catch((error: unknown) => log.warn({ err: error }, 'listener'))
      await sleep(TRY_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  /** Listens for as long as the lock is held, or returns at once where another process holds it. */
  async function turn(url: string, clientId: string): Promise<void> {
    const holder = await database.pool.connect()
    const over = lockOver(holder, stopping.signal)
    let client: MqttClient | undefined
    try {
      const { rows } = await holder.query('select pg_try_advisory_lock($1) as mine', [LOCK])
      if (!rows[0]?.mine) return
      client = attend(url, clientId)
      await over
    } finally {
      await client?.endAsync(true)
      // ending the connection ends the lock as well
      holder.release(true)
    }
  }

  function attend(url: string, clientId: string): MqttClient {
    const client = connect(url, { ...clientOptions, clientId, clean: false })
    client.on('error', (error) => log.warn({ err: error }, 'broker'))
    client.on('connect', () => {
      client.subscribe(upwardTopics.map(everySystem), { qos: 1 }, (error) => {
        if (error) log.error({ err: error }, 'broker refuses the subscriptions')
      })
    })
    // mqtt.js sends the acknowledgement when this calls back, and the next message waits until then
    const answer = callbackify((topic: string, payload: Buffer, retained: boolean) =>
      hear(topic, payload, retained),
    )
    client.handleMessage = ({ topic, payload, retain }, done) =>
      answer(topic, Buffer.from(payload), retain, done)
    return client
  }

  return {
    start(url, clientId) {
      running = listen(url, clientId)
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Resolves when the connection that holds the lock is lost, or the server stops. */
function lockOver(holder: PoolClient, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => resolve()
    holder.once('error', over)
    holder.once('end', over)
    if (stopping.aborted) over()
    stopping.addEventListener('abort', over, { once: true })
  })
}
