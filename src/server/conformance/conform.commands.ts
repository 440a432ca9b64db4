/** `headgate conform NAME`: which rules of docs/controllers.md a real machine follows, line by line. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { type Command, type CommandInput, UsageError } from '../installation/command.ts'
import { type Finding, tryMachine } from './conformance.service.ts'
import type { Config } from '../kit/config.ts'
import { NotTried, type Patience } from './trial.ts'

const RESTART_WITHIN_MS = 300_000
const QUIET_S = 3
const RETURN_TIMES = 3
/** A field computer may take this long to notice that a time has come. */
const NOTICES_WITHIN_MS = 10_000
/** Somebody must give the machine another address, in the field. */
const CONNECT_S = 3600
/** A message is late after half an interval while the machine moves, and after ten seconds while it stands. */
const TELEMETRY_S = { moving: 15, standing: 310 }
const SIGNALS = ['SIGINT', 'SIGTERM'] as const
const ANY_ADDRESS = new Set(['0.0.0.0', '::'])

const value = (name: string) => ({ type: 'string' as const, value: name })
const flag = { type: 'boolean' as const }
const marks = { kept: 'kept', broken: 'BROKEN', 'not tried': 'not tried' }

function seconds(values: CommandInput['values'], option: string, otherwise: number): number {
  const raw = values[option]
  const number = raw === undefined ? otherwise : Number(raw)
  if (!(number > 0 && number <= 3600))
    throw new UsageError(`--${option}: "${String(raw)}" is not a number of seconds up to 3600`)
  return number * 1000
}

function port(values: CommandInput['values'], option: string): number | undefined {
  const raw = values[option]
  if (raw === undefined) return undefined
  const number = Number(raw)
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new UsageError(`--${option}: "${String(raw)}" is not a port`)
  return number
}

function patienceOf(values: CommandInput['values']): Patience {
  const answerMs = seconds(values, 'answer', 30)
  return {
    answerMs,
    quietMs: seconds(values, 'quiet', QUIET_S),
    connectMs: seconds(values, 'connect', CONNECT_S),
    returnMs: RETURN_TIMES * answerMs,
    lifeMs: seconds(values, 'life', 20),
    noticeMs: NOTICES_WITHIN_MS,
    telemetryMs: seconds(values, 'telemetry', TELEMETRY_S.standing),
    telemetryDueMs: { moving: TELEMETRY_S.moving * 1000, standing: TELEMETRY_S.standing * 1000 },
  }
}

/** By a command, by the person at the terminal, or not at all. */
function restartBy(command: string | boolean | undefined): ((callOff: AbortSignal) => Promise<void>) | null {
  if (typeof command === 'string') return (callOff) => restartWith(command, callOff)
  if (!process.stdin.isTTY) return null
  return async (callOff) => {
    // not as a terminal, where Ctrl-C would be a key and no signal
    const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
    const ended = once(lines, 'close', { signal: callOff }).then(() => {
      throw new NotTried('nobody restarted the machine')
    })
    const question = 'Switch the machine’s controller off and on again, then press Enter. '
    await Promise.race([lines.question(question, { signal: callOff }), ended]).finally(() => lines.close())
  }
}

/** Its output goes to the standard error, where it is no result. */
export async function restartWith(command: string, callOff: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(RESTART_WITHIN_MS)
  const signal = AbortSignal.any([callOff, timeout])
  const child = spawn(command, { shell: true, stdio: ['ignore', 2, 2], signal })
  const [code, endedBy] = await once(child, 'exit').catch((error: unknown) => {
    if (callOff.aborted) throw error
    throw new NotTried(
      timeout.aborted
        ? `the command that restarts it did not end within ${RESTART_WITHIN_MS / 1000} s`
        : `the command that restarts it failed: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  if (code !== 0) throw new NotTried(`the command that restarts it failed (${code ?? endedBy})`)
}

/** The first signal calls the trial off, the second ends the process. */
function callOffOnSignals(): { callOff: AbortController; deaf: () => void } {
  const callOff = new AbortController()
  const listen = (signal: (typeof SIGNALS)[number]) => {
    if (callOff.signal.aborted) process.exit(128 + constants.signals[signal])
    callOff.abort(signal)
  }
  for (const signal of SIGNALS) process.on(signal, listen)
  return {
    callOff,
    deaf() {
      for (const signal of SIGNALS) process.off(signal, listen)
    },
  }
}

/** Where a machine in the field finds this computer, as far as the configuration tells. */
function hostOf({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string {
  if (publicUrl !== null) return new URL(publicUrl).hostname
  return ANY_ADDRESS.has(host) ? '<address of this computer>' : host
}

export const conformCommands: Command[] = [
  {
    name: 'conform',
    words: ['NAME'],
    hearsSignals: true,
    options: {
      port: value('N'),
      'tls-port': value('N'),
      restart: value('COMMAND'),
      connect: value('SECONDS'),
      answer: value('SECONDS'),
      quiet: value('SECONDS'),
      life: value('SECONDS'),
      telemetry: value('SECONDS'),
      wet: flag,
      json: flag,
    },
    async run({ positionals: [name = ''], values, open, print, warn }) {
      const patience = patienceOf(values)
      const ports = { plain: port(values, 'port') ?? 0, tls: port(values, 'tls-port') ?? 0 }
      const kit = await open()
      const { host, mqttTls } = kit.config
      const json = values['json'] === true
      const tell = json ? warn : print
      const { callOff, deaf } = callOffOnSignals()
      const findings = await tryMachine(kit, {
        name,
        patience,
        ports: { host, mqttPort: ports.plain, mqttTls: mqttTls && { ...mqttTls, port: ports.tls } },
        restart: restartBy(values['restart']),
        wet: values['wet'] === true,
        callOff: callOff.signal,
        note: warn,
        opened({ port: plain, tlsPort }) {
          const tls = tlsPort ? ` or mqtts://${hostOf(kit.config)}:${tlsPort}` : ''
          tell(`Connect the machine to mqtt://127.0.0.1:${plain}${tls}, with the water off.`)
        },
        found({ rule, verdict, why }) {
          if (!json) print(`${marks[verdict].padEnd(10)} ${rule}${why ? `\n           ${why}` : ''}`)
        },
      }).finally(deaf)
      if (json) print(JSON.stringify({ system: name, rules: findings }))
      else print(summaryOf(findings))
      const { signal } = callOff
      if (signal.aborted)
        return 128 + constants.signals[SIGNALS.find((name) => name === signal.reason) ?? 'SIGINT']
      return findings.some(({ verdict }) => verdict === 'broken') ? 1 : 0
    },
  },
]

function summaryOf(findings: Finding[]): string {
  const count = (verdict: Finding['verdict']) =>
    findings.filter((finding) => finding.verdict === verdict).length
  return `${count('kept')} kept, ${count('broken')} broken, ${count('not tried')} not tried`
}
