/** A farm with a connected controller, and functions to draw, place, read and wait. */
import { sql } from 'kysely'
import { geofencesPath } from '../../contract/geofences.ts'
import { READING_FRESH_MS } from '../../contract/limits.ts'
import { probePaths } from '../../contract/probes.ts'
import { readingPaths } from '../../contract/readings.ts'
import type { Built } from './build.ts'
import { connectTestDevice, eventually } from './test-device.ts'
import { pinsAt } from './drawing.ts'
import { farmOn } from './factories.ts'

/** Background work pauses for three times its duration, which is long on a busy machine. */
const SETTLED_WITHIN_MS = 100_000

/** Resolves when no due job is left. */
export async function settled({ kit }: Built): Promise<void> {
  await eventually(
    'the jobs done',
    async () => {
      const due = sql`select from jobs where due_at < now() + interval '1 second'`
      return (await due.execute(kit.database.reader)).rows.length === 0 ? true : null
    },
    SETTLED_WITHIN_MS,
  )
}

/** The usual test system with a scripted controller; its server with environment variables. */
export async function wiredFarm(variables: Record<string, string> = {}) {
  const setup = await farmOn(variables)
  const { built, owner, connected, systemId } = setup
  const { headers } = owner
  const { reader } = built.kit.database
  const controller = await connectTestDevice(built.app.devices.mqttUrl, connected.controller)
  return {
    ...setup,
    controller,
    draw: (json: unknown) => built.call(geofencesPath('North Quarter'), { headers, json }),
    /** Metres east and north of the pivot, and the number. */
    place: (...probes: [number, number, string][]) =>
      built.call(probePaths.save, {
        headers,
        json: {
          fieldName: 'North',
          probes: probes.map(([x, y, number]) => [...(pinsAt([x, y])[0] ?? []), number]),
        },
      }),
    /** Sends readings now or in the past, through the gateway; m3/m3. */
    hear: async (readings: [probe: number, depthCm: number, vwc: number][], agoMs = 0) => {
      const at = new Date(built.clock.now().getTime() - agoMs).toISOString()
      const gateway = await connectTestDevice(built.app.devices.mqttUrl, connected.gateway)
      await gateway.publish('readings', {
        batch: `b${at}`,
        readings: readings.map(([probe, depthCm, vwc]) => ({ probe, depthCm, at, vwc })),
      })
      await gateway.end()
    },
    /** The same over HTTP, with a time each. */
    post: (readings: { probe: number; depthCm: number; at: string; vwc: number }[]) =>
      built.call(readingPaths.ingest, {
        headers: { authorization: `Device ${connected.gateway.id}:${connected.gateway.secret}` },
        json: { batch: `b${built.clock.now().getTime()}`, readings },
      }),
    /** Every prescription of the system, oldest first. */
    kept: async () => {
      const { rows } = await sql<{ rev: number; settings_rev: number; cause: string }>`
        select rev, settings_rev, cause from prescriptions where system_id = ${systemId} order by rev`.execute(
        reader,
      )
      return rows
    },
    settled: () => settled(built),
    /** Advances the clock, and with it delayed jobs. */
    async pass(ms: number) {
      built.clock.advance(ms)
      const stale = ms >= READING_FRESH_MS
      await sql`update jobs set due_at = now() where ${stale} or key not like '%:stale'`.execute(reader)
    },
  }
}
