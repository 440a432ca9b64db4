/** The server's own MQTT connection: publishes, queries retained documents, and pings itself. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt'
import { writeToStream } from 'mqtt-packet'
import { everyDesired, parseControllerTopic, SERVER_PING_TOPIC } from '#contract/controller.ts'
import type { Log } from '../../kit/log.ts'

const RECONNECT_MS = 500
const ACKNOWLEDGED_WITHIN_MS = 2000
const CONNECT_WITHIN_MS = 5000
const KEEPALIVE_S = 10
const PING_WITHIN_MS = 1500
/** Retained messages have no end marker: silence of this length is the end. */
const QUIET_MS = 250
const RETAINED_WITHIN_MS = 10_000

// For the embedded broker, too: else the first packet makes a buffer of each 16-bit number, which takes 50 ms on a slow machine,
// keeps 19 MB, and makes every collection of the whole memory longer.
writeToStream.cacheNumbers = false

const clientOptions = {
  protocolVersion: 4,
  reconnectPeriod: RECONNECT_MS,
  // a broker with an authorisation hook refuses this client until the server listens
  reconnectOnConnackError: true,
  connectTimeout: CONNECT_WITHIN_MS,
  keepalive: KEEPALIVE_S,
  resubscribe: false,
  clean: true,
} as const satisfies IClientOptions

export interface BrokerClient {
  start(url: string, credentials: { username?: string; password?: string }): void
  stop(): Promise<void>
  connected(): boolean
  /** Resolves when connected. */
  ready(withinMs: number): Promise<void>
  /** Resolves when the broker has acknowledged the retained message; rejects at once while disconnected. */
  publish(topic: string, text: string): Promise<void>
  /** The retained revision of each controller's desired document, by topic id. */
  retained(): Promise<Map<string, number>>
  /** Resolves when a message to the server's own topic has come back. */
  ping(): Promise<void>
}

/**
 * A clean session with a random id: what must not be lost is reconciled with the database, not queued in the client.
 *
 * @param connected called each time the broker is (back) online
 */
export function createBrokerClient(log: Log, clientId: string, connected: () => void): BrokerClient {
  let client: MqttClient | undefined
  const listeners = new Set<(topic: string, payload: Buffer) => void>()

  function connectedClient(): MqttClient {
    if (!client?.connected) throw new Error('the broker is away')
    return client
  }

  /** Subscribes to a topic while `work` runs. */
  async function listening<T>(
    topic: string,
    receive: (topic: string, payload: Buffer) => void,
    work: (connection: MqttClient) => Promise<T>,
  ): Promise<T> {
    const connection = connectedClient()
    listeners.add(receive)
    try {
      const [granted] = await within(ACKNOWLEDGED_WITHIN_MS, connection.subscribeAsync(topic, { qos: 1 }))
      if (!granted || granted.qos > 2) throw new Error(`the broker refuses ${topic}`)
      return await work(connection)
    } finally {
      listeners.delete(receive)
    }
  }

  return {
    start(url, credentials) {
      const connection = connect(url, { ...clientOptions, ...credentials, clientId })
      // each pending publication listens for the end of the connection
      connection.setMaxListeners(200)
      connection.on('connect', connected)
      connection.on('message', (topic, payload) => {
        for (const receive of listeners) receive(topic, payload)
      })
      connection.on('error', (error) => log.warn({ err: error }, 'broker'))
      connection.on('offline', () => log.warn('broker is away'))
      client = connection
    },
    stop: async () => client?.endAsync(true),
    connected: () => client?.connected ?? false,
    publish: async (topic, text) => publishOnce(connectedClient(), topic, text, { retain: true }),

    async ready(withinMs) {
      if (client?.connected) return
      if (!client || withinMs === 0) throw new Error('the broker is away')
      await connectedWithin(client, withinMs)
    },

    async retained() {
      const revisions = new Map<string, number>()
      let lastMessageAt = Date.now()
      const receive = (topic: string, payload: Buffer) => {
        const parsed = parseControllerTopic(topic)
        if (parsed?.topic !== 'desired') return
        lastMessageAt = Date.now()
        const rev = revisionOf(payload)
        if (rev !== null) revisions.set(parsed.systemId, Math.max(rev, revisions.get(parsed.systemId) ?? 0))
      }
      return listening(everyDesired, receive, async (connection) => {
        const askedAt = Date.now()
        while (Date.now() - lastMessageAt < QUIET_MS && Date.now() - askedAt < RETAINED_WITHIN_MS)
          await sleep(50)
        if (!connection.connected) throw new Error('the broker went away')
        await within(ACKNOWLEDGED_WITHIN_MS, connection.unsubscribeAsync(everyDesired))
        return revisions
      })
    },

    async ping() {
      const token = randomUUID()
      let back = () => undefined as void
      const received = new Promise<void>((resolve) => (back = resolve))
      const receive = (topic: string, payload: Buffer) => {
        if (topic === SERVER_PING_TOPIC && payload.toString() === token) back()
      }
      await listening(SERVER_PING_TOPIC, receive, async (connection) => {
        await publishOnce(connection, SERVER_PING_TOPIC, token, { retain: false })
        await within(PING_WITHIN_MS, received)
      })
    },
  }
}

/** `rev` is the first member of a desired document, so the rest is not parsed. */
function revisionOf(payload: Buffer): number | null {
  const found = /"rev":(\d+)/.exec(payload.toString('latin1'))
  return found ? Number(found[1]) : null
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the broker does not answer')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function connectedWithin(client: MqttClient, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (finish: () => void) => () => {
      clearTimeout(late)
      client.off('connect', onConnect)
      finish()
    }
    const onConnect = done(resolve)
    const late = setTimeout(
      done(() => reject(new Error('the broker is away'))),
      ms,
    )
    client.on('connect', onConnect)
  })
}

/** Only on the current connection: a document sent again after a reconnect could replace a newer one. */
async function publishOnce(
  client: MqttClient,
  topic: string,
  text: string,
  { retain }: Required<Pick<IPublishPacket, 'retain'>>,
): Promise<void> {
  const acknowledged = client.publishAsync(topic, text, { qos: 1, retain })
  const messageId = client.getLastMessageId()
  const giveUp = () => void client.removeOutgoingMessage(messageId)
  const late = setTimeout(giveUp, ACKNOWLEDGED_WITHIN_MS)
  client.once('close', giveUp)
  try {
    await acknowledged
  } finally {
    clearTimeout(late)
    client.off('close', giveUp)
  }
}
