/** Actions of the provider: connecting and sharing customers' systems, and granting the role. */
import type { Role } from '../../contract/systems.ts'
import { type CredentialRow, findByEmail, setProvider } from '../accounts/accounts.store.ts'
import { sessionsEnded } from '../accounts/sessions/sessions.events.ts'
import { revokeAll } from '../accounts/sessions/sessions.store.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { connectController } from '../devices/controllers.ts'
import { type AuditEntry, recordAudit } from '../audit/audit.store.ts'
import {
  addSystem,
  findSystem,
  freeName,
  hasSystems,
  isNameUsed,
  roleIn,
  setMember,
} from '../systems/systems.store.ts'
import { membershipsChanged } from '../systems/systems.events.ts'
import { checkConnection, type ConnectRequest } from './connect.rules.ts'

interface Credential {
  id: string
  secret: string
}

/** The only place where secrets are returned; the server keeps their hashes. */
export interface Connected {
  system: string
  controller: Credential
  gateway: Credential
}

export interface Provider {
  /**
   * Makes a user a provider, who connects systems and supports customers.
   *
   * @throws Problem('account_unknown'), or 'provider_has_systems': the role needs an account of its own
   */
  grant(email: string): Promise<void>
  /** Takes the role away, and ends the account's logins. @throws Problem('account_unknown') */
  revoke(email: string): Promise<void>
  /** @param actor the provider's user id; null for the command line */
  connect(request: ConnectRequest, actor?: number | null): Promise<Connected>
  /** All of them or none. */
  connectAll(requests: readonly ConnectRequest[], actor?: number | null): Promise<Connected[]>
  share(name: string, email: string, role: Role, actor?: number | null): Promise<void>
}

export function createProvider({
  clock,
  database,
  events,
}: Pick<Kit, 'clock' | 'database' | 'events'>): Provider {
  async function accountOf(tx: ServerTx, email: string): Promise<CredentialRow> {
    const account = await findByEmail(tx, email)
    if (!account) throw new Problem('account_unknown', { field: 'email' })
    return account
  }

  async function record(
    tx: ServerTx,
    actor: number | null,
    entry: Omit<AuditEntry, 'at' | 'userId' | 'outcome'>,
  ) {
    await recordAudit(tx, { at: clock.now(), userId: actor, outcome: 'accepted', ...entry })
  }

  async function connectIn(tx: ServerTx, request: ConnectRequest, actor: number | null): Promise<Connected> {
    const { owner, name, ...machine } = checkConnection(request)
    const { id: userId, provider } = await accountOf(tx, owner)
    if (provider) throw new Problem('owner_is_provider', { field: 'owner' })
    const freed = await freeName(tx, name)
    if (await isNameUsed(tx, name)) throw new Problem('system_name_taken', { field: 'name' })
    const { controllerId, controller, gateway } = await connectController({ clock, events }, tx)
    const [arcStart = null, arcEnd = null] = machine.arc ?? []
    const row = {
      controller_id: controllerId,
      name,
      latitude: machine.latitude,
      longitude: machine.longitude,
      time_zone: machine.timeZone,
      tower_radii_m: machine.towerRadiiM,
      overhang_m: machine.overhangM,
      arc_start: arcStart,
      arc_end: arcEnd,
      flow_gpm: machine.flowGpm,
      speed_100_m_min: machine.speed100MMin,
      texture: machine.texture,
    }
    const systemId = await addSystem(tx, row, clock.now())
    await setMember(tx, systemId, userId, 'owner')
    await record(tx, actor, {
      action: 'system connect',
      systemId,
      systemName: name,
      after: { ...row, userId, ...(freed === null ? {} : { former: freed }) },
    })
    await events.publish(tx, membershipsChanged, { systemId, userIds: [userId] })
    return { system: name, controller, gateway }
  }

  return {
    async grant(email) {
      await database.write(async (tx) => {
        const account = await accountOf(tx, email)
        if (await hasSystems(tx, account.id)) throw new Problem('provider_has_systems')
        await setProvider(tx, account.id, true)
        await record(tx, null, { action: 'provider grant', after: { email: account.email, provider: true } })
      })
    },
    async revoke(email) {
      await database.write(async (tx) => {
        const account = await accountOf(tx, email)
        await setProvider(tx, account.id, false)
        await revokeAll(tx, account.id, clock.now())
        await record(tx, null, { action: 'provider grant', after: { email: account.email, provider: false } })
        await events.publish(tx, sessionsEnded, { userId: account.id, family: null })
      })
    },
    connect: (request, actor = null) => database.write((tx) => connectIn(tx, request, actor)),

    connectAll: (requests, actor = null) =>
      database.write(async (tx) => {
        const connected: Connected[] = []
        for (const request of requests) connected.push(await connectIn(tx, request, actor))
        return connected
      }),

    async share(name, email, role, actor = null) {
      if (role === 'owner') throw new Problem('role_invalid', { field: 'role' })
      await database.write(async (tx) => {
        const system = await findSystem(tx, name)
        if (!system) throw new Problem('system_not_found', { field: 'name' })
        const { id: userId } = await accountOf(tx, email)
        const former = await roleIn(tx, system.id, userId)
        if (former === 'owner') throw new Problem('already_owner', { field: 'email' })
        await setMember(tx, system.id, userId, role)
        await record(tx, actor, {
          action: 'system share',
          systemId: system.id,
          systemName: name,
          before: former ? { userId, role: former } : null,
          after: { userId, role },
        })
        await events.publish(tx, membershipsChanged, { systemId: system.id, userIds: [userId] })
      })
    },
  }
}
