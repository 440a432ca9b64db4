/** Worker: gateways that send readings at a fixed rate, or as fast as they are acknowledged; unsent messages are queued at the gateway. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { overHttp, overMqtt, type Send, type Troubles } from './gateway-links.ts'
import { quantile } from './measure.ts'
import { credential } from './mqtt-link.ts'
import { answering, defineCall, serve } from './worker.ts'

export const connectGateways = defineCall(
  'connect',
  z.object({
    url: z.string(),
    mqttUrl: z.string(),
    overMqtt: z.array(credential),
    overHttp: z.array(credential),
    /** Readings in each message. */
    each: z.int(),
    /** Unacknowledged MQTT messages of a gateway at once; over HTTP it is one. */
    inFlight: z.int(),
  }),
  z.object({}),
)

export const sendReadings = defineCall(
  'send',
  z.object({
    /** Of all gateways together; null: as fast as they are acknowledged. */
    messagesPerSecond: z.nullable(z.number()),
    seconds: z.number(),
    /** One in so many messages is sent twice, as after a lost answer. */
    repeatEvery: z.optional(z.int()),
    /** Messages still queued when the time is over are sent instead of dropped. */
    sendRest: z.optional(z.boolean()),
  }),
  /** Readings, repetitions not counted. */
  z.object({
    offered: z.int(),
    sent: z.int(),
    /** Within the time, and in each complete second of it. */
    answered: z.int(),
    answeredBySecond: z.array(z.int()),
    /** Including those in flight at its end. */
    answeredAtLast: z.int(),
    /** Milliseconds from sending to the acknowledgement. */
    waited: z.object({ p50: z.nullable(z.number()), p99: z.nullable(z.number()) }),
    refused: z.int(),
    cutOff: z.int(),
  }),
)
export type SentReadings = z.infer<typeof sendReadings.answered>

/** A message without an acknowledgement may be stored or not. */
export function nothingLost(
  { sent, answeredAtLast }: Pick<SentReadings, 'sent' | 'answeredAtLast'>,
  stored: number,
): boolean {
  return stored >= answeredAtLast && stored <= sent
}

const TICK_MS = 5
const LAST_ANSWERS_WITHIN_MS = 60_000
const DEPTHS = 4

const troubles: Troubles = { refused: 0, cutOff: 0 }
const tally = {
  offered: 0,
  sent: 0,
  answered: 0,
  inFlight: 0,
  /** For each acknowledgement: its latency and its time. */
  waited: [] as number[],
  answeredAt: [] as number[],
}
let gateways: Gateway[] = []
let readingsEach = 0

/** A message whose times are filled in before each sending: serialising it every time would cost more than everything else. */
function messageForm(readings: number): (at: string) => Buffer {
  const unknown = new Date(0).toISOString()
  const list = Array.from({ length: readings }, (_, n) => ({
    probe: Math.floor(n / DEPTHS),
    depthCm: 20 * (1 + (n % DEPTHS)),
    at: unknown,
    vwc: 0.2 + (n % 97) / 1000,
  }))
  const form = Buffer.from(JSON.stringify({ batch: unknown, readings: list }))
  const places: number[] = []
  for (let at = form.indexOf(unknown); at >= 0; at = form.indexOf(unknown, at + 1)) places.push(at)
  return (at) => {
    const message = Buffer.from(form)
    for (const place of places) message.write(at, place, 'latin1')
    return message
  }
}

class Gateway {
  /** Queued messages. */
  backlog = 0
  readonly #send: Send
  readonly #window: number
  readonly #message: (at: string) => Buffer
  #inFlight = 0
  #newest = 0

  constructor(send: Send, window: number, message: (at: string) => Buffer) {
    this.#send = send
    this.#window = window
    this.#message = message
  }

  /** The maximum number in flight. */
  pump(repeatEvery = Number.POSITIVE_INFINITY): void {
    while (this.backlog > 0 && this.#inFlight < this.#window) {
      this.backlog -= 1
      // no two messages of one gateway have the same time, so each reading is one row
      this.#newest = Math.max(Date.now(), this.#newest + 1)
      const body = this.#message(new Date(this.#newest).toISOString())
      tally.sent += readingsEach
      void this.#deliver(body, repeatEvery)
      if ((tally.sent / readingsEach) % repeatEvery === 0) void this.#send(body)
    }
  }

  async #deliver(body: Buffer, repeatEvery: number): Promise<void> {
    const from = performance.now()
    this.#inFlight += 1
    tally.inFlight += 1
    await this.#send(body)
    this.#inFlight -= 1
    tally.inFlight -= 1
    tally.answered += readingsEach
    tally.waited.push(performance.now() - from)
    tally.answeredAt.push(performance.now())
    this.pump(repeatEvery)
  }
}

async function send(plan: z.infer<typeof sendReadings.request>): Promise<SentReadings> {
  const { messagesPerSecond, seconds, repeatEvery, sendRest = false } = plan
  Object.assign(tally, { offered: 0, sent: 0, answered: 0, waited: [], answeredAt: [] })
  const before = { ...troubles }
  const from = performance.now()
  for (let messages = 0; ;) {
    const elapsed = Math.min(seconds, (performance.now() - from) / 1000)
    if (messagesPerSecond === null) for (const gateway of gateways) gateway.backlog = Number.POSITIVE_INFINITY
    for (; messages < Math.round(elapsed * (messagesPerSecond ?? 0)); messages += 1) {
      const gateway = gateways[messages % gateways.length]
      if (gateway) gateway.backlog += 1
    }
    for (const gateway of gateways) gateway.pump(repeatEvery)
    tally.offered = messages * readingsEach
    if (elapsed === seconds) break
    await sleep(TICK_MS)
  }
  const { answered, offered } = tally
  const answeredBySecond = countBySecond(from, seconds)
  const waited = { p50: orNull(quantile(tally.waited, 0.5)), p99: orNull(quantile(tally.waited, 0.99)) }
  if (!sendRest) for (const gateway of gateways) gateway.backlog = 0
  const end = performance.now() + LAST_ANSWERS_WITHIN_MS
  while (tally.inFlight > 0 && performance.now() < end) await sleep(TICK_MS)
  for (const gateway of gateways) gateway.backlog = 0
  const troubled = {
    refused: troubles.refused - before.refused,
    cutOff: troubles.cutOff - before.cutOff,
  }
  const { sent, answered: answeredAtLast } = tally
  return { offered, sent, answered, answeredBySecond, answeredAtLast, waited, ...troubled }
}

function countBySecond(from: number, seconds: number): number[] {
  const counts = Array.from({ length: Math.floor(seconds) }, () => 0)
  for (const at of tally.answeredAt) {
    const second = Math.floor((at - from) / 1000)
    if (second < counts.length) counts[second] = (counts[second] ?? 0) + readingsEach
  }
  return counts
}

const orNull = (value: number) => (Number.isNaN(value) ? null : value)

async function connectAll(plan: z.infer<typeof connectGateways.request>): Promise<object> {
  readingsEach = plan.each
  const message = messageForm(readingsEach)
  const slow = plan.overHttp.map((credential) => overHttp(plan.url, credential, troubles))
  const quick = await Promise.all(
    plan.overMqtt.map((credential) => overMqtt(plan.mqttUrl, credential, troubles)),
  )
  gateways = [
    ...quick.map((link) => new Gateway(link, plan.inFlight, message)),
    ...slow.map((way) => new Gateway(way, 1, message)),
  ]
  return {}
}

if (import.meta.main) serve(answering(connectGateways, connectAll), answering(sendReadings, send))
