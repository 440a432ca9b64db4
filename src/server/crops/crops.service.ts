/** Crops of systems: members read them, owners and operators set them. */
import { cropOf, stagesByDegrees } from '../../agronomy/balance/crops.ts'
import {
  CROP_START_DAYS,
  cropBody,
  type CropBody,
  type CropPlan,
  cropQuery,
  SEASON_MIN,
  STAGE_MAX,
  type SystemCrop,
} from '../../contract/crops.ts'
import { attempted, auditable } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Kit } from '../installation/kit.ts'
import { continueAsServer } from '../kit/postgres/transactions.ts'
import { Problem, readBody } from '../kit/problem.ts'
import { dayAfter, dayReader } from '../readings/zone-days.ts'
import { mayChange } from '../systems/membership.ts'
import { systemOf } from '../systems/membership.store.ts'
import { cropChanged } from './crops.events.ts'
import { insertCrop, selectCrops } from './crops.store.ts'

export interface Crops {
  /** @throws Problem('system_not_found') */
  crop(userId: number, system: string): Promise<SystemCrop>
  /** @throws Problem of the body, 'system_not_found', 'role_may_not_change' */
  setCrop(user: User, query: unknown, body: unknown): Promise<void>
  /** From now on there is no crop. @throws Problem as above */
  endCrop(user: User, query: unknown): Promise<void>
}

interface User {
  id: number
  name: string
}

const HISTORY_MOST = 20

export function createCrops(kit: Kit): Crops {
  const { clock, database, events } = kit

  async function store({ id: userId, name: userName }: User, name: string, body: CropBody | null) {
    await database.asCustomer(userId, async (tx) => {
      const system = await systemOf(tx, userId, name)
      mayChange(system)
      const at = clock.now()
      const plan = body && planOf(body, dayReader(system.timeZone)(at))
      const [before] = await selectCrops(tx, system.id, 1)
      const server = await continueAsServer(tx)
      await insertCrop(server, system.id, { plan, userId, userName, at })
      await recordAudit(server, {
        at,
        userId,
        action: 'crop change',
        systemId: system.id,
        systemName: name,
        before: before?.plan ?? null,
        after: plan,
        outcome: 'accepted',
      })
      await events.publish(server, cropChanged, { systemId: system.id, controllerId: system.controllerId })
    })
  }

  return {
    crop: (userId, name) =>
      database.asCustomer(userId, async (tx) => {
        const { id } = await systemOf(tx, userId, name)
        const plans = await selectCrops(tx, id, HISTORY_MOST)
        return {
          system: name,
          plan: plans[0]?.plan ?? null,
          history: plans.map(({ plan, userName, at }) => ({ plan, who: userName, when: at.toISOString() })),
        }
      }),

    setCrop: (user, query, body) =>
      attempted(
        kit,
        {
          userId: user.id,
          action: 'crop change',
          after: auditable(body, [
            'crop',
            'started_on',
            'stages_by',
            'stages',
          ] satisfies (keyof typeof cropBody.shape)[]),
        },
        async () => {
          const { system } = readBody(cropQuery, query)
          await store(user, system, readBody(cropBody, body))
        },
      ),

    endCrop: (user, query) =>
      attempted(kit, { userId: user.id, action: 'crop change', after: null }, async () =>
        store(user, readBody(cropQuery, query).system, null),
      ),
  }
}

/** @throws Problem('crop_start_invalid'), Problem('crop_stages_invalid') */
function planOf({ crop, started_on, stages_by, stages }: CropBody, today: string): CropPlan {
  const isDay = !Number.isNaN(Date.parse(started_on)) && dayAfter(started_on, 0) === started_on
  const from = dayAfter(today, -CROP_START_DAYS.back)
  if (!isDay || started_on < from || started_on > dayAfter(today, CROP_START_DAYS.ahead))
    throw new Problem('crop_start_invalid', { field: 'started_on' })
  const usual = stages_by === 'days' ? cropOf(crop).stageDays : stagesByDegrees(crop)
  const lengths = stages ?? [...usual]
  const season = lengths.reduce((sum, length) => sum + length, 0)
  if (Math.max(...lengths) > STAGE_MAX[stages_by] || season < SEASON_MIN[stages_by])
    throw new Problem('crop_stages_invalid', { field: 'stages' })
  return { crop, started_on, stages_by, stages: lengths }
}
