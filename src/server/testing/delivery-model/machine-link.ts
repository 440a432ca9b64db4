/** A machine's broker connection: reconnects automatically, can be cut, and stays disconnected while its radio is off. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type MqttClient } from 'mqtt'
import { controllerTopic, type UpwardTopic } from '#contract/controller.ts'
import { telemetry } from '../test-device.ts'

const RECONNECT_MS = 200
const CONNECT_WITHIN_MS = 5000
const TELEMETRY_EVERY_MS = 10_000

export interface MachinePlace {
  system: string
  controller: { id: string; secret: string }
  mqttUrl: string
}

interface LinkListener {
  /** Connected; messages sent now precede any that are received. */
  connected(): void
  heard(payload: Buffer): void
}

export class MachineLink {
  /** While set, machines that are offline stay offline. */
  staysAway = false
  readonly #place: MachinePlace
  readonly #topicId: string
  readonly #listener: LinkListener
  #client: MqttClient | undefined
  #session = ''
  #listens = false
  #seq = 0
  #awayUntil = 0
  #goneAt: number | null = null
  #over = false

  constructor(place: MachinePlace, listener: LinkListener) {
    this.#place = place
    this.#topicId = place.controller.id.split('-')[0] ?? ''
    this.#listener = listener
  }

  /** Connected, and subscribed to its desired state. */
  get listens(): boolean {
    return this.#listens
  }

  /** Since when it has been out of reach; null while the network is available. */
  get goneAt(): number | null {
    return this.#goneAt
  }

  async live(): Promise<void> {
    const ticking = setInterval(() => this.#tell(), TELEMETRY_EVERY_MS)
    while (!this.#over) {
      if (performance.now() < this.#awayUntil || (this.staysAway && this.#goneAt !== null)) await sleep(50)
      else await this.#connection()
    }
    clearInterval(ticking)
  }

  /** Cuts the cable: no DISCONNECT is sent. */
  cut(): void {
    this.#client?.stream.destroy()
  }

  goAway(ms: number): void {
    this.#awayUntil = performance.now() + ms
    this.#goneAt ??= performance.now()
    this.cut()
  }

  stop(): void {
    this.#over = true
    this.#client?.end(true)
  }

  /** Lost without a connection: the state is in revisions, not in messages. */
  say(topic: UpwardTopic, document: object): void {
    if (!this.#client?.connected) return
    const retain = topic === 'reported' || topic === 'status'
    const qos = topic === 'telemetry' ? 0 : 1
    const text = JSON.stringify(document)
    this.#client.publish(controllerTopic(this.#topicId, topic), text, { qos, retain }, () => undefined)
  }

  /** One connection, from start to end, with its own client, so that nothing queued for the last one is sent. */
  async #connection(): Promise<void> {
    this.#goneAt = null
    this.#session = randomUUID()
    const { mqttUrl, controller } = this.#place
    const client = connect(mqttUrl, {
      protocolVersion: 4,
      clean: true,
      clientId: controller.id,
      username: controller.id,
      password: controller.secret,
      reconnectPeriod: 0,
      connectTimeout: CONNECT_WITHIN_MS,
      keepalive: 30,
      will: {
        topic: controllerTopic(this.#topicId, 'status'),
        payload: Buffer.from(JSON.stringify(this.#status('offline'))),
        qos: 1,
        retain: true,
      },
    })
    this.#client = client
    const closed = new Promise<void>((resolve) => void client.once('close', resolve))
    client.on('error', () => undefined)
    client.on('message', (_topic, payload) => this.#listener.heard(payload))
    client.once('connect', () => this.#connected(client))
    await closed
    this.#listens = false
    client.end(true)
    await sleep(RECONNECT_MS)
  }

  #connected(client: MqttClient): void {
    this.say('status', this.#status('online'))
    this.#listener.connected()
    this.#tell()
    client.subscribe(controllerTopic(this.#topicId, 'desired'), { qos: 1 }, (error) => {
      this.#listens = !error && client === this.#client && client.connected
    })
  }

  #tell(): void {
    this.#seq += 1
    this.say('telemetry', telemetry(this.#seq))
  }

  #status(state: 'online' | 'offline') {
    return { state, session: this.#session, at: new Date().toISOString() }
  }
}
