/** Dependencies of the readings commands on higher layers. */
import type { Reader } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import type { Readings } from './readings.service.ts'

export interface CommandDeps {
  /** The readings service with all reactions registered. */
  readings(kit: Kit): Readings
  findSystem(db: Reader, name: string): Promise<{ controllerId: number; timeZone: string } | undefined>
}
