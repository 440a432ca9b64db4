/** Worker: customers who send settings at an even rate, and whose open browsers show the delivery status. */
import { Agent, get, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { liveEvents, livePaths } from '../src/contract/live.ts'
import { type SystemInput, systemInputAnswer, systemPaths } from '../src/contract/systems.ts'
import { quantile } from './measure.ts'
import { leavePriority, MEASURING, raisePriority } from './priority.ts'
import { answering, defineCall, serve } from './worker.ts'

const grower = z.object({ access: z.string(), systems: z.array(z.string()) })
type Grower = z.infer<typeof grower>

export const openBrowsers = defineCall(
  'open',
  z.object({
    url: z.string(),
    growers: z.array(grower),
    /** Whether their times count: then they run before the server that they measure. */
    timed: z.boolean(),
  }),
  z.object({}),
)

export const sendSettings = defineCall(
  'send',
  z.object({
    /** Index into the customers above, in order. */
    growers: z.array(z.int()),
    perSecond: z.number(),
    seconds: z.number(),
  }),
  z.object({
    /** Credentials for reading what was applied. */
    id: z.int(),
    sent: z.int(),
    statuses: z.record(z.string(), z.int()),
    accepted: z.array(z.object({ grower: z.int(), ms: z.number() })),
    /** Event loop delay of this process itself, milliseconds, p99. */
    lateMs: z.number(),
  }),
)
export type SentSettings = z.infer<typeof sendSettings.answered>

/** Milliseconds from sending to `applied` on the stream, for each accepted setting; null: not within the time. */
export const whatWasApplied = defineCall(
  'applied',
  z.object({ ids: z.array(z.int()), withinSeconds: z.number() }),
  z.object({ applied: z.array(z.nullable(z.number())) }),
)

interface Accepted {
  system: string
  settingsRev: number
  from: number
}
interface Seen {
  settingsRev: number
  at: number
}

const NO_TOWER = { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false }
const LOOK_EVERY_MS = 50

const agent = new Agent({ keepAlive: true, maxSockets: 512 })
const deliveries = new Map<string, Seen[]>()
const runs: Accepted[][] = []
let url = ''
let growers: Grower[] = []

/** Only delivery events are parsed: the streams contain much else. */
function hearDelivery(event: string): void {
  if (!event.includes('event: delivery')) return
  const { data } = /^data: (?<data>.*)$/m.exec(event)?.groups ?? {}
  const delivery = liveEvents.delivery.parse(JSON.parse(data ?? ''))
  if (delivery.delivery !== 'applied') return
  const earlier = deliveries.get(delivery.system) ?? []
  earlier.push({ settingsRev: delivery.settings_rev, at: performance.now() })
  deliveries.set(delivery.system, earlier)
}

function openBrowser({ access }: Grower): Promise<void> {
  const headers = { authorization: `JWT ${access}` }
  const opened = Promise.withResolvers<void>()
  get(url + livePaths.events, { headers, agent: false }, (stream) => {
    if (stream.statusCode !== 200) return opened.reject(new Error(`stream answered ${stream.statusCode}`))
    let rest = ''
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      const events = (rest + text).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) hearDelivery(event)
      opened.resolve()
    })
    stream.on('close', () => process.stderr.write('a stream of events ended\n'))
  }).on('error', opened.reject)
  return opened.promise
}

function settingOf(system: string, n: number): string {
  const setting: SystemInput = {
    system_name: system,
    is_system_on: true,
    is_test_pattern_on: false,
    is_speed_switch_on: false,
    application_rate: 0.2 + (n % 180) / 100,
    root_depth: 30,
    target_moisture: 70,
    towers: NO_TOWER,
  }
  return JSON.stringify(setting)
}

function post(access: string, body: string): Promise<{ status: string; text: string }> {
  const headers = { authorization: `JWT ${access}`, 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const outgoing = request(url + systemPaths.input, { agent, headers, method: 'POST' }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: String(response.statusCode), text }))
    })
    outgoing.on('error', ({ message }) => resolve({ status: message, text: '' }))
    outgoing.end(body)
  })
}

/** Independent of earlier ones. */
async function send(plan: z.infer<typeof sendSettings.request>): Promise<SentSettings> {
  const accepted: SentSettings['accepted'] = []
  const statuses: Record<string, number> = {}
  const late: number[] = []
  const run: Accepted[] = []
  const id = runs.push(run) - 1
  const sendOne = async (n: number) => {
    const growerIndex = plan.growers[n % plan.growers.length] ?? 0
    const { access, systems } = growers[growerIndex] ?? { access: '', systems: [] }
    const system = systems[Math.floor(n / plan.growers.length) % systems.length] ?? ''
    const from = performance.now()
    const { status, text } = await post(access, settingOf(system, n))
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status !== '200') return
    accepted.push({ grower: growerIndex, ms: performance.now() - from })
    run.push({ system, from, settingsRev: systemInputAnswer.parse(JSON.parse(text)).settings_rev })
  }
  const running: Promise<void>[] = []
  const start = performance.now()
  for (let n = 0; n < plan.seconds * plan.perSecond; n += 1) {
    const due = start + (n * 1000) / plan.perSecond
    await sleep(Math.max(0, due - performance.now()))
    late.push(Math.max(0, performance.now() - due))
    running.push(sendOne(n))
  }
  await Promise.all(running)
  return { id, sent: running.length, statuses, accepted, lateMs: quantile(late, 0.99) }
}

/** A setting is applied when the machine runs it or a newer one. */
function appliedAfter({ system, settingsRev, from }: Accepted): number | null {
  const match = deliveries.get(system)?.find((delivery) => delivery.settingsRev >= settingsRev)
  return match ? match.at - from : null
}

async function applied(ids: number[], withinSeconds: number): Promise<{ applied: (number | null)[] }> {
  const submitted = ids.flatMap((id) => runs[id] ?? [])
  const end = performance.now() + withinSeconds * 1000
  while (performance.now() < end && submitted.some((run) => appliedAfter(run) === null))
    await sleep(LOOK_EVERY_MS)
  return { applied: submitted.map(appliedAfter) }
}

if (import.meta.main) {
  serve(
    answering(openBrowsers, async (plan) => {
      if (plan.timed) raisePriority(MEASURING)
      else leavePriority()
      url = plan.url
      growers = plan.growers
      await Promise.all(growers.map(openBrowser))
      return {}
    }),
    answering(sendSettings, send),
    answering(whatWasApplied, ({ ids, withinSeconds }) => applied(ids, withinSeconds)),
  )
}
