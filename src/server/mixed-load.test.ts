/** Every kind of call at once: no answer is a fault, and over an hour memory and handles stay flat. */
import { readdirSync } from 'node:fs'
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

/** Least squares, per minute. */
function slopeOf(values: readonly number[], everyMs: number): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const minutes = values.map((_, at) => (at * everyMs) / 60_000)
  const [x, y] = [mean(minutes), mean(values)]
  const over = values.reduce((sum, value, at) => sum + ((minutes[at] ?? 0) - x) * (value - y), 0)
  return over / minutes.reduce((sum, minute) => sum + (minute - x) ** 2, 0)
}

it(
  'everything at once: no answer is a fault, memory and handles stay',
  { timeout: (MINUTES + 10) * 60_000 },
  async () => {
    provesRow('F8', MINUTES)
    const place = await serverPlace({ ACCESS_TTL: '12h', METRICS_TOKEN: 'of this test and nothing else' })
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
    const kinds: (() => ReturnType<typeof callServer>)[] = [
      () => callServer(url + systemPaths.list, { headers }),
      () => callServer(of('/api/prescription/'), { headers }),
      () => callServer(of(`${mapPaths.surface}?size=16`), { headers }),
      () => callServer(of('/api/system-commands/'), { headers }),
      () => callServer(url + geofencesPath('North Quarter'), { headers }),
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
      () => callServer(url + systemPaths.input, { headers, json: validInput({ root_depth: 1 + (at % 60) }) }),
      () => callServer(url + accountPaths.create, { json: { ...person, password: 'no' } }),
      () => callServer(url + accountPaths.me, { headers }),
      () => callServer(`${url}/api/nothing/`, { headers }),
      () => callServer(of('/api/graph-data/newest/'), { headers }),
      () => callServer(`${url}/`, {}),
    ]
    const statuses = new Map<number, number>()
    const faults: string[] = []
    const until = Date.now() + MINUTES * 60_000
    const clients = Array.from({ length: 4 }, async () => {
      while (Date.now() < until) {
        const kind = kinds[(at += 1) % kinds.length]
        const index = at % kinds.length
        const { status, body } = (await kind?.()) ?? { status: 0, body: null }
        if (status >= 500 || status === 0)
          faults.push(`call ${index} of the list: ${status} ${JSON.stringify(body)}`)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
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
    const answersText = [...statuses].map(([status, times]) => `${status}: ${times}`).join(', ')
    process.stdout.write(
      `mixed load for ${MINUTES} min: memory ${slope.toFixed(3)} MB a minute from its first quarter on (${warm[0]?.toFixed(0)} to ${warm.at(-1)?.toFixed(0)} MB), handles ${Math.min(...handles.slice(-20))} to ${Math.max(...handles.slice(-20))}, answers ${answersText}\n`,
    )
    expect(faults).toEqual([])
    expect(slope).toBeLessThan(GROWTH_A_MINUTE)
    expect(slopeOf(handles.filter(isWarm), LOOK_EVERY_MS)).toBeLessThan(GROWTH_A_MINUTE)
    expect(await terminate()).toBe(0)
  },
)
