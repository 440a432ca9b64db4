/** A scripted machine that has watered part of its circle and is stopped. */
import { finishPreview, passList, passPaths } from '../../../contract/passes.ts'
import { systemInputAnswer, systemList, systemPaths } from '../../../contract/systems.ts'
import type { DesiredDocument } from '../../../contract/controller.ts'
import { appliedReport, connectTestDevice, eventually, telemetry } from '../test-device.ts'
import type { SignedIn } from '../accounts.ts'
import type { Answer, Built } from '../build.ts'
import { connectedSystem, farm, validInput } from '../factories.ts'

export const HAND = 'Hand Quarter'
const SECTOR_MS = 180_000
const HOUR_MS = 3_600_000

interface Owned {
  built: Built
  owner: SignedIn
  /** Changes to the owner's settings. */
  send: (json: unknown) => Promise<Answer>
}

/** It is at 0 degrees, water off, with its first setting. */
export async function handMachine({ built, owner, send }: Owned) {
  const { headers } = owner
  const { controller: credential } = await connectedSystem(built, owner, {
    name: HAND,
    flowGpm: 800,
    speed100MMin: 3,
  })
  const controller = await connectTestDevice(built.app.devices.mqttUrl, credential)
  const settle = (change: Record<string, unknown> = {}) => send(validInput({ system_name: HAND, ...change }))
  const query = `?system=${encodeURIComponent(HAND)}`
  let now = built.clock.now().getTime()
  let seq = 0
  let running: DesiredDocument
  const says = (angleDeg: number, moving: boolean) => {
    seq += 1
    const at = new Date(now).toISOString()
    const direction = moving ? 'FORWARD' : 'STOPPED'
    return controller.publish('telemetry', telemetry(seq, { at, angleDeg, moving, direction, wet: moving }))
  }
  /** Runs the newest document of a setting, and reports it. */
  const runs = async (settingsRev: number, fits: (document: DesiredDocument) => boolean = () => true) => {
    running = await controller.desired((document) => document.settingsRev === settingsRev && fits(document))
    await controller.publish('reported', appliedReport(running))
    return running
  }
  const list = async () => passList.parse((await built.call(`${passPaths.list}${query}`, { headers })).body)
  /** Waters from one sector up to another, with its current or another revision, and stops at its start. */
  const waters = async (from: number, to: number, rev = running.rev) => {
    // in order, without waiting for each
    const sent = [says(2 * from, true)]
    for (let sector = from; sector < to; sector += 1) {
      const [began, ended] = [now, now + SECTOR_MS].map((at) => new Date(at).toISOString())
      now += SECTOR_MS
      const depthIn = [0.8, 0.8, 0.8, 0, 0, 0, 0, 0, 0]
      sent.push(controller.publish('applied', { rev, sector, from: began, to: ended, depthIn }))
    }
    await Promise.all(sent)
    await says((2 * to) % 360, false)
  }
  const first = systemInputAnswer.parse((await settle()).body)
  await runs(first.settings_rev)
  return {
    headers,
    query,
    controller,
    settle,
    says,
    runs,
    waters,
    list,
    /** A new pass: from north, by so many sectors, within the last day. */
    stopsShort: async (sectors: number) => {
      now = built.clock.now().getTime() - 20 * HOUR_MS
      await waters(0, sectors)
    },
    offered: () =>
      eventually('an offer', async () => {
        const { finish } = await list()
        return finish ? finish : null
      }),
    preview: async (more = '') =>
      finishPreview.parse((await built.call(`${passPaths.finishPreview}${query}${more}`, { headers })).body),
    finish: (more: Record<string, unknown> = {}) =>
      built.call(passPaths.finish, { headers, json: { system_name: HAND, arc: [192, 0], ...more } }),
    desired: async () =>
      systemList
        .parse((await built.call(systemPaths.list, { headers })).body)
        .find(({ name }) => name === HAND)?.desired,
  }
}

/** It has moved from 0 to 192 degrees and is stopped, water off, with its first setting. */
export async function stoppedAt192() {
  const setup = await farm()
  const machine = await handMachine(setup)
  await machine.stopsShort(96)
  await machine.offered()
  return { ...setup, ...machine }
}

/** Depth for three zones of a sector. */
export function sectorOfDocument({ rx }: DesiredDocument, sector: number): number[] {
  return [...Buffer.from(rx.b64, 'base64').subarray(9 * sector, 9 * sector + 3)]
}
