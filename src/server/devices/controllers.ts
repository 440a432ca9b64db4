/** Creates a controller, issues its credentials and announces it to the processes that subscribe. */
import type { ServerTx } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { insertController } from './controllers.store.ts'
import type { Connected } from './device-link.ts'
import { controllerConnected } from './devices.events.ts'

/** @returns the secrets of its credentials, which are not stored and cannot be shown again */
export async function connectController(
  { clock, events }: Pick<Kit, 'clock' | 'events'>,
  tx: ServerTx,
): Promise<Connected> {
  const connected = await insertController(tx, clock.now())
  await events.publish(tx, controllerConnected, { controllerId: connected.controllerId })
  return connected
}
