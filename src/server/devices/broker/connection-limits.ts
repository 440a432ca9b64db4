/** What one connection of the embedded broker may cost the others, and how many were closed for more. */
import type { AedesOptions, Client } from 'aedes'

/** Handed over for a peer that has not taken it; what the operating system holds for it is not seen and comes on top. */
export const UNSENT_BYTES_MAX = 256 * 1024
/** A peer that takes nothing for so long while something waits for it is closed. */
export const DRAIN_WITHIN_MS = 5000
/** Filters of all SUBSCRIBE packets, granted or not, new or not: each one is looked up and answered. */
export const SUBSCRIPTIONS_MAX = 50
/** Packets of one connection that are handled before others have their turn. */
export const PACKETS_AT_ONCE = 16

export type LimitReason = 'packetSize' | 'subscriptions' | 'unsent' | 'drain'

/** Ends the connection that it is given to. */
export class LimitExceeded extends Error {
  readonly reason: LimitReason

  constructor(reason: LimitReason) {
    super(`limit of a connection exceeded: ${reason}`)
    this.reason = reason
  }
}

type AuthorizeSubscribe = Required<AedesOptions>['authorizeSubscribe']

/** Past the limit a connection is closed, and what else it asks for in the same breath is not even answered. */
export function limitSubscriptions(authorize: AuthorizeSubscribe): AuthorizeSubscribe {
  const asked = new WeakMap<Client, number>()

  return (client, subscription, done) => {
    const count = (asked.get(client) ?? 0) + 1
    asked.set(client, count)
    if (count <= SUBSCRIPTIONS_MAX) authorize(client, subscription, done)
    else client.conn.destroy(new LimitExceeded('subscriptions'))
  }
}
