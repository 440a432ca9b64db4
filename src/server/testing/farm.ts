/** A started server with one connected controller, and settings for it; for tests. */
import { type Built, build } from './build.ts'
import type { Connected } from '../devices/device-link.ts'
import type { Delivery } from '../devices/device-link.ts'
import type { DesiredState } from '../devices/device-link.ts'

export interface Farm extends Connected {
  built: Built
  /** URL of the broker for its devices. */
  url: string
}

export async function farm(variables: Record<string, string> = {}): Promise<Farm> {
  return farmIn(await build(variables))
}

/** One more controller, on a server that tests share. */
export async function farmIn(built: Built): Promise<Farm> {
  return { built, url: built.app.devices.mqttUrl, ...(await connected(built)) }
}

export function connected({ app, kit }: Built): Promise<Connected> {
  return kit.database.write((tx) => app.devices.connect(tx))
}

export function uniform(settingsRev: number): DesiredState {
  return {
    settingsRev,
    commandId: `command-${settingsRev}`,
    mode: 'UNIFORM',
    rateIn: 1,
    timerPct: null,
    test: null,
    rx: new Uint8Array(1620).fill(100),
    fallback: new Uint8Array(1620).fill(100),
  }
}

export function desire(
  { app, kit }: Built,
  controllerId: number,
  settingsRev: number,
): Promise<{ rev: number }> {
  return kit.database.write((tx) => app.devices.desire(tx, controllerId, uniform(settingsRev)))
}

export async function newestDelivery({ app, kit }: Built, controllerId: number): Promise<Delivery | null> {
  const deliveries = await app.devices.deliveries(kit.database.reader, [controllerId], 'newest')
  return deliveries.get(controllerId)?.[0] ?? null
}
