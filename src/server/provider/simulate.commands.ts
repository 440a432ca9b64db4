/** `headgate simulate NAME`: a simulated machine for a connected system that has none yet. */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Command, type CommandInput, UsageError } from '../installation/command.ts'
import { issueCredentials, revokeCredentials, startSimulator } from './simulated-machine.service.ts'

const READ_EVERY_MS = 5 * 60_000
const HIGHEST_DEGREE = 360

type Values = CommandInput['values']

const value = (name: string) => ({ type: 'string' as const, value: name })
const flag = { type: 'boolean' as const }

function number(values: Values, option: string, least = -Infinity, greatest = Infinity): number | undefined {
  const raw = values[option]
  if (raw === undefined) return undefined
  const parsed = Number(raw)
  if (raw === '' || !Number.isFinite(parsed) || parsed < least || parsed > greatest)
    throw new UsageError(`--${option}: "${String(raw)}" is not a number that it may be`)
  return parsed
}

function text(values: Values, option: string): string | undefined {
  const raw = values[option]
  return typeof raw === 'string' ? raw : undefined
}

/** Only the given options, so that the simulator's defaults apply. */
function definedFields<T extends Record<string, unknown>>(fields: T): Partial<T> {
  const defined: Partial<T> = { ...fields }
  for (const field of Object.keys(fields))
    if (fields[field] === undefined) Reflect.deleteProperty(defined, field)
  return defined
}

/** Faults of the simulator by their options. */
function faultsOf(values: Values) {
  return definedFields({
    dropout: number(values, 'dropout', 0, 1),
    absurd: number(values, 'absurd', 0, 1),
    stuckProbes: text(values, 'stuck')?.split(',').map(Number),
    duplicate: values['duplicate'] === true ? true : undefined,
    delayMs: number(values, 'link-delay', 0),
    clockAheadMs: number(values, 'clock-ahead'),
    gpsNoiseM: number(values, 'gps-noise', 0),
  })
}

function optionsOf(values: Values): Record<string, unknown> {
  return definedFields({
    warp: number(values, 'warp', Number.MIN_VALUE),
    seed: number(values, 'seed'),
    startAngleDeg: number(values, 'angle', 0, HIGHEST_DEGREE),
    timerPct: number(values, 'timer', 1, 100),
    running: values['stopped'] === true ? false : undefined,
    apply: { delayMs: number(values, 'apply-delay', 0) ?? 0, reject: text(values, 'reject') ?? null },
    faults: faultsOf(values),
    readEveryMs: number(values, 'read-every', 100) ?? READ_EVERY_MS,
  })
}

export const simulate: Command = {
  name: 'simulate',
  hearsSignals: true,
  words: ['NAME'],
  options: {
    warp: value('N'),
    seed: value('N'),
    angle: value('DEGREES'),
    timer: value('PERCENT'),
    stopped: flag,
    'read-every': value('MS'),
    reject: value('CODE'),
    'apply-delay': value('MS'),
    'link-delay': value('MS'),
    duplicate: flag,
    dropout: value('SHARE'),
    absurd: value('SHARE'),
    stuck: value('PROBE,..'),
    'clock-ahead': value('MS'),
    'gps-noise': value('M'),
    seconds: value('N'),
    'mqtt-url': value('URL'),
    json: flag,
  },
  async run({ positionals: [name = ''], values, open, print }) {
    const options = optionsOf(values)
    const seconds = number(values, 'seconds', 0)
    const kit = await open()
    const { mqttUrl, mqttPort } = kit.config
    const url = text(values, 'mqtt-url') ?? mqttUrl ?? `mqtt://127.0.0.1:${mqttPort}`
    const issued = await issueCredentials(kit, name)
    print(
      values['json']
        ? JSON.stringify({ system: name, broker: new URL(url).host, controller: issued.controller.id })
        : `${name} is simulated at ${url} with credentials of this run alone; Ctrl-C ends it.`,
    )
    const child = startSimulator(issued, url, options)
    const leave = () => void child.kill('SIGTERM')
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, leave)
    const timer = seconds === undefined ? undefined : setTimeout(leave, seconds * 1000)
    createInterface({ input: child.stdout }).on('line', print)
    // lines typed here are commands to the machine, one JSON document each
    createInterface({ input: process.stdin }).on('line', (line) => void child.stdin.write(`${line}\n`))
    try {
      await once(child, 'exit')
    } finally {
      clearTimeout(timer)
      process.stdin.destroy()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, leave)
      await revokeCredentials(kit, issued)
    }
    return child.exitCode ?? 1
  },
}
