/** Metrics of machines, gateways and the broker: what is queued, how old it is, and what was dropped. */
import type { Kit } from '../installation/kit.ts'
import type { EmbeddedBroker } from './broker/broker.ts'
import type { CountDropped } from './device-link.ts'
import { setAsideDepth } from './unstored-messages.store.ts'

interface Measured {
  /** Null with an external broker, which has its own metrics. */
  embedded: EmbeddedBroker | null
  oldestDueMs(): Promise<number>
  /** How many shards of the controllers this process subscribes to; all with the embedded broker. */
  shards(): number
}

export function measureDevices(
  { database, metrics }: Kit,
  { embedded, oldestDueMs, shards }: Measured,
): void {
  metrics.gauge(
    {
      name: 'headgate_publication_oldest_due_seconds',
      help: 'Since when the oldest desired state has waited to be taken by the broker; 0 when none waits.',
    },
    async () => [[{}, (await oldestDueMs()) / 1000]],
  )
  metrics.gauge(
    {
      name: 'headgate_set_aside_messages',
      help: 'Messages of machines that could not be stored when they came, and are tried again.',
    },
    async () => [[{}, (await setAsideDepth(database.reader)).count]],
  )
  metrics.gauge(
    { name: 'headgate_set_aside_oldest_seconds', help: 'Since when the oldest of them has waited.' },
    async () => [[{}, (await setAsideDepth(database.reader)).oldestS]],
  )
  metrics.gauge(
    { name: 'headgate_shards', help: 'Shards of the controllers that this process listens to.' },
    () => [[{}, shards()]],
  )
  if (!embedded) return
  metrics.gauge(
    { name: 'headgate_broker_connections', help: 'Machines and gateways at the embedded broker.' },
    () => [[{}, embedded.connected().length]],
  )
  metrics.counted(
    {
      name: 'headgate_broker_closed_by_limit_total',
      help: 'Connections that the embedded broker closed because they went past one of its limits.',
      labels: ['limit'],
    },
    () => Object.entries(embedded.closedByLimit()).map(([limit, count]) => [{ limit }, count]),
  )
}

/** Counts dropped messages in a metric before they are stored. */
export function countingDropped({ metrics }: Kit, count: CountDropped): CountDropped {
  const dropped = metrics.counter({
    name: 'headgate_dropped_messages_total',
    help: 'Messages of known devices that could never be used, by kind and reason.',
    labels: ['kind', 'reason'],
  })
  return (controllerId, kind, reason, example) => {
    dropped({ kind, reason })
    count(controllerId, kind, reason, example)
  }
}
