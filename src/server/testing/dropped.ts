/** Waits for the count of unusable messages of a device. */
import type { DroppedCount } from '../devices/device-link.ts'
import type { Built } from './build.ts'
import { eventually } from './test-device.ts'

/** Resolves when at least so many messages of the last week are counted. */
export function droppedOf(
  { app, kit }: Built,
  controllerId: number,
  atLeast: number,
): Promise<DroppedCount[]> {
  return eventually(`${atLeast} dropped messages`, async () => {
    const found = await app.devices.dropped(kit.database.reader, controllerId, 7)
    return found.reduce((sum, { count }) => sum + count, 0) >= atLeast ? found : null
  })
}
