/** How fast a warm start is ready and a command is done, in elapsed time and in processor time compared with a bare Node process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Bench } from './bench.ts'
import { median, ms, print, target } from './measure.ts'
import { START } from './product.ts'

const ROUNDS = 3
const READY_MS = 3000
const ANSWERED_MS = 2000
/** In bare Node processes: what a start and a command may take of the processor on any machine, without the database. */
const READY_BARE = 100
const ANSWERED_BARE = 60
const CLI = path.join(import.meta.dirname, '../src/server/cli.ts')
const COMMANDS = [
  ['help'],
  ['system', 'list', '--json'],
  'system connect --owner nobody@farm.example --name NAME --lat 51 --lng -114 --towers 60,120 --overhang 5 --time-zone America/Edmonton'.split(
    ' ',
  ),
  ['account', 'find', 'pat', '--json'],
  ['provider', 'attention', '--json'],
  ['readings', 'fields', '--system', 'Bench-0'],
]

interface Taken {
  tookMs: number
  processorMs: number
}

interface Run {
  args: string[]
  dataDir: string
  /** Stopped by a signal once it has printed this; else it exits by itself. */
  until?: RegExp
}

/** The processor time of a process, as it reports at its exit. */
const TELL = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('spent ' + (user + system) + '\\n') })`,
)}`

async function run({ args, dataDir, until }: Run): Promise<Taken> {
  const from = performance.now()
  const child = spawn(process.execPath, ['--import', TELL, ...args], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, readyMs] = ['', 0]
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!until?.test(line)) return
    readyMs = performance.now() - from
    child.kill('SIGTERM')
  })
  await once(child, 'close')
  const processorUs = /spent (\d+)/.exec(output)?.[1]
  if (processorUs === undefined) throw new Error(`${args.join(' ')}: ${output}`)
  return { tookMs: until ? readyMs : performance.now() - from, processorMs: Number(processorUs) / 1000 }
}

async function medians(runs: (round: number) => Run): Promise<Taken> {
  const samples: Taken[] = []
  for (let round = 0; round < ROUNDS; round += 1) samples.push(await run(runs(round)))
  return {
    tookMs: median(samples.map(({ tookMs }) => tookMs)),
    processorMs: median(samples.map(({ processorMs }) => processorMs)),
  }
}

export const bench: Bench = {
  async run() {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'headgate-bench-'))
    const start = { args: START, dataDir, until: /ready at/ }
    let server: ReturnType<typeof spawn> | undefined
    try {
      const bare = await medians(() => ({ args: ['--eval', '0'], dataDir }))
      const line = (name: string, { tookMs, processorMs }: Taken) =>
        `${name}: ${ms(tookMs, 0)}, processor ${ms(processorMs, 0)}, ${(processorMs / bare.processorMs).toFixed(1)} bare starts of Node`
      print(line('node --eval 0', bare))
      print(line('first start, which makes the database', await run(start)))
      const warm = await medians(() => start)
      let passed = target(
        `${line('warm start, ended again', warm)} (wanted: ready in ${ms(READY_MS, 0)}, or ${READY_BARE} bare starts)`,
        warm.tookMs <= READY_MS || warm.processorMs <= READY_BARE * bare.processorMs,
      )
      server = spawn(process.execPath, START, {
        env: { ...process.env, DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'error' },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      if (server.stdout)
        for await (const line of createInterface({ input: server.stdout })) if (start.until.test(line)) break
      for (const command of COMMANDS) {
        const results = await medians((round) => ({
          args: [CLI, ...command.map((word) => word.replace('NAME', `Bench-${round}`))],
          dataDir,
        }))
        passed =
          target(
            `${line(`headgate ${command.slice(0, 2).join(' ')}`, results)} (wanted: ${ms(ANSWERED_MS, 0)}, or ${ANSWERED_BARE} bare starts)`,
            results.tookMs <= ANSWERED_MS || results.processorMs <= ANSWERED_BARE * bare.processorMs,
          ) && passed
      }
      return passed
    } finally {
      if (server?.exitCode === null) {
        server.kill('SIGTERM')
        await once(server, 'exit')
      }
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}
