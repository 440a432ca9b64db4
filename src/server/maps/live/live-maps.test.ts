/** Live maps over HTTP: access, redrawing, and the message when nothing can be drawn. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { toLatLng } from '#agronomy/pivot/pivot-geometry.ts'
import { geofencesPath } from '#contract/geofences.ts'
import { liveMapPath } from '#contract/maps.ts'
import { probePaths } from '#contract/probes.ts'
import { readingPaths } from '#contract/readings.ts'
import { systemPaths } from '#contract/systems.ts'
import { systemOf } from '../../systems/membership.store.ts'
import type { SignedIn } from '../../testing/accounts.ts'
import type { Built } from '../../testing/build.ts'
import { connectedSystem, sharedServer, signedUpUser, validInput } from '../../testing/factories.ts'
import { seriesOf, surfaceOf } from '../../testing/map-calls.ts'
import { MAP_SYSTEM } from '../../testing/mapped-farm.ts'
import { mapDrawn } from './live-maps.events.ts'
import { provesRow } from '../../testing/reliability.ts'

const server = sharedServer()

const PIVOT = { lat: 51.06, lng: -114.15 }
const HOUR = 3_600_000

/** A farm with one system and what a map needs: placements and readings. */
async function farm(built: Built) {
  const pat = await signedUpUser(built)
  const { gateway, system } = await connectedSystem(built, pat)
  const place = async (places: [x: number, y: number][]) => {
    const probes = places.map(([x, y], i) => {
      const { lat, lng } = toLatLng(PIVOT, { x, y })
      return [lat, lng, String(i + 1)]
    })
    const answer = await built.call(probePaths.save, {
      headers: pat.headers,
      json: { fieldName: 'North', probes },
    })
    expect(answer.status).toBe(201)
  }
  const send = async (probe: number, vwc: number, agoMs = 0) => {
    const at = new Date(built.clock.now().getTime() - agoMs).toISOString()
    const answer = await built.call(readingPaths.ingest, {
      headers: { authorization: `Device ${gateway.id}:${gateway.secret}` },
      json: { batch: 'b', readings: [{ probe, depthCm: 30, at, vwc }] },
    })
    expect(answer.status).toBe(200)
  }
  return { pat, place, send, path: liveMapPath(pat.id, system, 1) }
}

async function picture(built: Built, path: string, headers: Record<string, string>) {
  const response = await fetch(built.url + path, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    cache: response.headers.get('cache-control'),
    name: response.headers.get('content-disposition'),
    text: bytes.subarray(0, 4).toString('latin1') === '\x89PNG' ? null : bytes.toString(),
    digest: createHash('sha256').update(bytes).digest('hex'),
  }
}

/** A raw path, which fetch would normalise. */
function rawGet(built: Built, path: string, user: SignedIn) {
  const { hostname, port } = new URL(built.url)
  return new Promise<{ status: number; cache: string; text: string }>((resolve, reject) => {
    const call = request({ hostname, port, path, headers: user.headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, cache: response.headers['cache-control'] ?? '', text }),
      )
    })
    call.on('error', reject).end()
  })
}

describe('the live map', () => {
  it('is redrawn whenever it would change, and not otherwise', async () => {
    const built = server()
    const { pat, place, send, path } = await farm(built)
    const look = async () => {
      const { status, type, cache, digest } = await picture(built, path, pat.headers)
      expect([status, type, cache]).toEqual([200, 'image/png', 'private, no-store'])
      return digest
    }
    const noProbes = await look()
    await place([
      [50, 50],
      [-50, -50],
    ])
    const noReadings = await look()
    await send(1, 0.2)
    const first = await look()
    expect(await look()).toBe(first)
    await send(2, 0.3)
    const second = await look()
    const settings = await built.call(systemPaths.input, {
      headers: pat.headers,
      json: validInput({ root_depth: 12 }),
    })
    expect(settings.status).toBe(200)
    const shallow = await look()
    built.clock.advance(73 * HOUR)
    const { pat: later } = { pat: { ...pat, headers: { cookie: pat.cookie } } }
    const silent = (await picture(built, path, later.headers)).digest
    const all = [noProbes, noReadings, first, second, shallow, silent]
    expect(new Set(all).size).toBe(all.length)
  })

  it('is redrawn when the arm has moved, and not after telemetry from the same position', async () => {
    const built = server()
    const { pat, place, send, path } = await farm(built)
    await place([[50, 50]])
    await send(1, 0.2)
    const hear = async (angleDeg: number) => {
      const at = built.clock.now()
      const telemetry = {
        angleDeg,
        direction: 'FORWARD',
        wet: true,
        moving: true,
        timerPct: 50,
        at: at.toISOString(),
      }
      await built.kit.database.pool.query('update controller_links set telemetry = $1, telemetry_at = $2', [
        JSON.stringify(telemetry),
        at,
      ])
    }
    const give = async (sector: number, hoursAgo: number) => {
      const to = new Date(built.clock.now().getTime() - hoursAgo * HOUR)
      await built.kit.database.pool.query(
        `insert into as_applied (controller_id, rev, sector, from_at, to_at, depth_in)
         select controller_id, 1, $1, $2::timestamptz - interval '1 hour', $2, array[0.4]::double precision[]
           from controller_links`,
        [sector, to],
      )
    }
    const look = async () => (await picture(built, path, pat.headers)).digest
    const looks = [await look()]
    await hear(40.5)
    looks.push(await look())
    built.clock.advance(60_000)
    await hear(41.9)
    expect(await look()).toBe(looks[1])
    await hear(42.1)
    looks.push(await look())
    for (const sector of [18, 19, 20]) await give(sector, 20 - sector)
    looks.push(await look())
    const { machine, notes } = await surfaceOf(built, pat)
    expect(machine).toMatchObject({ arm_degrees: 43, stale: false, pass: { arcs: [[36, 42]] } })
    expect(machine?.words).toMatch(/Line: the arm at 43°\. Rim: 6° watered in its last pass, since /)
    expect(notes).toContain(machine?.words)
    built.clock.advance(11 * 60_000)
    looks.push(await look())
    expect((await surfaceOf(built, pat)).machine?.stale).toBe(true)
    expect(new Set(looks).size).toBe(looks.length)
  })

  it('marks a probe in an active geofence of 0 %', async () => {
    const built = server()
    const { pat, place, send, path } = await farm(built)
    await place([
      [50, 50],
      [-80, 0],
    ])
    await send(1, 0.3)
    await send(2, 0.2)
    const look = async () => (await picture(built, path, pat.headers)).digest
    const fencedNotes = async () => (await surfaceOf(built, pat)).notes.filter((note) => note.startsWith('*'))
    const before = await look()
    expect(await fencedNotes()).toEqual([])
    const corner = (x: number, y: number) => {
      const { lat, lng } = toLatLng(PIVOT, { x, y })
      return [lat, lng]
    }
    const saved = await built.call(geofencesPath(MAP_SYSTEM), {
      headers: pat.headers,
      json: {
        name: 'Slough',
        prescription: 0,
        polygon: [corner(20, 20), corner(90, 20), corner(90, 90), corner(20, 90)],
      },
    })
    expect(saved.status).toBe(201)
    expect(await fencedNotes()).toEqual([
      '* Probe 1 stands in a geofence of 0%: prescriptions do not go by it elsewhere.',
    ])
    expect((await surfaceOf(built, pat)).probes.map(({ fenced }) => fenced)).toEqual([true, false])
    const season = await seriesOf(built, pat, { size: '8' })
    expect(season.probes.map(({ fenced }) => fenced)).toEqual([true, false])
    expect([season.fenced_note]).toEqual(await fencedNotes())
    const marked = await look()
    expect(marked).not.toBe(before)
    await built.kit.database.pool.query('update geofences set enabled = false')
    expect(await fencedNotes()).toEqual([])
    expect((await seriesOf(built, pat, { size: '8' })).fenced_note).toBeNull()
  })

  it('is not changed by invalid readings, and notifies open browsers when it was drawn', async () => {
    const built = server()
    const { pat, place, send, path } = await farm(built)
    const { controllerId } = await systemOf(built.kit.database.reader, pat.id, MAP_SYSTEM)
    await place([[50, 50]])
    await send(1, 0.2, HOUR)
    const drawnTimes: (string | null)[] = []
    built.kit.events.on(mapDrawn, (drawn) => {
      if (drawn.controllerId === controllerId) drawnTimes.push(drawn.asOf)
    })
    const before = (await picture(built, path, pat.headers)).digest
    for (const vwc of [-0.1, 0.61, 25, 1e38]) await send(1, vwc)
    await send(1, 0.4, -10 * 60_000)
    expect((await picture(built, path, pat.headers)).digest).toBe(before)
    await send(1, 0.25)
    // without a request: the job that was enqueued with the reading draws it
    while (!drawnTimes.some((asOf) => asOf && Date.parse(asOf) > built.clock.now().getTime() - HOUR / 2))
      await sleep(20)
  })

  // planted fault found: readings without row-level security
  it('uses readings that the customer role sees only of its own systems', async () => {
    const built = server()
    const [{ pat, send }, sam] = [await farm(built), await signedUpUser(built)]
    await send(1, 0.2)
    const seenBy = (id: number) =>
      built.kit.database.asCustomer(id, async (tx) => {
        const tables = tx.withTables<{ readings: { probe: number }; sensors: { probe: number } }>()
        const readings = await tables.selectFrom('readings').select('probe').execute()
        const sensors = await tables.selectFrom('sensors').select('probe').execute()
        return [readings.length, sensors.length]
      })
    expect([await seenBy(pat.id), await seenBy(sam.id)]).toEqual([
      [1, 1],
      [0, 0],
    ])
  })

  it('is available in other colours and as uncertainty, under a sensible file name', async () => {
    const built = server()
    const { pat, place, send, path } = await farm(built)
    await place([
      [50, 50],
      [-50, -50],
    ])
    await send(1, 0.2)
    await send(2, 0.3)
    const look = (more: string) => picture(built, path + more, { cookie: pat.cookie })
    const usual = await look('')
    const others = await Promise.all(
      [
        '&ramp=cividis',
        '&ramp=target',
        '&layer=uncertainty',
        '&layer=share',
        '&layer=volume',
        '&paper=dark',
      ].map(look),
    )
    expect(new Set([usual, ...others].map(({ digest }) => digest)).size).toBe(7)
    expect(await look('&ramp=target')).toEqual(others[1])
    // a URL may contain other parameters
    for (const odd of [
      '&ramp=rainbow',
      '&layer=',
      '&layer=moisture',
      '&paper=black',
      '&ramp=target&ramp=cividis',
      '&x=%00',
    ])
      expect((await look(odd)).digest).toBe(usual.digest)
    expect(usual.name).toMatch(/^inline; filename="North Quarter \d+ \w+ \d{4} \d\d\.\d\d \S+\.png"$/)
    expect(others[2]?.name).toMatch(/^inline; filename="North Quarter uncertainty \d/)
  })

  it('requires a sign-in, and accepts the cookie for it', async () => {
    const built = server()
    const { pat, path } = await farm(built)
    expect((await picture(built, path, {})).status).toBe(401)
    expect((await picture(built, path, { cookie: pat.cookie })).status).toBe(200)
    expect((await picture(built, path, { cookie: pat.cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    )
  })

  // what a server, a proxy or a file system might treat as a path traversal
  const ESCAPES = [
    '..%2f',
    '%2e%2e%2f',
    '%252e%252e%252f',
    '..%5c',
    '..%255c',
    '%2e%2e%5c',
    './/',
    '.%00/',
    '%c0%ae%c0%ae/',
    '%u002e%u002e/',
    '..;/',
    '....//',
  ]

  // planted fault found: a picture found by its path alone
  it('is not found for everyone else, under any spelling of its URL', async () => {
    const built = server()
    const [{ pat, path }, sam] = [await farm(built), await signedUpUser(built)]
    const name = 'North%20Quarter'
    const address = `/plots/user_${pat.id}/${name}/${name}.png`
    const missing = JSON.stringify({ message: 'Not found.', detail: 'Not found.', code: 'not_found' })
    expect(await rawGet(built, path, sam)).toEqual({ status: 404, cache: 'private, no-store', text: missing })
    const wrong = [
      `/plots/user_${sam.id}/${name}/${name}.png`,
      `/plots/user_${pat.id}/${name}/other.png`,
      `/plots/user_0${pat.id}/${name}/${name}.png`,
      `/plots/user_${pat.id}/north%20quarter/north%20quarter.png`,
      `/plots/user_${pat.id}/${name}%00/${name}%00.png`,
      `/plots/user_${pat.id}/..%2f${name}/${name}.png`,
      `/plots/user_${pat.id}/%252e%252e/%252e%252e.png`,
      `/plots/user_${pat.id}/%E0%A4%A/%E0%A4%A.png`,
      `/plots/user_${sam.id}/../user_${pat.id}/${name}/${name}.png`,
      `/plots//user_${pat.id}/${name}/${name}.png`,
      `/plots/user_${pat.id}\\${name}\\${name}.png`,
      `/plots/user_${pat.id}/${name}/${name}.PNG`,
      '/plots/live-maps/1/x.png',
      `/plots/user_${pat.id};v=1/${name}/${name}.png`,
      ...ESCAPES.flatMap((escape) => [
        `/plots/${escape}user_${pat.id}/${name}/${name}.png`,
        `/plots/user_${sam.id}/${escape}user_${pat.id}/${name}/${name}.png`,
      ]),
    ]
    provesRow('B5', wrong.length * 2)
    for (const wrongAddress of wrong)
      for (const user of [sam, pat])
        expect([wrongAddress, await rawGet(built, wrongAddress, user)]).toEqual([
          wrongAddress,
          { status: 404, cache: 'private, no-store', text: missing },
        ])
    expect((await rawGet(built, address, pat)).status).toBe(200)
    expect((await rawGet(built, `${address}/?v=1&v=2#x`, pat)).status).toBe(200)
  })
})
