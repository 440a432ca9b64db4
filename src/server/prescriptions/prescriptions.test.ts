/** From a geofence, a reading or the passing of time to the message for the controller. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { DesiredDocument } from '../../contract/controller.ts'
import { geofence, geofencePath } from '../../contract/geofences.ts'
import { systemPath } from '../../contract/systems.ts'
import { switchProviderStop } from '../provider/provider-stop.service.ts'
import { pinsAt, slice } from '../testing/drawing.ts'
import { validInput } from '../testing/factories.ts'
import { wiredFarm } from '../testing/wired-farm.ts'
import { RECOMPUTED_AT_MOST_MS, recomputePrescription } from './prescriptions.jobs.ts'

const HOUR_MS = 3_600_000
const THREE_TOWERS = [100, 100, 100, 0, 0, 0, 0, 0, 0]

const cellsOf = ({ rx }: DesiredDocument) => Buffer.from(rx.b64, 'base64')
const fallbackOf = ({ fallback }: DesiredDocument) => Buffer.from(fallback.b64, 'base64')
const sector = (cells: Uint8Array, at: number) => [...cells.subarray(9 * at, 9 * at + 9)]

describe('a geofence', () => {
  it('reaches the controller once saved: another revision, the same setting, its cells forced', async () => {
    const { controller, send, draw, settled, built, owner, kept, pass } = await wiredFarm()
    await send(validInput())
    const first = await controller.desired()
    expect(sector(cellsOf(first), 0)).toEqual(THREE_TOWERS)
    // sectors 45 to 49, the second zone (60 to 120 m)
    const saved = await draw({ name: 'Wet corner', prescription: 40, polygon: slice(90, 100, 60, 120) })
    expect(saved.status).toBe(201)
    const second = await controller.desired(({ rev }) => rev > first.rev)
    expect(second).toMatchObject({ rev: 2, settingsRev: 1, commandId: first.commandId, mode: 'VRI' })
    expect(sector(cellsOf(second), 47)).toEqual([100, 40, 100, 0, 0, 0, 0, 0, 0])
    for (const at of [44, 50]) expect(sector(cellsOf(second), at)).toEqual(THREE_TOWERS)
    expect(sector(fallbackOf(second), 47)).toEqual(THREE_TOWERS)
    await settled()
    // 0 %: dry in the fallback too
    await pass(RECOMPUTED_AT_MOST_MS)
    const { id } = geofence.parse(saved.body)
    const json = { name: 'Slough', prescription: 0, polygon: slice(90, 100, 70, 110) }
    await built.call(geofencePath(id), { method: 'PUT', headers: owner.headers, json })
    const third = await controller.desired(({ rev }) => rev > second.rev)
    expect(sector(cellsOf(third), 47)).toEqual([100, 0, 100, 0, 0, 0, 0, 0, 0])
    expect(sector(fallbackOf(third), 47)).toEqual([100, 0, 100, 0, 0, 0, 0, 0, 0])
    expect(await kept()).toEqual([
      { rev: 1, settings_rev: 1, cause: 'settings' },
      { rev: 2, settings_rev: 1, cause: 'geofences' },
      { rev: 3, settings_rev: 1, cause: 'geofences' },
    ])
  })

  it('is included in the next setting at once, and suspended by OFF', async () => {
    const { controller, send, draw, settled } = await wiredFarm()
    await draw({ name: 'Slough', prescription: 0, polygon: slice(90, 100, 70, 110) })
    await send(validInput())
    const on = await controller.desired()
    expect(on.rev).toBe(1)
    expect(sector(cellsOf(on), 47)).toEqual([100, 0, 100, 0, 0, 0, 0, 0, 0])
    await send({ system_name: 'North Quarter', is_system_on: false, application_rate: 0.5 })
    const off = await controller.desired(({ rev }) => rev === 2)
    expect(off.mode).toBe('UNIFORM')
    for (const cells of [cellsOf(off), fallbackOf(off)]) expect(sector(cells, 47)).toEqual(THREE_TOWERS)
    await settled()
    expect(controller.received).toHaveLength(2)
  })

  it('that changes no cell is not published, and nothing is before the first setting', async () => {
    const { controller, send, draw, settled, kept, pass } = await wiredFarm()
    await draw({ name: 'Early', prescription: 50, polygon: slice(0, 10, 60, 120), enabled: false })
    await settled()
    expect(await kept()).toEqual([])
    await send(validInput())
    await controller.desired()
    await pass(RECOMPUTED_AT_MOST_MS)
    await draw({ name: 'Disabled', prescription: 20, polygon: slice(90, 100, 60, 120), enabled: false })
    await settled()
    await pass(RECOMPUTED_AT_MOST_MS)
    // less than half of any cell
    await draw({ name: 'Tiny', prescription: 20, polygon: pinsAt([70, 0], [71, 0], [71, 1]) })
    await settled()
    expect(await kept()).toHaveLength(1)
    expect(controller.received).toHaveLength(1)
  })

  // planted fault found: a job that ignored when the last one ran
  it('is published at most once a minute, with the newest state', async () => {
    const { controller, send, draw, settled, kept, built, pass } = await wiredFarm()
    await send(validInput())
    await controller.desired()
    await draw({ name: 'One', prescription: 40, polygon: slice(90, 100, 60, 120) })
    await controller.desired(({ rev }) => rev === 2)
    await settled()
    const { reader } = built.kit.database
    for (const [at, prescription] of [10, 20, 30].entries()) {
      // the minute starts with each of them, on the test's clock
      const { rows } = await sql<{ at: Date }>`select computed_at as at from prescription_paces`.execute(
        reader,
      )
      built.clock.advance(Number(rows[0]?.at) - built.clock.now().getTime())
      const drawnAt = new Date()
      await draw({ name: `More ${at}`, prescription, polygon: slice(200 + 20 * at, 210 + 20 * at, 60, 120) })
      const { rows: waiting } = await sql<{ early: boolean }>`
        update jobs set due_at = due_at + interval '1 day' where name = ${recomputePrescription.name}
          returning due_at < ${drawnAt}::timestamptz + interval '1 day 50 s' as early`.execute(reader)
      expect(waiting).toEqual([{ early: false }])
    }
    expect(await kept()).toHaveLength(2)
    // a minute later: one publication with all three
    await pass(RECOMPUTED_AT_MOST_MS)
    const last = await controller.desired(({ rev }) => rev === 3)
    expect([102, 112, 122].map((at) => cellsOf(last)[9 * at + 1])).toEqual([10, 20, 30])
  })
})

describe('a locked system', () => {
  it('keeps what it runs, and is recomputed when the lock is removed', async () => {
    const { controller, send, draw, settled, kept, pass, built, owner } = await wiredFarm()
    await send(validInput())
    await controller.desired()
    const lock = (local_only: boolean) =>
      built.call(systemPath('North Quarter'), {
        method: 'PATCH',
        headers: owner.headers,
        json: { local_only },
      })
    expect((await lock(true)).status).toBe(200)
    const saved = await draw({ name: 'Slough', prescription: 0, polygon: slice(90, 100, 70, 110) })
    expect(saved.status).toBe(201)
    await pass(RECOMPUTED_AT_MOST_MS)
    await settled()
    expect(await kept()).toHaveLength(1)
    expect(controller.received).toHaveLength(1)
    await lock(false)
    const caughtUp = await controller.desired(({ rev }) => rev === 2)
    expect(sector(cellsOf(caughtUp), 47)).toEqual([100, 0, 100, 0, 0, 0, 0, 0, 0])
  })

  it('by the provider’s stop is treated alike', async () => {
    const { controller, send, draw, settled, kept, pass, built } = await wiredFarm()
    await send(validInput())
    await controller.desired()
    await switchProviderStop(built.kit, true, null)
    await draw({ name: 'Slough', prescription: 0, polygon: slice(90, 100, 70, 110) })
    await pass(RECOMPUTED_AT_MOST_MS)
    await settled()
    expect(await kept()).toHaveLength(1)
    await switchProviderStop(built.kit, false, null)
    await controller.desired(({ rev }) => rev === 2)
  })
})

describe('soil', () => {
  it('of a field with probes is used, and each cell depends on whether its nearest probe is trusted', async () => {
    const { controller, send, place, hear, settled, pass } = await wiredFarm()
    await place([100, 0, '1'], [-100, 0, '2'])
    await settled()
    await send(validInput({ root_depth: 36, target_moisture: 90, application_rate: 1 }))
    await controller.desired()
    // loam: FC 0.25, WP 0.12; 0.23 is 84.6 % of available water
    await hear([[1, 20, 0.23]])
    const east = await controller.desired(({ rev }) => rev === 2)
    // (0.12 + 0.9 x 0.13 - 0.23) x 36 in = 0.252 in net, 0.2965 in gross of 1 in: 30 %
    expect(cellsOf(east)[9 * 45 + 1]).toBe(30)
    // probe 2 has never reported
    expect(cellsOf(east)[9 * 135 + 1]).toBe(100)
    await settled()
    await pass(HOUR_MS)
    await hear([[2, 20, 0.25]])
    const both = await controller.desired(({ rev }) => rev === 3)
    // wetter than the target
    expect(cellsOf(both)[9 * 135 + 1]).toBe(0)
  })

  it('of a probe that is silent for 72 hours is unknown: 100 %', async () => {
    const { controller, send, place, hear, settled, pass, built } = await wiredFarm()
    await place([100, 0, '1'])
    await hear([[1, 20, 0.25]])
    await settled()
    await send(validInput({ target_moisture: 80 }))
    const fresh = await controller.desired()
    expect(cellsOf(fresh)[9 * 10]).toBe(0)
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from due_at - now())::double precision / 3600 as hours from jobs
       where key like 'recompute-prescription:%:stale'`.execute(built.kit.database.reader)
    expect(rows[0]?.hours).toBeCloseTo(72, 1)
    await pass(72 * HOUR_MS + 1000)
    const stale = await controller.desired(({ rev }) => rev === 2)
    expect(sector(cellsOf(stale), 10)).toEqual(THREE_TOWERS)
  })
})
