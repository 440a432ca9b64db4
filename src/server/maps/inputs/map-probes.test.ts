/** Silent and suspect probes on maps, and the best place for another one. */
import { describe, expect, it } from 'vitest'
import { toFieldPoint } from '#agronomy/pivot/pivot-geometry.ts'
import { mapPaths, nextProbe } from '#contract/maps.ts'
import { putVerdict, replaceSuspects } from '../../suspects/suspects.store.ts'
import { build } from '../../testing/build.ts'
import { sharedServer } from '../../testing/factories.ts'
import { ask, cellAt, seriesOf, surfaceOf } from '../../testing/map-calls.ts'
import { MAP_PIVOT, mappedFarm } from '../../testing/mapped-farm.ts'

const server = sharedServer()

const noon = (day: string) => `${day}T18:00:00Z`

describe('a probe that fell silent', () => {
  it('is drawn for seven days with its last value, moved by the change of the others', async () => {
    const built = server()
    const { pat, place, store } = await mappedFarm(built)
    await place([
      [100, 0],
      [-100, 0],
      [0, 100],
    ])
    await store([
      [1, noon('2026-07-06'), 0.2],
      [2, noon('2026-07-06'), 0.25],
      [3, noon('2026-07-06'), 0.1],
      [2, noon('2026-07-12'), 0.21],
      [3, noon('2026-07-12'), 0.08],
      [2, noon('2026-07-14'), 0.2],
      [3, noon('2026-07-14'), 0.08],
    ])
    const at = (day: string) => surfaceOf(built, pat, { at: noon(day) })
    // the others fell by 0.04 and 0.02
    const filled = (await at('2026-07-12')).probes[0]
    expect([filled?.state, filled?.value]).toEqual(['filled', 0.17])
    expect((await at('2026-07-14')).probes[0]).toMatchObject({ state: 'silent', value: null })
    const days = (await seriesOf(built, pat, { from: '2026-07-06', to: '2026-07-14' })).days
    expect(days.map(({ states }) => states[0])).toEqual([
      'measured',
      ...Array.from({ length: 5 }, () => 'silent'),
      'filled',
      'silent',
      'silent',
    ])
    expect(days[6]?.values[0]).toBe(0.17)
  })
})

describe('a suspect sensor', () => {
  it('is shown with its value, and is not used for the surface', async () => {
    const built = server()
    const { pat, place, store, controllerId } = await mappedFarm(built)
    await place([
      [100, 0],
      [-100, 0],
    ])
    const now = built.clock.now().toISOString()
    await store([
      [1, now, 0.2],
      [2, now, 0.59],
    ])
    const jumped = { probe: 2, depthCm: 30, suspicion: 'JUMP', lastTrusted: 0.2 }
    await built.kit.database.write((tx) => replaceSuspects(tx, controllerId, [jumped]))
    const grid = await surfaceOf(built, pat)
    expect(grid.probes.map(({ value, state }) => [value, state])).toEqual([
      [0.2, 'measured'],
      [0.59, 'suspect'],
    ])
    expect(cellAt(grid, -100, 0)).toBeCloseTo((0.2 - 0.12) / 0.13, 2)
  })
})

describe('a probe with a verdict', () => {
  it('is used when it is trusted in spite of a suspicion, and not when it is excluded', async () => {
    const built = server()
    const { pat, place, store, systemId, controllerId } = await mappedFarm(built)
    await place([
      [100, 0],
      [-100, 0],
    ])
    const now = built.clock.now()
    await store([
      [1, now.toISOString(), 0.2],
      [2, now.toISOString(), 0.24],
    ])
    const judge = (probe: number, verdict: 'trust' | 'distrust', about: string[]) =>
      built.kit.database.write((tx) =>
        putVerdict(tx, systemId, pat.id, { probe, verdict, about, by: 'Pat', at: now }),
      )
    const states = async () => (await surfaceOf(built, pat)).probes.map(({ state }) => state)
    const jumped = { probe: 2, depthCm: 30, suspicion: 'JUMP', lastTrusted: 0.2 }
    await built.kit.database.write((tx) => replaceSuspects(tx, controllerId, [jumped]))
    await judge(2, 'trust', ['STUCK'])
    expect(await states()).toEqual(['measured', 'suspect'])
    await judge(2, 'trust', ['JUMP'])
    expect(await states()).toEqual(['measured', 'measured'])
    await judge(1, 'distrust', [])
    expect(await states()).toEqual(['suspect', 'measured'])
  })
})

describe('the best place for another probe', () => {
  async function nextOf(places: [number, number][], built = server()) {
    const { pat, place, store } = await mappedFarm(built)
    if (places.length > 0) await place(places)
    const now = built.clock.now().toISOString()
    if (places.length > 0) await store(places.map((_, i) => [i + 1, now, 0.2 + 0.01 * i]))
    const found = nextProbe.parse((await ask(built, pat, mapPaths.nextProbe)).body)
    const { latitude, longitude, gain_percent: gain } = found
    if (latitude === null || longitude === null) return null
    return { ...toFieldPoint(MAP_PIVOT, { lat: latitude, lng: longitude }), gain: gain ?? 0 }
  }

  it('is on the side of the field without a probe', async () => {
    const found = await nextOf([
      [100, 0],
      [60, 90],
      [60, -90],
    ])
    expect(found?.x).toBeLessThan(-30)
    expect(found?.gain).toBeGreaterThan(3)
  })

  it('has less benefit the more probes there are', async () => {
    const ring = (count: number) =>
      Array.from({ length: count }, (_, k): [number, number] => [
        110 * Math.cos((2 * Math.PI * k) / count),
        110 * Math.sin((2 * Math.PI * k) / count),
      ])
    const [few, many] = [await nextOf(ring(2)), await nextOf(ring(9), await build())]
    expect(many?.gain).toBeLessThan(few?.gain ?? 0)
  })

  it('does not exist while no probe is placed', async () => {
    expect(await nextOf([])).toBeNull()
  })
})
