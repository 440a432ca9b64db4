/** Thousands of bare controllers and gateways in a process of their own; told on standard input, counted on standard output. */
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { z } from 'zod'
import { controllerTopic, desiredDocument, type UpwardTopic } from '../src/contract/controller.ts'

const credential = z.object({ id: z.string(), secret: z.string() })
export const fieldPlan = z.object({
  url: z.string(),
  controllers: z.array(credential),
  gateways: z.array(credential),
  /** Readings of each gateway a second, in one message. */
  readingsEach: z.int(),
  /** Gateways fall silent after so many messages; never when it is left out. */
  messagesEach: z.int().optional(),
  /** Every so many messages one is sent again, as after a lost acknowledgement; none when it is left out. */
  repeatEvery: z.int().optional(),
})
export type FieldPlan = z.infer<typeof fieldPlan>

export const fieldCount = z.object({ connected: z.int(), readingsSent: z.int(), readingsTaken: z.int() })
export type FieldCount = z.infer<typeof fieldCount>

const CONNECTING_AT_ONCE = 50
const TELEMETRY_MS = 10_000
const count: FieldCount = { connected: 0, readingsSent: 0, readingsTaken: 0 }

/** A busy server may let a connection wait too long: a device tries again, as in the field. */
async function join(url: string, known: z.infer<typeof credential>): Promise<MqttClient> {
  for (;;) {
    const client = await connected(url, known).catch(() => null)
    if (client) {
      client.on('error', () => undefined)
      client.on('close', () => {
        count.connected -= 1
      })
      count.connected += 1
      return client
    }
    await sleep(500 + Math.random() * 500)
  }
}

function connected(url: string, { id, secret }: z.infer<typeof credential>): Promise<MqttClient> {
  const credentials = { clientId: id, username: id, password: secret }
  const patience = { keepalive: 120, reconnectPeriod: 0, connectTimeout: 30_000 }
  return connectAsync(url, { ...credentials, ...patience, protocolVersion: 4 }, false)
}

const topicOf = (id: string, topic: UpwardTopic | 'desired') => controllerTopic(id.split('-')[0] ?? '', topic)

/** Seen, then applied, as fast as it can. */
function answer(client: MqttClient, id: string, payload: Buffer): void {
  const { rev, settingsRev, mode, rx, commandId } = desiredDocument.parse(JSON.parse(payload.toString()))
  const machine = { firmware: 'bench', capabilities: { zones: 9, sectorDeg: 2, speed: true } }
  const seen = { seenRev: rev, commandId, code: null, ...machine }
  const nothing = { rev: 0, settingsRev: 0, mode: null, rxSha256: null, appliedAt: null, result: null }
  const appliedAt = new Date().toISOString()
  const applied = { rev, settingsRev, mode, rxSha256: rx.sha256, appliedAt, result: 'APPLIED' }
  for (const runs of [nothing, applied])
    client.publish(topicOf(id, 'reported'), JSON.stringify({ ...runs, ...seen }), { qos: 1, retain: true })
}

async function controller(url: string, known: z.infer<typeof credential>): Promise<void> {
  const { id } = known
  const client = await join(url, known)
  client.on('message', (_topic, payload) => answer(client, id, payload))
  await client.subscribeAsync(topicOf(id, 'desired'), { qos: 1 })
  const status = { state: 'online', session: 'bench', at: new Date().toISOString() }
  await client.publishAsync(topicOf(id, 'status'), JSON.stringify(status), { qos: 1, retain: true })
  await sleep(Math.random() * TELEMETRY_MS)
  let seq = 0
  setInterval(() => {
    seq += 1
    const place = { angleDeg: seq % 360, direction: 'FORWARD', wet: true, moving: true, timerPct: 50 }
    const more = { pressureKpa: 300, flowLps: 40, endTower: null }
    const telemetry = { at: new Date().toISOString(), seq, ...place, ...more }
    client.publish(topicOf(id, 'telemetry'), JSON.stringify(telemetry))
  }, TELEMETRY_MS)
}

async function gateway(url: string, known: z.infer<typeof credential>, plan: FieldPlan): Promise<void> {
  const { readingsEach: each, messagesEach = Infinity, repeatEvery = Infinity } = plan
  const client = await join(url, known)
  await sleep(Math.random() * 1000)
  let messages = 0
  const timer = setInterval(() => {
    messages += 1
    if (messages >= messagesEach) clearInterval(timer)
    const at = new Date().toISOString()
    const readings = Array.from({ length: each }, (_, probe) => ({ probe, depthCm: 20, at, vwc: 0.2 }))
    const text = JSON.stringify({ batch: at, readings })
    count.readingsSent += each
    client.publish(topicOf(known.id, 'readings'), text, { qos: 1 }, (error) => {
      if (!error) count.readingsTaken += each
    })
    if (messages % repeatEvery === 0) client.publish(topicOf(known.id, 'readings'), text, { qos: 1 })
  }, 1000)
}

async function main(): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const plan = fieldPlan.parse(JSON.parse(String((await lines.next()).value)))
  const started: Promise<void>[] = []
  for (const [at, known] of plan.controllers.entries()) {
    started.push(controller(plan.url, known))
    if (at % CONNECTING_AT_ONCE === 0) await sleep(20)
  }
  for (const known of plan.gateways) started.push(gateway(plan.url, known, plan))
  setInterval(() => process.stdout.write(`${JSON.stringify(count)}\n`), 250)
  // the parent ended
  await lines.next()
  process.exit(0)
}

if (import.meta.main) await main()
