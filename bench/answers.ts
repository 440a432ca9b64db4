/** How long answers take for known and for unknown addresses: medians of interleaved pairs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { accountPaths } from '../src/contract/accounts/account-paths.ts'
import { median } from './measure.ts'
import { PASSWORD, post } from './product.ts'

const PAIRS = 60
const SETTLE_MS = 30

export interface Pairs {
  call: string
  /** Median of the known over median of the unknown addresses. */
  ratio: number
  sameBytes: boolean
}

/** Sixty known addresses, each used once per call: the rate limit would refuse the eleventh guess. */
export async function measureAnswers(url: string): Promise<Pairs[]> {
  const emails = Array.from({ length: PAIRS }, (_, at) => `known-${at}@farm.example`)
  for (const [at, email] of emails.entries())
    await post(url + accountPaths.users, signup(email), { 'x-forwarded-for': `198.51.100.${at}` })
  const calls: [string, string, object][] = [
    ['login', accountPaths.create, { password: 'not-the-password' }],
    ['reset', accountPaths.resetPassword, {}],
    ['resend', accountPaths.resendActivation, {}],
  ]
  const results: Pairs[] = []
  for (const [call, path, extra] of calls) results.push(await measureCall(call, url + path, emails, extra))
  return results
}

async function measureCall(call: string, url: string, emails: string[], extra: object): Promise<Pairs> {
  const times: [number[], number[]] = [[], []]
  const texts = new Set<string>()
  const ask = async (email: string, address: string) => {
    const startedAt = performance.now()
    const response = await post(url, { email, ...extra }, { 'x-forwarded-for': address })
    texts.add(`${response.status} ${await response.text()}`)
    const elapsedMs = performance.now() - startedAt
    // the mail of this one is written before the next request
    await sleep(SETTLE_MS)
    return elapsedMs
  }
  for (const [at, email] of emails.entries()) {
    const somebody = () => ask(email, `203.0.113.${at}`)
    const nobody = () => ask(email.replace('known', 'nobody'), `192.0.2.${at}`)
    // each goes first in half of the pairs
    const [first, second] = at % 2 ? [nobody, somebody] : [somebody, nobody]
    const pair = [await first(), await second()]
    times[0].push(pair[at % 2] ?? 0)
    times[1].push(pair[1 - (at % 2)] ?? 0)
  }
  return { call, ratio: median(times[0]) / median(times[1]), sameBytes: texts.size === 1 }
}

const signup = (email: string) => ({ name: 'Pat Grower', email, password: PASSWORD, re_password: PASSWORD })
