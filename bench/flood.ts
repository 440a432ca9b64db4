/** One customer floods the server with settings: the effect on others, alternating with and without. */
import type { Customer, Field } from './field.ts'
import { openBrowsers, type SentSettings, sendSettings } from './growers.ts'
import { median, ms, quantile, print, target } from './measure.ts'
import { startWorker, type Worker } from './worker.ts'

/** Settings a second of one customer. */
export const FLOOD_PER_SECOND = 100
const MOST_SLOWER = 1.5
/** A single customer has too few settings for a meaningful p99. */
const OF_ONE_CUSTOMER = 0.95
/** Settings, in the order of their answers: ten seconds of `control`. */
const PIECE = 500

export interface FloodPlan {
  /** By index of the customer, without the flooding one. */
  others: number[]
  othersPerSecond: number
  greedy: Customer
  greedyPerSecond: number
  /** Floods; each stands between two calm rounds, so that a machine that becomes slower or faster affects both. */
  rounds: number
  secondsEach: number
}

export interface Flooded {
  /** One more than floods; the first and the last are half as long. */
  calm: SentSettings[]
  beside: SentSettings[]
  flood: SentSettings[]
}

/** @param growers sends for the others; the flood comes from a process of its own, so that it does not delay their requests */
export async function measureFlood(
  { url }: Pick<Field, 'url'>,
  growers: Worker,
  plan: FloodPlan,
): Promise<Flooded> {
  const { others, othersPerSecond, greedy, greedyPerSecond, rounds, secondsEach } = plan
  const othersSend = (seconds: number) =>
    growers.ask(sendSettings, { growers: others, perSecond: othersPerSecond, seconds })
  const flooder = startWorker('growers.ts')
  try {
    await flooder.ask(openBrowsers, { url, growers: [greedy], timed: false })
    const result: Flooded = { calm: [await othersSend(secondsEach / 2)], beside: [], flood: [] }
    for (let round = 1; round <= rounds; round += 1) {
      const [beside, flood] = await Promise.all([
        othersSend(secondsEach),
        flooder.ask(sendSettings, { growers: [0], perSecond: greedyPerSecond, seconds: secondsEach }),
      ])
      result.beside.push(beside)
      result.flood.push(flood)
      result.calm.push(await othersSend(round === rounds ? secondsEach / 2 : secondsEach))
    }
    return result
  } finally {
    await flooder.stop()
  }
}

export const acceptedMs = (rounds: SentSettings[]) =>
  rounds.flatMap(({ accepted }) => accepted.map(({ ms: latency }) => latency))

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
const countOf = (rounds: SentSettings[], status: string) =>
  sumOf(rounds.map(({ statuses }) => statuses[status] ?? 0))
const totalSent = (rounds: SentSettings[]) => sumOf(rounds.map((settings) => settings.sent))

/** Whether all of them were answered with one of these. */
export const answeredWith = (rounds: SentSettings[], ...statuses: string[]) =>
  sumOf(statuses.map((status) => countOf(rounds, status))) === totalSent(rounds)

/** The worst ratio of one customer's own quantiles. */
function worstOfOne(calm: SentSettings[], beside: SentSettings[]): number {
  const medianFor = (rounds: SentSettings[], wantedGrower: number) => {
    const accepted = rounds.flatMap(({ accepted }) =>
      accepted.filter(({ grower }) => grower === wantedGrower),
    )
    return quantile(
      accepted.map((request) => request.ms),
      OF_ONE_CUSTOMER,
    )
  }
  const growers = new Set(calm.flatMap(({ accepted }) => accepted.map(({ grower }) => grower)))
  return Math.max(...[...growers].map((grower) => medianFor(beside, grower) / medianFor(calm, grower)))
}

/** The latency that all but one in a hundred settings of a round have, in milliseconds. */
export const p99Of = (...rounds: SentSettings[]) => quantile(acceptedMs(rounds), 0.99)

/** The same of the median piece of rounds: a machine that is slower for ten seconds, or a pause, affects one or two. */
function p99OfPieces(...rounds: SentSettings[]): number {
  const pieces = rounds.flatMap((round) => {
    const latencies = acceptedMs([round])
    const count = Math.max(1, Math.floor(latencies.length / PIECE))
    return Array.from({ length: count }, (_, at) => latencies.slice(at * PIECE, (at + 1) * PIECE))
  })
  return median(pieces.map((piece) => quantile(piece, 0.99)))
}

export function floodFigures({ calm, beside, flood }: Flooded): boolean {
  const slower = median(
    beside.map((round, at) => p99OfPieces(round) / p99OfPieces(...calm.slice(at, at + 2))),
  )
  const refused = countOf(flood, '429')
  print(
    `  flood     ${totalSent(flood)} settings of one customer, ${refused} answered 429; p99 of the others ` +
      `${ms(p99Of(...beside))} of ${totalSent(beside)} meanwhile, ${ms(p99Of(...calm))} of ${totalSent(calm)} without; ` +
      `p95 of the one who feels it most ${worstOfOne(calm, beside).toFixed(2)} times`,
  )
  return [
    target('who floods is told to wait, and nothing else', refused > 0 && answeredWith(flood, '200', '429')),
    target('the others are all taken', answeredWith([...calm, ...beside], '200')),
    target(
      `p99 of the others ${slower.toFixed(2)} times that of the rounds before and after, at most ${MOST_SLOWER}`,
      slower <= MOST_SLOWER,
    ),
  ].every(Boolean)
}
