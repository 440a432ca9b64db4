/** Transfers a system to another owner: the provider offers it, the new owner accepts, and the former one is notified. */
import { type TransferOffer, transferBody } from '#contract/accounts/desk-acts.ts'
import { findByEmail } from '../../accounts/accounts.store.ts'
import { attempted, auditable } from '../../audit/audit.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import type { Kit } from '../../installation/kit.ts'
import type { ServerTx } from '../../kit/postgres/transactions.ts'
import { Problem, readBody } from '../../kit/problem.ts'
import { placedProbes, type SystemProbe } from '../../probes/placed-probes.ts'
import { probesPlaced } from '../../probes/probes.events.ts'
import { insertGroup } from '../../probes/probes.store.ts'
import { systemById } from '../../systems/membership.store.ts'
import type { System } from '../../systems/membership.ts'
import { lockSystem } from '../../systems/settings.store.ts'
import { membershipsChanged, systemChanged } from '../../systems/systems.events.ts'
import { roleIn } from '../../systems/systems.store.ts'
import { actOnSystem, type Actor } from './act.service.ts'
import { changeOwner, dropOffer, findOffer, type Offer, putOffer, selectOffers } from './acts.store.ts'

const OFFERED_FOR_MS = 14 * 24 * 3_600_000

type Needs = Pick<Kit, 'changeLimit' | 'clock' | 'config' | 'database' | 'events' | 'mail' | 'site'>

export interface Transfers {
  /** @throws Problem when the account is unknown, not active, the owner already, or a provider's */
  offer(actor: Actor, name: string, body: unknown): Promise<void>
  /** @throws Problem('not_found') without an offer */
  withdraw(actor: Actor, name: string): Promise<void>
  /** Offers to a customer. */
  offers(userId: number): Promise<TransferOffer[]>
  /** @throws Problem('not_found') for another customer's offer or none, Problem('transfer_over') */
  settle(user: { id: number }, id: string, accepted: boolean): Promise<void>
}

export function createTransfers(kit: Needs): Transfers {
  const { clock, database, events } = kit

  return {
    offer: (actor, name, body) =>
      actOnSystem(
        kit,
        actor,
        {
          action: 'system transfer',
          name,
          after:
            auditable(body, ['to', 'keep_members', 'reason'] satisfies (keyof typeof transferBody.shape)[]) ??
            {},
        },
        async (tx, system) => {
          const { to, keep_members: keepMembers } = readBody(transferBody, body)
          const account = await findByEmail(tx, to)
          if (!account) throw new Problem('account_unknown', { field: 'to' })
          if (!account.active) throw new Problem('account_not_open', { field: 'to' })
          if (account.provider) throw new Problem('owner_is_provider', { field: 'to' })
          if ((await roleIn(tx, system.id, account.id)) === 'owner')
            throw new Problem('already_owner', { field: 'to' })
          const now = clock.now()
          const until = new Date(now.getTime() + OFFERED_FOR_MS)
          const askedBy = actor?.name ?? kit.config.brand.product
          await putOffer(tx, { systemId: system.id, userId: account.id, keepMembers, askedBy, now, until })
          await kit.mail.send(tx, offerMail(kit, account.email, system.name))
          return { answer: undefined, after: { to: account.email, state: 'offered' } }
        },
      ),

    withdraw: (actor, name) =>
      actOnSystem(
        kit,
        actor,
        { action: 'system transfer', name, after: { state: 'withdrawn' } },
        async (tx, system) => {
          if (!(await dropOffer(tx, system.id))) throw new Problem('not_found')
          return { answer: undefined }
        },
      ),

    async offers(userId) {
      const offers = await database.write((tx) => selectOffers(tx, userId, clock.now()))
      return offers.map(onWire)
    },

    settle: (user, id, accepted) =>
      attempted(
        kit,
        { userId: user.id, action: 'system transfer', after: { offer: id.slice(0, 12), accepted } },
        () =>
          database.write(async (tx) => {
            const candidate = /^\d{1,9}$/.test(id) ? await findOffer(tx, Number(id)) : undefined
            if (candidate?.userId !== user.id) throw new Problem('not_found')
            await lockSystem(tx, candidate.systemId)
            // it may have been withdrawn, or offered to another account, before the lock
            const offer = await findOffer(tx, candidate.id)
            if (offer?.userId !== user.id || offer.expiresAt <= clock.now())
              throw new Problem('transfer_over')
            await (accepted ? accept(tx, offer) : dropOffer(tx, offer.systemId))
            if (!accepted) await record(tx, offer, { state: 'declined' })
          }),
      ),
  }

  async function accept(tx: ServerTx, offer: Offer): Promise<void> {
    const { systemId, controllerId, userId } = offer
    const system = await systemById(tx, systemId)
    const standing = await placedProbes(tx, system)
    const left = await changeOwner(tx, offer)
    await keepProbes(tx, { system, userId, standing })
    await record(tx, offer, { state: 'accepted', left })
    await events.publish(tx, membershipsChanged, { systemId, userIds: [userId, ...left] })
    await events.publish(tx, systemChanged, { controllerId })
  }

  /** Probes stay in the ground, whoever placed them on the map: those of leaving members are copied to the new owner. */
  async function keepProbes(
    tx: ServerTx,
    { system, userId, standing }: { system: System; userId: number; standing: SystemProbe[] },
  ): Promise<void> {
    const placedNumbers = new Set((await placedProbes(tx, system)).map(({ number }) => number))
    const probes = standing
      .filter(({ number }) => !placedNumbers.has(number))
      .map(({ number, latitude, longitude }) => ({ number, latitude, longitude }))
    if (probes.length === 0) return
    await insertGroup(tx, userId, { fieldName: system.name, probes }, clock.now())
    await events.publish(tx, probesPlaced, { controllerId: system.controllerId })
  }

  function record(
    tx: ServerTx,
    { systemId, system, userId, keepMembers }: Offer,
    after: object,
  ): Promise<void> {
    return recordAudit(tx, {
      at: clock.now(),
      userId,
      action: 'system transfer',
      systemId,
      systemName: system,
      after: { keepMembers, ...after },
      outcome: 'accepted',
    })
  }
}

function onWire({
  id,
  system,
  from,
  latitude,
  longitude,
  keepMembers,
  askedAt,
  expiresAt,
}: Offer): TransferOffer {
  return {
    id,
    system,
    from,
    latitude,
    longitude,
    keep_members: keepMembers,
    asked_at: askedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }
}

function offerMail({ config, site }: Pick<Needs, 'config' | 'site'>, to: string, system: string) {
  const { product } = config.brand
  return {
    to,
    subject: `${system} is offered to you on ${product}`,
    text: `Hello,\n\nyour provider offers you the irrigation system ${system}: you would be its owner. Accept or decline it within 14 days:\n\n${site.url}/transfers\n\nUntil you accept, nothing changes. If you do not know this system, decline it.\n\n${product}\n`,
  }
}
