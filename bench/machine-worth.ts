/** The speed of the machine at this moment: a bare password hash, a bare durable write, responses of bare Node, fresh memory. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '../src/server/accounts/passwords/password-hash.ts'
import { listenBare, spentBare } from './bare-answers.ts'
import type { Load } from './load.ts'
import { measureLoad, ms, quantile, print } from './measure.ts'
import { startWorker } from './worker.ts'

const HASHING_MS = 1500
const WRITING_MS = 1000
const ANSWERING_S = 1.5
const WARMING_S = 0.3
const CONNECTIONS = 32
const FRESH_BYTES = 32 * 1024 * 1024
const PAGE_BYTES = 4096
const FRESH_ROUNDS = 5

const BLOCK_BYTES = 8192
/** Like the database's log: the file is preallocated, so that only the data must reach the disk. */
const BLOCKS = 2048
const WRITE_EVERY_MS = 50

/** Milliseconds. */
interface Times {
  median: number
  p99: number
}

export interface MachineWorth {
  /** One password hash with the product's costs; `cost` is its processor time, milliseconds. */
  hash: Times & { cost: number }
  /** 8 KB written and made durable, in the file system of the benches' data folders. */
  fsync: Times
  answers: {
    perSecond: number
    /** Per second of its processor time: what one core can do that has nothing else to do. */
    perProcessorSecond: number
  }
  /** Processor time for first writing 1,000 pages of 4 KB, milliseconds: the system clears them first. */
  freshPages: number
}

export async function measureWorth(): Promise<MachineWorth> {
  const [hash, fsync, answers] = [await measureHash(), await durableWrites(), await bareAnswers()]
  return { hash, fsync, answers, freshPages: freshPages() }
}

export function printWorth({ hash, fsync, answers, freshPages }: MachineWorth): void {
  const model = cpus()[0]?.model ?? 'unknown processor'
  const rate = (value: number) => Math.round(value).toLocaleString('en')
  const both = ({ median, p99 }: Times) => `median ${ms(median, 2)}, p99 ${ms(p99, 2)}`
  print(`The machine: ${availableParallelism()} x ${model}, Node ${process.version}`)
  print(`  bare argon2id hash   ${both(hash)}, ${ms(hash.cost, 2)} of processor`)
  print(`  8 KB write + fsync   ${both(fsync)}`)
  print(
    `  bare node:http       ${rate(answers.perProcessorSecond)} answers a second of one core, ` +
      `${rate(answers.perSecond)} by the clock`,
  )
  print(`  fresh memory         ${ms(freshPages, 2)} of processor for 1,000 pages of 4 KB`)
}

const timesOf = (values: number[]): Times => ({
  median: quantile(values, 0.5),
  p99: quantile(values, 0.99),
})

/** One password hash with the product's costs. */
export const hash = () => hashPassword('Vq7!grove#Tundra-Zk2pXb')

async function measureHash(): Promise<MachineWorth['hash']> {
  await hash()
  const durations: number[] = []
  const before = process.cpuUsage()
  for (const end = performance.now() + HASHING_MS; performance.now() < end;) {
    const from = performance.now()
    await hash()
    durations.push(performance.now() - from)
  }
  return { ...timesOf(durations), cost: processorMsSince(before) / durations.length }
}

export function processorMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function freshPages(): number {
  const durations = Array.from({ length: FRESH_ROUNDS }, () => {
    const before = process.cpuUsage()
    const fresh = new Uint8Array(FRESH_BYTES)
    for (let at = 0; at < FRESH_BYTES; at += PAGE_BYTES) fresh[at] = 1
    return (processorMsSince(before) * 1000) / (FRESH_BYTES / PAGE_BYTES)
  })
  return quantile(durations, 0.5)
}

async function durableWrites(): Promise<Times> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-bench-'))
  const file = openSync(path.join(folder, 'log'), 'w')
  try {
    const block = Buffer.alloc(BLOCK_BYTES, 1)
    for (let at = 0; at < BLOCKS; at += 1) writeSync(file, block, 0, BLOCK_BYTES, at * BLOCK_BYTES)
    fsyncSync(file)
    const durations: number[] = []
    for (const end = performance.now() + WRITING_MS; performance.now() < end;) {
      const from = performance.now()
      writeSync(file, block, 0, BLOCK_BYTES, (durations.length % BLOCKS) * BLOCK_BYTES)
      fsyncSync(file)
      durations.push(performance.now() - from)
    }
    return timesOf(durations)
  } finally {
    closeSync(file)
    await rm(folder, { recursive: true })
  }
}

/**
 * Times durable writes beside a measurement, because a shared disk stands still for a moment every few seconds.
 *
 * @returns ends it, with the milliseconds of each
 */
export async function timeWrites(): Promise<() => Promise<number[]>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-bench-'))
  const file = await open(path.join(folder, 'log'), 'w')
  const block = Buffer.alloc(BLOCK_BYTES, 1)
  await file.write(Buffer.alloc(BLOCK_BYTES * BLOCKS, 1), 0, BLOCK_BYTES * BLOCKS, 0)
  await file.sync()
  const durations: number[] = []
  let isEnding = false
  const writeOn = async () => {
    while (!isEnding) {
      const from = performance.now()
      await file.write(block, 0, BLOCK_BYTES, (durations.length % BLOCKS) * BLOCK_BYTES)
      await file.sync()
      durations.push(performance.now() - from)
      await sleep(WRITE_EVERY_MS)
    }
  }
  const writing = writeOn()
  return async () => {
    isEnding = true
    await writing
    await file.close()
    await rm(folder, { recursive: true })
    return durations
  }
}

/** A bare Node server, for comparison. */
export async function startBare() {
  const server = startWorker('bare-answers.ts')
  const { url } = await server.ask(listenBare, {})
  return {
    url,
    spentMs: async () => (await server.ask(spentBare, {})).processorMs,
    stop: () => server.stop(),
  }
}

async function bareAnswers(): Promise<MachineWorth['answers']> {
  const { url, spentMs, stop } = await startBare()
  try {
    const shape = { method: 'GET', headers: [{}], bodies: [''], requests: 5_000_000 }
    const plan: Load = { url, ...shape, connections: CONNECTIONS, seconds: WARMING_S }
    await measureLoad(plan)
    const before = await spentMs()
    const { perSecond } = await measureLoad({ ...plan, seconds: ANSWERING_S })
    const seconds = ((await spentMs()) - before) / 1000
    return { perSecond, perProcessorSecond: (perSecond * ANSWERING_S) / seconds }
  } finally {
    await stop()
  }
}
