/** Water balances for members: which field needs water next, and one field with its week and its pump. */
import { LAYER_MM } from '../../agronomy/balance/cell-balance.ts'
import { CELLS } from '../../agronomy/prescription/prescription.ts'
import type { FieldBalance, FieldOutlook, KnownBalance, PumpPlan } from '../../contract/balance.ts'
import type { Kit } from '../installation/kit.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { selectDrawing, selectPumpOf } from '../pumps/pumps.store.ts'
import { dayReader } from '../readings/zone-days.ts'
import type { MemberSystem } from '../systems/membership.ts'
import { systemById, systemOf, systemsOf } from '../systems/membership.store.ts'
import { selectCells, selectOutlooks, type StoredOutlook } from './balance.store.ts'
import { pumpPlan, type PumpTurn } from './pump-plan.rules.ts'

export interface Balances {
  /** Every system of the user. */
  outlooks(userId: number): Promise<FieldOutlook[]>
  /** @throws Problem('system_not_found') */
  balance(userId: number, system: string): Promise<FieldBalance>
}

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

export function createBalances({ clock, database }: Pick<Kit, 'clock' | 'database'>): Balances {
  /** With the server's rights: members of one system see how much the others draw, without their names. */
  async function planOf(system: MemberSystem, mine: readonly MemberSystem[]): Promise<PumpPlan | null> {
    const db = database.reader
    const pump = await selectPumpOf(db, system.id)
    if (!pump || pump.greatestFlowGpm === null) return null
    const drawing = await selectDrawing(db, [pump.id])
    if (drawing.length < 2) return null
    const ids = drawing.map(({ systemId }) => systemId)
    const turns = await turnsOf(db, ids, clock.now())
    if (turns === null) return null
    const names = new Map(mine.map(({ id, name }) => [id, name]))
    const at = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString()
    const planned = pumpPlan(turns, pump.greatestFlowGpm)
    return {
      pump: pump.name,
      fits: planned.every(({ lateHours }) => lateHours < 1),
      turns: planned.map(({ systemId, start, hours, startBy, lateHours }) => ({
        system: names.get(systemId) ?? null,
        starts_at: at(start),
        ends_at: at(start + hours),
        start_by: startBy === null ? null : at(startBy),
        late_hours: lateHours,
      })),
    }
  }

  return {
    outlooks: (userId) =>
      database.asCustomer(userId, async (tx) => {
        const systems = await systemsOf(tx, userId)
        const outlooks = await selectOutlooks(
          tx,
          systems.map(({ id }) => id),
        )
        const byId = new Map(outlooks.map((outlook) => [outlook.systemId, outlook]))
        return systems.map((system) => outlookOf(system, byId.get(system.id), clock.now()))
      }),

    async balance(userId, name) {
      const { system, mine, stored, cells } = await database.asCustomer(userId, async (tx) => {
        const found = await systemOf(tx, userId, name)
        const [outlook] = await selectOutlooks(tx, [found.id])
        return {
          system: found,
          mine: await systemsOf(tx, userId),
          stored: outlook,
          cells: await selectCells(tx, found.id),
        }
      })
      const state = stateOf(system, stored, clock.now())
      return {
        system: name,
        state,
        computed_at: stored?.computedAt?.toISOString() ?? null,
        known: stored?.outlook ?? null,
        layer_mm: LAYER_MM,
        layers: state === 'known' && cells ? cells.cells.length / CELLS : 0,
        cells_b64: (state === 'known' && cells?.cells.toString('base64')) || null,
        pump: state === 'known' ? await planOf(system, mine) : null,
      }
    },
  }
}

/** Null when a machine's flow or pass time is unknown: a plan would be a guess. */
async function turnsOf(db: Reader, systemIds: number[], now: Date): Promise<PumpTurn[] | null> {
  const outlooks = await selectOutlooks(db, systemIds)
  const turns: PumpTurn[] = []
  for (const { systemId, outlook } of outlooks) {
    const { flowGpm } = (await systemById(db, systemId)).pivot
    const pass = outlook?.pass
    if (!outlook || !pass) continue
    if (flowGpm === null || pass.hours === null) return null
    const startBy = outlook.start_by && (Date.parse(outlook.start_by) - now.getTime()) / HOUR_MS
    turns.push({
      systemId,
      flowGpm,
      hours: pass.hours,
      startBy: outlook.rain_likely ? null : startBy || null,
      running: pass.running,
    })
  }
  return turns
}

function stateOf(
  { timeZone }: MemberSystem,
  stored: StoredOutlook | undefined,
  now: Date,
): FieldOutlook['state'] {
  if (!stored?.startedOn) return 'no_crop'
  if (stored.startedOn > dayReader(timeZone)(now)) return 'not_planted'
  return stored.outlook ? 'known' : 'waiting'
}

type Answer = Pick<
  KnownBalance,
  'refill_at' | 'driest_percent' | 'refill_percent' | 'start_by' | 'rain_likely' | 'doubt'
>

const NOTHING: Answer = {
  refill_at: null,
  driest_percent: null,
  refill_percent: null,
  start_by: null,
  rain_likely: null,
  doubt: null,
}

/** Days are counted from now, whenever the balance was computed. */
function outlookOf(system: MemberSystem, stored: StoredOutlook | undefined, now: Date): FieldOutlook {
  const state = stateOf(system, stored, now)
  const { refill_at, driest_percent, refill_percent, start_by, rain_likely, doubt } =
    (state === 'known' && stored?.outlook) || NOTHING
  return {
    system: system.name,
    state,
    refill_in_days: refill_at === null ? null : Math.max(0, (Date.parse(refill_at) - now.getTime()) / DAY_MS),
    refill_at,
    driest_percent,
    refill_percent,
    start_by,
    rain_likely,
    doubt,
    computed_at: stored?.computedAt?.toISOString() ?? null,
  }
}
