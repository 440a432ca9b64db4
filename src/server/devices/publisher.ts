/** The server's voice: publishes retained documents to whatever broker there is, and knows when the broker took them. */
import { connect, type IClientOptions, type MqttClient } from 'mqtt'
import type { Log } from '../kit/log.ts'

const RECONNECT_MS = 500
const TAKEN_WITHIN_MS = 5000
const CONNECT_WITHIN_MS = 5000
const KEEPALIVE_S = 10

/** Options of every client that the server opens. */
export const clientOptions = {
  protocolVersion: 4,
  reconnectPeriod: RECONNECT_MS,
  connectTimeout: CONNECT_WITHIN_MS,
  keepalive: KEEPALIVE_S,
  resubscribe: false,
} as const satisfies IClientOptions

export interface Publisher {
  start(url: string, credentials: { username?: string; password?: string }): void
  stop(): Promise<void>
  /** Resolves when the broker took the message; rejects at once while it is away. */
  publish(topic: string, text: string): Promise<void>
  /** Resolves when connected. */
  ready(withinMs: number): Promise<void>
}

/**
 * A clean session under a random id: what must not be lost waits in the outbox, not in the client.
 *
 * @param connected runs each time the broker is (back) there
 */
export function createPublisher(log: Log, clientId: string, connected: () => void): Publisher {
  let client: MqttClient | undefined

  return {
    start(url, credentials) {
      const opened = connect(url, { ...clientOptions, ...credentials, clientId, clean: true })
      opened.on('connect', connected)
      opened.on('error', (error) => log.warn({ err: error }, 'broker'))
      opened.on('offline', () => log.warn('broker is away'))
      client = opened
    },
    stop: async () => client?.endAsync(true),
    async publish(topic, text) {
      if (!client?.connected) throw new Error('the broker is away')
      await publishOnce(client, topic, text)
    },
    async ready(withinMs) {
      if (client?.connected) return
      if (!client || withinMs === 0) throw new Error('the broker is away')
      await connectedWithin(client, withinMs)
    },
  }
}

function connectedWithin(client: MqttClient, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (finish: () => void) => () => {
      clearTimeout(late)
      client.off('connect', came)
      finish()
    }
    const came = done(resolve)
    const late = setTimeout(
      done(() => reject(new Error('the broker is away'))),
      ms,
    )
    client.on('connect', came)
  })
}

/** On this connection or not at all: a document sent again after a reconnect could overtake a newer one. */
async function publishOnce(client: MqttClient, topic: string, text: string): Promise<void> {
  const taken = client.publishAsync(topic, text, { qos: 1, retain: true })
  const messageId = client.getLastMessageId()
  const giveUp = () => void client.removeOutgoingMessage(messageId)
  const late = setTimeout(giveUp, TAKEN_WITHIN_MS)
  client.once('close', giveUp)
  try {
    await taken
  } finally {
    clearTimeout(late)
    client.off('close', giveUp)
  }
}
