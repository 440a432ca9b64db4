/** Proof of irrigation over HTTP: prescribed, applied and gained by part of the field, and a valve with no gain below it. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { geofencesPath } from '../../contract/geofences.ts'
import { passList, passPaths, passProof } from '../../contract/passes.ts'
import { systemPaths } from '../../contract/systems.ts'
import { build } from '../testing/build.ts'
import { slice } from '../testing/drawing.ts'
import { validInput } from '../testing/factories.ts'
import { MAP_SYSTEM, mappedFarm } from '../testing/mapped-farm.ts'

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]

it(
  'tells asked, laid and gained, and names the tower whose soil never gains',
  { timeout: 120_000 },
  async () => {
    const built = await build()
    const { pat, place, store, controllerId } = await mappedFarm(built)
    const { headers } = pat
    // the soil is unknown: all of it gets the full rate
    expect((await built.call(systemPaths.input, { json: validInput(), headers })).status).toBe(200)
    await place([
      [100, 3],
      [-150, 3],
    ])
    const now = built.clock.now().getTime()
    const begins = [9, 6, 3].map((days) => now - days * 24 * HOUR_MS)
    for (const begin of begins) {
      // six hours per revolution, an inch everywhere
      await sql`insert into as_applied (controller_id, rev, sector, from_at, to_at, depth_in)
              select ${controllerId}, 1, s, ${new Date(begin)}::timestamptz + s * interval '2 minutes',
                     ${new Date(begin)}::timestamptz + (s + 1) * interval '2 minutes',
                     array_fill(1::double precision, array[3]) || array_fill(0::double precision, array[6])
                from generate_series(0, 179) s`.execute(built.kit.database.reader)
      // the arm is over the east after an hour and a half, over the west after four and a half
      const at = (hours: number) => new Date(begin + hours * HOUR_MS + MINUTE_MS).toISOString()
      await store([
        [1, at(1), 0.15, 15],
        [1, at(1), 0.2, 45],
        [1, at(3), 0.18, 15],
        [1, at(9), 0.17, 15],
        [1, at(9), 0.21, 45],
        // long after
        [1, at(40), 0.3, 45],
        [2, at(1), 0.15, 15],
        [2, at(9), 0.149, 15],
      ])
    }
    const of = (path: string, more = '') =>
      built.call(`${path}?system=${encodeURIComponent(MAP_SYSTEM)}${more}`, { headers })
    const { passes } = passList.parse((await of(passPaths.list)).body)
    expect(passes).toHaveLength(3)
    const proof = async (at: number) =>
      passProof.parse((await of(passPaths.proof, `&from=${passes[at]?.from ?? ''}`)).body)
    // 0.03 over the upper 30 cm and 0.01 over the next 30 are 12 mm; the other probe gained nothing
    const total = {
      asked_mm: expect.closeTo(0.8 * 25.4, 6),
      laid_mm: expect.closeTo(25.4, 6),
      gained_mm: expect.closeTo(6, 6),
      probes: 2,
    }
    expect(await proof(0)).toEqual({
      from: passes[0]?.from,
      ...total,
      zones: [{ name: null, kind: 'rest', ...total }],
      left_out: [],
      dry_valves: [{ tower: 3, passes: 3 }],
    })
    // two passes are not enough
    expect((await proof(1)).dry_valves).toEqual([])
    const fence = { name: 'Sandy corner', prescription: 40, polygon: slice(80, 100, 70, 170) }
    expect((await built.call(geofencesPath(MAP_SYSTEM), { json: fence, headers })).status).toBe(201)
    expect((await proof(0)).zones).toMatchObject([
      { name: 'Sandy corner', kind: 'geofence', gained_mm: expect.closeTo(12, 6), probes: 1 },
      { name: null, kind: 'rest', gained_mm: 0, probes: 1 },
    ])
    // excluded sensors prove nothing: one sensor of two, then a whole probe, until it is trusted
    const suspect = (probe: number, depthCm: number) =>
      sql`insert into suspect_sensors (controller_id, probe, depth_cm, suspicion)
          values (${controllerId}, ${probe}, ${depthCm}, 'STANDS_STILL')`.execute(built.kit.database.reader)
    await suspect(1, 45)
    await suspect(2, 15)
    expect(await proof(0)).toMatchObject({
      gained_mm: expect.closeTo(9, 6),
      probes: 1,
      left_out: [2],
      dry_valves: [],
    })
    await sql`insert into probe_verdicts (system_id, probe, verdict, about, user_id, by_name, at)
              select id, 2, 'trust', array['STANDS_STILL'], (select id from users limit 1), 'Ann', ${built.clock.now()} from systems`.execute(
      built.kit.database.reader,
    )
    expect(await proof(0)).toMatchObject({
      probes: 2,
      left_out: [],
      dry_valves: [{ tower: 3, passes: 3 }],
    })
    const none = await of(passPaths.proof, `&from=${new Date(now).toISOString()}`)
    expect(none.body).toMatchObject({ code: 'pass_not_found' })
  },
)
