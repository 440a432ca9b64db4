/** What the commands of readings need of features above this one. */
import type { Reader } from '../kit/postgres/database.ts'
import type { Kit } from '../installation/kit.ts'
import type { Readings } from './readings.service.ts'

export interface CommandDeps {
  /** Readings with everything that follows from them. */
  readings(kit: Kit): Readings
  findSystem(db: Reader, name: string): Promise<{ controllerId: number; timeZone: string } | undefined>
}
