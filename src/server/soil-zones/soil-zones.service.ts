/** Soil zones: drawn and imported by those who may change a system, seen by all of its members. */
import type { z } from 'zod'
import {
  type SoilFilePreview,
  soilFileQuery,
  type SoilZone,
  type SoilZoneBody,
  type soilZonesBody,
  soilZonesQuery,
} from '../../contract/soil-zones.ts'
import { attempted, auditable, auditableText } from '../audit/audit.ts'
import { type AuditAction, recordAudit } from '../audit/audit.store.ts'
import type { Kit } from '../installation/kit.ts'
import { continueAsServer, type CustomerTx, type ServerTx } from '../kit/postgres/transactions.ts'
import { Problem, readBody } from '../kit/problem.ts'
import { systemOf } from '../systems/membership.store.ts'
import { mayChange, type System } from '../systems/membership.ts'
import { lockSystem } from '../systems/settings.store.ts'
import { previewSoilFile } from './soil-file.ts'
import { soilZonesChanged } from './soil-zones.events.ts'
import {
  isStored,
  mustFit,
  readNewSoilZone,
  readSoilZoneChange,
  readSoilZones,
  soilZoneView,
} from './soil-zones.rules.ts'
import {
  deleteSoilZones,
  insertSoilZones,
  type MeasuredSoilZone,
  replaceSoilZone,
  selectSoilZones,
  selectZoneSystem,
  type StoredSoilZone,
} from './soil-zones.store.ts'

export interface SoilZones {
  /** @throws Problem('system_not_found') */
  list(userId: number, system: string): Promise<SoilZone[]>
  /** @throws Problem */
  save(userId: number, query: unknown, body: unknown): Promise<SoilZone>
  /**
   * All of them or none, added to the existing zones or replacing them.
   *
   * @throws Problem
   */
  saveSeveral(userId: number, query: unknown, body: unknown): Promise<SoilZone[]>
  /** @throws Problem; 'not_found' for a foreign or unknown one */
  update(userId: number, id: string, body: unknown): Promise<SoilZone>
  /** @throws Problem; 'not_found' for a foreign or unknown one */
  remove(userId: number, id: string): Promise<void>
  /**
   * Interprets a file for this field; nothing is stored.
   *
   * @throws Problem
   */
  preview(userId: number, query: unknown, file: Uint8Array): Promise<SoilFilePreview>
}

const AUDITED = [
  'name',
  'texture',
  'field_capacity',
  'wilting_point',
  'confirmed',
  'source',
  'replace',
] satisfies (keyof SoilZoneBody | keyof z.infer<typeof soilZonesBody>)[]

export function createSoilZones(kit: Kit): SoilZones {
  const { clock, database } = kit

  /** The zone and its system, which stays locked, so that concurrent changes of one field are serialised. */
  async function lockedZone(tx: CustomerTx, userId: number, id: string) {
    const found = /^\d{1,9}$/.test(id) ? await selectZoneSystem(tx, userId, Number(id)) : undefined
    if (!found) throw new Problem('not_found')
    const system = await systemOf(tx, userId, found.system)
    mayChange(system)
    await lockSystem(tx, system.id)
    const zones = await selectSoilZones(tx, system.id)
    const former = zones.find((zone) => zone.id === Number(id))
    if (!former) throw new Problem('not_found')
    return { system, former, others: zones.filter((zone) => zone !== former) }
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
        const system = await systemOf(tx, userId, name)
        return (await selectSoilZones(tx, system.id)).map((zone) => soilZoneView(system, zone))
      }),

    save: (userId, query, body) =>
      attempt(userId, 'soil zone save', body, async () => {
        const { system: name } = readBody(soilZonesQuery, query)
        return database.asCustomer(userId, async (tx) => {
          const system = await systemOf(tx, userId, name)
          mayChange(system)
          const { drawn, once } = readNewSoilZone(body, system.pivot)
          await lockSystem(tx, system.id)
          const others = await selectSoilZones(tx, system.id)
          const same = once ? others.find((other) => isStored(other, drawn)) : undefined
          if (same) return soilZoneView(system, same)
          mustFit([...others, drawn])
          const [id = 0] = await insertSoilZones(tx, system.id, [drawn], clock.now())
          const after = { id, ...drawn }
          await settle(kit, await continueAsServer(tx), userId, system, {
            action: 'soil zone save',
            after: recorded(after),
          })
          return soilZoneView(system, after)
        })
      }),

    saveSeveral: (userId, query, body) =>
      attempt(userId, 'soil zones import', body, async () => {
        const { system: name } = readBody(soilZonesQuery, query)
        return database.asCustomer(userId, async (tx) => {
          const system = await systemOf(tx, userId, name)
          mayChange(system)
          const { zones, replace, once } = readSoilZones(body, system.pivot)
          await lockSystem(tx, system.id)
          const former = await selectSoilZones(tx, system.id)
          const same = once
            ? zones.flatMap((zone) => former.find((other) => isStored(other, zone)) ?? [])
            : []
          // replacing them by what they are would store nothing else either
          const allStored = new Set(same.map(({ id }) => id)).size === zones.length
          if (allStored && (!replace || former.length === zones.length))
            return same.map((zone) => soilZoneView(system, zone))
          mustFit([...(replace ? [] : former), ...zones])
          if (replace)
            await deleteSoilZones(
              tx,
              former.map(({ id }) => id),
            )
          const ids = await insertSoilZones(tx, system.id, zones, clock.now())
          const server = await continueAsServer(tx)
          await settle(kit, server, userId, system, importRecord(zones, replace ? former : []))
          return zones.map((zone, at) => soilZoneView(system, { id: ids[at] ?? 0, ...zone }))
        })
      }),

    update: (userId, id, body) =>
      attempt(userId, 'soil zone change', body, () =>
        database.asCustomer(userId, async (tx) => {
          const { system, former, others } = await lockedZone(tx, userId, id)
          const drawn = readSoilZoneChange(body, system.pivot, former)
          if (!drawn) {
            const current = soilZoneView(system, former)
            throw new Problem('soil_zone_changed_meanwhile', { current })
          }
          const after = { id: former.id, ...drawn }
          mustFit([...others, after])
          if (!(await replaceSoilZone(tx, after, clock.now()))) throw new Problem('not_found')
          await settle(kit, await continueAsServer(tx), userId, system, {
            action: 'soil zone change',
            before: recorded(former),
            after: recorded(after),
          })
          return soilZoneView(system, after)
        }),
      ),

    remove: (userId, id) =>
      attempt(userId, 'soil zone delete', undefined, () =>
        database.asCustomer(userId, async (tx) => {
          const { system, former } = await lockedZone(tx, userId, id)
          if ((await deleteSoilZones(tx, [former.id])) === 0) throw new Problem('not_found')
          await settle(kit, await continueAsServer(tx), userId, system, {
            action: 'soil zone delete',
            before: recorded(former),
          })
        }),
      ),

    async preview(userId, query, file) {
      const { system: name, ...reading } = readBody(soilFileQuery, query)
      const system = await database.asCustomer(userId, async (tx) => {
        const found = await systemOf(tx, userId, name)
        mayChange(found)
        return found
      })
      const tooMany = kit.changeLimit.refusal(userId)
      if (tooMany) throw tooMany.problem
      return previewSoilFile(file, system.pivot, reading)
    },
  }
}

/** For the provider's command, without a user. */
export async function importSoilZones(
  kit: Pick<Kit, 'clock' | 'database' | 'events'>,
  system: System,
  body: unknown,
): Promise<number> {
  const { zones, replace } = readSoilZones(body, system.pivot)
  return kit.database.write(async (tx) => {
    await lockSystem(tx, system.id)
    const former = await selectSoilZones(tx, system.id)
    mustFit([...(replace ? [] : former), ...zones])
    if (replace)
      await deleteSoilZones(
        tx,
        former.map(({ id }) => id),
      )
    await insertSoilZones(tx, system.id, zones, kit.clock.now())
    await settle(kit, tx, null, system, importRecord(zones, replace ? former : []))
    return zones.length
  })
}

interface Change {
  action: AuditAction
  before?: unknown
  after?: unknown
}

/** The server's part of a transaction: the audit row, and the jobs that follow. */
async function settle(
  { clock, events }: Pick<Kit, 'clock' | 'events'>,
  tx: ServerTx,
  userId: number | null,
  system: System,
  { action, before, after }: Change,
): Promise<void> {
  await recordAudit(tx, {
    at: clock.now(),
    userId,
    action,
    systemId: system.id,
    systemName: system.name,
    before,
    after,
    outcome: 'accepted',
  })
  await events.publish(tx, soilZonesChanged, { systemId: system.id, controllerId: system.controllerId })
}

/** Outlines are left out of the audit: they are long, and its readers need to know who set which figures. */
function recorded(zone: StoredSoilZone): Record<string, unknown> {
  const { id, name, texture, field_capacity, wilting_point, confirmed, source, area_m2 } = zone
  return { id, name, texture, field_capacity, wilting_point, confirmed, source, area_m2 }
}

function importRecord(zones: readonly MeasuredSoilZone[], replaced: readonly StoredSoilZone[]): Change {
  const names = (list: readonly MeasuredSoilZone[]) => list.map(({ name }) => auditableText(name))
  return {
    action: 'soil zones import',
    before: replaced.length > 0 ? { zones: names(replaced) } : undefined,
    after: { zones: names(zones), source: zones[0]?.source ?? null },
  }
}
