/** Which machines the offline detection looks up in the database: those past their deadline, and no others. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { buildCalls } from '../testing/build.ts'
import { eventually, telemetry } from '../testing/test-device.ts'
import { createOfflineDetection } from './timeouts.ts'
import { insertController, SHARDS } from './controllers.store.ts'
import { storeStatuses } from './statuses.store.ts'
import { type ShardSubscription, storeContacts } from './links.store.ts'

/** Machines that are online, and an offline detection that has every shard; no server runs besides. */
async function listener() {
  const { clock, kit } = await buildCalls(() => undefined)
  const ids: number[] = []
  for (let n = 0; n < 3; n += 1)
    ids.push((await kit.database.write((tx) => insertController(tx, clock.now()))).controllerId)
  const since = new Date(clock.now().getTime() - 3_600_000)
  const shards: ShardSubscription[] = Array.from({ length: SHARDS }, (_, shard) => ({
    shard,
    since,
    gaps: [],
  }))
  const silence = createOfflineDetection(kit, () => shards)
  onTestFinished(() => silence.stop())
  const tell = async (id: number, moving: boolean) => {
    const at = clock.now()
    const document = telemetry(1, { at: at.toISOString(), moving })
    await kit.database.write((tx) => storeContacts(tx, [{ controllerId: id, at, telemetry: document }]))
    silence.contacted(id, at, moving)
  }
  for (const id of ids) {
    const at = clock.now()
    await kit.database.write((tx) =>
      storeStatuses(
        tx,
        [
          {
            controllerId: id,
            status: { state: 'online', session: 's', at: at.toISOString() },
            retained: false,
            receivedAt: at,
          },
        ],
        { wait: true },
      ),
    )
  }
  const online = async () => {
    const { rows } = await sql<{
      id: number
    }>`select controller_id as id from controller_links where online order by 1`.execute(kit.database.reader)
    return rows.map(({ id }) => id)
  }
  return { clock, ids, silence, tell, online }
}

it('marks machines offline that were loaded with their shard and have been silent since', async () => {
  const { clock, ids, silence, tell, online } = await listener()
  const [moving = 0, idle = 0, gone = 0] = ids
  await tell(idle, false)
  await tell(gone, true)
  silence.start()
  clock.advance(25_000)
  await tell(moving, true)
  await eventually('an end', async () => ((await online()).length === 2 ? true : null))
  expect(await online()).toEqual([moving, idle])
  clock.advance(21_000)
  await eventually('an end', async () => ((await online()).length === 1 ? true : null))
  expect(await online()).toEqual([idle])
  // a machine that begins to move has twenty seconds from then on, not the ten minutes it had before
  await tell(idle, true)
  clock.advance(21_000)
  await eventually('an end', async () => ((await online()).length === 0 ? true : null))
})
