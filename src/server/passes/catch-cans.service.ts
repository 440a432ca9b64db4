/** Catch cans under a pass: the factor between measured and computed depth, which prescriptions use from then on. */
import { depthFactor, DEPTH_FACTOR_RANGE } from '../../agronomy/passes/depth-factor.ts'
import { type Pass, recordedDepth } from '../../agronomy/passes/passes.ts'
import { wateringZoneIndex } from '../../agronomy/pivot/pivot-zones.ts'
import { type CansAnswer, type CansBody, cansBody } from '../../contract/passes.ts'
import { attempted, auditable } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Kit } from '../installation/kit.ts'
import { continueAsServer, type CustomerTx } from '../kit/postgres/transactions.ts'
import { Problem, readBody } from '../kit/problem.ts'
import { mayChange, type MemberSystem, type System } from '../systems/membership.ts'
import { systemOf } from '../systems/membership.store.ts'
import { systemChanged } from '../systems/systems.events.ts'
import { insertFactor } from './passes.store.ts'
import { passFrom } from './system-passes.ts'

interface User {
  id: number
  name: string
}

export interface CatchCans {
  /** @throws Problem */
  cans(user: User, body: unknown): Promise<CansAnswer>
}

export function createCatchCans(kit: Kit): CatchCans {
  return {
    async cans(user, body) {
      const after = auditable(body, Object.keys(cansBody.shape))
      return attempted(kit, { userId: user.id, action: 'catch cans', after }, async () => {
        const request = readBody(cansBody, body)
        return kit.database.asCustomer(user.id, async (tx) => {
          const system = await systemOf(tx, user.id, request.system_name)
          mayChange(system)
          const result = factorOf(await passFrom(tx, system, request.pass_from), system, request)
          if (request.confirmed) await storeFactor(kit, tx, { user, system, request, result })
          return {
            factor: result.factor,
            measured_in: result.measuredIn,
            computed_in: result.computedIn,
            stored: request.confirmed,
          }
        })
      })
    },
  }
}

interface Measurement {
  user: User
  system: MemberSystem
  request: CansBody
  result: ReturnType<typeof factorOf>
}

async function storeFactor(
  { clock, events }: Kit,
  tx: CustomerTx,
  { user, system, request, result }: Measurement,
): Promise<void> {
  const server = await continueAsServer(tx)
  const now = clock.now()
  await insertFactor(server, system.id, {
    factor: result.factor,
    cansIn: request.cans.map(({ depth_in }) => depth_in),
    distancesM: request.cans.map(({ distance_m }) => distance_m),
    bearing: request.bearing,
    unit: request.unit ?? null,
    computedIn: result.computedIn,
    passFrom: new Date(request.pass_from),
    madeAt: now,
    userId: user.id,
    userName: user.name,
  })
  await recordAudit(server, {
    at: now,
    userId: user.id,
    action: 'catch cans',
    systemId: system.id,
    systemName: system.name,
    before: { depth_factor: system.depthFactor },
    after: { depth_factor: result.factor },
    outcome: 'accepted',
  })
  // prescriptions use the factor from now on
  await events.publish(server, systemChanged, { controllerId: system.controllerId })
}

/** @throws Problem('cans_not_under_pass') */
function factorOf(pass: Pass, system: System, { bearing, cans }: CansBody) {
  const found = depthFactor(
    cans.map(({ distance_m, depth_in }) => ({
      distanceM: distance_m,
      measuredIn: depth_in,
      computedIn: recordedDepth(pass.stays, bearing, wateringZoneIndex(system.pivot, distance_m)),
    })),
  )
  const possible =
    found && found.factor >= DEPTH_FACTOR_RANGE.min && found.factor <= DEPTH_FACTOR_RANGE.max ? found : null
  if (!possible) throw new Problem('cans_not_under_pass')
  return possible
}
