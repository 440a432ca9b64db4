/** Whose silence the database is asked about: machines that did not speak in time, and nobody else. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { buildCalls } from '../testing/build.ts'
import { eventually, telemetry } from '../testing/test-device.ts'
import { createSilence } from './ageing.ts'
import { insertController, SHARDS } from './controllers.store.ts'
import { storeStatuses } from './statuses.store.ts'
import { type Listening, storeHeard } from './links.store.ts'

/** Machines that are online, and somebody who listens to all of them; no server looks at them beside. */
async function listener() {
  const { clock, kit } = await buildCalls(() => undefined)
  const ids: number[] = []
  for (let n = 0; n < 3; n += 1)
    ids.push((await kit.database.write((tx) => insertController(tx, clock.now()))).controllerId)
  const since = new Date(clock.now().getTime() - 3_600_000)
  const shards: Listening[] = Array.from({ length: SHARDS }, (_, shard) => ({ shard, since, deaf: [] }))
  const silence = createSilence(kit, () => shards)
  onTestFinished(() => silence.stop())
  const tell = async (id: number, moving: boolean) => {
    const at = clock.now()
    const document = telemetry(1, { at: at.toISOString(), moving })
    await kit.database.write((tx) => storeHeard(tx, [{ controllerId: id, at, telemetry: document }]))
    silence.heard(id, at, moving)
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
            heardAt: at,
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

it('ends machines that were listed when their shard was taken, and have not spoken since', async () => {
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
  // one that stands and begins to turn has twenty seconds from then on, not the ten minutes that it had
  await tell(idle, true)
  clock.advance(21_000)
  await eventually('an end', async () => ((await online()).length === 0 ? true : null))
})
