/** Sends the NOTIFY messages of committed transactions in batches, on a connection of its own. */
import { Pool } from 'pg'
import { inBatches } from '../batch.ts'

export interface Notifier {
  send(notifications: { channel: string; payload: string }[]): void
  close(): Promise<void>
}

const CONNECT_WITHIN_MS = 5000
const IDLE_MS = 300_000

/**
 * Sends right after the commit, batched over transactions. NOTIFY inside a transaction takes a lock of the whole
 * database until the commit is on disk, so that all transactions with notifications would commit one after another. If
 * the process dies in between, the notification is lost, as it is for a listener that is disconnected for a moment;
 * listeners poll as well.
 */
export function createNotifier(
  connectionString: string,
  pooled: boolean,
  onError: (error: unknown) => void,
): Notifier {
  const pool = new Pool({
    connectionString,
    application_name: 'headgate-notifier',
    max: 1,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: CONNECT_WITHIN_MS,
    keepAlive: true,
    // no durable writes; a pooler does not pass the option on, so each notification is slightly slower
    ...(pooled ? {} : { options: '-c synchronous_commit=off' }),
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  let last: Promise<unknown> = Promise.resolve()
  const sendBatch = inBatches(async (batch: Parameters<Notifier['send']>[0][]) => {
    const notifications = batch.flat()
    await pool.query({
      ...(pooled ? {} : { name: 'notify' }),
      text: `select pg_notify(channel, payload)
        from unnest($1::text[], $2::text[]) as notification (channel, payload)`,
      values: [notifications.map(({ channel }) => channel), notifications.map(({ payload }) => payload)],
    })
    return batch
  })
  return {
    send(notifications) {
      if (notifications.length > 0) last = sendBatch(notifications).catch(onError)
    },
    async close() {
      await last
      if (!pool.ending) await pool.end()
    },
  }
}
