/** The simulated machines of the demonstration farm, each a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Log } from '../kit/log.ts'
import { type DemoField, demoProbes, demoTimerPct, PROBE_DEPTHS_CM } from './demo-farm.ts'

const SIMULATOR = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url))
const READ_EVERY_MS = 5 * 60_000
const HISTORY_STEP_MINUTES = 60
/** As many records of its passes as the balance of a summer month needs. */
const RECORD_DAYS = 30
/** The farmer was away: some of the fields need water now. */
const REST_DAYS = 2
const STOP_WITHIN_MS = 3000

interface Credential {
  id: string
  secret: string
}

export interface DemoMachine {
  system: string
  controller: Credential
  gateway: Credential
}

export interface RunningMachine {
  /** Resolves once the newest day of the requested past has been sent. */
  newestSent: Promise<void>
  /** Once all of it has. */
  historySent: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a machine and passes its configuration on standard input, where other users cannot read the secrets.
 *
 * @param historyFrom sends readings from then on before it goes live; null if that was done before
 */
export function startMachine(
  field: DemoField,
  machine: DemoMachine,
  {
    mqttUrl,
    stateFile,
    historyFrom,
    log,
  }: { mqttUrl: string; stateFile: string; historyFrom: Date | null; log: Log },
): RunningMachine {
  const child = spawn(process.execPath, [SIMULATOR, '-'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const config = {
    mqttUrl,
    systemId: machine.controller.id.replace(/-controller$/, ''),
    controller: machine.controller,
    gateway: machine.gateway,
    seed: field.firstProbe,
    latitude: field.pivot.lat,
    longitude: field.pivot.lng,
    towerRadiiM: field.towerRadiiM,
    overhangM: field.overhangM,
    arc: field.arc,
    speed100MMin: field.speed100MMin,
    flowGpm: field.flowGpm,
    texture: field.texture,
    endlessSummer: true,
    startAngleDeg: field.startAngleDeg,
    timerPct: demoTimerPct(field),
    telemetryEveryMs: { moving: 2000, idle: 10_000 },
    readings: {
      everyMs: READ_EVERY_MS,
      probes: demoProbes(field).map((probe) => ({ ...probe, depthsCm: PROBE_DEPTHS_CM })),
    },
    history: historyFrom && {
      from: historyFrom.toISOString(),
      to: null,
      stepMinutes: HISTORY_STEP_MINUTES,
      recordDays: RECORD_DAYS,
      restDays: REST_DAYS,
    },
    stateFile,
    exitWithStdin: true,
  }
  const lines = createInterface({ input: child.stdout })
  const whenSent = (words: string) => (historyFrom ? printed(lines, words) : Promise.resolve())
  const [newestSent, historySent] = [whenSent('"history-newest"'), whenSent('"history-done"')]
  child.stdin.on('error', (error) => log.warn({ err: error, system: field.system }, 'simulated machine'))
  child.once('exit', (code) => log.info({ code, system: field.system }, 'simulated machine ended'))
  child.stdin.write(`${JSON.stringify(config)}\n`)
  return { newestSent, historySent, stop: () => ended(child) }
}

function printed(lines: Interface, words: string): Promise<void> {
  return new Promise((resolve) => {
    lines.on('line', (line) => line.includes(words) && resolve())
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  child.kill('SIGTERM')
  await exit
  clearTimeout(late)
}
