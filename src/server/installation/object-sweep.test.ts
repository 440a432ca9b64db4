/** Unreferenced objects are deleted, referenced and new ones stay. Planted fault found: a keeper that forgets its keys. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { graphPaths, graphPictures } from '../../contract/graphs.ts'
import { graphObjects } from '../graphs/pictures.service.ts'
import { liveMapObjects } from '../maps/live/live-maps.ts'
import { weekObjects } from '../maps/weeks/historic-maps.service.ts'
import { farm } from '../testing/factories.ts'
import { readingAt, storeReadings } from '../testing/graph-readings.ts'
import { createObjectSweep } from './object-sweep.ts'

const SYSTEM = 'North Quarter'
const name = () => randomBytes(16).toString('hex')

it('of existing pictures stay; unreferenced ones of each kind are deleted after a day, and folders without a feature are left alone', async () => {
  const { built, owner } = await farm()
  const { objects, database, jobs } = built.kit
  const headers = { cookie: owner.cookie }
  await storeReadings(built, SYSTEM, [readingAt('2026-07-06T12:00:00Z', 0.2, { probe: 3 })])
  const json = {
    user_id: owner.id,
    selected_db: `${owner.id}/${SYSTEM} 2026.db`,
    start_date: '06-07-2026',
    end_date: '06-07-2026',
  }
  const drawn = await built.call(graphPaths.dates, { headers, json })
  const [graph = ''] = Object.values(graphPictures.parse(drawn.body).plot_urls)
  const live = `/plots/user_${owner.id}/North%20Quarter/North%20Quarter.png`
  expect((await built.call(live, { headers })).status).toBe(200)
  const { rows } = await sql<{ id: number }>`select controller_id as id from systems`.execute(database.reader)
  const id = rows[0]?.id ?? 0
  const week = name()
  await sql`insert into historic_maps
      (token, controller_id, fingerprint, starts_on, ends_on, layer, ramp, paper, probes, low, high, drawn_at)
    values (${week}, ${id}, ${name()}, '2026-07-06', '2026-07-12', 'classes', 'viridis', 'light', 3, 0, 1, now())`.execute(
    database.reader,
  )
  const keptKeys = [`historic-maps/${id}/${week}.png`, 'elsewhere/kept.png']
  const strays = [
    `graphs/${name()}.png`,
    `live-maps/${id}/${name()}-viridis-classes-light.png`,
    `live-maps/${id + 1}/${name()}-viridis-classes-light.png`,
    `historic-maps/${id}/${name()}.png`,
    // of another system
    `historic-maps/${id + 1}/${week}.png`,
  ]
  for (const key of [...keptKeys, ...strays]) await objects.put(key, Buffer.from('a picture'))
  const there = async () => {
    const keys = new Set<string>()
    for await (const { key } of objects.list()) keys.add(key)
    return keys
  }
  const all = await there()
  const quiet = { ...built.kit, jobs: { ...jobs, processOutside: () => undefined } }
  const { sweep } = createObjectSweep(quiet, [graphObjects, liveMapObjects, weekObjects])
  expect(await sweep()).toBe(0)
  built.clock.advance(2 * 86_400_000)
  expect(await sweep()).toBe(strays.length)
  for (const key of strays) all.delete(key)
  expect(await there()).toEqual(all)
  expect((await built.call(graph, { headers })).status).toBe(200)
  expect(await sweep()).toBe(0)
  const waiting = await sql<{ name: string }>`select name from jobs where name = 'sweep-objects'`.execute(
    database.reader,
  )
  expect(waiting.rows).toHaveLength(1)
})
