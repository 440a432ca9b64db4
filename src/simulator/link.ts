/** A device's MQTT connection over a network that can be cut, delayed and duplicated. */
import { connect as connectTcp } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { MqttClient, type IClientOptions } from 'mqtt'

export type LinkOptions = {
  url: string
  clientId: string
  username: string
  password: string
  reconnectMs: number
  /** Called before each connection, since every session has its own last will. */
  will?: () => { topic: string; body: object }
}

export type Delivery = { qos: 0 | 1; retain: boolean }

type LinkListener = {
  connected(): void
  disconnected(): void
  /** The broker refused the connection; the link keeps trying. */
  refused(reason: string): void
  message(topic: string, payload: Buffer): void
}

/** A stream without a peer: discards what is written and closes. */
function deadWire(): Duplex {
  const wire = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  setImmediate(() => wire.destroy())
  return wire
}

function openWire(url: URL): Duplex {
  const secure = url.protocol === 'mqtts:' || url.protocol === 'ssl:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (secure ? 8883 : 1883))
  return secure ? connectTls({ host, port, servername: host }) : connectTcp({ host, port })
}

export class Link {
  duplicate = false
  delayMs = 0
  readonly #client: MqttClient
  readonly #listener: LinkListener
  /** Messages that the broker has not acknowledged yet. */
  readonly #unacknowledged = new Set<Promise<unknown>>()
  #cut = false
  #lastRefusal: string | null = null

  constructor(options: LinkOptions, listener: LinkListener) {
    this.#listener = listener
    const url = new URL(options.url)
    const client = new MqttClient(() => (this.#cut ? deadWire() : openWire(url)), {
      ...sessionOptions(options),
      manualConnect: true,
    })
    this.#client = client
    client.on('reconnect', () => Object.assign(client.options, willOf(options)))
    let wasConnected = false
    client.on('connect', () => {
      wasConnected = true
      this.#lastRefusal = null
      listener.connected()
    })
    // A close without a previous connection is only another failed attempt and is not reported.
    client.on('close', () => {
      if (wasConnected) listener.disconnected()
      wasConnected = false
    })
    client.on('error', (error) => this.#heard(error))
    client.on('message', (topic, payload) => this.#later(() => listener.message(topic, payload)))
  }

  open(): void {
    this.#client.connect()
  }

  get connected(): boolean {
    return this.#client.connected
  }

  /** Resolves when the broker has acknowledged it: QoS 1 waits for a connection however long, QoS 0 without one is lost. */
  async publish(topic: string, body: object, { qos, retain }: Delivery): Promise<void> {
    const payload = JSON.stringify(body)
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs))
    const firstSend = this.#send(topic, payload, { qos, retain })
    if (this.duplicate && qos === 1) await this.#send(topic, payload, { qos, retain })
    await firstSend
  }

  async subscribe(topic: string): Promise<void> {
    try {
      await this.#client.subscribeAsync(topic, { qos: 1 })
    } catch (error) {
      this.#heard(error instanceof Error ? error : new Error('not subscribed'))
    }
  }

  /** Cuts the connection without DISCONNECT, so that the broker publishes the last will. */
  cut(): void {
    this.#cut = true
    this.#client.stream?.destroy()
  }

  /** The connection is possible again; the next attempt, within `reconnectMs`, succeeds. */
  restore(): void {
    this.#cut = false
  }

  /** Disconnects in order, without a last will; unacknowledged messages are dropped if the broker is unreachable. */
  async close(): Promise<void> {
    // otherwise it connects once more when the pending connection closes, because mqtt.js has forgotten by then that it was ended
    this.#client.options.reconnectPeriod = 0
    if (!this.connected) return this.#client.endAsync(true)
    const closed = new Promise<void>((resolve) => this.#client.once('close', () => resolve()))
    // once it is ended, mqtt.js sends nothing more of what it kept while there was no connection, and waits for its acknowledgement for ever
    await Promise.race([Promise.allSettled(this.#unacknowledged), closed])
    await Promise.race([this.#client.endAsync(), closed])
  }

  async #send(topic: string, payload: string, delivery: Delivery): Promise<void> {
    const sent = this.#client.publishAsync(topic, payload, delivery)
    this.#unacknowledged.add(sent)
    try {
      await sent
    } catch {
      // Lost with the connection or the process, as on any radio; the state is in revisions, not in messages.
    } finally {
      this.#unacknowledged.delete(sent)
    }
  }

  #later(deliver: () => void): void {
    if (this.delayMs > 0) setTimeout(deliver, this.delayMs)
    else deliver()
  }

  /** An unreachable broker is normal and not reported; a refusal is reported once until it changes. */
  #heard(error: Error): void {
    if ('code' in error && typeof error.code === 'string') return
    if (error.message === this.#lastRefusal) return
    this.#lastRefusal = error.message
    this.#listener.refused(error.message)
  }
}

function willOf(options: LinkOptions): Pick<IClientOptions, 'will'> {
  const will = options.will?.()
  if (!will) return {}
  return {
    will: { topic: will.topic, payload: Buffer.from(JSON.stringify(will.body)), qos: 1, retain: true },
  }
}

function sessionOptions(options: LinkOptions): IClientOptions {
  return {
    protocolVersion: 4,
    // A device has no session to resume: `desired` is retained, and revisions decide.
    clean: true,
    clientId: options.clientId,
    username: options.username,
    password: options.password,
    reconnectPeriod: options.reconnectMs,
    reconnectOnConnackError: true,
    connectTimeout: 10_000,
    keepalive: 30,
    resubscribe: false,
    // Telemetry of an hour ago is useless.
    queueQoSZero: false,
    ...willOf(options),
  }
}
