/** Actions of the desk on a connected system: its geometry, controller and credentials, stopping and decommissioning it. */
import {
  decommissionBody,
  geometryPatch,
  type IssuedSecret,
  reasonBody,
  revokeBody,
  rotateBody,
  systemStopBody,
} from '#contract/accounts/desk-acts.ts'
import type { z } from 'zod/mini'
import type { CredentialKind } from '#contract/controller.ts'
import { auditable } from '../../audit/audit.ts'
import {
  addCredential,
  forgetController,
  lockController,
  revokeCredential,
  revokeCredentials,
  selectCredentialOf,
} from '../../devices/controllers.store.ts'
import { credentialRevoked } from '../../devices/devices.events.ts'
import type { ServerTx } from '../../kit/postgres/transactions.ts'
import { Problem, readBody } from '../../kit/problem.ts'
import type { System } from '../../systems/membership.ts'
import { membershipsChanged, systemChanged } from '../../systems/systems.events.ts'
import { changeSystem } from '../../systems/systems.store.ts'
import { checkConnection } from '../connect.rules.ts'
import { type ActNeeds, actOnSystem, type Actor } from './act.service.ts'
import { endSystem } from './acts.store.ts'

export interface SystemActs {
  /** @throws Problem as for connecting a system */
  changeGeometry(actor: Actor, name: string, body: unknown): Promise<void>
  /** Revokes all credentials of a kind and issues one; connections with an old one are closed. */
  rotate(actor: Actor, name: string, body: unknown): Promise<IssuedSecret>
  /** @throws Problem('not_found') for an id that is no credential of this system, or is revoked already */
  revoke(actor: Actor, name: string, body: unknown): Promise<void>
  /** A replacement controller at the same pivot: its own credential, and reports of the old one no longer count. */
  replaceController(actor: Actor, name: string, body: unknown): Promise<IssuedSecret>
  /** New settings are refused; the current ones stay in force. */
  stop(actor: Actor, name: string, body: unknown): Promise<void>
  /** Permanent: its devices are refused, nobody is a member any more; its records stay. */
  decommission(actor: Actor, name: string, body: unknown): Promise<void>
}

/** A body for the audit: only the fields of the schema, shortened. */
function auditFields(schema: { shape: object }, body: unknown): Record<string, unknown> {
  const fields = Object.keys(schema.shape).filter((field) => field !== 'seen')
  return auditable(body, fields) ?? {}
}

export function createSystemActs(kit: ActNeeds): SystemActs {
  const { clock, events } = kit

  async function end(tx: ServerTx, ids: string[]): Promise<void> {
    for (const id of ids) await events.publish(tx, credentialRevoked, { id })
  }

  async function renew(tx: ServerTx, { controllerId }: System, kind: CredentialKind) {
    const revoked = await revokeCredentials(tx, controllerId, kind, clock.now())
    await end(tx, revoked)
    const issued = await addCredential(tx, controllerId, kind, clock.now())
    return { answer: issued, before: { revoked }, after: { issued: issued.id } }
  }

  return {
    changeGeometry: (actor, name, body) =>
      actOnSystem(
        kit,
        actor,
        { action: 'system geometry', name, after: auditFields(geometryPatch, body) },
        async (tx, system) => {
          const { reason: _, seen = {}, ...patch } = readBody(geometryPatch, body)
          const before = geometryOf(system)
          if (!stillSo(before, ofWire(seen))) throw new Problem('geometry_changed_meanwhile')
          const {
            owner: __,
            name: ___,
            texture: ____,
            arc,
            ...machine
          } = checkConnection({
            ...before,
            owner: '',
            name: system.name,
            ...ofWire(patch),
          })
          const [arcStart = null, arcEnd = null] = arc ?? []
          await changeSystem(tx, system.id, {
            latitude: machine.latitude,
            longitude: machine.longitude,
            tower_radii_m: machine.towerRadiiM,
            overhang_m: machine.overhangM,
            time_zone: machine.timeZone,
            flow_gpm: machine.flowGpm,
            speed_100_m_min: machine.speed100MMin,
            arc_start: arcStart,
            arc_end: arcEnd,
          })
          await events.publish(tx, systemChanged, { controllerId: system.controllerId })
          return { answer: undefined, before }
        },
      ),

    rotate: (actor, name, body) =>
      actOnSystem(
        kit,
        actor,
        { action: 'credential rotate', name, after: auditFields(rotateBody, body) },
        async (tx, system) => renew(tx, system, readBody(rotateBody, body).kind),
      ),

    revoke: (actor, name, body) =>
      actOnSystem(
        kit,
        actor,
        { action: 'credential revoke', name, after: auditFields(revokeBody, body) },
        async (tx, system) => {
          const { id } = readBody(revokeBody, body)
          const belongs = (await selectCredentialOf(tx, id)) === system.controllerId
          if (!belongs || !(await revokeCredential(tx, id, clock.now()))) throw new Problem('not_found')
          await end(tx, [id])
          return { answer: undefined }
        },
      ),

    replaceController: (actor, name, body) =>
      actOnSystem(
        kit,
        actor,
        { action: 'controller replace', name, after: auditFields(reasonBody, body) },
        async (tx, system) => {
          readBody(reasonBody, body)
          await lockController(tx, system.controllerId)
          await forgetController(tx, system.controllerId)
          return renew(tx, system, 'controller')
        },
      ),

    stop: (actor, name, body) =>
      actOnSystem(
        kit,
        actor,
        { action: 'system stop', name, after: auditFields(systemStopBody, body) },
        async (tx, system) => {
          const { stopped } = readBody(systemStopBody, body)
          if (system.stopped === stopped) return { answer: undefined, idle: true }
          await changeSystem(tx, system.id, { provider_stopped: stopped })
          await events.publish(tx, systemChanged, { controllerId: system.controllerId })
          return { answer: undefined, before: { stopped: system.stopped } }
        },
      ),

    decommission: (actor, name, body) =>
      actOnSystem(
        kit,
        actor,
        { action: 'system decommission', name, after: auditFields(decommissionBody, body) },
        async (tx, system) => {
          const { confirm } = readBody(decommissionBody, body)
          if (confirm !== system.name) throw new Problem('name_not_confirmed', { field: 'confirm' })
          await lockController(tx, system.controllerId)
          await end(tx, await revokeCredentials(tx, system.controllerId, null, clock.now()))
          const userIds = await endSystem(tx, system.id, clock.now())
          await events.publish(tx, membershipsChanged, { systemId: system.id, userIds })
          return { answer: undefined, before: { userIds } }
        },
      ),
  }
}

function geometryOf({ pivot, overhangM, timeZone, texture }: System) {
  return {
    latitude: pivot.place.lat,
    longitude: pivot.place.lng,
    towerRadiiM: [...pivot.towerRadiiM],
    overhangM,
    timeZone,
    texture,
    flowGpm: pivot.flowGpm,
    speed100MMin: pivot.speed100MMin,
    arc: pivot.arc && [...pivot.arc],
  }
}

type GeometryChange = Omit<z.infer<typeof geometryPatch>, 'reason' | 'seen'>

function ofWire(geometry: GeometryChange) {
  return definedFields({
    latitude: geometry.latitude,
    longitude: geometry.longitude,
    towerRadiiM: geometry.tower_radii_m,
    overhangM: geometry.overhang_m,
    timeZone: geometry.time_zone,
    flowGpm: geometry.flow_gpm,
    speed100MMin: geometry.speed_100_m_min,
    arc: geometry.arc,
  })
}

/** Nothing that the editor saw has changed since. */
function stillSo(now: ReturnType<typeof geometryOf>, seen: ReturnType<typeof ofWire>): boolean {
  return Object.entries(seen).every(
    ([field, value]) => JSON.stringify(Reflect.get(now, field)) === JSON.stringify(value),
  )
}

/** Only the fields given: those that are left out stay. */
function definedFields<T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined) Reflect.set(defined, field, value)
  return defined
}
