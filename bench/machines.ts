/** Worker: thousands of bare controllers that report each desired state as seen and applied at once, and send telemetry. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { controllerTopic, type UpwardTopic } from '../src/contract/controller.ts'
import { type Credential, credential, joinBroker, type MqttLink } from './mqtt-link.ts'
import { answering, defineCall, serve } from './worker.ts'

export const connectMachines = defineCall(
  'connect',
  z.object({ mqttUrl: z.string(), controllers: z.array(credential) }),
  z.object({ seconds: z.number() }),
)
const counted = z.object({ connected: z.int(), lost: z.int() })
export const countMachines = defineCall('count', z.object({}), counted)

const CONNECTING_AT_ONCE = 50
const TELEMETRY_MS = 10_000
/** Desired states are known to be valid; only these fields are read. */
const desiredSchema = z.object({
  rev: z.int(),
  settingsRev: z.int(),
  mode: z.string(),
  commandId: z.string(),
  rx: z.object({ sha256: z.string() }),
})
const KIND = { firmware: 'bench', capabilities: { zones: 9, sectorDeg: 2, speed: true } }
const NOTHING_RUNS = { rev: 0, settingsRev: 0, mode: null, rxSha256: null, appliedAt: null, result: null }

const count = { connected: 0, lost: 0 }

const topicOf = (id: string, topic: UpwardTopic | 'desired') => controllerTopic(id.split('-')[0] ?? '', topic)

class Machine {
  readonly #url: string
  readonly #known: Credential
  #link: MqttLink | undefined
  #packets = 0
  #telemetry = 0

  constructor(url: string, credential: Credential) {
    this.#url = url
    this.#known = credential
  }

  async join(): Promise<void> {
    const { id } = this.#known
    const link = await joinBroker(this.#url, this.#known, {
      message: (payload) => this.#report(payload),
      lost: () => {
        count.connected -= 1
        count.lost += 1
        this.#link = undefined
        void this.join()
      },
    })
    this.#link = link
    count.connected += 1
    link.subscribe(topicOf(id, 'desired'))
    const status = { state: 'online', session: 'bench', at: new Date().toISOString() }
    link.publish(topicOf(id, 'status'), JSON.stringify(status), {
      packetId: this.#nextPacket(),
      retain: true,
    })
  }

  tellWhere(): void {
    this.#telemetry += 1
    const seq = this.#telemetry
    const place = { angleDeg: seq % 360, direction: 'FORWARD', wet: true, moving: true, timerPct: 50 }
    const extras = { pressureKpa: 300, flowLps: 40, endTower: null }
    const telemetry = { at: new Date().toISOString(), seq, ...place, ...extras }
    this.#link?.publish(topicOf(this.#known.id, 'telemetry'), JSON.stringify(telemetry))
  }

  /** Reports seen, then applied, as fast as it can. */
  #report(payload: Buffer): void {
    const { rev, settingsRev, mode, rx, commandId } = desiredSchema.parse(JSON.parse(payload.toString()))
    const report = { seenRev: rev, commandId, code: null, ...KIND }
    const appliedAt = new Date().toISOString()
    const applied = { rev, settingsRev, mode, rxSha256: rx.sha256, appliedAt, result: 'APPLIED' }
    for (const runs of [NOTHING_RUNS, applied])
      this.#link?.publish(topicOf(this.#known.id, 'reported'), JSON.stringify({ ...runs, ...report }), {
        packetId: this.#nextPacket(),
        retain: true,
      })
  }

  #nextPacket(): number {
    this.#packets = (this.#packets % 0xffff) + 1
    return this.#packets
  }
}

/** Spread over the ten seconds. */
async function keepTelling(machine: Machine): Promise<void> {
  await sleep(Math.random() * TELEMETRY_MS)
  machine.tellWhere()
  setInterval(() => machine.tellWhere(), TELEMETRY_MS)
}

async function connectAll(mqttUrl: string, controllers: Credential[]): Promise<{ seconds: number }> {
  const from = performance.now()
  const joining: Promise<void>[] = []
  for (const [at, credential] of controllers.entries()) {
    const machine = new Machine(mqttUrl, credential)
    joining.push(machine.join())
    void keepTelling(machine)
    if (at % CONNECTING_AT_ONCE === 0) await sleep(20)
  }
  await Promise.all(joining)
  return { seconds: (performance.now() - from) / 1000 }
}

if (import.meta.main)
  serve(
    answering(connectMachines, ({ mqttUrl, controllers }) => connectAll(mqttUrl, controllers)),
    answering(countMachines, async () => count),
  )
