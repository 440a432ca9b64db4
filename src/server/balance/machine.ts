/** The last reported state of a machine, as an input of the forecast. */
import type { ArmNow } from '../../agronomy/balance/outlook.ts'
import { selectLinks } from '../devices/links.store.ts'
import type { Reader } from '../kit/postgres/transactions.ts'

export interface Machine extends ArmNow {
  moving: boolean
  wet: boolean
  timerPct: number | null
}

/** Null before its first message. */
export async function machineOf(db: Reader, controllerId: number, now: Date): Promise<Machine | null> {
  const telemetry = (await selectLinks(db, [controllerId], now)).get(controllerId)?.telemetry
  if (!telemetry) return null
  const { angleDeg, direction, moving, wet, timerPct } = telemetry
  return { angleDeg, clockwise: direction !== 'REVERSE', moving, wet, timerPct }
}
