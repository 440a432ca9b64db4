/** Web push notifications: encrypted per browser (RFC 8291) and delivered through its push service (RFC 8030). */
import webpush from 'web-push'
import type { Kit } from '../installation/kit.ts'
import { asServer } from '../kit/read-only.ts'
import type { Notification } from './alert-message.rules.ts'
import type { Language } from './alert-words.ts'
import {
  insertPushKeys,
  type PushKeys,
  selectPushKeys,
  type StoredSubscription,
  type Subscription,
} from './push.store.ts'
import type { Outcome } from './sends.store.ts'

const ANSWER_WITHIN_MS = 10_000
/** A phone that is off for longer gets the reminder, if the state persists. */
const KEEP_S = 3600

export interface Push {
  /** The public key that browsers subscribe with. */
  publicKey(): Promise<string>
  /** Whether messages may be sent to this URL: an allowed service, and not a host of this network. */
  isService(endpoint: string): boolean
  /**
   * Notifies every browser of a user; one that its service no longer knows is deleted.
   *
   * @throws Error when none was reached and a retry may help
   */
  notify(
    to: readonly StoredSubscription[],
    of: (language: Language) => Notification,
  ): Promise<Outcome & { gone: number[] }>
}

type Reached = 'accepted' | 'gone' | 'refused' | 'later'

export function createPush({ clock, config, database, log }: Kit): Push {
  let keys: PushKeys | undefined

  async function keysOf(): Promise<PushKeys> {
    keys ??= config.pushKeys ?? (await selectPushKeys(database.reader))
    if (!keys) {
      const generated = webpush.generateVAPIDKeys()
      await asServer(() => database.write((tx) => insertPushKeys(tx, generated, clock.now())))
      keys = await selectPushKeys(database.reader)
    }
    if (!keys) throw new Error('no keys for push messages')
    return keys
  }

  const isService = (endpoint: string) => isOneOf(endpoint, config.pushServices)

  async function reach(subscription: Subscription, notification: Notification): Promise<Reached> {
    if (!isService(subscription.endpoint)) return 'refused'
    const { publicKey, privateKey } = await keysOf()
    const { endpoint, p256dh, auth } = subscription
    const { headers, body } = webpush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(notification),
      {
        vapidDetails: { subject: contactOf(config.mailFrom), publicKey, privateKey },
        TTL: KEEP_S,
        urgency: 'high',
        topic: notification.tag,
        contentEncoding: 'aes128gcm',
      },
    )
    const requestHeaders = new Headers()
    for (const [name, value] of Object.entries(headers))
      if (name !== 'Content-Length') requestHeaders.set(name, value)
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: requestHeaders,
      body: body ? new Uint8Array(body) : null,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    await answer.body?.cancel()
    return reachedBy(answer.status)
  }

  async function tryToReach(subscription: Subscription, notification: Notification): Promise<Reached> {
    try {
      return await reach(subscription, notification)
    } catch (error) {
      log.warn({ err: error }, 'push service not reached')
      return 'later'
    }
  }

  return {
    publicKey: async () => (await keysOf()).publicKey,
    isService,
    async notify(to, of) {
      const outcomes = await Promise.all(
        to.map((subscription) => tryToReach(subscription, of(subscription.language))),
      )
      const gone = to.flatMap(({ id }, at) => (outcomes[at] === 'gone' ? [id] : []))
      if (outcomes.includes('accepted')) return { result: 'sent', gone }
      if (outcomes.includes('later')) throw new Error('no push service was reached')
      if (outcomes.includes('refused')) return { result: 'failed', error: 'the push service refuses', gone }
      return { result: 'dropped', error: 'no browser is subscribed', gone }
    },
  }
}

function reachedBy(status: number): Reached {
  if (status >= 200 && status < 300) return 'accepted'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'later' : 'refused'
}

/** The operator's address, required by push services. */
function contactOf(mailFrom: string): string {
  return `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}

function isOneOf(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { origin, username, password, host, protocol } = new URL(endpoint)
  if (username || password) return false
  return services.some((service) => {
    const [scheme, hosts = ''] = service.split('://')
    if (!hosts.startsWith('*.')) return origin === service
    return protocol === `${scheme}:` && host.endsWith(hosts.slice(1))
  })
}
