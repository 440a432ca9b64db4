/** A real broker on a free port for tests, which records published messages and sends desired states. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { Aedes, type PublishPacket } from 'aedes'
import { controllerTopic, PRESCRIPTION_BYTES, type DesiredDocument } from '../contract/controller.ts'
import type { SimulationInput } from './simulation-config.ts'

const SYSTEM = 'sys0001'

export type Heard = { topic: string; body: Record<string, unknown>; retain: boolean; bytes: number }
type Wanted = (message: Heard) => boolean

export class TestBroker {
  readonly heard: Heard[] = []
  readonly url: string
  readonly #aedes: Aedes
  readonly #close: () => Promise<void>
  readonly #waiting = new Set<() => void>()

  constructor(aedes: Aedes, url: string, close: () => Promise<void>) {
    this.#aedes = aedes
    this.url = url
    this.#close = close
    // before it is acknowledged: what a device was told to be received is here
    aedes.authorizePublish = (_client, { topic, payload, retain }, done) => {
      this.#remember(topic, Buffer.from(payload), retain)
      done(null)
    }
  }

  async desire(desired: object): Promise<void> {
    await this.desireRaw(JSON.stringify(desired))
  }

  async desireRaw(payload: string): Promise<void> {
    const packet: PublishPacket = {
      cmd: 'publish',
      topic: controllerTopic(SYSTEM, 'desired'),
      payload: Buffer.from(payload),
      qos: 1,
      retain: true,
      dup: false,
    }
    await new Promise<void>((resolve) => this.#aedes.publish(packet, () => resolve()))
  }

  all(topic: string): Heard[] {
    return this.heard.filter((message) => message.topic === controllerTopicOf(topic))
  }

  /** Bodies of the topic, in order. */
  bodies(topic: string): Record<string, unknown>[] {
    return this.all(topic).map(({ body }) => body)
  }

  /** The first matching message of the topic, already received or still to come. */
  async hear(topic: string, matches: Wanted = () => true): Promise<Heard> {
    for (;;) {
      const found = this.all(topic).find(matches)
      if (found) return found
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  async close(): Promise<void> {
    await this.#close()
  }

  #remember(topic: string, payload: Buffer, retain: boolean): void {
    if (!topic.startsWith('vri/') || topic.endsWith('/desired')) return
    const body: Record<string, unknown> = JSON.parse(payload.toString())
    this.heard.push({ topic, body, retain, bytes: payload.length })
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }
}

function controllerTopicOf(topic: string): string {
  return `vri/v1/${SYSTEM}/${topic}`
}

/** With `password` set, only devices that know it may connect. */
export async function startBroker(options: { port?: number; password?: string } = {}): Promise<TestBroker> {
  const aedes = await Aedes.createBroker({
    authenticate: (_client, _name, password, done) =>
      done(null, options.password === undefined || password?.toString() === options.password),
  })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    aedes.handle(socket)
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the broker has no port')
  const { port } = address
  return new TestBroker(aedes, `mqtt://127.0.0.1:${port}`, async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await new Promise<void>((resolve) => aedes.close(() => resolve()))
  })
}

/** A prescription with the same percentage in every cell. */
export function prescription(percent: number, bytes = PRESCRIPTION_BYTES): { sha256: string; b64: string } {
  const body = Buffer.alloc(bytes, percent)
  return { sha256: createHash('sha256').update(body).digest('hex'), b64: body.toString('base64') }
}

export function inFuture(ms: number): string {
  return new Date(Date.now() + ms).toISOString()
}

/** A desired state that a controller may apply, with changes. */
export function desiredState(rev: number, change: Partial<DesiredDocument> = {}): DesiredDocument {
  return {
    rev,
    settingsRev: rev,
    commandId: randomUUID(),
    issuedAt: inFuture(0),
    validUntil: inFuture(3_600_000),
    mode: 'VRI',
    rateIn: 0.5,
    timerPct: null,
    test: null,
    rx: { ...prescription(60), sectors: 180, zones: 9 },
    fallback: prescription(100),
    ...change,
  }
}

/** A three-tower machine that answers quickly, with changes. */
export function machine(mqttUrl: string, change: Partial<SimulationInput> = {}): SimulationInput {
  return {
    mqttUrl,
    systemId: SYSTEM,
    controller: { id: `${SYSTEM}-controller`, secret: 'valve-secret' },
    latitude: 51.06,
    longitude: -114.15,
    towerRadiiM: [100, 200, 300],
    telemetryEveryMs: { moving: 20, idle: 20 },
    reconnectMs: 20,
    ...change,
  }
}
