/**
 * Pictures of graphs over HTTP: one for each sensor with readings, drawn once per content, visible to members only, deleted
 * after a week. Planted faults found: a picture looked up by its key alone, and one kept after readings had changed.
 */
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { graphPaths, graphPictures } from '../../contract/graphs.ts'
import { sensorPath } from '../../contract/probes.ts'
import type { SignedIn } from '../testing/accounts.ts'
import { build, type Built, shared } from '../testing/build.ts'
import { eventually } from '../testing/test-device.ts'
import { connectedSystem, freeNames, providerOf, signedUpUser } from '../testing/factories.ts'
import { readingAt, storeReadings } from '../testing/graph-readings.ts'
import { PICTURE_KEPT_MS, PICTURES_PER_SYSTEM_MAX, removeGraphPictures } from './pictures.service.ts'
import { provesRow } from '../testing/reliability.ts'

const SYSTEM = 'North Quarter'

/** For tests that do not count the stored pictures of the whole installation. */
const server = shared(() => build())

async function farm(built: Built) {
  built.clock.advance(Date.parse('2026-07-20T18:00:00Z') - built.clock.now().getTime())
  await freeNames(built)
  const pat = await signedUpUser(built)
  await connectedSystem(built, pat)
  await storeReadings(built, SYSTEM, [
    readingAt('2026-07-06T12:00:00Z', 0.2, { probe: 3 }),
    readingAt('2026-07-07T12:00:00Z', 0.22, { probe: 3 }),
    readingAt('2026-07-07T12:00:00Z', 0.24, { probe: 3, depthCm: 40 }),
    readingAt('2026-07-07T12:00:00Z', 0.9, { probe: 4 }),
    readingAt('2026-07-09T12:00:00Z', 0.2, { probe: 5 }),
  ])
  return { built, pat }
}

async function generate(built: Built, user: SignedIn, [start, end] = ['06-07-2026', '07-07-2026']) {
  const answer = await built.call(graphPaths.dates, {
    headers: { cookie: user.cookie },
    json: { user_id: user.id, selected_db: `${user.id}/${SYSTEM} 2026.db`, start_date: start, end_date: end },
  })
  expect(answer.status).toBe(200)
  return graphPictures.parse(answer.body).plot_urls
}

/** A raw path, which fetch would normalize. */
function rawGet(built: Built, address: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(built.url)
  return new Promise<{ status: number; cache: string; text: string }>((resolve, reject) => {
    const call = request({ hostname, port, path: address, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, cache: response.headers['cache-control'] ?? '', text }),
      )
    })
    call.on('error', reject).end()
  })
}

const storedFiles = async ({ dataDir }: Built) =>
  (await readdir(path.join(dataDir, 'objects', 'graphs')).catch((): string[] => [])).toSorted()

describe('the pictures of a range', () => {
  it('are one for each sensor that has valid readings in it, each a PNG of 1800 x 800 with a file name', async () => {
    const { built, pat } = await farm(server())
    const urls = await generate(built, pat)
    expect(Object.keys(urls)).toEqual(['P3-20cm', 'P3-40cm'])
    const [url = ''] = Object.values(urls)
    expect(url).toMatch(/^\/plots\/graphs\/[0-9a-f]{32}\.png$/)
    const answer = await fetch(built.url + url, { headers: { cookie: pat.cookie } })
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('cache-control'),
      answer.headers.get('content-disposition'),
    ]).toEqual([
      200,
      'image/png',
      'private, no-store',
      'inline; filename="North Quarter P3-20cm 2026-07-06 to 2026-07-07.png"',
    ])
    const image = await loadImage(Buffer.from(await answer.arrayBuffer()))
    expect([image.width, image.height]).toEqual([1800, 800])
    const brush = createCanvas(1800, 800).getContext('2d')
    brush.drawImage(image, 0, 0)
    expect([...brush.getImageData(0, 0, 1, 1).data]).toEqual([255, 253, 249, 255])
  })

  it('are drawn once per content, and again when their content has changed', async () => {
    const { built, pat } = await farm(await build())
    const first = await generate(built, pat)
    const files = await storedFiles(built)
    expect(files).toHaveLength(2)
    const viewer = await signedUpUser(built)
    await providerOf(built).share(SYSTEM, viewer.email, 'viewer')
    expect(await generate(built, pat)).toEqual(first)
    expect(await generate(built, viewer)).toEqual(first)
    expect(await storedFiles(built)).toEqual(files)
    await storeReadings(built, SYSTEM, [readingAt('2026-07-06T13:00:00Z', 0.21, { probe: 3 })])
    const second = await generate(built, pat)
    expect(second['P3-20cm']).not.toBe(first['P3-20cm'])
    expect(second['P3-40cm']).toBe(first['P3-40cm'])
    await storeReadings(built, SYSTEM, [readingAt('2026-07-06T14:00:00Z', 0.7, { probe: 3 })])
    expect(await generate(built, pat)).toEqual(second)
    const soil = await built.call(sensorPath(SYSTEM, 3), {
      method: 'PATCH',
      headers: pat.headers,
      json: { texture: 'clay' },
    })
    expect(soil.status).toBe(200)
    const third = await generate(built, pat)
    expect(third['P3-40cm']).not.toBe(first['P3-40cm'])
  })

  it('are drawn again under the same URL if the store has lost them', async () => {
    const { built, pat } = await farm(server())
    const urls = await generate(built, pat)
    const address = urls['P3-20cm'] ?? ''
    await built.kit.objects.remove(`graphs/${address.slice(-36)}`)
    expect((await built.call(address, { headers: pat.headers })).status).toBe(404)
    expect(await generate(built, pat)).toEqual(urls)
    expect((await built.call(address, { headers: pat.headers })).status).toBe(200)
  })

  it('are made by many concurrent requests without a duplicate', async () => {
    const { built, pat } = await farm(await build())
    const viewers = [await signedUpUser(built), await signedUpUser(built)]
    for (const { email } of viewers) await providerOf(built).share(SYSTEM, email, 'viewer')
    const askers = [pat, ...viewers].flatMap((asker) => [asker, asker, asker, asker])
    const answers = await Promise.all(askers.map((asker) => generate(built, asker)))
    for (const urls of answers) expect(urls).toEqual(answers[0])
    expect(await storedFiles(built)).toHaveLength(2)
  })

  it('are refused to a user with too many in progress, and only until those are done', async () => {
    const { built, pat } = await farm(server())
    const json = {
      user_id: pat.id,
      selected_db: `${pat.id}/${SYSTEM} 2026.db`,
      start_date: '06-07-2026',
      end_date: '09-07-2026',
    }
    const ask = () => built.call(graphPaths.dates, { headers: pat.headers, json })
    const answers = await Promise.all(Array.from({ length: 30 }, ask))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, headers } of refused)
      expect([status, headers.get('retry-after')]).toEqual([429, '5'])
    expect((await ask()).status).toBe(200)
  })

  it('and the soil of probes are protected by row-level security: members see them, owners and operators change soil', async () => {
    const { built, pat } = await farm(server())
    await generate(built, pat)
    await built.call(sensorPath(SYSTEM, 3), {
      method: 'PATCH',
      headers: pat.headers,
      json: { texture: 'clay' },
    })
    const [viewer, sam] = [await signedUpUser(built), await signedUpUser(built)]
    await providerOf(built).share(SYSTEM, viewer.email, 'viewer')
    const seenBy = ({ id }: SignedIn) =>
      built.kit.database.asCustomer(id, async (tx) => {
        const { rows } = await sql<{ seen: number[] }>`select array[(select count(*) from graph_pictures),
          (select count(*) from probe_soils)]::integer[] as seen`.execute(tx)
        const { numAffectedRows } = await sql`update probe_soils set texture = 'sand'`.execute(tx)
        return [...(rows[0]?.seen ?? []), Number(numAffectedRows)]
      })
    expect([await seenBy(pat), await seenBy(viewer), await seenBy(sam)]).toEqual([
      [2, 1, 1],
      [2, 1, 0],
      [0, 0, 0],
    ])
    const forge = built.kit.database.asCustomer(pat.id, (tx) => sql`delete from graph_pictures`.execute(tx))
    await expect(forge).rejects.toThrow(/permission denied/)
  })
})

describe('the picture of a graph', () => {
  it('needs a credential (B3), and does not exist for anyone but members (B1, B5)', async () => {
    const { built, pat } = await farm(server())
    const { 'P3-20cm': url = '' } = await generate(built, pat)
    const sam = await signedUpUser(built)
    await connectedSystem(built, sam, { name: 'South Quarter' })
    expect((await rawGet(built, url, {})).status).toBe(401)
    expect((await rawGet(built, url, { cookie: 'headgate=nothing' })).status).toBe(401)
    expect((await rawGet(built, url, { cookie: pat.cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    )
    const text = JSON.stringify({ message: 'Not found.', detail: 'Not found.', code: 'not_found' })
    const missing = { status: 404, cache: 'private, no-store', text }
    const key = url.slice('/plots/graphs/'.length, -'.png'.length)
    const wrong = [
      url,
      `/plots/graphs/${'0'.repeat(32)}.png`,
      `/plots/graphs/${key.toUpperCase()}.PNG`,
      `/plots/graphs/${key}`,
      `/plots/graphs/${key}.png.png`,
      `/plots/graphs/${key}%00.png`,
      `/plots/graphs/..%2fgraphs%2f${key}.png`,
      `/plots/graphs/%2e%2e/graphs/${key}.png`,
      `/plots/graphs/%252e%252e/${key}.png`,
      `/plots/graphs//${key}.png`,
      `/plots/graphs\\${key}.png`,
      `/plots/user_${sam.id}/graphs/${key}.png`,
      `/plots/user_${pat.id}/${key}/${key}.png`,
    ]
    provesRow('B3', 3)
    provesRow('B5', 2 * wrong.length - 1)
    for (const address of wrong)
      expect([address, await rawGet(built, address, sam.headers)]).toEqual([address, missing])
    for (const address of wrong.slice(1))
      expect([address, (await rawGet(built, address, pat.headers)).status]).toEqual([address, 404])
    expect((await rawGet(built, url, pat.headers)).status).toBe(200)
    // a former member
    await providerOf(built).share(SYSTEM, sam.email, 'viewer')
    expect((await rawGet(built, url, sam.headers)).status).toBe(200)
    await sql`delete from memberships where user_id = ${sam.id} and role = 'viewer'`.execute(
      built.kit.database.reader,
    )
    expect((await rawGet(built, url, sam.headers)).status).toBe(404)
  })

  // planted fault that this caught: pictures beyond the limit of a system kept until their week is over
  it('requested again uses no more space, and a system has a thousand at most', async () => {
    const { built, pat } = await farm(await build())
    await generate(built, pat)
    const first = await storedFiles(built)
    for (let again = 0; again < 20; again += 1) await generate(built, pat)
    expect(await storedFiles(built)).toEqual(first)
    const { rows: systems } = await sql<{ id: number }>`select id from systems`.execute(
      built.kit.database.reader,
    )
    const old = Array.from({ length: PICTURES_PER_SYSTEM_MAX }, (_, at) => at.toString(16).padStart(32, '0'))
    for (const key of old.slice(0, 20)) await built.kit.objects.put(`graphs/${key}.png`, Buffer.from('old'))
    await sql`insert into graph_pictures (key, system_id, fingerprint, file_name, asked_at)
      select key, ${systems[0]?.id}, key, 'old.png', ${built.clock.now()}::timestamptz - (1000 - at) * interval '1 second'
        from unnest(${old}::text[]) with ordinality as old (key, at)`.execute(built.kit.database.reader)
    for (const [start, end] of [
      ['06-07-2026', '06-07-2026'],
      ['07-07-2026', '07-07-2026'],
    ])
      await generate(built, pat, [start ?? '', end ?? ''])
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from graph_pictures`.execute(
      built.kit.database.reader,
    )
    // sensors of one set are drawn in parallel, and the last of them may be one too many until the next request
    expect(rows[0]?.n).toBeLessThan(PICTURES_PER_SYSTEM_MAX + 3)
    const removed = await Promise.all(
      old.slice(0, 2).map((key) => built.kit.objects.get(`graphs/${key}.png`)),
    )
    expect(removed).toEqual([null, null])
    provesRow('E11', 40)
  })

  it('is deleted a week after the last request', async () => {
    const { built, pat } = await farm(await build())
    const { 'P3-20cm': left = '' } = await generate(built, pat)
    built.clock.advance(PICTURE_KEPT_MS / 2)
    const { 'P5-20cm': other = '' } = await generate(built, pat, ['09-07-2026', '09-07-2026'])
    const again = await generate(built, pat, ['07-07-2026', '07-07-2026'])
    built.clock.advance(PICTURE_KEPT_MS / 2 + 1000)
    expect(await generate(built, pat, ['07-07-2026', '07-07-2026'])).toEqual(again)
    expect(await storedFiles(built)).toHaveLength(5)
    await built.kit.database.write((tx) => built.kit.jobs.enqueue(tx, removeGraphPictures, {}))
    await eventually('the old ones removed', async () =>
      (await storedFiles(built)).length === 3 ? true : null,
    )
    const { reader } = built.kit.database
    // files are removed first, and with the rows the next removal is stored; without its file a picture is not found
    await eventually('their rows too', async () => {
      const { rows } = await sql`select from graph_pictures`.execute(reader)
      return rows.length === 3 ? true : null
    })
    // the token has expired meanwhile, the cookie has not
    const headers = { cookie: pat.cookie }
    const status = async (address: string) => (await built.call(address, { headers })).status
    expect(await status(left)).toBe(404)
    expect(await status(other)).toBe(200)
    const { rows } = await sql<{ jobs: number }>`select count(*)::integer as jobs from jobs
      where name = ${removeGraphPictures.name} and due_at > now()`.execute(reader)
    expect(rows).toEqual([{ jobs: 1 }])
  })
})
