/** Readings for graph tests, stored by the same rules as a device's. */
import type { IncomingReading } from '../readings/reading-check.ts'
import { createReadings } from '../readings/readings.service.ts'
import { findSystem } from '../systems/systems.store.ts'
import type { Built } from './build.ts'

export async function controllerOf({ kit }: Built, system: string): Promise<number> {
  const found = await findSystem(kit.database.reader, system)
  if (!found) throw new Error(`no system ${system}`)
  return found.controllerId
}

/** Of probe 1 at 20 cm by default. */
export function readingAt(at: string, vwc: unknown, more: Partial<IncomingReading> = {}): IncomingReading {
  return { probe: 1, depthCm: 20, at, vwc, ...more }
}

export async function storeReadings(
  built: Built,
  system: string,
  readings: readonly IncomingReading[],
): Promise<void> {
  await createReadings(built.kit).store(await controllerOf(built, system), readings)
}
