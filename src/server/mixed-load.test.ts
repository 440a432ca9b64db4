/** Every kind of call at once: no answer is a fault, hardly any is another than the call must have, and over an hour memory and handles stay flat. */
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { accountPaths } from '../contract/accounts/account-paths.ts'
import { geofencesPath } from '../contract/geofences.ts'
import { mapPaths } from '../contract/maps.ts'
import { readingPaths } from '../contract/readings.ts'
import { systemPaths } from '../contract/systems.ts'
import { openAccount } from './accounts/signup.service.ts'
import { createProvider } from './provider/provider.service.ts'
import { PASSWORD } from './testing/accounts.ts'
import { callServer } from './testing/build.ts'
import { validInput } from './testing/factories.ts'
import { provesRow } from './testing/reliability.ts'
import { serverPlace } from './testing/server-process.ts'
import { soak } from './testing/soak.ts'

const MINUTES = Number(process.env['MIXED_MINUTES'] ?? soak(1, 60))
/** MB and handles. A run below ten minutes only fills caches, and says nothing about growth. */
const GROWTH_A_MINUTE = MINUTES >= 10 ? 1 : Infinity
const LOOK_EVERY_MS = 5000
/** `npm test` builds the pages first; a single test may run without them. */
const isBuilt = existsSync(new URL('../../dist/index.html', import.meta.url))

const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0)

/** Least squares, per minute. */
function slopeOf(values: readonly number[], everyMs: number): number {
  const mean = (list: readonly number[]) => sum(list) / list.length
  const minutes = values.map((_, at) => (at * everyMs) / 60_000)
  const [x, y] = [mean(minutes), mean(values)]
  const over = sum(values.map((value, at) => ((minutes[at] ?? 0) - x) * (value - y)))
  return over / sum(minutes.map((minute) => (minute - x) ** 2))
}

it(
  'everything at once: no answer is a fault, memory and handles stay',
  { timeout: (MINUTES + 10) * 60_000 },
  async () => {
    provesRow('F8', MINUTES)
    const place = await serverPlace({
      ACCESS_TTL: '12h',
      METRICS_TOKEN: 'of this test and nothing else',
      // says what an error of the server was
      LOG_LEVEL: 'error',
    })
    const { url, terminate } = await place.start()
    const person = { name: 'Pat', email: 'pat@farm.example', password: PASSWORD }
    const { gateway } = await place.beside(async (kit) => {
      await openAccount(kit, person)
      return createProvider(kit).connect({
        owner: person.email,
        name: 'North Quarter',
        latitude: 51.06,
        longitude: -114.15,
        towerRadiiM: [60, 120, 180],
        overhangM: 10,
        timeZone: 'America/Edmonton',
      })
    })
    const login = await callServer(url + accountPaths.create, { json: person })
    const { access } = Object(login.body)
    const headers = { authorization: `JWT ${access}` }
    const device = { authorization: `Device ${gateway.id}:${gateway.secret}` }
    const probes = Array.from({ length: 12 }, (_, at) => [
      51.06 + (at - 6) * 0.0002,
      -114.15 + at * 0.0001,
      `${at + 1}`,
    ])
    await callServer(`${url}/api/save-probes/`, { headers, json: { fieldName: 'Home', probes } })
    let at = 0
    const of = (path: string) => `${url}${path}${path.includes('?') ? '&' : '?'}system=North%20Quarter`
    /** With the answers that each must have; settings come more slowly than the limit of a customer. */
    const kinds: [expected: number[], call: () => ReturnType<typeof callServer>][] = [
      [[200], () => callServer(url + systemPaths.list, { headers })],
      [[200], () => callServer(of('/api/prescription/'), { headers })],
      [[200], () => callServer(of(`${mapPaths.surface}?size=16`), { headers })],
      [[200], () => callServer(of('/api/system-commands/'), { headers })],
      [[200], () => callServer(url + geofencesPath('North Quarter'), { headers })],
      [
        [200],
        () =>
          callServer(url + readingPaths.ingest, {
            headers: device,
            json: {
              batch: `b${at}`,
              readings: probes.map((_, probe) => ({
                probe: probe + 1,
                depthCm: 20,
                at: new Date(Date.now() - 60_000).toISOString(),
                vwc: 0.15 + (at % 100) / 1000,
              })),
            },
          }),
      ],
      [
        [200],
        () =>
          callServer(url + systemPaths.input, { headers, json: validInput({ root_depth: 1 + (at % 60) }) }),
      ],
      [[401, 429], () => callServer(url + accountPaths.create, { json: { ...person, password: 'no' } })],
      [[200], () => callServer(url + accountPaths.me, { headers })],
      [[404], () => callServer(`${url}/api/nothing/`, { headers })],
      [[200], () => callServer(of('/api/graph-data/newest/'), { headers })],
      [[isBuilt ? 200 : 404], () => callServer(`${url}/`, {})],
    ]
    const statuses = kinds.map(() => new Map<number, number>())
    const faults: string[] = []
    const until = Date.now() + MINUTES * 60_000
    const clients = Array.from({ length: 4 }, async () => {
      while (Date.now() < until) {
        const index = (at += 1) % kinds.length
        const { status, body } = (await kinds[index]?.[1]()) ?? { status: 0, body: null }
        if (status >= 500 || status === 0)
          faults.push(`call ${index} of the list: ${status} ${JSON.stringify(body)}`)
        const ofKind = statuses[index]
        ofKind?.set(status, (ofKind.get(status) ?? 0) + 1)
        await sleep(100)
      }
    })
    const memory: number[] = []
    const handles: number[] = []
    const metric = async (name: string) => {
      const text = await (
        await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer of this test and nothing else' } })
      ).text()
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    }
    while (Date.now() < until) {
      memory.push((await metric('process_resident_memory_bytes')) / 2 ** 20)
      handles.push(readdirSync(`/proc/${place.processId()}/fd`).length)
      await sleep(LOOK_EVERY_MS)
    }
    await Promise.all(clients)
    // caches are filled first
    const isWarm = (_: number, index: number) => index >= Math.floor(memory.length / 4)
    const warm = memory.filter(isWarm)
    const slope = slopeOf(warm, LOOK_EVERY_MS)
    const answersText = statuses
      .map((ofKind) => [...ofKind].map(([status, times]) => `${status}: ${times}`).join(', '))
      .join('; ')
    process.stdout.write(
      `mixed load for ${MINUTES} min: memory ${slope.toFixed(3)} MB a minute from its first quarter on (${warm[0]?.toFixed(0)} to ${warm.at(-1)?.toFixed(0)} MB), handles ${Math.min(...handles.slice(-20))} to ${Math.max(...handles.slice(-20))}, answers by kind ${answersText}\n`,
    )
    expect(faults).toEqual([])
    const refusedKinds = statuses.filter((ofKind, index) => {
      const asExpected = sum(kinds[index]?.[0].map((status) => ofKind.get(status) ?? 0) ?? [])
      return asExpected === 0 || asExpected < sum([...ofKind.values()]) * 0.9
    })
    expect(refusedKinds).toEqual([])
    expect(slope).toBeLessThan(GROWTH_A_MINUTE)
    expect(slopeOf(handles.filter(isWarm), LOOK_EVERY_MS)).toBeLessThan(GROWTH_A_MINUTE)
    expect(await terminate()).toBe(0)
  },
)
