/** A simulated machine for a connected system: a process of its own, with credentials that end with it. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { addCredential, leftBehind, revokeCredential } from '../devices/controllers.store.ts'
import type { IssuedCredential } from '../devices/device-link.ts'
import { credentialRevoked } from '../devices/devices.events.ts'
import { selectLinks } from '../devices/links.store.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { placedProbes } from '../probes/placed-probes.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { System } from '../systems/membership.ts'
import { findSystem } from '../systems/systems.store.ts'
import { systemById } from '../systems/membership.store.ts'

const SIMULATOR = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url))
const DEPTHS_CM = [20, 40, 60]

export interface DeviceCredentials {
  system: System
  topicId: string
  controller: IssuedCredential
  gateway: IssuedCredential
  probes: { number: number; lat: number; lng: number; depthsCm: number[] }[]
}

type Needs = Pick<Kit, 'clock' | 'database' | 'events'>

/**
 * Issues credentials for one run. Only hashes of the machine's own secrets are stored, so they cannot be reused.
 *
 * @throws Problem('system_not_found'), or 'machine_is_there' while a controller is connected: two would send at once
 */
export async function issueCredentials({ clock, database }: Needs, name: string): Promise<DeviceCredentials> {
  return database.write(async (tx) => {
    const key = await findSystem(tx, name)
    if (!key) throw new Problem('system_not_found')
    const system = await systemById(tx, key.id)
    const now = clock.now()
    const link = (await selectLinks(tx, [system.controllerId], now)).get(system.controllerId)
    if (!link || link.online) throw new Problem('machine_is_there')
    for (const id of await leftBehind(tx, system.controllerId)) await revokeCredential(tx, id, now)
    const controller = await addCredential(tx, system.controllerId, 'controller', now, true)
    const gateway = await addCredential(tx, system.controllerId, 'gateway', now, true)
    await recordAudit(tx, {
      at: now,
      userId: null,
      action: 'credential issue',
      systemId: system.id,
      systemName: name,
      after: { controller: controller.id, gateway: gateway.id, for: 'simulator' },
      outcome: 'accepted',
    })
    const placed = await placedProbes(tx, system)
    const probes = placed.map(({ number, latitude: lat, longitude: lng }) => ({
      number,
      lat,
      lng,
      depthsCm: DEPTHS_CM,
    }))
    return { system, topicId: link.topicId, controller, gateway, probes }
  })
}

/** Revokes the credentials of the run. */
export async function revokeCredentials(
  { clock, database, events }: Needs,
  issued: DeviceCredentials,
): Promise<void> {
  await database.write(async (tx) => {
    for (const { id } of [issued.controller, issued.gateway]) {
      await revokeCredential(tx, id, clock.now())
      await events.publish(tx, credentialRevoked, { id })
    }
    await recordAudit(tx, {
      at: clock.now(),
      userId: null,
      action: 'credential revoke',
      systemId: issued.system.id,
      systemName: issued.system.name,
      after: { controller: issued.controller.id, gateway: issued.gateway.id, for: 'simulator' },
      outcome: 'accepted',
    })
  })
}

/** Starts the process; its configuration, with the secrets, is passed on standard input. */
export function startSimulator(
  { system, topicId, controller, gateway, probes }: DeviceCredentials,
  mqttUrl: string,
  options: Record<string, unknown>,
): ChildProcessByStdio<Writable, Readable, null> {
  const child = spawn(process.execPath, [SIMULATOR, '-'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const { readEveryMs, ...rest } = options
  const { pivot } = system
  const config = {
    mqttUrl,
    systemId: topicId,
    controller,
    gateway,
    latitude: pivot.place.lat,
    longitude: pivot.place.lng,
    towerRadiiM: pivot.towerRadiiM,
    overhangM: system.overhangM,
    arc: pivot.arc,
    texture: system.texture,
    ...(pivot.speed100MMin === null ? {} : { speed100MMin: pivot.speed100MMin }),
    ...(pivot.flowGpm === null ? {} : { flowGpm: pivot.flowGpm }),
    readings: probes.length > 0 ? { everyMs: readEveryMs, probes } : null,
    exitWithStdin: true,
    ...rest,
  }
  child.stdin.on('error', () => undefined)
  child.stdin.write(`${JSON.stringify(config)}\n`)
  return child
}
