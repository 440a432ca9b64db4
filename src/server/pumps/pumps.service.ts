/** Pumps: edited by users who may change every system on them, visible to members of each. */
import { type PressureByFlow, type Pump, type PumpBody, pumpBody } from '../../contract/pumps.ts'
import { type Attempt, attempted, auditable } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Devices } from '../devices/device-link.ts'
import { selectTrack } from '../devices/records.store.ts'
import {
  continueAsServer,
  type CustomerTx,
  type Reader,
  type ServerTx,
} from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem, readBody } from '../kit/problem.ts'
import { mayChange, type MemberSystem } from '../systems/membership.ts'
import { systemById, systemOf, systemsOf } from '../systems/membership.store.ts'
import { lockSystem } from '../systems/settings.store.ts'
import { pumpChanged } from './pumps.events.ts'
import { drawNow, pressureOf } from './pumps.rules.ts'
import {
  attachSystems,
  deleteIdlePumps,
  detachSystems,
  insertPump,
  selectDrawing,
  selectPumps,
  type StoredPump,
  updatePump,
} from './pumps.store.ts'

/** Period for the usual pressure: long enough for all flows of a pass, short enough to follow a river or a new nozzle. */
const LEARNED_MS = 14 * 24 * 3_600_000
const AHEAD_MS = 3_600_000

export interface Pumps {
  /** The usual pressure of a machine. @throws Problem */
  pressure(userId: number, name: string): Promise<PressureByFlow>
  /** Pumps of the user's systems. */
  list(userId: number): Promise<Pump[]>
  /** @throws Problem */
  add(userId: number, body: unknown): Promise<Pump>
  /** Systems that the user cannot see stay on it. @throws Problem; 'not_found' unless it has a system of theirs */
  change(userId: number, id: string, body: unknown): Promise<Pump>
  /** Only if the user may change every system on it; deleted with its last system. @throws Problem */
  remove(userId: number, id: string): Promise<void>
}

export function createPumps(kit: Kit, devices: Pick<Devices, 'links'>): Pumps {
  const { clock, database, events } = kit

  async function list(userId: number): Promise<Pump[]> {
    const ownSystems = await database.asCustomer(userId, (tx) => systemsOf(tx, userId))
    return viewsOf(database.reader, devices, ownSystems)
  }

  async function viewOf(userId: number, id: number): Promise<Pump> {
    const found = (await list(userId)).find((pump) => pump.id === id)
    if (!found) throw new Problem('not_found')
    return found
  }

  async function settle(
    tx: ServerTx,
    userId: number,
    systems: MemberSystem[],
    { before, after }: { before?: StoredPump; after?: PumpBody },
  ): Promise<void> {
    await deleteIdlePumps(tx)
    for (const { id: systemId, name: systemName } of systems) {
      await recordAudit(tx, {
        at: clock.now(),
        userId,
        action: 'pump change',
        systemId,
        systemName,
        before,
        after,
        outcome: 'accepted',
      })
      await events.publish(tx, pumpChanged, { systemId })
    }
  }

  const attempt = (userId: number, body: unknown): Attempt => ({
    userId,
    action: 'pump change',
    after: auditable(body, [
      'name',
      'least_flow_gpm',
      'greatest_flow_gpm',
    ] satisfies (keyof typeof pumpBody.shape)[]),
  })

  return {
    list,

    pressure: (userId, name) =>
      database.asCustomer(userId, async (tx) => {
        const { controllerId } = await systemOf(tx, userId, name)
        const now = clock.now()
        // the clocks of machines may be ahead of the server's
        const span = { from: new Date(now.getTime() - LEARNED_MS), to: new Date(now.getTime() + AHEAD_MS) }
        return pressureOf(await selectTrack(tx, controllerId, span), now)
      }),

    add: (userId, body) =>
      attempted(kit, attempt(userId, body), async () => {
        const pumpSettings = readBody(pumpBody, body)
        const id = await database.asCustomer(userId, async (tx) => {
          const systems = await changeableSystems(tx, userId, pumpSettings)
          for (const system of systems) await lockSystem(tx, system.id)
          const server = await continueAsServer(tx)
          const pumpId = await insertPump(server, storedOf(pumpSettings))
          await attachSystems(
            server,
            pumpId,
            systems.map((system) => system.id),
          )
          await settle(server, userId, systems, { after: pumpSettings })
          return pumpId
        })
        return viewOf(userId, id)
      }),

    change: (userId, id, body) =>
      attempted(kit, attempt(userId, body), async () => {
        const pumpSettings = readBody(pumpBody, body)
        const pumpId = await database.asCustomer(userId, async (tx) => {
          const { pump, systems: former } = await ownPump(tx, userId, id)
          const systems = await changeableSystems(tx, userId, pumpSettings)
          const ids = systems.map((system) => system.id)
          const detached = former.filter((system) => !ids.includes(system.id))
          const touched = [...systems, ...detached].toSorted((a, b) => a.id - b.id)
          for (const system of touched) await lockSystem(tx, system.id)
          const server = await continueAsServer(tx)
          await updatePump(server, { id: pump.id, ...storedOf(pumpSettings) })
          await attachSystems(server, pump.id, ids)
          await detachSystems(
            server,
            detached.map((system) => system.id),
          )
          await settle(server, userId, touched, { before: pump, after: pumpSettings })
          return pump.id
        })
        return viewOf(userId, pumpId)
      }),

    remove: (userId, id) =>
      attempted(kit, attempt(userId, null), () =>
        database.asCustomer(userId, async (tx) => {
          const { pump, systems } = await ownPump(tx, userId, id)
          for (const system of systems) await lockSystem(tx, system.id)
          const server = await continueAsServer(tx)
          await detachSystems(
            server,
            systems.map((system) => system.id),
          )
          await settle(server, userId, systems, { before: pump })
        }),
      ),
  }
}

/** Pumps that a user's systems draw on, with what all their systems draw now. */
async function viewsOf(
  db: Reader,
  devices: Pick<Devices, 'links'>,
  ownSystems: MemberSystem[],
): Promise<Pump[]> {
  const pumps = await selectPumps(
    db,
    ownSystems.map(({ id }) => id),
  )
  const drawing = await selectDrawing(
    db,
    pumps.map(({ id }) => id),
  )
  const systems = await Promise.all(drawing.map(({ systemId }) => systemById(db, systemId)))
  const links = await devices.links(
    db,
    systems.map(({ controllerId }) => controllerId),
  )
  return pumps.map((pump) => {
    const own = systems.filter((_, at) => drawing[at]?.pumpId === pump.id)
    const visible = ownSystems.filter(({ id }) => own.some((system) => system.id === id))
    const machines = own.map(({ controllerId, pivot }) => ({
      link: links.get(controllerId),
      flowGpm: pivot.flowGpm,
    }))
    return {
      id: pump.id,
      name: pump.name,
      least_flow_gpm: pump.leastFlowGpm,
      greatest_flow_gpm: pump.greatestFlowGpm,
      systems: visible.map(({ name }) => name),
      others: own.length - visible.length,
      now: drawNow(machines),
    }
  })
}

/** The systems of a body, to be locked in the order of their ids, so that two requests cannot deadlock. */
async function changeableSystems(
  tx: CustomerTx,
  userId: number,
  { systems }: PumpBody,
): Promise<MemberSystem[]> {
  const found: MemberSystem[] = []
  for (const name of new Set(systems)) {
    const system = await systemOf(tx, userId, name)
    mayChange(system)
    found.push(system)
  }
  return found.toSorted((a, b) => a.id - b.id)
}

/** The pump, and the systems on it that the user is a member of; the user may change all of them. */
async function ownPump(tx: CustomerTx, userId: number, id: string) {
  const ownSystems = await systemsOf(tx, userId)
  const pumps = await selectPumps(
    tx,
    ownSystems.map((system) => system.id),
  )
  const pump = pumps.find((candidate) => String(candidate.id) === id)
  if (!pump) throw new Problem('not_found')
  const drawing = await selectDrawing(tx, [pump.id])
  const systems = ownSystems.filter((system) => drawing.some(({ systemId }) => systemId === system.id))
  systems.forEach(mayChange)
  return { pump, systems }
}

function storedOf(body: PumpBody): Omit<StoredPump, 'id'> {
  return {
    name: body.name,
    leastFlowGpm: body.least_flow_gpm,
    greatestFlowGpm: body.greatest_flow_gpm,
  }
}
