/** A farm with a scripted machine and a simulated clock, for alert tests. */
import { sql } from 'kysely'
import { type AlertList, alertList, alertPaths } from '../../contract/alerts/alerts.ts'
import type { TelemetryDocument } from '../../contract/controller.ts'
import {
  appliedReport,
  connectTestDevice,
  eventually,
  type TestDevice,
  seenReport,
  telemetry,
} from './test-device.ts'
import { farmOn } from './factories.ts'

const SECTOR_MS = 180_000

export async function alertFarm(variables: Record<string, string> = {}) {
  // the test advances by days within one session
  const setup = await farmOn({ ACCESS_TTL: '400d', REFRESH_TTL: '400d', ...variables })
  const { built, owner, connected } = setup
  const { reader } = built.kit.database
  const nowIso = () => built.clock.now().toISOString()
  let seq = 0
  let session = 0
  let angleDeg = 90
  let hand: TestDevice | undefined

  const untilStored = (what: string, ask: ReturnType<typeof sql>) =>
    eventually(what, async () => ((await ask.execute(reader)).rows.length > 0 ? true : null))

  const machine = {
    async comes() {
      session += 1
      hand = await connectTestDevice(built.app.devices.mqttUrl, connected.controller)
      await hand.publish('status', { state: 'online', session: `s${session}`, at: nowIso() })
      await untilStored(
        'the machine to come',
        sql`select from controller_links where online and session = ${`s${session}`}`,
      )
    },
    /** Changes only its link, by the broker's message. */
    async link(state: 'online' | 'offline') {
      await hand?.publish('status', { state, session: `s${session}`, at: nowIso() })
      await untilStored(
        `the link ${state}`,
        sql`select from controller_links where online = ${state === 'online'}`,
      )
    },
    async goes() {
      await machine.link('offline')
      await hand?.end()
    },
    /** Resolves when it is stored. */
    async says(over: Partial<TelemetryDocument> = {}) {
      seq += 1
      await hand?.publish('telemetry', telemetry(seq, { at: nowIso(), angleDeg, ...over }))
      await untilStored('its word', sql`select from controller_links where telemetry_seq = ${seq}`)
    },
    async tells(code: string, at = nowIso()) {
      seq += 1
      await hand?.publish('event', { id: `e${seq}`, at, code })
      await untilStored('its event', sql`select from controller_events where event_id = ${`e${seq}`}`)
    },
    /** Reports on the setting of this revision: applied, or refused with a code. */
    async answers(settingsRev: number, refusal: string | null = null) {
      const document = await hand?.desired((each) => each.settingsRev === settingsRev)
      if (!document) throw new Error('the machine is away')
      const report = refusal === null ? appliedReport(document) : seenReport(document, 'REJECTED', refusal)
      await hand?.publish('reported', report)
      const at = refusal === null ? sql`applied_at` : sql`rejected_at`
      await untilStored(
        'its answer',
        sql`select from desired_states where rev = ${document.rev} and ${at} is not null`,
      )
    },
    /** Moves from the beginning of a sector to another, three minutes each, with its records. */
    async waters(from: number, to: number) {
      await machine.says({ moving: true, wet: true, direction: 'FORWARD', angleDeg: 2 * from })
      const began = built.clock.now().getTime() - (to - from) * SECTOR_MS
      const records = Array.from({ length: to - from }, (_, at) => ({
        rev: 0,
        sector: from + at,
        from: new Date(began + at * SECTOR_MS).toISOString(),
        to: new Date(began + (at + 1) * SECTOR_MS).toISOString(),
        depthIn: [0.8, 0.8, 0.8, 0, 0, 0, 0, 0, 0],
      }))
      await Promise.all(records.map(async (record) => hand?.publish('applied', record)))
      angleDeg = (2 * to) % 360
      const last = sql`select from as_applied where sector = ${to - 1} and from_at >= ${records[0]?.from}::timestamptz`
      await untilStored('its records', last)
    },
    goesRound: () => machine.says({ moving: true, wet: true, direction: 'FORWARD' }),
    standsWet: () => machine.says({ moving: false, wet: true, direction: 'STOPPED' }),
    standsDry: () => machine.says({ moving: false, wet: false, direction: 'STOPPED' }),
  }
  const list = async (as = owner): Promise<AlertList> =>
    alertList.parse((await built.call(alertPaths.list, { headers: as.headers })).body)
  return {
    ...setup,
    machine,
    list,
    look: () => built.app.alerts.look(),
    /** Advances the clock and runs a check. */
    async pass(ms: number) {
      built.clock.advance(ms)
      await built.app.alerts.look()
    },
    open: async () => (await list()).open.map(({ kind, subject }) => (subject ? `${kind} ${subject}` : kind)),
  }
}
