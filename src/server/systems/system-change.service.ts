/** Changes to a system by its owner: lock, soil, efficiency, time zone. */
import { textureLimits } from '../../agronomy/soil/soil-texture.ts'
import { type SystemPatch, systemPatch } from '../../contract/systems.ts'
import { continueAsServer, type ServerTx } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem, readBody } from '../kit/problem.ts'
import { attempted, auditable } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { type MemberSystem, mustOwn } from './membership.ts'
import { lockSystem } from './settings.store.ts'
import { changeSystem } from './systems.store.ts'
import { systemChanged } from './systems.events.ts'
import { isTimeZone } from './time-zone.ts'
import { systemOf } from './membership.store.ts'

type Needs = Pick<Kit, 'changeLimit' | 'clock' | 'database' | 'events'>

/**
 * Stores what is given; nothing that runs on the machine changes.
 *
 * @throws Problem
 */
export async function changeOwnSystem(
  kit: Needs,
  userId: number,
  name: string,
  body: unknown,
): Promise<void> {
  const after = auditable(body, Object.keys(systemPatch.shape))
  await attempted(kit, { userId, action: 'system change', systemName: name, after }, async () => {
    const patch = readBody(systemPatch, body)
    await kit.database.asCustomer(userId, async (tx) => {
      mustOwn(await systemOf(tx, userId, name))
      await store(kit, await continueAsServer(tx), userId, name, patch)
    })
  })
}

async function store(
  { clock, events }: Needs,
  tx: ServerTx,
  userId: number,
  name: string,
  patch: SystemPatch,
) {
  const { id } = await systemOf(tx, userId, name)
  await lockSystem(tx, id)
  // validated under the lock: a lower limit is compared with the upper limit stored by then
  const system = await systemOf(tx, userId, name)
  checkPatch(system, patch)
  const before = valuesOf(system)
  const changed = Object.entries(patch).filter(([field, value]) => Reflect.get(before, field) !== value)
  if (changed.length === 0) return
  await changeSystem(tx, id, patch)
  await recordAudit(tx, {
    at: clock.now(),
    userId,
    action: 'system change',
    systemId: id,
    systemName: name,
    before: Object.fromEntries(changed.map(([field]) => [field, Reflect.get(before, field)])),
    after: Object.fromEntries(changed),
    outcome: 'accepted',
  })
  await events.publish(tx, systemChanged, { controllerId: system.controllerId })
}

function valuesOf(system: MemberSystem): Required<SystemPatch> {
  return {
    local_only: system.localOnly,
    texture: system.texture,
    field_capacity: system.fieldCapacity,
    wilting_point: system.wiltingPoint,
    application_efficiency: system.efficiency,
    time_zone: system.timeZone,
  }
}

function checkPatch(system: MemberSystem, patch: SystemPatch): void {
  const { texture, field_capacity, wilting_point, time_zone } = { ...valuesOf(system), ...patch }
  const preset = textureLimits(texture)
  if ((wilting_point ?? preset.wiltingPoint) >= (field_capacity ?? preset.fieldCapacity))
    throw new Problem('soil_limits_invalid', {
      field: patch.field_capacity === undefined ? 'wilting_point' : 'field_capacity',
    })
  if (!isTimeZone(time_zone)) throw new Problem('time_zone_invalid', { field: 'time_zone' })
}
