/** What the provider does: connects and shares the systems of customers, and makes others providers. */
import type { Role } from '../../contract/systems.ts'
import { findByEmail, grantProvider } from '../accounts/accounts.store.ts'
import type { ServerTx } from '../kit/postgres/database.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { connectController } from '../devices/controllers.ts'
import { type AuditEntry, recordAudit } from '../audit/audit.store.ts'
import { addSystem, findSystem, nameTaken, roleIn, setMember } from '../systems/systems.store.ts'
import { membershipsChanged } from '../systems/systems.events.ts'
import { checkConnection, type ConnectRequest } from './connect.rules.ts'

interface Credential {
  id: string
  secret: string
}

/** Secrets leave the product here, once; only their hashes stay. */
export interface Connected {
  system: string
  controller: Credential
  gateway: Credential
}

export interface Provider {
  /** Makes a user a provider, who connects systems and supports customers. @throws Problem('account_unknown') */
  grant(email: string): Promise<void>
  /** @param actor the provider's user id; null for the command line */
  connect(request: ConnectRequest, actor?: number | null): Promise<Connected>
  share(name: string, email: string, role: Role, actor?: number | null): Promise<void>
}

export function createProvider({
  clock,
  database,
  events,
}: Pick<Kit, 'clock' | 'database' | 'events'>): Provider {
  async function accountOf(tx: ServerTx, email: string): Promise<{ id: number }> {
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

  return {
    async grant(email) {
      const granted = await database.write((tx) => grantProvider(tx, email))
      if (!granted) throw new Problem('account_unknown')
    },
    async connect(request, actor = null) {
      const { owner, name, ...machine } = checkConnection(request)
      return database.write(async (tx) => {
        const { id: userId } = await accountOf(tx, owner)
        if (await nameTaken(tx, name)) throw new Problem('system_name_taken', { field: 'name' })
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
          after: { ...row, userId },
        })
        await events.publish(tx, membershipsChanged, { systemId, userIds: [userId] })
        return { system: name, controller, gateway }
      })
    },

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
