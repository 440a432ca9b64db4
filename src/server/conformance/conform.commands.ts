/** `headgate conform NAME`: which rules of docs/controllers.md a real machine follows, line by line. */
import { exec } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { promisify } from 'node:util'
import { type Command, type CommandInput, UsageError } from '../installation/command.ts'
import { type Finding, tryMachine } from './conformance.service.ts'
import type { Patience } from './trial.ts'

const RESTART_WITHIN_MS = 300_000
const QUIET_S = 3
const RETURN_TIMES = 3
/** A field computer may take this long to notice that a time has come. */
const NOTICES_WITHIN_MS = 10_000
/** Stopped machines send telemetry every five minutes. */
const TELEMETRY_S = 310

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
    returnMs: RETURN_TIMES * answerMs,
    lifeMs: seconds(values, 'life', 20),
    noticeMs: NOTICES_WITHIN_MS,
    telemetryMs: seconds(values, 'telemetry', TELEMETRY_S),
  }
}

/** By a command, by the person at the terminal, or not at all. */
function restartBy(command: string | boolean | undefined): (() => Promise<void>) | null {
  if (typeof command === 'string')
    return async () => void (await promisify(exec)(command, { timeout: RESTART_WITHIN_MS }))
  if (!process.stdin.isTTY) return null
  return async () => {
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    await lines.question('Switch the machine’s controller off and on again, then press Enter. ')
    lines.close()
  }
}

export const conformCommands: Command[] = [
  {
    name: 'conform',
    words: ['NAME'],
    options: {
      port: value('N'),
      'tls-port': value('N'),
      restart: value('COMMAND'),
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
      const findings = await tryMachine(kit, {
        name,
        patience,
        ports: { host, mqttPort: ports.plain, mqttTls: mqttTls && { ...mqttTls, port: ports.tls } },
        restart: restartBy(values['restart']),
        wet: values['wet'] === true,
        opened({ port: plain, tlsPort }) {
          tell(
            `Connect the machine to mqtt://127.0.0.1:${plain}${tlsPort ? ` or mqtts://${host}:${tlsPort}` : ''}, with the water off.`,
          )
        },
        found({ rule, verdict, why }) {
          if (!json) print(`${marks[verdict].padEnd(10)} ${rule}${why ? `\n           ${why}` : ''}`)
        },
      })
      if (json) print(JSON.stringify({ system: name, rules: findings }))
      else print(summaryOf(findings))
      return findings.some(({ verdict }) => verdict === 'broken') ? 1 : 0
    },
  },
]

function summaryOf(findings: Finding[]): string {
  const count = (verdict: Finding['verdict']) =>
    findings.filter((finding) => finding.verdict === verdict).length
  return `${count('kept')} kept, ${count('broken')} broken, ${count('not tried')} not tried`
}
