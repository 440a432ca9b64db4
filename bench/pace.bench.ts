/** One customer sends a hundred settings a second: what the others feel of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { systemPaths } from '../src/contract/systems.ts'
import type { Bench } from './bench.ts'
import { type Customer, type Field, startField } from './field.ts'
import { say, target } from './measure.ts'
import { post } from './product.ts'

const CUSTOMERS = 9
const FLOOD_PER_SECOND = 100
const OTHERS_PER_SECOND = 24
/** Calm and flooded by turns, so that a busy moment of the machine meets both. */
const ROUNDS = 12
const WARM_UPS = 3
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60) / ROUNDS

const MOST_SLOWER = 1.5

const NO_TOWER = { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false }

interface Answered {
  status: number
  ms: number
}

async function setRate(url: string, { access, systems }: Customer, n: number): Promise<Answered> {
  const switches = { is_system_on: true, is_test_pattern_on: false, is_speed_switch_on: false }
  const numbers = { application_rate: 0.2 + (n % 180) / 100, root_depth: 30, target_moisture: 70 }
  const body = { system_name: systems[0], ...switches, ...numbers, towers: NO_TOWER }
  const from = performance.now()
  const answer = await post(url + systemPaths.input, body, { authorization: `JWT ${access}` })
  await answer.text()
  return { status: answer.status, ms: performance.now() - from }
}

/** At an even pace, whatever becomes of the former ones. */
async function atPace(perSecond: number, one: (n: number) => Promise<Answered>): Promise<Answered[]> {
  const running: Promise<Answered>[] = []
  const start = performance.now()
  for (let n = 0; n < SECONDS * perSecond; n += 1) {
    await sleep(Math.max(0, start + (n * 1000) / perSecond - performance.now()))
    running.push(one(n))
  }
  return Promise.all(running)
}

function p99(answers: Answered[]): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
}

async function measure({ url, customers }: Field): Promise<boolean> {
  const [greedy, ...others] = customers
  if (!greedy) throw new Error('no customer')
  const othersSend = () =>
    atPace(OTHERS_PER_SECOND, async (n) => setRate(url, others[n % others.length] ?? greedy, n))
  const [calm, flooded, flood]: [Answered[], Answered[], Answered[]] = [[], [], []]
  // the first rounds warm up and do not count
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const alone = await othersSend()
    const [beside, greed] = await Promise.all([
      othersSend(),
      atPace(FLOOD_PER_SECOND, (n) => setRate(url, greedy, n)),
    ])
    if (round < 0) continue
    calm.push(...alone)
    flooded.push(...beside)
    flood.push(...greed)
  }
  return told(calm, flooded, flood)
}

function told(calm: Answered[], flooded: Answered[], flood: Answered[]): boolean {
  const refused = flood.filter(({ status }) => status === 429).length
  const slower = p99(flooded) / p99(calm)
  say(
    `${flood.length} settings of one customer, ${refused} answered 429; ${flooded.length} of the others meanwhile, p99 ` +
      `${p99(flooded).toFixed(1)} ms; ${calm.length} with nobody else, p99 ${p99(calm).toFixed(1)} ms`,
  )
  return [
    target('the one is told to wait, and nothing else', refused > 0 && only(flood, [200, 429])),
    target('the others are all taken', only([...calm, ...flooded], [200])),
    target(`the others' p99 at most ${MOST_SLOWER} times: ${slower.toFixed(2)}`, slower <= MOST_SLOWER),
  ].every(Boolean)
}

const only = (answers: Answered[], statuses: number[]) =>
  answers.every(({ status }) => statuses.includes(status))

export const bench: Bench = {
  async run() {
    const field = await startField({ customers: CUSTOMERS, systemsEach: 1, controllers: CUSTOMERS })
    try {
      return await measure(field)
    } finally {
      await field.stop()
    }
  },
}
