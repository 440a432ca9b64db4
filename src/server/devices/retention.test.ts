/** Deletion of old records, and that the history of settings stays the same. */
import { describe, expect, it } from 'vitest'
import { farm } from '../testing/farm.ts'
import { createRetention } from './retention.ts'

const DAY = 86_400_000

describe('old records', () => {
  it('publications are reduced to those that prove a step of their setting', async () => {
    const { built, controllerId } = await farm()
    const { kit } = built
    const age = (days: number) => new Date(built.clock.now().getTime() - days * DAY)
    // rev, setting, age in days, sent, applied, refused
    const rows: [number, number, number, boolean, boolean, boolean][] = [
      [1, 1, 300, true, false, false],
      [2, 1, 299, true, true, false],
      [3, 1, 298, true, true, false],
      [4, 1, 297, true, false, true],
      [5, 1, 296, false, false, false],
      [6, 1, 295, true, true, false],
      [7, 2, 294, true, true, false],
      [8, 3, 60, true, true, false],
      [9, 3, 59, true, true, false],
      [10, 3, 58, true, true, false],
    ]
    for (const [rev, settings, days, sent, applied, refused] of rows)
      await kit.database.pool.query(
        `insert into desired_states (controller_id, rev, settings_rev, command_id, document, rx_sha256, issued_at,
           valid_until, sent_at, received_at, applied_at, rejected_at)
         values ($1, $2, $3, 'c', '{}', '', $4, $4, $5, $6, $6, $7)`,
        [
          controllerId,
          rev,
          settings,
          age(days),
          sent ? age(days) : null,
          applied ? age(days) : null,
          refused ? age(days) : null,
        ],
      )
    const steps = async () =>
      (await built.app.devices.deliveries(kit.database.reader, [controllerId])).get(controllerId)
    const before = await steps()
    await createRetention(kit).run()
    const left = await kit.database.pool.query<{ rev: number }>('select rev from desired_states order by rev')
    // first sent, first applied, refused, newest; a single one; and those of the last three months
    expect(left.rows.map(({ rev }) => rev)).toEqual([1, 2, 4, 6, 7, 8, 9, 10])
    expect(await steps()).toEqual(before)
  })

  it('of machines are kept for the documented time, and not longer', async () => {
    const { built, controllerId } = await farm({ RECORDS_RETENTION: '400d' })
    const { kit } = built
    const at = (days: number) => new Date(built.clock.now().getTime() - days * DAY)
    for (const days of [10, 399, 401, 4000]) {
      await kit.database.pool.query(
        `insert into as_applied (controller_id, rev, sector, from_at, to_at, depth_in) values ($1, 1, 1, $2, $2, '{0}')`,
        [controllerId, at(days)],
      )
      await kit.database.pool.query(
        `insert into controller_events (controller_id, event_id, at, code, heard_at) values ($1, $2, $3, 'STARTED', $3)`,
        [controllerId, String(days), at(days)],
      )
    }
    const counts = async () => {
      const { rows } = await kit.database.pool.query<{ applied: number; events: number }>(
        'select (select count(*) from as_applied) as applied, (select count(*) from controller_events) as events',
      )
      return rows[0]
    }
    await createRetention(kit).run()
    expect(await counts()).toEqual({ applied: 2, events: 2 })
  })
})
