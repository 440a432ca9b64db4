/** Weekly maps over HTTP: available weeks, the picture of one, drawn once, and access. */
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mapPaths, mapWeeks, type WeekMap, weekMap } from '#contract/maps.ts'
import { memberPaths } from '#contract/accounts/members.ts'
import { logIn, type SignedIn } from '../../testing/accounts.ts'
import { build, type Built } from '../../testing/build.ts'
import { sharedServer, signedUpUser } from '../../testing/factories.ts'
import { MAP_SYSTEM, mappedFarm, type MapReading } from '../../testing/mapped-farm.ts'

const server = sharedServer()

/** Noon in Alberta, summer time. */
const noon = (day: string) => `${day}T18:00:00Z`

async function weeksOf(built: Built, user: SignedIn, month: number | string | null) {
  const query = new URLSearchParams({
    system: MAP_SYSTEM,
    ...(month === null ? {} : { month: String(month) }),
  })
  const { status, body } = await built.call(`${mapPaths.weeks}?${query}`, { headers: user.headers })
  return { status, ranges: status === 200 ? mapWeeks.parse(body).ranges : null, body }
}

function make(built: Built, user: SignedIn, json: Record<string, unknown>) {
  return built.call(mapPaths.week, { headers: user.headers, json: { system: MAP_SYSTEM, ...json } })
}

async function pictureAt(built: Built, url: string, headers: Record<string, string>) {
  const response = await fetch(built.url + url, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    cache: response.headers.get('cache-control'),
    name: response.headers.get('content-disposition'),
    bytes: bytes.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
    text: bytes.subarray(0, 1).toString('latin1') === '{' ? bytes.toString() : null,
  }
}

const spoken = z.object({ message: z.string(), detail: z.string(), code: z.string() })

describe('weeks of a month', () => {
  it('are Monday to Sunday in the system’s time zone, newest first, over all years, with their number of readings', async () => {
    const built = server()
    const { pat, store } = await mappedFarm(built)
    await store([
      [1, noon('2025-07-10'), 0.2],
      [1, noon('2026-07-06'), 0.2],
      // Sunday 23:59 and Monday 00:00 in Alberta
      [1, '2026-07-13T05:59:00Z', 0.2],
      [1, '2026-07-13T06:00:00Z', 0.21],
      [1, noon('2026-07-08'), 0.9],
    ])
    expect((await weeksOf(built, pat, 7)).ranges).toEqual([
      { start: '2026-07-13', end: '2026-07-19', readings: 1 },
      { start: '2026-07-06', end: '2026-07-12', readings: 2 },
      { start: '2025-07-07', end: '2025-07-13', readings: 1 },
    ])
    expect((await weeksOf(built, pat, 8)).ranges).toEqual([])
  })

  it('are listed in every month that they touch, also across a new year, and complete', async () => {
    const built = server()
    const { pat, store } = await mappedFarm(built)
    await store([
      [1, noon('2025-12-29'), 0.2],
      [1, noon('2026-01-04'), 0.2],
      [1, noon('2026-06-29'), 0.2],
      [1, noon('2026-07-05'), 0.2],
      [2, noon('2026-07-05'), 0.2],
    ])
    const turn = { start: '2025-12-29', end: '2026-01-04', readings: 2 }
    const summer = { start: '2026-06-29', end: '2026-07-05', readings: 3 }
    expect((await weeksOf(built, pat, 12)).ranges).toEqual([turn])
    expect((await weeksOf(built, pat, 1)).ranges).toEqual([turn])
    expect((await weeksOf(built, pat, 6)).ranges).toEqual([summer])
    expect((await weeksOf(built, pat, 7)).ranges).toEqual([summer])
  })

  it('are only the newest when no month is given', async () => {
    const built = server()
    const { pat, store } = await mappedFarm(built)
    expect((await weeksOf(built, pat, null)).ranges).toEqual([])
    await store([
      [1, noon('2026-07-12'), 0.2],
      // Sunday 23:59 in Alberta
      [1, '2026-07-20T05:59:00Z', 0.2],
      [2, noon('2026-07-30'), 0.9],
    ])
    expect((await weeksOf(built, pat, null)).ranges).toEqual([
      { start: '2026-07-13', end: '2026-07-19', readings: 1 },
    ])
  })

  it('are refused for an invalid month, with its message', async () => {
    const built = server()
    const { pat } = await mappedFarm(built)
    for (const month of ['0', '13', '', 'July', '7.5', '-1']) {
      const { status, body } = await weeksOf(built, pat, month)
      expect([month, status, spoken.parse(body).message]).toEqual([
        month,
        400,
        'A month is a number from 1 to 12.',
      ])
    }
  })
})

describe('the map of a week', () => {
  const WEEK: MapReading[] = [
    [1, noon('2026-07-06'), 0.1],
    [1, noon('2026-07-07'), 0.2],
    [2, noon('2026-07-06'), 0.3],
  ]
  const PLACES: [number, number][] = [
    [60, 60],
    [-60, -60],
  ]

  async function drawnFarm(built = server()) {
    const farm = await mappedFarm(built)
    await farm.place(PLACES)
    await farm.store(WEEK)
    const ask = (more: Record<string, unknown> = {}) =>
      make(built, farm.pat, { month: 7, start_date: '2026-07-06', ...more })
    const week = async (more?: Record<string, unknown>) => weekMap.parse((await ask(more)).body)
    return { built, ...farm, ask, week }
  }

  it('is a picture with an unguessable name, drawn once, with a sensible file name', async () => {
    const { built, pat, week } = await drawnFarm()
    const first = await week()
    expect(first).toEqual({
      url: expect.stringMatching(new RegExp(`^/plots/user_${pat.id}/North%20Quarter/[0-9a-f]{32}\\.png$`)),
      start: '2026-07-06',
      end: '2026-07-12',
      probes: 2,
      root_depth_in: expect.any(Number),
      scale: { min: 0, max: 1 },
      method: 'kriging',
      contradicting: [],
      notes: [
        'Between probes: interpolated (kriging).',
        'Soil assumed (loam) until it is confirmed.',
        'Probes are drawn where they stand now.',
      ],
      cover_note: null,
      cover: null,
    })
    const many = await Promise.all([week(), week(), week({ ramp: 'viridis' })])
    expect(new Set(many.map(({ url }) => url))).toEqual(new Set([first.url]))
    const shown = await pictureAt(built, first.url, { cookie: pat.cookie })
    expect(shown).toMatchObject({
      status: 200,
      type: 'image/png',
      cache: 'private, no-store',
      name: 'inline; filename="North Quarter 2026-07-06 to 2026-07-12.png"',
    })
    expect(shown.bytes).toBeGreaterThan(5000)
    expect(shown.bytes).toBeLessThanOrEqual(120 * 1024)
  })

  it('changes with its readings, colours or layer; the previous one is kept for a day', async () => {
    // of its own, whose pictures it counts
    const { built, pat, week, store } = await drawnFarm(await build())
    const first = await week()
    // loam: 0.05 below its wilting point of 0.12 and above its field capacity of 0.25
    expect((await week({ layer: 'volume' })).scale).toEqual({ min: 0.07, max: 0.3 })
    expect((await week({ paper: 'dark' })).url).not.toBe(first.url)
    const uncertain = await week({ layer: 'uncertainty' })
    const others = [uncertain, await week({ ramp: 'target' })]
    await store([[2, noon('2026-07-12'), 0.1]])
    const second = await week()
    expect(new Set([first, ...others, second].map(({ url }) => url)).size).toBe(4)
    const statusOf = async ({ url }: WeekMap, { cookie }: { cookie: string }) =>
      (await pictureAt(built, url, { cookie })).status
    expect(await statusOf(first, pat)).toBe(200)

    built.clock.advance(25 * 3_600_000)
    const again = await logIn(built, pat.email)
    const headers = { authorization: `JWT ${again.access}` }
    await store([[2, noon('2026-07-11'), 0.12]])
    const third = weekMap.parse(
      (await make(built, { ...pat, headers }, { month: 7, start_date: '2026-07-06' })).body,
    )
    expect([await statusOf(first, again), await statusOf(second, again)]).toEqual([404, 404])
    expect([await statusOf(third, again), await statusOf(uncertain, again)]).toEqual([200, 200])
    const files = await readdir(path.join(built.dataDir, 'objects', 'historic-maps'), { recursive: true })
    expect(files.filter((name) => name.endsWith('.png'))).toHaveLength(5)
  })

  it('is refused with the reason when there is none', async () => {
    const { built, pat, ask, store } = await drawnFarm()
    const refusal = async (more: Record<string, unknown>) => {
      const { status, body } = await ask(more)
      return [status, spoken.parse(body).message]
    }
    expect(await refusal({ start_date: '2026-07-13' })).toEqual([
      404,
      'There are no valid readings in this week.',
    ])
    expect(await refusal({ month: 8 })).toEqual([404, 'There are no valid readings in this week.'])
    const monday = 'A week is named by its Monday, for example 2026-07-06.'
    for (const start of [
      '2026-07-07',
      '2026-02-30',
      '2026-7-6',
      '',
      6,
      null,
      '20260706',
      '2026-07-06T00:00:00Z',
    ])
      expect(await refusal({ start_date: start })).toEqual([400, monday])
    for (const month of [0, 13, 'July', null, 7.5, [7]])
      expect(await refusal({ month })).toEqual([400, 'A month is a number from 1 to 12.'])
    expect((await refusal({ ramp: 'rainbow' }))[0]).toBe(400)
    await store([[9, noon('2026-06-24'), 0.2]])
    expect(await refusal({ month: 6, start_date: '2026-06-22' })).toEqual([
      404,
      'None of the placed probes has a valid reading in this week.',
    ])
    const groups = z.array(z.object({ id: z.int() }))
    const saved = groups.parse((await built.call('/api/saved-probes/', { headers: pat.headers })).body)
    for (const { id } of saved)
      await built.call(`/api/delete-probe-group/${id}/`, { method: 'DELETE', headers: pat.headers })
    expect(await refusal({})).toEqual([
      404,
      'No probes are placed inside this circle yet. Place them under Place Soil Probes.',
    ])
  })

  // planted fault found: a picture found by its name alone
  it('is not found for everyone but the members of its system', async () => {
    const { built, pat, ask, week } = await drawnFarm()
    const sam = await signedUpUser(built)
    const { url } = await week()
    const token = /[0-9a-f]{32}/.exec(url)?.[0] ?? ''
    const missing = JSON.stringify({ message: 'Not found.', detail: 'Not found.', code: 'not_found' })
    const wrong = [
      url,
      url.replace(`user_${pat.id}`, `user_${sam.id}`),
      url.replace('North%20Quarter', 'Other'),
      `/plots/user_${sam.id}/x/${token}.png`,
      `/plots/historic-maps/1/${token}.png`,
    ]
    for (const address of wrong)
      expect(await pictureAt(built, address, sam.headers)).toMatchObject({
        status: 404,
        cache: 'private, no-store',
        text: missing,
      })
    for (const forged of ['0'.repeat(32), token.toUpperCase(), `${token}0`, `..%2f${token}`])
      expect((await pictureAt(built, url.replace(token, forged), pat.headers)).text).toBe(missing)
    expect((await pictureAt(built, url, {})).status).toBe(401)

    const asSam = await make(built, sam, { month: 7, start_date: '2026-07-06' })
    expect([asSam.status, spoken.parse(asSam.body).code]).toEqual([404, 'system_not_found'])
    expect((await weeksOf(built, sam, 7)).status).toBe(404)
    const invited = await built.call(`${memberPaths.list}?system=${encodeURIComponent(MAP_SYSTEM)}`, {
      headers: pat.headers,
      json: { email: sam.email, role: 'viewer' },
    })
    expect(invited.status).toBeLessThan(300)
    const shared = weekMap.parse((await make(built, sam, { month: 7, start_date: '2026-07-06' })).body)
    expect(shared.url).toBe(`/plots/user_${sam.id}/North%20Quarter/${token}.png`)
    expect((await pictureAt(built, shared.url, { cookie: sam.cookie })).status).toBe(200)
    expect((await ask()).status).toBe(200)
  })
})
