/** The system of a call that its owners and operators may make, and the provider for them. */
import type { Requester } from '../accounts/sessions/sessions.store.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { mayChange, type System } from '../systems/membership.ts'
import { systemById, systemOf } from '../systems/membership.store.ts'
import { findSystem } from '../systems/systems.store.ts'

/** A system that the member may change; a provider may do so for every system. */
export async function changeableSystem(
  { database }: Pick<Kit, 'database'>,
  asker: Requester,
  name: string,
): Promise<System> {
  if (!asker.provider)
    return database.asCustomer(asker.id, async (tx) => {
      const system = await systemOf(tx, asker.id, name)
      mayChange(system)
      return system
    })
  const found = await findSystem(database.reader, name)
  if (!found) throw new Problem('system_not_found')
  return systemById(database.reader, found.id)
}
