/** Limits of one connection to the embedded broker, and how many were closed for exceeding them. */
import type { AedesOptions, Client } from 'aedes'

/** Written but not sent; what the operating system buffers comes on top. */
export const UNSENT_BYTES_MAX = 256 * 1024
/** A peer that reads nothing for this long while data is queued for it is closed. */
export const DRAIN_WITHIN_MS = 5000
/** Filters of all SUBSCRIBE packets, granted or not, new or not: each is looked up and answered. */
export const SUBSCRIPTIONS_MAX = 50
/** Packets of one connection handled before other connections get their turn. */
export const PACKETS_AT_ONCE = 16

export type LimitReason = 'packetSize' | 'subscriptions' | 'unsent' | 'drain'

/** Closes the connection it is raised on. */
export class LimitExceeded extends Error {
  readonly reason: LimitReason

  constructor(reason: LimitReason) {
    super(`limit of a connection exceeded: ${reason}`)
    this.reason = reason
  }
}

type AuthorizeSubscribe = Required<AedesOptions>['authorizeSubscribe']

/** A connection over the limit is closed; its further subscriptions are not answered. */
export function limitSubscriptions(authorize: AuthorizeSubscribe): AuthorizeSubscribe {
  const attempts = new WeakMap<Client, number>()

  return (client, subscription, done) => {
    const count = (attempts.get(client) ?? 0) + 1
    attempts.set(client, count)
    if (count <= SUBSCRIPTIONS_MAX) authorize(client, subscription, done)
    else client.conn.destroy(new LimitExceeded('subscriptions'))
  }
}
