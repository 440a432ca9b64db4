/** Geofences: drawn by those who may change a system, seen by all of its members. */
import { type Geofence, geofencesQuery } from '../../contract/geofences.ts'
import { GEOFENCES_PER_SYSTEM_MAX } from '../../contract/limits.ts'
import { continueAsServer, type CustomerTx } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem, readBody } from '../kit/problem.ts'
import { attempted, auditable } from '../audit/audit.ts'
import { type AuditAction, recordAudit } from '../audit/audit.store.ts'
import { mayChange, type MemberSystem } from '../systems/membership.ts'
import { lockSystem } from '../systems/settings.store.ts'
import { systemOf } from '../systems/membership.store.ts'
import type { DrawnGeofence } from '../../contract/geofences.ts'
import { readGeofenceChange, readNewGeofence, stillSo } from './geofences.rules.ts'
import {
  deleteGeofence,
  insertGeofence,
  replaceGeofence,
  selectGeofence,
  selectGeofences,
  type StoredGeofence,
} from './geofences.store.ts'
import { geofencesChanged } from './geofences.events.ts'

export interface Geofences {
  /** @throws Problem('system_not_found') */
  list(userId: number, system: string): Promise<Geofence[]>
  /** @throws Problem */
  save(userId: number, query: unknown, body: unknown): Promise<Geofence>
  /** @throws Problem; 'not_found' for a foreign or unknown one */
  update(userId: number, id: string, body: unknown): Promise<Geofence>
  /** @throws Problem; 'not_found' for a foreign or unknown one */
  remove(userId: number, id: string): Promise<void>
}

interface Change {
  action: AuditAction
  before?: StoredGeofence
  after?: StoredGeofence
}

const AUDITED = ['name', 'prescription', 'enabled'] satisfies (keyof DrawnGeofence)[]

export function createGeofences(kit: Kit): Geofences {
  const { clock, database, events } = kit

  /** Ends the customer's part of a transaction: audit rows and jobs are written by the server. */
  async function settle(tx: CustomerTx, userId: number, system: MemberSystem, change: Change): Promise<void> {
    const server = await continueAsServer(tx)
    const { action, before, after } = change
    await recordAudit(server, {
      at: clock.now(),
      userId,
      action,
      systemId: system.id,
      systemName: system.name,
      before,
      after,
      outcome: 'accepted',
    })
    await events.publish(server, geofencesChanged, {
      systemId: system.id,
      controllerId: system.controllerId,
    })
  }

  /** The geofence and its system, which stays locked, so that concurrent changes of one field are serialised. */
  async function lockedGeofence(tx: CustomerTx, userId: number, id: string) {
    const found = /^\d{1,9}$/.test(id) ? await selectGeofence(tx, userId, Number(id)) : undefined
    if (!found) throw new Problem('not_found')
    const system = await systemOf(tx, userId, found.system)
    mayChange(system)
    await lockSystem(tx, system.id)
    const former = (await selectGeofences(tx, system.id)).find((geofence) => geofence.id === found.id)
    if (!former) throw new Problem('not_found')
    return { system, former }
  }

  function attempt<T>(
    userId: number,
    action: AuditAction,
    body: unknown,
    work: () => Promise<T>,
  ): Promise<T> {
    return attempted(kit, { userId, action, after: auditable(body, AUDITED) }, work)
  }

  return {
    list: (userId, name) =>
      database.asCustomer(userId, async (tx) => {
        const { id } = await systemOf(tx, userId, name)
        return (await selectGeofences(tx, id)).map((geofence) => viewOf(name, geofence))
      }),

    save: (userId, query, body) =>
      attempt(userId, 'geofence save', body, async () => {
        const { system: name } = readBody(geofencesQuery, query)
        return database.asCustomer(userId, async (tx) => {
          const system = await systemOf(tx, userId, name)
          mayChange(system)
          const { drawn, once } = readNewGeofence(body, system.pivot)
          await lockSystem(tx, system.id)
          const others = await selectGeofences(tx, system.id)
          const same = once ? others.find((other) => stillSo(other, drawn)) : undefined
          if (same) return viewOf(name, same)
          if (others.length >= GEOFENCES_PER_SYSTEM_MAX) throw new Problem('geofences_too_many')
          const after = storedGeofence(await insertGeofence(tx, system.id, drawn, clock.now()), drawn)
          await settle(tx, userId, system, { action: 'geofence save', after })
          return viewOf(name, after)
        })
      }),

    update: (userId, id, body) =>
      attempt(userId, 'geofence change', body, () =>
        database.asCustomer(userId, async (tx) => {
          const { system, former } = await lockedGeofence(tx, userId, id)
          const drawn = readGeofenceChange(body, system.pivot, former)
          if (!drawn) {
            const current = viewOf(system.name, former)
            throw new Problem('geofence_changed_meanwhile', { current })
          }
          const after = storedGeofence(former.id, drawn)
          if (!(await replaceGeofence(tx, after, clock.now()))) throw new Problem('not_found')
          await settle(tx, userId, system, { action: 'geofence change', before: former, after })
          return viewOf(system.name, after)
        }),
      ),

    remove: (userId, id) =>
      attempt(userId, 'geofence delete', undefined, () =>
        database.asCustomer(userId, async (tx) => {
          const { system, former } = await lockedGeofence(tx, userId, id)
          if (!(await deleteGeofence(tx, former.id))) throw new Problem('not_found')
          await settle(tx, userId, system, { action: 'geofence delete', before: former })
        }),
      ),
  }
}

function storedGeofence(id: number, geofence: DrawnGeofence): StoredGeofence {
  return { id, ...geofence }
}

function viewOf(system: string, { id, name, prescription, polygon, enabled }: StoredGeofence): Geofence {
  return { id, system, name, prescription, polygon, enabled }
}
