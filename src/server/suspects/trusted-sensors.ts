/** Which sensors are trusted: those that are not suspect, and those that people confirmed. */
import type { Reader } from '../kit/postgres/transactions.ts'
import type { System } from '../systems/membership.ts'
import { selectSuspects, selectVerdicts } from './suspects.store.ts'
import { suspicionOf, verdictOf } from './suspicion.rules.ts'

interface Sensor {
  probe: number
  depthCm: number
}

/** The current trust of every sensor. */
export async function trustOf(db: Reader, system: System, now: Date): Promise<(sensor: Sensor) => boolean> {
  const suspects = await selectSuspects(db, system.controllerId)
  const verdicts = await selectVerdicts(db, system.id)
  return ({ probe, depthCm }) => {
    const suspect = suspects.find((candidate) => candidate.probe === probe && candidate.depthCm === depthCm)
    return suspicionOf(suspect, verdictOf({ number: probe }, verdicts, now)) === null
  }
}
