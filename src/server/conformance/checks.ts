/** The rules of docs/controllers.md as checks: what is sent to the machine, and the report expected from it. */
import { createHash } from 'node:crypto'
import {
  appliedDocument,
  type DesiredDocument,
  eventDocument,
  parseControllerTopic,
  PRESCRIPTION_BYTES,
  readingsDocument,
  type ReportedDocument,
  reportedDocument,
  statusDocument,
  telemetryDocument,
  type UpwardTopic,
} from '../../contract/controller.ts'
import { CONTROLLER_MESSAGE_BYTES_MAX, MAX_TOWERS, SECTORS } from '../../contract/limits.ts'
import {
  heardOn,
  jsonOf,
  newestConnection,
  NotKept,
  NotTried,
  requireApplied,
  requireRuns,
  type Trial,
} from './trial.ts'

export interface Check {
  rule: string
  /** @throws NotKept or NotTried */
  try(trial: Trial): Promise<void>
}

/** A clock with a larger error ends test patterns and settings at other times than people are told. */
const CLOCK_OFF_MAX_MS = 60_000

/** Some machines give times in whole seconds: two within one look like one. */
const TOLD_APART_MS = 1100

/** A person is told of waits that are longer. */
const LONG_WAIT_MS = 60_000

/** A change may be heard this much before its time, for a clock that is known no better, but at most this part of the wait. */
const EARLY_MS = 2000
const EARLY_PART = 1 / 4

const connects: Check = {
  rule: 'Connects with its credential and a last will: status, retained, QoS 1, offline',
  async try(trial) {
    const { broker, patience } = trial
    const connection = await trial
      .until('connection', () => newestConnection(broker) ?? null, patience.connectMs)
      .catch((error: unknown) => {
        const why = broker.turnedAway.at(-1)
        throw error instanceof NotKept && why
          ? new NotKept(`${error.message}, but one that is not accepted: ${why}`)
          : error
      })
    const { will } = connection
    if (!will) throw new NotKept('it gave no will')
    if (parseControllerTopic(will.topic)?.topic !== 'status')
      throw new NotKept(`its will is for ${will.topic}`)
    if (will.qos !== 1 || !will.retain)
      throw new NotKept(`its will is QoS ${will.qos}${will.retain ? '' : ', not retained'}`)
    const parsed = statusDocument.safeParse(jsonOf(will.text))
    if (!parsed.success || parsed.data.state !== 'offline')
      throw new NotKept(`its will says ${will.text.slice(0, 200)}`)
  },
}

const saysOnline: Check = {
  rule: 'Says online, retained, in the session of its will, by a clock that is right to a minute',
  async try(trial) {
    await requireOnline(trial)
  },
}

/** The first status of the newest connection. */
async function requireOnline(trial: Trial) {
  const connection = newestConnection(trial.broker)
  if (!connection) throw new NotTried('it is not connected')
  const online = await trial.until('status online', () =>
    trial.statuses().find(({ at, document }) => at >= connection.at && document.state === 'online'),
  )
  if (online.qos !== 1 || !online.retain) throw new NotKept('its status is not retained at QoS 1')
  const will = statusDocument.safeParse(jsonOf(connection.will?.text ?? ''))
  if (will.success && will.data.session !== online.document.session)
    throw new NotKept('the session of its status is another one than that of its will')
  const off = Date.parse(online.document.at) - online.at
  if (Math.abs(off) > CLOCK_OFF_MAX_MS) throw new NotKept(`its clock is off by ${Math.round(off / 1000)} s`)
  return online.document.session
}

const listens: Check = {
  rule: 'Listens to its desired state at QoS 1, and to nothing else',
  async try(trial) {
    const connection = newestConnection(trial.broker)
    const filters = await trial.until('subscription', () =>
      connection && connection.filters.length > 0 ? connection.filters : null,
    )
    const unexpected = filters.find(
      ({ topic, qos }) => parseControllerTopic(topic)?.topic !== 'desired' || qos !== 1,
    )
    if (unexpected) throw new NotKept(`it subscribes to ${unexpected.topic} at QoS ${unexpected.qos}`)
  },
}

const applies: Check = {
  rule: 'Reports that it has seen a desired state, then that it runs it: revision, setting, mode, hash, time',
  async try(trial) {
    const state = trial.state({ percent: 60 })
    const { reports } = await trial.applied(state)
    const seenReport = reports.find(({ seenRev, result }) => seenRev === state.rev && result === null)
    if (!seenReport) throw new NotKept('the verdict came without a report before it that the state was seen')
  },
}

const repeats: Check = {
  rule: 'The same state once more changes nothing',
  async try(trial) {
    const state = trial.state({ percent: 55 })
    const { last } = await trial.applied(state)
    await trial.pause(TOLD_APART_MS)
    await trial.send(state)
    await trial.pause(trial.patience.quietMs)
    const { appliedAt } = trial.running()
    requireApplied(state, trial.running())
    if (appliedAt !== last.appliedAt) throw new NotKept('it applied it a second time')
  },
}

const stale: Check = {
  rule: 'An older state changes nothing',
  async try(trial) {
    const older = trial.state({ percent: 5 })
    const newer = trial.state({ percent: 70 })
    await trial.applied(newer)
    await trial.send(older)
    await trial.pause(trial.patience.quietMs)
    requireApplied(newer, trial.running())
    if (trial.running().seenRev !== newer.rev)
      throw new NotKept('it calls the older state the newest that it has seen')
    await trial.send(newer)
  },
}

const newest: Check = {
  rule: 'Of several at once the newest counts',
  async try(trial) {
    const states = [30, 40, 50].map((percent) => trial.state({ percent }))
    const [first, second, last] = states
    if (!first || !second || !last) return
    await trial.send(first)
    await trial.send(second)
    await trial.applied(last)
    await trial.pause(trial.patience.quietMs)
    requireApplied(last, trial.running())
  },
}

const renewals: Check = {
  rule: 'A renewal, the same setting under a new revision, is applied',
  async try(trial) {
    const state = trial.state({ percent: 45 })
    await trial.applied(state)
    await trial.applied(trial.state({ percent: 45, settingsRev: state.settingsRev }))
  },
}

const uniform: Check = {
  rule: 'Uniform water: mode UNIFORM, every valve at 100 %',
  async try(trial) {
    await trial.applied(trial.state({ mode: 'UNIFORM' }))
  },
}

const speed: Check = {
  rule: 'A timer for each sector is applied where its capabilities name speed, and REJECTED where not',
  async try(trial) {
    const before = await runState(trial)
    const state = trial.state({
      timerPct: Array.from({ length: SECTORS }, (_, sector) => 20 + (sector % 60)),
    })
    if (trial.running().capabilities.speed) await trial.applied(state)
    else await rejected(trial, state, before)
  },
}

const anotherHash = hashOf(Buffer.from('another'))
const timers = (first: number) => [first, ...Array.from({ length: SECTORS - 1 }, () => 50)]

/** Ways to corrupt a state, by name. */
const broken: [string, (state: DesiredDocument) => object][] = [
  ['whose hash is another', (state) => ({ rx: { ...state.rx, sha256: anotherHash } })],
  [
    'whose prescription is a byte short',
    (state) => ({ rx: { ...state.rx, ...packed(PRESCRIPTION_BYTES - 1, 50) } }),
  ],
  ['with a valve at 101 %', (state) => ({ rx: { ...state.rx, ...packed(PRESCRIPTION_BYTES, 101) } })],
  ['whose prescription is not in base64', (state) => ({ rx: { ...state.rx, b64: '!'.repeat(2160) } })],
  ['of 90 sectors with 18 zones', (state) => ({ rx: { ...state.rx, sectors: 90, zones: 18 } })],
  ['whose fallback has another hash', (state) => ({ fallback: { ...state.fallback, sha256: anotherHash } })],
  ['whose fallback is a byte short', () => ({ fallback: packed(PRESCRIPTION_BYTES - 1, 100) })],
  ['whose fallback has a valve at 101 %', () => ({ fallback: packed(PRESCRIPTION_BYTES, 101) })],
  ['with 179 timers instead of 180', () => ({ timerPct: timers(50).slice(1) })],
  ['without a mode', () => ({ mode: undefined })],
  ['with a mode that does not exist', () => ({ mode: 'FLOOD' })],
  ['with a rate above 2 in', () => ({ rateIn: 2.5 })],
  ['without an expiry', () => ({ validUntil: undefined })],
  ['whose expiry is no time', () => ({ validUntil: 'in three days' })],
  ['whose test pattern names no tower', () => ({ mode: 'TEST', test: null })],
  [
    'whose test pattern is for tower 10',
    (state) => ({ mode: 'TEST', test: { tower: MAX_TOWERS + 1, until: state.validUntil } }),
  ],
]
/** What only a machine with speed control would otherwise run. */
const brokenTimers: typeof broken = [
  ['with a timer of 0 %', () => ({ timerPct: timers(0) })],
  ['with a timer of 101 %', () => ({ timerPct: timers(101) })],
]

const refuses: Check[] = [...broken, ...brokenTimers].map(([flaw, change]) => ({
  rule: `A state ${flaw} is REJECTED with a code, and what ran runs on`,
  async try(trial) {
    const before = await runState(trial)
    if (brokenTimers.some(([name]) => name === flaw) && !trial.running().capabilities.speed)
      throw new NotTried('its capabilities do not name speed')
    const state = trial.state({ percent: 35 })
    await rejected(trial, { ...state, ...change(state) }, before)
  },
}))

const namesCommand: Check = {
  rule: 'A state that is REJECTED or EXPIRED is first reported as seen, too, and the result names its command',
  async try(trial) {
    const refused = trial.verdicts.filter(({ last }) => last.result !== 'APPLIED')
    if (refused.length === 0) throw new NotTried('it refused none')
    for (const { sent, reports, last } of refused) {
      if (last.commandId !== sent.commandId)
        throw new NotKept(
          `commandId of ${last.result} is ${last.commandId} instead of ${String(sent.commandId)}`,
        )
      if (!reports.some(({ seenRev, result }) => seenRev === sent.rev && result === null))
        throw new NotKept(`${last.result} came without a report before it that the state was seen`)
    }
  },
}

const passesOver: Check = {
  rule: 'What is no document, or longer than 16 KiB, is passed over, and the next state is applied',
  async try(trial) {
    const connections = trial.broker.connections.length
    const before = await runState(trial)
    const tooLong = { ...trial.state({ percent: 15 }), padding: ' '.repeat(CONTROLLER_MESSAGE_BYTES_MAX) }
    for (const text of ['{"rev": 9', '', '[]', 'null', '{"rev":"9"}', JSON.stringify(tooLong)])
      await trial.sendText(text)
    await trial.pause(trial.patience.quietMs)
    requireRuns(before, trial.running())
    if (trial.running().seenRev === tooLong.rev) throw new NotKept('it has seen the one that is too long')
    await trial.applied(trial.state({ percent: 65 }))
    if (trial.broker.connections.length > connections) throw new NotKept('it lost its connection over it')
  },
}

const expired: Check = {
  rule: 'A state whose time has run out is EXPIRED and not applied',
  async try(trial) {
    const before = await runState(trial)
    const state = trial.state({ percent: 25 })
    const past = {
      issuedAt: trial.machineTime(Date.now() - 4000).toISOString(),
      validUntil: trial.machineTime(Date.now() - 2000).toISOString(),
    }
    const { last } = await trial.judged({ ...state, ...past })
    if (last.result !== 'EXPIRED') throw new NotKept(`it was answered ${last.result}`)
    requireRuns(before, trial.running())
  },
}

const fallsBack: Check = {
  rule: 'When the state that runs runs out, and not before, the fallback runs: its hash, mode UNIFORM, the revision and setting that ran out',
  async try(trial) {
    const dueAt = Date.now() + trial.patience.lifeMs
    const state = { ...trial.state({ percent: 20 }), validUntil: trial.machineTime(dueAt).toISOString() }
    await trial.applied(state)
    await changesAt(
      trial,
      dueAt,
      'report of the fallback',
      ({ rxSha256 }) => rxSha256 === state.fallback.sha256,
    )
    const { rev, settingsRev, fallback } = state
    requireRuns({ rev, settingsRev, mode: 'UNIFORM', rx: fallback }, trial.running())
    await trial.applied(trial.state({ percent: 75 }))
  },
}

const testEnds: Check = {
  rule: 'A test pattern ends at its time by its own clock, and not before, and what ran before runs again',
  async try(trial) {
    const before = await runState(trial)
    const dueAt = Date.now() + trial.patience.lifeMs
    await trial.applied(testPattern(trial, dueAt))
    await changesAt(trial, dueAt, 'report that the test pattern has ended', ({ rev }) => rev === before.rev)
    requireRuns(before, trial.running())
  },
}

/** Waits for a report of a change that is due at a time of this computer's clock. */
async function changesAt(
  trial: Trial,
  dueAt: number,
  awaited: string,
  changed: (report: ReportedDocument) => boolean,
): Promise<void> {
  const { lifeMs, noticeMs } = trial.patience
  const { at } = await trial.until(
    awaited,
    () =>
      trial
        .reports()
        .slice(-1)
        .find(({ document }) => changed(document)),
    Math.max(0, dueAt - Date.now()) + noticeMs,
  )
  if (at < dueAt - Math.min(EARLY_MS, EARLY_PART * lifeMs))
    throw new NotKept(`the ${awaited} came ${((dueAt - at) / 1000).toFixed(1)} s before its time`)
}

const comesBack: Check = {
  rule: 'When its connection breaks its will is heard; it comes back, in a new session, and says online',
  async try(trial) {
    const session = await requireOnline(trial)
    const { broker, patience } = trial
    const before = broker.connections.length
    await trial.cut()
    await trial.until('will', () =>
      trial.statuses().find(({ document }) => document.session === session && document.state === 'offline'),
    )
    await trial.until(
      'new connection',
      () => (broker.connections.length > before ? true : null),
      patience.returnMs,
    )
    if ((await requireOnline(trial)) === session) throw new NotKept('it says the session of before')
  },
}

const hearsRetained: Check = {
  rule: 'What was sent while it was away is applied when it comes back',
  async try(trial) {
    const { broker, patience } = trial
    const before = broker.connections.length
    await trial.cut(patience.quietMs)
    const state = trial.state({ percent: 85 })
    await trial.send(state)
    await trial.until(
      'new connection',
      () => (broker.connections.length > before ? true : null),
      patience.returnMs,
    )
    await trial.until('report that it applied it', () =>
      trial.reports().find(({ document }) => document.seenRev === state.rev && document.result !== null),
    )
    requireApplied(state, trial.running())
  },
}

const restarts: Check = {
  rule: 'After a restart what ran runs on, a test pattern has ended, and an older state still changes nothing',
  async try(trial) {
    const { broker, patience } = trial
    if (!trial.canRestart) throw new NotTried('nobody here can restart the machine')
    const older = trial.state({ percent: 10 })
    const before = await runState(trial)
    const test = testPattern(trial, Date.now() + 10 * 60_000)
    await trial.applied(test)
    const connections = broker.connections.length
    await trial.restart()
    const from = await trial.until(
      'connection after its restart',
      () => (broker.connections.length > connections ? newestConnection(broker) : null),
      patience.returnMs,
    )
    await trial.until('report after its restart', () => trial.reports().find(({ at }) => at >= from.at))
    await trial.until('report that the test pattern has ended', () =>
      trial.running().rev === before.rev ? true : null,
    )
    requireRuns(before, trial.running())
    await trial.send(older)
    await trial.pause(patience.quietMs)
    requireRuns(before, trial.running())
    await trial.send(test)
  },
}

const keepsTelling: Check = {
  rule: 'Telemetry every 10 s while it moves, every 5 min while it stands',
  async try(trial) {
    const { telemetryMs, telemetryDueMs } = trial.patience
    const connection = newestConnection(trial.broker)
    if (!connection || connection.endedAt !== null) throw new NotTried('it is not connected')
    const heard = () =>
      heardOn(trial.broker.said, 'telemetry', telemetryDocument).filter(({ at }) => at >= connection.at)
    const dueAfter = (message: ReturnType<typeof heard>[number] | undefined) =>
      telemetryDueMs[message?.document.moving ? 'moving' : 'standing']
    for (const [count, which] of ['first', 'second'].entries()) {
      const last = heard().at(-1)
      const waitMs = Math.min(telemetryMs, dueAfter(last))
      const left = (last?.at ?? connection.at) + waitMs - Date.now()
      if (left > LONG_WAIT_MS) trial.waits(`Waiting for telemetry: ${Math.ceil(left / 1000)} s at most.`)
      const enough = await trial
        .until('telemetry', () => heard().length > count || null, Math.max(0, left))
        .catch((error: unknown) => {
          if (error instanceof NotKept) return false
          throw error
        })
      if (enough) continue
      const what = `no ${which} message in a connection within ${waitMs / 1000} s`
      throw waitMs < dueAfter(last) ? new NotTried(`${what}, and it may take longer`) : new NotKept(what)
    }
    for (const [index, message] of heard().entries()) {
      const next = heard()[index + 1]?.at ?? Date.now()
      if (next - message.at <= dueAfter(message)) continue
      const state = message.document.moving ? 'moving' : 'standing'
      throw new NotKept(
        `none for ${Math.round((next - message.at) / 1000)} s after one that says that it is ${state}`,
      )
    }
  },
}

const telemetry: Check = {
  rule: 'Telemetry of the form, QoS 0, not retained, numbered upwards',
  async try(trial) {
    requireForm(trial, 'telemetry', { qos: 0, retain: false })
    const messages = heardOn(trial.broker.said, 'telemetry', telemetryDocument)
    if (messages.length === 0) throw new NotTried('it sent none meanwhile')
    const since = Math.max(...trial.broker.connections.map(({ at }) => at))
    const numbers = messages.filter(({ at }) => at >= since).map(({ document }) => document.seq)
    if (numbers.some((seq, at) => at > 0 && seq <= (numbers[at - 1] ?? 0)))
      throw new NotKept(`it is numbered ${numbers.slice(0, 10).join(', ')}`)
  },
}

const reports: Check = {
  rule: 'Every report and status of the form, retained, QoS 1',
  async try(trial) {
    requireForm(trial, 'reported', { qos: 1, retain: true })
    requireForm(trial, 'status', { qos: 1, retain: true })
  },
}

const momentary: Check[] = (['event', 'applied', 'readings'] as const).map((topic) => ({
  rule: `${{ event: 'Events', applied: 'As-applied records', readings: 'Readings' }[topic]} of the form, QoS 1, not retained`,
  async try(trial) {
    if (!trial.broker.said.some((message) => message.topic === topic))
      throw new NotTried('it sent none meanwhile')
    requireForm(trial, topic, { qos: 1, retain: false })
  },
}))

const keepsToItself: Check = {
  rule: 'Nothing but its own topics, no message longer than 16 KiB',
  async try({ broker }) {
    const [refused] = broker.refused
    if (refused) throw new NotKept(`it ${refused}`)
    const long = broker.said.find(({ text }) => Buffer.byteLength(text) > CONTROLLER_MESSAGE_BYTES_MAX)
    if (long) throw new NotKept(`a message on ${long.topic} has ${Buffer.byteLength(long.text)} bytes`)
  },
}

/** What messages alone cannot show; printed so that nobody believes it was tried. */
const untold: Check[] = [
  [
    'The valves follow the cells in their order: sector by sector, clockwise from true north, and in each zone by zone from the pivot',
    'only the hash is reported: look at the valves of a test pattern and of a geofence',
  ],
  [
    'A record of what each sector received at each stay, closed when the arm leaves, stops or gets another prescription',
    'the arm would have to pass with its water on',
  ],
  [
    'Telemetry at once when the machine starts, stops or switches its water',
    'somebody would have to start it',
  ],
].map(([rule = '', why]) => ({
  rule,
  try: () => Promise.reject(new NotTried(why)),
}))

/** In this order; the first three are required by all others. */
export const CHECKS: Check[] = [
  connects,
  saysOnline,
  listens,
  applies,
  repeats,
  stale,
  newest,
  renewals,
  uniform,
  speed,
  ...refuses,
  passesOver,
  expired,
  namesCommand,
  testEnds,
  fallsBack,
  keepsTelling,
  comesBack,
  hearsRetained,
  restarts,
  telemetry,
  reports,
  ...momentary,
  keepsToItself,
  ...untold,
]
export const NEEDED: readonly Check[] = [connects, listens]

/** Runs a state with which a later one can be compared. */
async function runState(trial: Trial): Promise<DesiredDocument> {
  const state = trial.state({ percent: 80 })
  await trial.applied(state)
  return state
}

/** Sends an invalid state and fails unless it is refused and the previous one keeps running. */
async function rejected(
  trial: Trial,
  invalid: object & { rev: number; commandId: string },
  before: DesiredDocument,
): Promise<void> {
  const { last } = await trial.judged(invalid)
  if (last.result !== 'REJECTED') throw new NotKept(`it was answered ${last.result}`)
  if (!last.code) throw new NotKept('it was rejected without a code')
  requireRuns(before, trial.running())
}

/** @param endsAt by this computer's clock */
function testPattern(trial: Trial, endsAt: number): DesiredDocument {
  const until = trial.machineTime(endsAt).toISOString()
  return trial.state({ mode: 'TEST', percent: 0, test: { tower: 1, until } })
}

const schemas = {
  reported: reportedDocument,
  status: statusDocument,
  telemetry: telemetryDocument,
  event: eventDocument,
  applied: appliedDocument,
  readings: readingsDocument,
}

function requireForm(
  { broker }: Trial,
  topic: UpwardTopic,
  { qos, retain }: { qos: number; retain: boolean },
): void {
  const messages = broker.said.filter((message) => message.topic === topic)
  for (const message of messages) {
    if (message.qos !== qos) throw new NotKept(`${topic} comes at QoS ${message.qos}`)
    if (message.retain !== retain) throw new NotKept(`${topic} comes ${retain ? 'not ' : ''}retained`)
    const parsed = schemas[topic].safeParse(jsonOf(message.text))
    if (parsed.success) continue
    const [issue] = parsed.error.issues
    throw new NotKept(
      `${topic} is wrong at ${issue?.path.join('.') || 'its top'}: ${message.text.slice(0, 200)}`,
    )
  }
}

function packed(bytes: number, percent: number): { b64: string; sha256: string } {
  const cells = Buffer.alloc(bytes, percent)
  return { b64: cells.toString('base64'), sha256: hashOf(cells) }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
