/** Accounts: calls against a Djoser server, logins against bare argon2id, equal answers, a flood of logins, page weights. */
import { availableParallelism } from 'node:os'
import { accountPaths } from '../src/contract/accounts/account-paths.ts'
import { passwordMatches, hashPassword } from '../src/server/accounts/passwords/password-hash.ts'
import { measureAnswers } from './answers.ts'
import type { Bench } from './bench.ts'
import { requireDjoser, startDjoser, type Djoser } from './djoser.ts'
import type { Load, LoadResult } from './load.ts'
import { startBare } from './machine-worth.ts'
import {
  type Answered,
  measureInTurn,
  measureLoad,
  median,
  medianAnswered,
  medianRatio,
  print,
  target,
} from './measure.ts'
import { PASSWORD, type Product, startProduct } from './product.ts'
import { scriptWeights } from './weights.ts'

const CONNECTIONS = 64
const LOGINS = 16
/** Calls are measured on several processes: now and then one costs half as much again for its whole life, with the same code. */
const STARTS = 5
/** Short, because the machine is faster and slower for ten seconds at a time. */
const CALL_ROUNDS = 4
const CALL_SECONDS = 1
/** As long as Node still compiles what it runs often. */
const WARM_UP_SECONDS = 6
const LOGIN_ROUNDS = 5
const LOGIN_SECONDS = 3
/** Processor time of server and database: elapsed time would include the load generator's share. */
const BARE_ANSWERS_MAX = 2.5
const DJOSER_SHARE_MAX = 1 / 12
const KIB = 1024

const plan = (url: string, overrides: Partial<Load>): Load => ({
  url,
  method: 'GET',
  headers: [{}],
  bodies: [''],
  connections: CONNECTIONS,
  seconds: CALL_SECONDS,
  requests: 1_000_000,
  ...overrides,
})

const json = { 'content-type': 'application/json' }

function me({ url, access }: { url: string; access: string[] }): Load {
  const headers = access.map((token) => ({ authorization: `JWT ${token}` }))
  return plan(url + accountPaths.me, { headers })
}

function verify({ url, access }: { url: string; access: string[] }): Load {
  const bodies = access.map((token) => JSON.stringify({ token }))
  return plan(url + accountPaths.verify, { method: 'POST', headers: [json], bodies })
}

function login({ url, email }: Product, overrides: Partial<Load>): Load {
  const bodies = [JSON.stringify({ email, password: PASSWORD })]
  return plan(url + accountPaths.create, { method: 'POST', headers: [json], bodies, ...overrides })
}

const loadLine = ({ perSecond, p50, p99 }: LoadResult) =>
  `${Math.round(perSecond)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`

const allGood = ({ statuses, failures }: LoadResult) =>
  failures === 0 && Object.keys(statuses).every((status) => status === '200')

const withCost = (figures: Answered) =>
  `${figures.costUs.toFixed(1)} us of processor an answer; ${loadLine(figures)}`

const CALLS = [
  ['GET /auth/users/me/', me],
  ['POST /auth/jwt/verify/', verify],
] as const

/** Of the same rounds. */
interface Costs {
  bare: Answered[]
  djoser: Answered[]
  ours: Answered[]
}

/** Of each call, with a bare server and a server of ours that were just started. */
async function costsOfOneStart(djoser: Djoser): Promise<Costs[]> {
  const [bare, product] = [await startBare(), await startProduct(LOGINS)]
  try {
    const costs: Costs[] = []
    for (const [, call] of CALLS) {
      const [bareCost, djoserCost, ourCost] = await measureInTurn(
        [
          { plan: plan(bare.url, {}), spentMs: bare.spentMs },
          { plan: call(djoser), spentMs: djoser.spentMs },
          { plan: call(product), spentMs: product.processorTimeMs },
        ],
        { rounds: CALL_ROUNDS, warmUpSeconds: WARM_UP_SECONDS },
      )
      if (bareCost && djoserCost && ourCost) costs.push({ bare: bareCost, djoser: djoserCost, ours: ourCost })
    }
    return costs
  } finally {
    await product.stop()
    await bare.stop()
  }
}

function reportCall(name: string, costs: readonly Costs[]): boolean {
  const rounds = (key: keyof Costs) => costs.flatMap((cost) => cost[key])
  const of = (key: keyof Costs) => medianAnswered(rounds(key))
  const [nothing, theirs, ours] = [of('bare'), of('djoser'), of('ours')]
  print(name)
  print(`  bare node:http ${withCost(nothing)}`)
  print(`  Djoser         ${withCost(theirs)}`)
  print(`  ours           ${withCost(ours)}`)
  const [bareRatio, share] = [
    medianRatio(rounds('ours'), rounds('bare')),
    medianRatio(rounds('ours'), rounds('djoser')),
  ]
  const ofStarts = costs.map((cost) => medianRatio(cost.ours, cost.bare).toFixed(2)).join(', ')
  const lines = [
    target(`every answer 200`, allGood(ours) && allGood(theirs)),
    target(
      `at most ${BARE_ANSWERS_MAX} bare answers: ${bareRatio.toFixed(2)}, of the starts ${ofStarts}`,
      bareRatio <= BARE_ANSWERS_MAX,
    ),
    target(`at most 1/12 of Djoser's: 1/${(1 / share).toFixed(1)}`, share <= DJOSER_SHARE_MAX),
    target(`a lower p99: ${(ours.p99 / theirs.p99).toFixed(2)} of it`, ours.p99 < theirs.p99),
  ]
  return lines.every(Boolean)
}

async function againstDjoser(): Promise<boolean> {
  const djoser = await startDjoser(LOGINS)
  try {
    const starts: Costs[][] = []
    for (let at = 0; at < STARTS; at += 1) starts.push(await costsOfOneStart(djoser))
    return CALLS.map(([name], at) =>
      reportCall(
        name,
        starts.flatMap((costs) => costs[at] ?? []),
      ),
    ).every(Boolean)
  } finally {
    await djoser.stop()
  }
}

interface Work {
  perSecond: number
  /** Processor time of one, milliseconds. */
  costMs: number
}

/** Verifications that this machine can do at most, with the same code and without a server. */
async function bareHashes(): Promise<Work> {
  const hash = await hashPassword(PASSWORD)
  const end = performance.now() + LOGIN_SECONDS * 1000
  const before = process.cpuUsage()
  let done = 0
  const keepOn = async () => {
    for (; performance.now() < end; done += 1) await passwordMatches(hash, PASSWORD)
  }
  await Promise.all(Array.from({ length: 16 }, keepOn))
  const { user, system } = process.cpuUsage(before)
  return { perSecond: done / LOGIN_SECONDS, costMs: (user + system) / 1000 / done }
}

/** The cost of the server and its database, without the load generator. */
async function servedLogins(product: Product): Promise<Work & { good: boolean }> {
  const before = await product.processorTimeMs()
  const served = await measureLoad(login(product, { connections: 32, seconds: LOGIN_SECONDS }))
  const processorMs = (await product.processorTimeMs()) - before
  const answered = Object.values(served.statuses).reduce((sum, count) => sum + count, 0)
  return { perSecond: served.perSecond, costMs: processorMs / answered, good: allGood(served) }
}

/** Alternating, so that a busy moment of the machine affects both. */
async function logins(product: Product): Promise<boolean> {
  const [bare, served]: [Work[], (Work & { good: boolean })[]] = [[], []]
  for (let round = 0; round < LOGIN_ROUNDS; round += 1) {
    bare.push(await bareHashes())
    served.push(await servedLogins(product))
  }
  const processorTimeOf = (works: Work[]) =>
    `${Math.round(median(works.map(({ perSecond }) => perSecond)))}/s, ` +
    `${median(works.map(({ costMs }) => costMs)).toFixed(1)} ms of processor each`
  print(
    `Logins\n  bare argon2id ${processorTimeOf(bare)}\n  logins        ${processorTimeOf(served)}, database included`,
  )
  const share = median(bare.map(({ costMs }, i) => costMs / (served[i]?.costMs ?? Number.NaN)))
  const good = served.every((round) => round.good)
  return target(`argon2id is ${Math.round(share * 100)} % of a login's work, of 75`, good && share >= 0.75)
}

async function equalAnswers({ url }: Product): Promise<boolean> {
  print('Known and unknown addresses, 60 pairs each')
  const results = await measureAnswers(url)
  const lines = results.map(({ call, ratio, sameBytes }) =>
    target(
      `${call}: median ratio ${ratio.toFixed(2)} (0.8 to 1.25), ${sameBytes ? 'same bytes' : 'OTHER BYTES'}`,
      sameBytes && ratio >= 0.8 && ratio <= 1.25,
    ),
  )
  return lines.every(Boolean)
}

async function flood(product: Product): Promise<boolean> {
  const health = plan(`${product.url}/healthz`, { connections: 1, seconds: 5 })
  const [logged, healthy] = await Promise.all([
    measureLoad(login(product, { connections: 200, seconds: 5 })),
    measureLoad(health),
  ])
  const bad = Object.keys(logged.statuses).filter((status) => status.startsWith('5') && status !== '503')
  print(
    `200 logins at once\n  logins ${loadLine(logged)} ${JSON.stringify(logged.statuses)}\n  /healthz ${loadLine(healthy)}`,
  )
  const calm = target(`/healthz p99 below 300 ms: ${healthy.p99.toFixed(0)} ms`, healthy.p99 < 300)
  return target('no 5xx but 503', bad.length === 0 && logged.failures === 0) && calm
}

async function weights({ url }: Product): Promise<boolean> {
  print('Script of the first visit, gzip')
  const most = new Map([
    ['/', 110],
    ['/login', 115],
  ])
  const weights = await scriptWeights(url, [...most.keys()])
  const lines = [...most].map(([page, limit]) => {
    const weight = (weights.get(page) ?? Number.NaN) / KIB
    return target(`${page}: ${weight.toFixed(1)} KiB of ${limit}`, weight > 1 && weight <= limit)
  })
  return lines.every(Boolean)
}

export const bench: Bench = {
  async run() {
    requireDjoser()
    print(
      `${availableParallelism()} processors, Node ${process.version}; one server process of ours with its embedded PostgreSQL,` +
        ` Djoser under gunicorn with 2 workers on SQLite; ${CONNECTIONS} connections from a third process,` +
        ` ${LOGINS} logins, ${STARTS} starts of ours and of bare Node, in each ${CALL_ROUNDS} alternating rounds of ${CALL_SECONDS} s after ${WARM_UP_SECONDS} s to warm up; medians, also of the ratios of each round`,
    )
    let passed = await againstDjoser()
    const product = await startProduct(LOGINS)
    try {
      for (const part of [logins, equalAnswers, flood, weights]) passed = (await part(product)) && passed
      return passed
    } finally {
      await product.stop()
    }
  },
}
