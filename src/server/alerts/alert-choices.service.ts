/** Alert preferences: which alerts, quiet hours, and subscribed browsers. */
import { ALERT_KINDS, type AlertKind } from '../../contract/alerts/alerts.ts'
import {
  type AlertRules,
  type AlertRulesBody,
  type AlertTimes,
  type PushAnswer,
  type PushBody,
} from '../../contract/alerts/alert-choices.ts'
import type { Kit } from '../installation/kit.ts'
import { continueAsServer } from '../kit/postgres/transactions.ts'
import { Problem } from '../kit/problem.ts'
import type { MemberSystem } from '../systems/membership.ts'
import { systemOf, systemsOf } from '../systems/membership.store.ts'
import { isTimeZone } from '../systems/time-zone.ts'
import {
  putChoice,
  putTimes,
  selectChoices,
  selectNoise,
  selectTimes,
  type StoredChoice,
} from './alert-choices.store.ts'
import { kindOf } from './kinds.rules.ts'
import { deleteSubscription, putSubscription, selectSubscriptions } from './push.store.ts'
import type { Push } from './push.ts'
import { pastEpisodes } from './replay.ts'
import { leastMessages, type ThresholdOffer, thresholdOffer } from './replay.rules.ts'
import { usualChoice } from './sends.rules.ts'

const MINUTE_MS = 60_000
const HOUR_MIN = 60
const LOOKED_BACK_MS = 30 * 24 * HOUR_MIN * MINUTE_MS

interface Requester {
  id: number
  family: string
}

export interface AlertChoices {
  /** @throws Problem('system_not_found') */
  rules(userId: number, system: string): Promise<AlertRules>
  /** Only the user's own. @throws Problem('system_not_found') */
  choose(userId: number, system: string, body: AlertRulesBody): Promise<AlertRules>
  times(userId: number): Promise<AlertTimes>
  /** @throws Problem('time_zone_invalid') */
  setTimes(userId: number, times: AlertTimes): Promise<AlertTimes>
  push(userId: number): Promise<PushAnswer>
  /** @throws Problem('push_service_unknown') */
  subscribe(asker: Requester, body: PushBody): Promise<PushAnswer>
  unsubscribe(userId: number, endpoint: string): Promise<PushAnswer>
}

export function createAlertChoices(kit: Kit, push: Push): AlertChoices {
  const { clock, database } = kit

  const pushAnswer = async (userId: number): Promise<PushAnswer> => ({
    public_key: await push.publicKey(),
    devices: (await selectSubscriptions(database.reader, userId)).length,
  })

  /** Kinds with frequent alerts are replayed with the server's rights, since probes of other members are included. */
  async function offers(
    userId: number,
    system: MemberSystem,
    choices: readonly StoredChoice[],
  ): Promise<Map<AlertKind, ThresholdOffer>> {
    const db = database.reader
    const span = { from: new Date(clock.now().getTime() - LOOKED_BACK_MS), to: clock.now() }
    const found = new Map<AlertKind, ThresholdOffer>()
    for (const { kind, alerts, useless } of await selectNoise(db, userId, system.id, span.from)) {
      if (alerts < leastMessages(useless)) continue
      const nowMinutes = choices.find((choice) => choice.kind === kind)?.afterMinutes ?? null
      const episodes = await pastEpisodes(db, system, span, [kind])
      const bounds = { from: span.from.getTime(), to: span.to.getTime() }
      const offer = thresholdOffer(kind, episodes, { nowMinutes, useless }, bounds)
      if (offer) found.set(kind, offer)
    }
    return found
  }

  return {
    async rules(userId, name) {
      const { system, choices } = await database.asCustomer(userId, async (tx) => {
        const system = await systemOf(tx, userId, name)
        return { system, choices: await selectChoices(tx, userId, system.id) }
      })
      return rulesOf(system, choices, await offers(userId, system, choices))
    },

    async choose(userId, name, { kinds }) {
      const { system, choices } = await database.asCustomer(userId, async (tx) => {
        const system = await systemOf(tx, userId, name)
        for (const { kind, mail, push: pushed, after_minutes: afterMinutes } of kinds)
          await putChoice(tx, { userId, systemId: system.id }, { kind, mail, push: pushed, afterMinutes })
        return { system, choices: await selectChoices(tx, userId, system.id) }
      })
      return rulesOf(system, choices, await offers(userId, system, choices))
    },

    times: (userId) =>
      database.asCustomer(userId, async (tx) => {
        const times = await selectTimes(tx, userId)
        const [system] = times ? [] : await systemsOf(tx, userId)
        return {
          quiet:
            times && times.quietFrom !== null && times.quietUntil !== null
              ? { from: clockOf(times.quietFrom), until: clockOf(times.quietUntil) }
              : null,
          urgent_anyway: times?.urgentAnyway ?? true,
          time_zone: times?.timeZone ?? system?.timeZone ?? 'UTC',
        }
      }),

    async setTimes(userId, times) {
      if (!isTimeZone(times.time_zone)) throw new Problem('time_zone_invalid')
      await database.asCustomer(userId, (tx) =>
        putTimes(tx, userId, {
          quietFrom: times.quiet && minutesOf(times.quiet.from),
          quietUntil: times.quiet && minutesOf(times.quiet.until),
          urgentAnyway: times.urgent_anyway,
          timeZone: times.time_zone,
        }),
      )
      return times
    },

    push: pushAnswer,

    async subscribe({ id, family }, { endpoint, keys: { p256dh, auth }, language }) {
      if (!push.isService(endpoint)) throw new Problem('push_service_unknown')
      await database.asCustomer(id, async (tx) => {
        const server = await continueAsServer(tx)
        await putSubscription(
          server,
          { userId: id, family },
          { endpoint, p256dh, auth, language },
          clock.now(),
        )
      })
      return pushAnswer(id)
    },

    async unsubscribe(userId, endpoint) {
      await database.asCustomer(userId, async (tx) =>
        deleteSubscription(await continueAsServer(tx), userId, endpoint),
      )
      return pushAnswer(userId)
    },
  }
}

function rulesOf(
  { name, role }: MemberSystem,
  choices: readonly StoredChoice[],
  offers: ReadonlyMap<AlertKind, ThresholdOffer>,
): AlertRules {
  return {
    system: name,
    kinds: ALERT_KINDS.map((kind) => {
      const chosen = choices.find((choice) => choice.kind === kind)
      const { mail, push } = chosen ?? usualChoice(role)
      const offer = offers.get(kind)
      return {
        kind,
        mail,
        push,
        after_minutes: chosen?.afterMinutes ?? null,
        usual_minutes: Math.round(kindOf(kind).lastsMs / MINUTE_MS),
        offer: offer
          ? { after_minutes: offer.afterMinutes, sent: offer.sent, would_send: offer.wouldSend }
          : null,
      }
    }),
  }
}

function clockOf(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / HOUR_MIN), minutes % HOUR_MIN]
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return HOUR_MIN * hour + minute
}
