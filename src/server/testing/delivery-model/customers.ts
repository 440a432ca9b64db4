/** Simulated customers who change settings continuously and retry with the same key until answered. */
import { setTimeout as sleep } from 'node:timers/promises'
import { systemInputAnswer, systemPaths } from '#contract/systems.ts'
import { validInput } from '../factories.ts'
import type { Accepted, AcceptedSettings, Wanted } from './accepted.ts'
import { ask } from './ask.ts'
import type { Dice } from './dice.ts'
import type { Findings } from './findings.ts'

/** All customers together. */
const SETTINGS_A_SECOND = { low: 1, high: 10 }
const PACE_LASTS_MS = 2000
const AGAIN_MS = { low: 100, high: 500 }

export interface Owner {
  email: string
  headers: Record<string, string>
  systems: string[]
}

interface Setting {
  owner: Owner
  system: string
  key: string
  wanted: Wanted
  ifMatch: number | null
}

export interface Customers {
  /** Sends at random until `pause`. */
  begin(): void
  pause(): void
  /** Settings without an answer so far. */
  unanswered(): number
  stop(): void
}

interface Needs {
  owners: Owner[]
  urls: string[]
  accepted: AcceptedSettings
  findings: Findings
}

export function createCustomers({ owners, urls, accepted, findings }: Needs, dice: Dice): Customers {
  let pausing = new AbortController()
  let over = false
  let keys = 0
  let unanswered = 0

  function draw(): Setting {
    keys += 1
    const owner = dice.pick(owners)
    const system = dice.pick(owner.systems)
    const wanted = {
      is_system_on: dice.chance(0.9),
      is_speed_switch_on: dice.chance(0.5),
      application_rate: dice.whole(20, 200) / 100,
      root_depth: dice.whole(1, 80),
      target_moisture: dice.whole(20, 100),
    }
    const ifMatch = dice.chance(0.2) ? accepted.newest(system) : null
    return { owner, system, key: `model-${keys}-of-the-run`, wanted, ifMatch }
  }

  async function send(setting: Setting): Promise<void> {
    unanswered += 1
    while (!over && !(await isAnswered(setting)))
      await sleep(dice.between(AGAIN_MS.low, AGAIN_MS.high), undefined, { ref: false })
    unanswered -= 1
  }

  async function isAnswered({ owner, system, key, wanted, ifMatch }: Setting): Promise<boolean> {
    const reply = await ask(dice.pick(urls) + systemPaths.input, {
      json: validInput({ system_name: system, ...wanted }),
      headers: {
        ...owner.headers,
        'idempotency-key': key,
        ...(ifMatch === null ? {} : { 'if-match': `"${ifMatch}"` }),
      },
    })
    if (!reply || reply.status >= 500) return false
    if (reply.status === 429) {
      await sleep(reply.retryAfterMs)
      return false
    }
    if (reply.status === 200) accepted.add(system, key, wanted, systemInputAnswer.parse(reply.body))
    else if (reply.status !== 409 || ifMatch === null)
      findings.add('broken', key, `${system}: ${reply.status} for ${key}: ${JSON.stringify(reply.body)}`)
    return true
  }

  /** A customer who taps twice, or changes two systems at the same time. */
  function act(): void {
    const setting = draw()
    void send(setting)
    if (dice.chance(0.1)) void send(setting)
    if (dice.chance(0.1))
      void send({ ...draw(), owner: setting.owner, system: setting.system, ifMatch: null })
    const former = dice.chance(0.05) ? anyOf(setting.system) : undefined
    if (former) void send({ ...setting, key: former.key, wanted: former.wanted, ifMatch: null })
  }

  function anyOf(system: string): Accepted | undefined {
    const all = [...accepted.of(system).values()]
    return all.length > 0 ? dice.pick(all) : undefined
  }

  async function life(paused: AbortSignal): Promise<void> {
    let perSecond = SETTINGS_A_SECOND.low
    let until = 0
    while (!paused.aborted) {
      if (performance.now() > until) {
        perSecond = dice.between(SETTINGS_A_SECOND.low, SETTINGS_A_SECOND.high)
        until = performance.now() + PACE_LASTS_MS
      }
      await sleep(dice.between(0, 2000 / perSecond))
      if (!paused.aborted) act()
    }
  }

  return {
    begin() {
      pausing = new AbortController()
      void life(pausing.signal)
    },
    pause: () => pausing.abort(),
    unanswered: () => unanswered,
    stop() {
      over = true
      pausing.abort()
    },
  }
}
