/** The results of `headgate conform` for machines that follow the rules, and for one that breaks most of them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { connectAsync, type MqttClient } from 'mqtt'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  controllerTopic,
  type DesiredDocument,
  desiredDocument,
  type ReportedDocument,
} from '../../contract/controller.ts'
import type { IssuedCredential } from '../devices/device-link.ts'
import { connectDevice, telemetry } from '../testing/test-device.ts'
import { farm } from '../testing/factories.ts'
import { restartWith } from './conform.commands.ts'
import { type ConformanceRequest, type Finding, tryMachine } from './conformance.service.ts'
import { NotTried } from './trial.ts'

const SIMULATOR = new URL('../../simulator/main.ts', import.meta.url).pathname
const REFERENCE = new URL('../../../examples/controller.py', import.meta.url).pathname
const CLI = new URL('../cli.ts', import.meta.url).pathname
const QUICK = {
  answerMs: 20_000,
  quietMs: 700,
  connectMs: 30_000,
  returnMs: 30_000,
  lifeMs: 2500,
  telemetryMs: 30_000,
  telemetryDueMs: { moving: 15_000, standing: 310_000 },
  noticeMs: 20_000,
}
/** For machines that answer at once, or never. */
const IMPATIENT = { ...QUICK, answerMs: 3000, telemetryMs: 500, lifeMs: 500, noticeMs: 500, quietMs: 300 }
const PORTS = { host: '127.0.0.1', mqttPort: 0, mqttTls: null }

interface Machine {
  start(url: string): Promise<void>
  /** Null if it cannot be restarted. */
  restart: (() => Promise<void>) | null
}

type Made = (credential: IssuedCredential, topicId: string, folder: string) => Machine

async function folderOfTest(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-conform-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function tried(make: Made, over: Partial<ConformanceRequest> = {}): Promise<Finding[]> {
  const { built, connected } = await farm()
  const { controller } = connected
  const [topicId = ''] = controller.id.split('-')
  const machine = make(controller, topicId, await folderOfTest())
  let starting: Promise<void> | undefined
  const findings = await tryMachine(built.kit, {
    name: 'North Quarter',
    ports: PORTS,
    patience: QUICK,
    restart: machine.restart,
    wet: false,
    opened: ({ port }) => void (starting = machine.start(`mqtt://127.0.0.1:${port}`)),
    found: () => undefined,
    note: () => undefined,
    callOff: new AbortController().signal,
    ...over,
  })
  await starting
  return findings
}

const brokenOf = (findings: Finding[]) =>
  findings.filter(({ verdict }) => verdict === 'broken').map(({ rule, why }) => `${rule}: ${why}`)
const notTriedOf = (findings: Finding[]) =>
  findings.filter(({ verdict }) => verdict === 'not tried').map(({ rule }) => rule.split(' ')[0])

const verdictOf = (findings: Finding[], start: string) =>
  findings.find(({ rule }) => rule.startsWith(start))?.verdict
/** The order of the cells, the records of a pass, and what is told at once. */
const NEVER_TRIED = ['The', 'A', 'Telemetry']

/** A process that is killed by its id and started again with the same arguments. */
function asProcess(begin: (url: string) => ChildProcess): Machine {
  let child: ChildProcess | undefined
  let at = ''
  const end = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(end)
  const start = async (url: string) => {
    at = url
    child = begin(url)
  }
  return {
    start,
    async restart() {
      await end()
      await start(at)
    },
  }
}

const simulated: Made = (controller, systemId, folder) =>
  asProcess((mqttUrl) => {
    const child = spawn(process.execPath, [SIMULATOR, '-'], { stdio: ['pipe', 'ignore', 'inherit'] })
    const config = {
      mqttUrl,
      systemId,
      controller,
      latitude: 49.7,
      longitude: -112.8,
      towerRadiiM: [50, 100, 150, 200],
      running: false,
      telemetryEveryMs: { moving: 200, idle: 500 },
      stateFile: path.join(folder, 'state.json'),
      reconnectMs: 200,
    }
    child.stdin.write(`${JSON.stringify(config)}\n`)
    return child
  })

/** The first interpreter that has the library, if any: a user's own python3 may hide the system's. */
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import paho.mqtt.client']).status === 0,
)

const reference: Made = (controller, _systemId, folder) =>
  asProcess((url) =>
    spawn(
      python ?? '',
      [
        REFERENCE,
        '--url',
        url,
        '--id',
        controller.id,
        '--state',
        path.join(folder, 'state.json'),
        '--telemetry-every',
        '0.5',
      ],
      {
        env: { ...process.env, CONTROLLER_SECRET: controller.secret },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    ),
  )

const MACHINE = { firmware: 'scripted', capabilities: { zones: 9, sectorDeg: 2, speed: true } }
const NOTHING: ReportedDocument = {
  rev: 0,
  settingsRev: 0,
  mode: null,
  rxSha256: null,
  appliedAt: null,
  seenRev: 0,
  commandId: null,
  result: null,
  code: null,
  ...MACHINE,
}

interface Scripted {
  /** Added to its clock. */
  aheadMs?: number
  /** Null: it sends no telemetry. */
  water?: 'on' | 'off' | null
  /** Of every connection the same, if given. */
  session?: string
  /** How it answers: by reports, of which the newest is repeated when it connects. */
  hears(payload: string, say: (report: ReportedDocument) => void, retained: boolean): void
  restart?(client: MqttClient, topicId: string): void
}

/** A machine in this process; what it received is kept. */
function scripted({ aheadMs = 0, water = 'off', session, hears, restart }: Scripted): {
  make: Made
  received: string[]
} {
  const received: string[] = []
  const make: Made = ({ id, secret }, topicId) => {
    const clients: MqttClient[] = []
    return {
      restart: restart ? async () => clients.forEach((client) => restart(client, topicId)) : null,
      async start(url) {
        let sessions = 0
        const at = () => new Date(Date.now() + aheadMs).toISOString()
        const status = (state: string) =>
          JSON.stringify({ state, session: session ?? String(sessions), at: at() })
        const will = () => ({
          topic: controllerTopic(topicId, 'status'),
          payload: Buffer.from(status('offline')),
          qos: 1 as const,
          retain: true,
        })
        const client = await connectAsync(url, {
          protocolVersion: 4,
          clientId: id,
          username: id,
          password: secret,
          will: will(),
          reconnectPeriod: 200,
          reconnectOnConnackError: true,
        })
        clients.push(client)
        onTestFinished(() => void client.end(true))
        let newest: ReportedDocument | undefined
        const say = (report: ReportedDocument) => {
          newest = report
          client.publish(controllerTopic(topicId, 'reported'), JSON.stringify(report), {
            qos: 1,
            retain: true,
          })
        }
        const greet = () => {
          client.publish(will().topic, status('online'), { qos: 1, retain: true })
          if (newest) say(newest)
        }
        client.on('error', () => undefined)
        client.on('reconnect', () => {
          sessions += 1
          Object.assign(client.options, { will: will() })
        })
        client.on('connect', greet)
        greet()
        if (water)
          await client.publishAsync(
            controllerTopic(topicId, 'telemetry'),
            JSON.stringify({ ...telemetry(1, { wet: water === 'on', moving: water === 'on' }), at: at() }),
          )
        client.on('message', (_topic, payload, packet) => {
          received.push(payload.toString())
          hears(payload.toString(), say, packet.retain)
        })
        await client.subscribeAsync(controllerTopic(topicId, 'desired'), { qos: 1 })
      },
    }
  }
  return { make, received }
}

const running = ({ rev, settingsRev, mode, rx }: DesiredDocument) => ({
  rev,
  settingsRev,
  // one that does not exist is none of a report
  mode: ['UNIFORM', 'TEST'].includes(mode) ? mode : ('VRI' as const),
  rxSha256: rx.sha256,
  appliedAt: new Date().toISOString(),
})

/** Applies whatever it can parse at once: no seen report, no checks, no clock, deaf to what is retained. */
const credulous = (water: Scripted['water'] = 'off') =>
  scripted({
    water,
    session: 'the only one',
    hears(payload, say, retained) {
      const state = read(payload)
      if (!state || retained) return
      const { rev: seenRev, commandId } = state
      say({ ...NOTHING, ...running(state), seenRev, commandId, result: 'APPLIED' })
    },
    restart(client, topicId) {
      client.publish(controllerTopic(topicId, 'event'), '{"code":"RESTARTED"}', { qos: 1 })
      // which ends the connection; not sent again in the next
      client.publish(controllerTopic('another', 'event'), '{}', { qos: 0 })
    },
  })

/** Checks everything, by a slow clock, but hastily: what changes later changes at once or by a wrong name, and refusals are brief. */
function hasty() {
  const aheadMs = -30_000
  const seconds = () => `${new Date(Date.now() + aheadMs).toISOString().slice(0, 19)}Z`
  let runs = NOTHING
  let seenRev = 0
  return scripted({
    aheadMs,
    hears(payload, say) {
      const document = jsonObject(payload)
      if (!Number.isInteger(document['rev'])) return
      const { data: desired } = desiredDocument.safeParse(document)
      const refuse = (result: 'REJECTED' | 'EXPIRED', code: string | null) =>
        say({ ...runs, seenRev, commandId: null, result, code })
      if (!desired || !isSound(desired)) {
        seenRev = Number(document['rev'])
        return refuse('REJECTED', 'WRONG')
      }
      const { rev, commandId, validUntil, fallback } = desired
      if (rev < seenRev) return
      seenRev = rev
      const leftMs = Date.parse(validUntil) - (Date.now() + aheadMs)
      if (leftMs <= 0) return refuse('EXPIRED', null)
      const before = runs
      runs = { ...NOTHING, ...running(desired), appliedAt: seconds(), seenRev, commandId, result: 'APPLIED' }
      say({ ...before, seenRev, commandId, result: null, code: null })
      say(runs)
      if (desired.mode === 'TEST') {
        runs = { ...before, seenRev, commandId, result: 'APPLIED', code: null }
        say(runs)
      }
      if (leftMs < 10_000)
        setTimeout(() => {
          runs = { ...runs, rxSha256: fallback.sha256 }
          say(runs)
        }, leftMs)
    },
  })
}

function isSound({ rx, fallback, rateIn, timerPct, mode, test }: DesiredDocument): boolean {
  const cellsAreSound = [rx, fallback].every(({ b64, sha256 }) => {
    const cells = Buffer.from(b64, 'base64')
    const isWhole = createHash('sha256').update(cells).digest('hex') === sha256 && cells.length === 1620
    return isWhole && cells.every((cell) => cell <= 100)
  })
  const timersAreSound = !timerPct || timerPct.every((timer) => timer > 0 && timer <= 100)
  return cellsAreSound && timersAreSound && rateIn >= 0.2 && rateIn <= 2 && (mode !== 'TEST' || test !== null)
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function read(payload: string): DesiredDocument | null {
  try {
    const state: DesiredDocument = JSON.parse(payload)
    return state?.rx ? state : null
  } catch {
    return null
  }
}

describe('headgate conform', () => {
  it('finds no violation in the simulator', { timeout: 180_000 }, async () => {
    const findings = await tried(simulated)
    expect(brokenOf(findings)).toEqual([])
    // it is stopped and has no probes
    const mayMiss = ['Events', 'As-applied', 'Readings'].filter((name) => notTriedOf(findings).includes(name))
    expect(notTriedOf(findings)).toEqual([...mayMiss, ...NEVER_TRIED])
    expect(findings.filter(({ verdict }) => verdict === 'kept').length).toBeGreaterThanOrEqual(37)
  })

  it.skipIf(!python)(
    'finds nothing broken in the reference controller (skipped where python3-paho-mqtt is not installed)',
    { timeout: 180_000 },
    async () => {
      const findings = await tried(reference)
      expect(brokenOf(findings)).toEqual([])
      expect(findings.filter(({ verdict }) => verdict === 'kept').length).toBeGreaterThanOrEqual(37)
    },
  )

  it('lists the violations of a machine that accepts everything', { timeout: 180_000 }, async () => {
    const { make, received } = credulous()
    const patience = { ...IMPATIENT, telemetryDueMs: { moving: 300, standing: 300 } }
    const findings = await tried(make, { patience })
    for (const rule of ['Connects', 'Says online', 'Listens', 'Of several', 'A renewal', 'Uniform'])
      expect([rule, verdictOf(findings, rule)]).toEqual([rule, 'kept'])
    for (const not of [
      'Reports that it has seen',
      'The same state once more',
      'An older state',
      ...findings.map(({ rule }) => rule).filter((rule) => rule.includes('is REJECTED with')),
      'What is no document',
      'A state whose time',
      'A test pattern ends',
      'When the state that runs',
      'Telemetry every',
      'When its connection breaks',
      'What was sent while',
      'After a restart',
      'Events',
      'Nothing but',
    ])
      expect([not, verdictOf(findings, not)]).toEqual([not, 'broken'])
    const last = read(received.at(-1) ?? '')
    const open = createHash('sha256').update(Buffer.alloc(1620, 100)).digest('hex')
    expect([last?.mode, last?.rx.sha256, last?.fallback.sha256]).toEqual(['UNIFORM', open, open])
  })

  it('lists the violations of a hasty machine, whose slow clock is none', { timeout: 180_000 }, async () => {
    const findings = await tried(hasty().make, { patience: IMPATIENT })
    for (const rule of [
      'Says online',
      'Reports that it has seen',
      'A state whose hash',
      'A state with a timer of 0',
      'A state whose time',
    ])
      expect([rule, verdictOf(findings, rule)]).toEqual([rule, 'kept'])
    const whys = [
      'The same state',
      'A state that is REJECTED',
      'What is no document',
      'A test pattern',
      'When the state',
    ].map((start) => findings.find(({ rule }) => rule.startsWith(start))?.why)
    expect(whys).toEqual([
      'it applied it a second time',
      expect.stringMatching(/^commandId of REJECTED is null instead of trial-/),
      expect.stringMatching(/^rev of what runs/),
      expect.stringMatching(/^the report that the test pattern has ended came 0\.\d s before its time$/),
      'mode of what runs is VRI instead of UNIFORM',
    ])
    // within its longest gap, so that nothing can be said
    expect(verdictOf(findings, 'Telemetry every')).toBe('not tried')
  })

  it.each([
    { water: 'on' as const, why: 'it says that water is on' },
    { water: null, why: 'it sends no telemetry, so nobody knows whether its water is on' },
  ])(
    'sends nothing to a machine whose water may be on: $why',
    { timeout: 120_000 },
    async ({ water, why }) => {
      const { make, received } = credulous(water)
      const findings = await tried(make, { patience: IMPATIENT })
      expect(notTriedOf(findings).length).toBeGreaterThan(20)
      expect(findings.find(({ rule }) => rule.startsWith('Uniform'))?.why).toBe(why)
      expect(received).toEqual([])
    },
  )

  it('leaves the valves open when it is called off', { timeout: 120_000 }, async () => {
    const { make, received } = credulous()
    const callOff = new AbortController()
    const findings = await tried(make, {
      patience: IMPATIENT,
      callOff: callOff.signal,
      found: ({ rule }) => void (rule.startsWith('Reports that') && callOff.abort()),
    })
    expect(findings.map(({ rule }) => rule.split(' ')[0])).toEqual(['Connects', 'Says', 'Listens', 'Reports'])
    expect(received.map((text) => read(text)?.mode)).toEqual(['VRI', 'UNIFORM'])
  })

  it(
    'says why a machine is not accepted, and holds nothing against it that others do',
    { timeout: 120_000 },
    async () => {
      const { built, connected } = await farm()
      const { controller, gateway } = connected
      const notes: string[] = []
      let knocking: Promise<void> | undefined
      const knock = async (url: string) => {
        const will = { topic: controllerTopic('another', 'status'), payload: Buffer.from('{}') }
        for (const [{ id, secret }, options] of [
          [gateway, {}],
          [{ id: controller.id, secret: 'wrong' }, {}],
          [controller, { clientId: 'panel' }],
          [controller, { will: { ...will, qos: 1 as const, retain: true } }],
        ] as const)
          await expect(connectDevice(url, { id, secret }, options)).rejects.toThrow('Not authorized')
      }
      const findings = await tryMachine(built.kit, {
        name: 'North Quarter',
        ports: PORTS,
        patience: { ...IMPATIENT, connectMs: 2000 },
        restart: null,
        wet: false,
        note: (text) => notes.push(text),
        callOff: new AbortController().signal,
        opened: ({ port }) => void (knocking = knock(`mqtt://127.0.0.1:${port}`)),
        found: () => undefined,
      })
      await knocking
      expect(notes.toSorted()).toEqual(
        [
          `${gateway.id} is the credential of the gateway, which is not tried`,
          `there is no credential ${controller.id} with this secret`,
          `its client id, panel, is another one than its user name, ${controller.id}`,
          'its will is for vri/v1/another/status, which it may not publish to',
        ]
          .map((why) => `A connection is not accepted: ${why}.`)
          .toSorted(),
      )
      expect(findings[0]?.why).toMatch(/^no connection within 2 s, but one that is not accepted: .+/)
      expect(brokenOf(findings)).toHaveLength(1)
    },
  )

  it('cannot try a restart by a command that fails', async () => {
    const { signal } = new AbortController()
    await restartWith('exit 0', signal)
    await expect(restartWith('exit 3', signal)).rejects.toThrow(
      new NotTried('the command that restarts it failed (3)'),
    )
  })

  it(
    'is a command: lines for a person, or JSON, and its exit code says whether a rule is broken',
    { timeout: 120_000 },
    async () => {
      const { built } = await farm()
      const { databaseUrl, dataDir } = built
      const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'test' }
      const begin = (...words: string[]) =>
        spawn(process.execPath, [CLI, 'conform', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      const run = async (...words: string[]) => ended(begin(...words))
      const ended = async (child: ReturnType<typeof begin>) => {
        const [out, err, [code]] = await Promise.all([
          text(child.stdout),
          text(child.stderr),
          once(child, 'exit'),
        ])
        return { out, err, code }
      }
      const alone = await run('North Quarter', '--connect', '0.9', '--quiet', '0.1', '--telemetry', '0.1')
      expect(alone.out).toMatch(
        /^Connect the machine to mqtt:\/\/127\.0\.0\.1:\d+, with the water off\.\nBROKEN/,
      )
      expect(alone.out).toContain('no connection within 0.9 s')
      expect(alone.out).toMatch(/\d+ kept, 1 broken, \d+ not tried\n$/)
      expect(alone.code).toBe(1)
      const json = await run(
        'North Quarter',
        '--json',
        '--connect',
        '0.9',
        '--quiet',
        '0.1',
        '--telemetry',
        '0.1',
      )
      const { system, rules } = JSON.parse(json.out)
      expect(system).toBe('North Quarter')
      expect(rules[0]).toMatchObject({ verdict: 'broken', why: 'no connection within 0.9 s' })
      expect(rules.length).toBeGreaterThanOrEqual(25)
      const calledOff = begin('North Quarter')
      calledOff.stdout.once('data', () => calledOff.kill('SIGINT'))
      expect(await ended(calledOff)).toMatchObject({
        out: expect.stringMatching(/\n0 kept, 0 broken, 0 not tried\n$/),
        code: 130,
      })
      expect((await run('Nowhere')).code).toBe(1)
      expect((await run('North Quarter', '--answer', 'long')).err).toContain(
        '--answer: "long" is not a number of seconds',
      )
    },
  )
})
