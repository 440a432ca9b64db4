/** A simulated machine on an accelerated clock with its own farm, and the water it applied. */
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { finishPreview, passList, passPaths } from '../../../contract/passes.ts'
import { systemInputAnswer, systemList, systemPaths } from '../../../contract/systems.ts'
import type { ConnectRequest } from '../../provider/connect.rules.ts'
import { startSimulator } from '../../provider/simulated-machine.service.ts'
import { systemOf } from '../../systems/membership.store.ts'
import { eventually } from '../test-device.ts'
import { connectedSystem, farm, validInput } from '../factories.ts'

const HOUR_MS = 3_600_000
export const FAST = 'Fast Quarter'
/** Simulated time per real time by default; simulated time begins so far in the past that it never overtakes the server. */
const WARP = 500
const BEGINS_HOURS_AGO = 40
/** Two towers; a pass of 300 gpm over 4.968 acres, 2.0944 h a revolution at 100 %. */
const MACHINE = { towerRadiiM: [40, 80], overhangM: 0, flowGpm: 300, speed100MMin: 4 }
/** Depth of that pass at 100 %, in. */
export const LIGHTEST_IN = (300 * 2.0944) / (452.571 * 4.968)

const groundEvent = z.object({ laidIn: z.array(z.array(z.number())) })

export interface FastOptions {
  /** Variables of the simulator. */
  machine?: Record<string, unknown>
  /** Changes to its first settings. */
  input?: Record<string, unknown>
  /** Changes to the system. */
  system?: Partial<Omit<ConnectRequest, 'owner' | 'name'>>
}

/** A simulator process, with its input and output. */
function processOf(child: ReturnType<typeof startSimulator>) {
  onTestFinished(() => void child.kill('SIGKILL'))
  const messages: Record<string, unknown>[] = []
  createInterface({ input: child.stdout }).on('line', (line) => messages.push(JSON.parse(line)))
  const order = (what: object) => void child.stdin.write(`${JSON.stringify(what)}\n`)
  /** Its next message of a kind. */
  const next = async (event: string, what: object) => {
    const before = messages.length
    order(what)
    return eventually(
      event,
      async () => messages.slice(before).find((message) => message['event'] === event) ?? null,
    )
  }
  return {
    order,
    next,
    /** Depth on each degree since it started, mean over both rings, in. */
    ground: async () => {
      const { laidIn } = groundEvent.parse(await next('ground', { do: 'read-ground' }))
      return laidIn.map(([inner = 0, outer = 0]) => inner / 4 + (3 * outer) / 4)
    },
    /** Power failure: no further message, and unsent ones are lost. */
    async kill() {
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

/** The machine runs its first setting, and is stopped. */
export async function fastMachine({ machine = {}, input = {}, system: shape = {} }: FastOptions = {}) {
  const { built, owner, send } = await farm()
  const { controller, gateway } = await connectedSystem(built, owner, { name: FAST, ...MACHINE, ...shape })
  const settle = (change: Record<string, unknown>) => send(validInput({ system_name: FAST, ...change }))
  const first = systemInputAnswer.parse((await settle(input)).body)
  const system = await systemOf(built.kit.database.reader, owner.id, FAST)
  const topicId = controller.id.replace('-controller', '')
  const begun = Date.now()
  const warp = Number(machine['warp'] ?? WARP)
  const run = (options: Record<string, unknown>) =>
    processOf(
      startSimulator({ system, topicId, controller, gateway, probes: [] }, built.app.devices.mqttUrl, {
        warp,
        tellsSimulatedTime: true,
        // another process continues at the same simulated time
        startAt: new Date(begun - BEGINS_HOURS_AGO * HOUR_MS + warp * (Date.now() - begun)).toISOString(),
        telemetryEveryMs: { moving: 100, idle: 2000 },
        running: false,
        ...options,
      }),
    )
  const { headers } = owner
  const get = async (path: string, more = '') =>
    (await built.call(`${path}?system=${encodeURIComponent(FAST)}${more}`, { headers })).body
  const list = async () => passList.parse(await get(passPaths.list))
  const view = async () => {
    const systems = systemList.parse((await built.call(systemPaths.list, { headers })).body)
    const found = systems.find(({ name }) => name === FAST)
    if (!found) throw new Error('the system is gone')
    return found
  }
  const runs = (settingsRev: number) =>
    eventually(`revision ${settingsRev} to run`, async () => {
      const { delivery, desired } = await view()
      return delivery === 'applied' && desired?.settings_rev === settingsRev ? true : null
    })
  const child = run(machine)
  await runs(first.settings_rev)
  await eventually('where it stands', async () => (await view()).telemetry)
  const setup = { built, owner, system, headers, get, list, view, run, runs, settle }
  return { ...setup, ...child, ...waysToFinish(setup) }
}

interface Calls {
  built: Awaited<ReturnType<typeof farm>>['built']
  headers: Record<string, string>
  get(path: string, more?: string): Promise<unknown>
  list(): Promise<z.infer<typeof passList>>
  view(): Promise<z.infer<typeof systemList>[number]>
  runs(settingsRev: number): Promise<true>
}

function waysToFinish({ built, headers, get, list, view, runs }: Calls) {
  return {
    /** The arm is stopped somewhere, and the server knows the position. */
    standing: (deg: number) =>
      eventually(`the arm to stand at ${deg}`, async () => {
        const { telemetry } = await view()
        return telemetry && !telemetry.moving && Math.abs(telemetry.angle_deg - deg) < 0.01 ? true : null
      }),
    offered: () =>
      eventually('an offer', async () => {
        const found = await list()
        return found.finish ? found : null
      }),
    /** Previews the finishing of the pass, and sends it. */
    async finish(more: Record<string, unknown> = {}) {
      const preview = finishPreview.parse(await get(passPaths.finishPreview))
      const json = { system_name: FAST, arc: preview.arc, ...more }
      const sent = await built.call(passPaths.finish, {
        headers: { ...headers, 'if-match': `"${preview.settings_rev}"` },
        json,
      })
      await runs(systemInputAnswer.parse(sent.body).settings_rev)
      return preview
    },
    finished: () =>
      eventually('the end of the finishing', async () => {
        const { desired, delivery } = await view()
        return desired?.finish_arc === undefined && delivery === 'applied' ? true : null
      }),
  }
}

/** The element-wise sum. */
export function sum(one: readonly number[], other: readonly number[]): number[] {
  return one.map((depth, degree) => depth + (other[degree] ?? 0))
}
