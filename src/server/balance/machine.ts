/** The last reported state of a machine, as the forecast takes it. */
import type { ArmNow } from '../../agronomy/balance/outlook.ts'
import { selectLinks } from '../devices/links.store.ts'
import type { Reader } from '../kit/postgres/transactions.ts'

export interface Machine extends ArmNow {
  moving: boolean
  wet: boolean
  timerPct: number | null
}

/** Null before anything was heard of it. */
export async function machineOf(db: Reader, controllerId: number, now: Date): Promise<Machine | null> {
  const telemetry = (await selectLinks(db, [controllerId], now)).get(controllerId)?.telemetry
  if (!telemetry) return null
  const { angleDeg, direction, moving, wet, timerPct } = telemetry
  return { angleDeg, clockwise: direction !== 'REVERSE', moving, wet, timerPct }
}
