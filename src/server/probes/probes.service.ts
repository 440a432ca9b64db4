/** Sets of placed probes: saved, changed and deleted by the person who placed them. */
import type { ProbeGroup, ProbeGroupBody } from '../../contract/probes.ts'
import { continueAsServer, type CustomerTx } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { systemsOf } from '../systems/membership.store.ts'
import { locateInPivot } from './placed-probes.ts'
import { probesPlaced } from './probes.events.ts'
import {
  insertGroup,
  type PlacedProbe,
  removeGroup,
  replaceGroup,
  selectGroups,
  type StoredGroup,
} from './probes.store.ts'

export interface Probes {
  list(userId: number): Promise<ProbeGroup[]>
  save(userId: number, body: ProbeGroupBody): Promise<ProbeGroup>
  /** @throws Problem('not_found') for a foreign or unknown group */
  update(userId: number, id: string, body: ProbeGroupBody): Promise<ProbeGroup>
  /** @throws Problem('not_found') for a foreign or unknown group */
  remove(userId: number, id: string): Promise<void>
}

export function createProbes({ database, clock, events }: Kit): Probes {
  /** Ends the customer's part of a transaction: jobs are enqueued by the server. */
  async function publishPlaced(
    tx: CustomerTx,
    userId: number,
    probes: readonly PlacedProbe[],
  ): Promise<void> {
    const systems = await systemsOf(tx, userId)
    const server = await continueAsServer(tx)
    for (const system of systems) {
      const counts = system.role !== 'viewer' && probes.some((probe) => locateInPivot(system.pivot, probe))
      if (counts) await events.publish(server, probesPlaced, { controllerId: system.controllerId })
    }
  }

  async function ownGroup(tx: CustomerTx, userId: number, id: string): Promise<StoredGroup> {
    const [group] = /^\d{1,9}$/.test(id) ? await selectGroups(tx, userId, Number(id)) : []
    if (!group) throw new Problem('not_found')
    return group
  }

  return {
    list: async (userId) => {
      const groups = await database.asCustomer(userId, (tx) => selectGroups(tx, userId))
      return groups.map(viewOf)
    },
    save(userId, body) {
      const group = readGroup(body)
      return database.asCustomer(userId, async (tx) => {
        const id = await insertGroup(tx, userId, group, clock.now())
        await publishPlaced(tx, userId, group.probes)
        return viewOf({ id, ...group })
      })
    },
    update: (userId, id, body) =>
      database.asCustomer(userId, async (tx) => {
        const former = await ownGroup(tx, userId, id)
        const group = { id: former.id, ...readGroup(body) }
        if (!(await replaceGroup(tx, userId, group, clock.now()))) throw new Problem('not_found')
        await publishPlaced(tx, userId, [...former.probes, ...group.probes])
        return viewOf(group)
      }),
    remove: (userId, id) =>
      database.asCustomer(userId, async (tx) => {
        const former = await ownGroup(tx, userId, id)
        await removeGroup(tx, userId, former.id)
        await publishPlaced(tx, userId, former.probes)
      }),
  }
}

/** Checks beyond the schema: characters that the database would refuse, and probe numbers compared as integers. */
function readGroup({ fieldName, probes }: ProbeGroupBody): Omit<StoredGroup, 'id'> {
  if (/\p{Cc}|\p{Cs}/u.test(fieldName)) throw new Problem('probe_group_invalid', { field: 'fieldName' })
  const placed = probes.map(([latitude, longitude, number]) => ({
    latitude,
    longitude,
    number: Number(number),
  }))
  if (new Set(placed.map(({ number }) => number)).size < placed.length)
    throw new Problem('probe_number_repeated', { field: 'probes' })
  return { fieldName, probes: placed }
}

function viewOf({ id, fieldName, probes }: StoredGroup): ProbeGroup {
  return {
    id,
    field_name: fieldName,
    probes: probes.map(({ latitude, longitude, number }) => [latitude, longitude, String(number)]),
  }
}
