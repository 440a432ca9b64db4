/** The results of `headgate conform` for machines that follow the rules, and for one that breaks most of them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { connectAsync } from 'mqtt'
import { describe, expect, it, onTestFinished } from 'vitest'
import { controllerTopic, type DesiredDocument } from '../../contract/controller.ts'
import type { IssuedCredential } from '../devices/device-link.ts'
import { telemetry } from '../testing/test-device.ts'
import { farm } from '../testing/factories.ts'
import { type ConformanceRequest, type Finding, tryMachine } from './conformance.service.ts'

const SIMULATOR = new URL('../../simulator/main.ts', import.meta.url).pathname
const REFERENCE = new URL('../../../examples/controller.py', import.meta.url).pathname
const CLI = new URL('../cli.ts', import.meta.url).pathname
const QUICK = {
  answerMs: 20_000,
  quietMs: 700,
  returnMs: 30_000,
  lifeMs: 2500,
  telemetryMs: 30_000,
  noticeMs: 20_000,
}
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
    ...over,
  })
  await starting
  return findings
}

const brokenOf = (findings: Finding[]) =>
  findings.filter(({ verdict }) => verdict === 'broken').map(({ rule, why }) => `${rule}: ${why}`)
const notTriedOf = (findings: Finding[]) =>
  findings.filter(({ verdict }) => verdict === 'not tried').map(({ rule }) => rule.split(' ')[0])

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

/** Applies whatever it can parse at once: no seen report, no checks, no clock. */
const credulous = machineThatBelieves({ wet: false })

function machineThatBelieves({ wet }: { wet: boolean }): Made {
  return ({ id, secret }, topicId) => ({
    restart: null,
    async start(url) {
      const session = 'the only one'
      const status = (state: string) => JSON.stringify({ state, session, at: new Date().toISOString() })
      const will = {
        topic: controllerTopic(topicId, 'status'),
        payload: Buffer.from(status('offline')),
        qos: 1 as const,
        retain: true,
      }
      const client = await connectAsync(url, {
        protocolVersion: 4,
        clientId: id,
        username: id,
        password: secret,
        will,
        reconnectPeriod: 200,
      })
      onTestFinished(() => void client.end(true))
      client.on('error', () => undefined)
      client.on('connect', () => void client.publish(will.topic, status('online'), { qos: 1, retain: true }))
      await client.publishAsync(will.topic, status('online'), { qos: 1, retain: true })
      if (wet)
        await client.publishAsync(
          controllerTopic(topicId, 'telemetry'),
          JSON.stringify(telemetry(1, { wet, moving: wet })),
        )
      client.on('message', (_topic, payload) => {
        const state = read(payload.toString())
        if (!state) return
        const { rev, settingsRev, mode, rx, commandId } = state
        const running = {
          rev,
          settingsRev,
          mode: mode ?? null,
          rxSha256: rx.sha256,
          appliedAt: new Date().toISOString(),
        }
        const machine = { firmware: 'credulous', capabilities: { zones: 9, sectorDeg: 2, speed: true } }
        const report = { ...running, seenRev: rev, commandId, result: 'APPLIED', code: null, ...machine }
        client.publish(controllerTopic(topicId, 'reported'), JSON.stringify(report), { qos: 1, retain: true })
      })
      await client.subscribeAsync(controllerTopic(topicId, 'desired'), { qos: 1 })
    },
  })
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
    expect(notTriedOf(findings)).toEqual(
      ['Events', 'As-applied', 'Readings'].filter((name) => notTriedOf(findings).includes(name)),
    )
    expect(findings.filter(({ verdict }) => verdict === 'kept').length).toBeGreaterThanOrEqual(25)
  })

  it.skipIf(!python)(
    'finds nothing broken in the reference controller (skipped where python3-paho-mqtt is not installed)',
    { timeout: 180_000 },
    async () => {
      const findings = await tried(reference)
      expect(brokenOf(findings)).toEqual([])
      expect(findings.filter(({ verdict }) => verdict === 'kept').length).toBeGreaterThanOrEqual(25)
    },
  )

  it('lists the violations of a machine that accepts everything', { timeout: 180_000 }, async () => {
    const impatient = { ...QUICK, answerMs: 3000, telemetryMs: 500, lifeMs: 500, noticeMs: 500, quietMs: 300 }
    const findings = await tried(credulous, { patience: impatient })
    const verdicts = new Map(findings.map(({ rule, verdict }) => [rule, verdict]))
    const verdictOf = (start: string) => [...verdicts].find(([rule]) => rule.startsWith(start))?.[1]
    for (const rule of [
      'Connects',
      'Says online',
      'Listens',
      'Of several',
      'A renewal',
      'Uniform',
      'Nothing but',
    ])
      expect([rule, verdictOf(rule)]).toEqual([rule, 'kept'])
    for (const not of [
      'Reports that it has seen',
      'The same state once more',
      'An older state',
      'A state whose hash',
      'A state whose prescription',
      'A state with a valve',
      'A state whose fallback',
      'A state with 179',
      'A state without a mode',
      'A state whose test pattern',
      'A state whose time',
      'A test pattern ends',
      'When the state that runs',
      'When its connection breaks',
      'Telemetry',
    ])
      expect([not, verdictOf(not)]).toEqual([not, 'broken'])
    expect(verdictOf('After a restart')).toBe('not tried')
  })

  it('sends nothing to a machine with its water on', { timeout: 120_000 }, async () => {
    const wet = machineThatBelieves({ wet: true })
    const findings = await tried(wet, { patience: { ...QUICK, answerMs: 3000 } })
    expect(notTriedOf(findings).length).toBeGreaterThan(20)
    expect(findings.find(({ rule }) => rule.startsWith('Uniform'))?.why).toBe('it says that water is on')
  })

  it(
    'is a command: lines for a person, or JSON, and its exit code says whether a rule is broken',
    { timeout: 120_000 },
    async () => {
      const { built } = await farm()
      const { databaseUrl, dataDir } = built
      const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'test' }
      const run = async (...words: string[]) => {
        const child = spawn(process.execPath, [CLI, 'conform', ...words], {
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        const [out, err, [code]] = await Promise.all([
          text(child.stdout),
          text(child.stderr),
          once(child, 'exit'),
        ])
        return { out, err, code }
      }
      const alone = await run('North Quarter', '--answer', '0.3', '--quiet', '0.1', '--telemetry', '0.1')
      expect(alone.out).toMatch(
        /^Connect the machine to mqtt:\/\/127\.0\.0\.1:\d+, with the water off\.\nBROKEN/,
      )
      expect(alone.out).toContain('no connection within 0.9 s')
      expect(alone.out).toMatch(/\d+ kept, 1 broken, \d+ not tried\n$/)
      expect(alone.code).toBe(1)
      const json = await run(
        'North Quarter',
        '--json',
        '--answer',
        '0.3',
        '--quiet',
        '0.1',
        '--telemetry',
        '0.1',
      )
      const { system, rules } = JSON.parse(json.out)
      expect(system).toBe('North Quarter')
      expect(rules[0]).toMatchObject({ verdict: 'broken', why: 'no connection within 0.9 s' })
      expect(rules.length).toBeGreaterThanOrEqual(25)
      expect((await run('Nowhere')).code).toBe(1)
      expect((await run('North Quarter', '--answer', 'long')).err).toContain(
        '--answer: "long" is not a number of seconds',
      )
    },
  )
})
