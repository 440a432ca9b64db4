/**
 * Every call with a system or an object of one in it, tried by an unrelated user. Planted faults found, each without
 * row-level security: a system looked up by its name alone, a geofence by its id.
 */
import { sql } from 'kysely'
import { livePaths, liveTypePath, liveTypesPath } from '../contract/accounts/live-readings.ts'
import { readingsFilePath } from '../contract/accounts/provider.ts'
import { describe, expect, it } from 'vitest'
import { balancePath } from '../contract/balance.ts'
import { cropPath } from '../contract/crops.ts'
import { geofence, geofencePaths, geofencesPath } from '../contract/geofences.ts'
import { graphPaths } from '../contract/graphs.ts'
import { mapPaths } from '../contract/maps.ts'
import { member, memberPaths } from '../contract/accounts/members.ts'
import { passPaths } from '../contract/passes.ts'
import { prescriptionPaths } from '../contract/prescriptions.ts'
import { probeGroup, probePaths, sensorPaths, suspectPaths } from '../contract/probes.ts'
import { alertRulesPath } from '../contract/alerts/alert-choices.ts'
import { licencePath } from '../contract/seasons.ts'
import { pump, pumpPath, pumpPaths } from '../contract/pumps.ts'
import { connectionPaths } from '../contract/connections.ts'
import {
  severalSoilZonesPath,
  soilFilePath,
  soilZone,
  soilZonePaths,
  soilZonesPath,
} from '../contract/soil-zones.ts'
import { weatherFilePath, weatherPath, weatherPaths } from '../contract/weather.ts'
import { systemPath, systemPaths } from '../contract/systems.ts'
import type { SignedIn } from './testing/accounts.ts'
import { build, type Built } from './testing/build.ts'
import { connectedSystem, signedUpUser, validInput } from './testing/factories.ts'
import { documentedRoutes } from './testing/routes.ts'
import { soak } from './testing/soak.ts'
import { provesRow } from './testing/reliability.ts'

/** The owner's data, or data of nobody. */
interface Things {
  system: string
  geofence: number
  zone: number
  group: number
  member: number
  probe: number
  pump: number
}

interface Attempt {
  address: string
  json?: unknown
}

const SQUARE = [
  [51.0605, -114.1505],
  [51.0605, -114.1495],
  [51.0595, -114.1495],
  [51.0595, -114.1505],
]
const fence = { name: 'Wet corner', prescription: 40, polygon: SQUARE, enabled: false, id: 1, user_id: 1 }
const zone = { name: 'Ridge', texture: 'sand', polygons: [[SQUARE]], id: 1, user_id: 1 }
const probes = { fieldName: 'Home', probes: [[51.06, -114.15, '7']], id: 1, user_id: 1, owner: 1 }
const pumpOf = (system: string) => ({
  name: 'Canal',
  least_flow_gpm: 300,
  greatest_flow_gpm: null,
  systems: [system],
  user_id: 1,
})
const of = (path: string, system: string, more = '') => `${path}?system=${encodeURIComponent(system)}${more}`

/** One attempt for every route with a name or id; named as in the API reference, ids as `1`. */
const ATTEMPTS: Record<string, (things: Things) => Attempt> = {
  'PATCH /api/systems/1/': ({ system }) => ({
    address: systemPath(system),
    json: { local_only: true, owner: 1, role: 'owner' },
  }),
  'POST /api/system-input/': ({ system }) => ({
    address: systemPaths.input,
    json: validInput({ system_name: system, user_id: 1, owner: 1 }),
  }),
  'POST /api/pumps/': ({ system }) => ({ address: pumpPaths.list, json: pumpOf(system) }),
  'PUT /api/pumps/1/': ({ system, pump: id }) => ({ address: pumpPath(id), json: pumpOf(system) }),
  'DELETE /api/pumps/1/': ({ pump: id }) => ({ address: pumpPath(id) }),
  'PUT /api/season/licence/': ({ system }) => ({
    address: licencePath(system, 2026),
    json: { volume: 120, unit: 'acre_feet', user_id: 1 },
  }),
  'DELETE /api/season/licence/': ({ system }) => ({ address: licencePath(system, 2026) }),
  'GET /api/alert-rules/': ({ system }) => ({ address: alertRulesPath(system) }),
  'PUT /api/alert-rules/': ({ system }) => ({
    address: alertRulesPath(system),
    json: { kinds: [{ kind: 'fault', mail: false, push: false, after_minutes: null }], user_id: 1 },
  }),
  'GET /api/balance/': ({ system }) => ({ address: balancePath(system) }),
  'GET /api/crops/': ({ system }) => ({ address: cropPath(system) }),
  'PUT /api/crops/': ({ system }) => ({
    address: cropPath(system),
    json: { crop: 'barley', started_on: new Date().toISOString().slice(0, 10), stages_by: 'days' },
  }),
  'DELETE /api/crops/': ({ system }) => ({ address: cropPath(system) }),
  'GET /api/weather/': ({ system }) => ({ address: weatherPath(system) }),
  'POST /api/rain/': ({ system }) => ({
    address: weatherPaths.rain,
    json: { system, day: '2026-07-06', mm: 5, user_id: 1 },
  }),
  'POST /api/readings/file/': ({ system }) => ({ address: readingsFilePath({ system }) }),
  'GET /api/readings/fields/': ({ system }) => ({ address: liveTypesPath(system) }),
  'POST /api/readings/fields/': ({ system }) => ({
    address: livePaths.fields,
    json: {
      system,
      sample: '{"device":"p1","time":"2026-07-06T10:00:00Z","soil_moisture_20cm_pct":20}',
      fields: [],
      save: true,
      user_id: 1,
    },
  }),
  'DELETE /api/readings/fields/': ({ system }) => ({ address: liveTypePath(system, 'JSON') }),
  'POST /api/weather/file/': ({ system }) => ({ address: weatherFilePath({ system }) }),
  'DELETE /api/weather/file/': ({ system }) => ({ address: weatherFilePath({ system }) }),
  'PUT /api/rain/choice/': ({ system }) => ({
    address: weatherPaths.choice,
    json: { system, day: '2026-07-06', source: 'model' },
  }),
  'GET /api/system-commands/': ({ system }) => ({ address: of(systemPaths.commands, system) }),
  'GET /api/connections/': ({ system }) => ({ address: of(connectionPaths.list, system) }),
  'GET /api/members/': ({ system }) => ({ address: of(memberPaths.list, system) }),
  'POST /api/members/': ({ system }) => ({
    address: of(memberPaths.list, system),
    json: { email: 'stranger@farm.example', role: 'operator' },
  }),
  'DELETE /api/members/1/': ({ member: id }) => ({ address: memberPaths.one.replace(':id', String(id)) }),
  'GET /api/geofences/': ({ system }) => ({ address: geofencesPath(system) }),
  'POST /api/geofences/': ({ system }) => ({ address: geofencesPath(system), json: fence }),
  'PUT /api/geofences/1/': ({ geofence: id }) => ({
    address: geofencePaths.one.replace(':id', String(id)),
    json: fence,
  }),
  'DELETE /api/geofences/1/': ({ geofence: id }) => ({
    address: geofencePaths.one.replace(':id', String(id)),
  }),
  'GET /api/soil-zones/': ({ system }) => ({ address: soilZonesPath(system) }),
  'POST /api/soil-zones/': ({ system }) => ({ address: soilZonesPath(system), json: zone }),
  'POST /api/soil-zones/several/': ({ system }) => ({
    address: severalSoilZonesPath(system),
    json: { zones: [zone], replace: true },
  }),
  'POST /api/soil-zones/preview/': ({ system }) => ({ address: soilFilePath({ system }), json: {} }),
  'PUT /api/soil-zones/1/': ({ zone: id }) => ({
    address: soilZonePaths.one.replace(':id', String(id)),
    json: zone,
  }),
  'DELETE /api/soil-zones/1/': ({ zone: id }) => ({
    address: soilZonePaths.one.replace(':id', String(id)),
  }),
  'PUT /api/update-probe-group/1/': ({ group }) => ({ address: probePaths.update(group), json: probes }),
  'DELETE /api/delete-probe-group/1/': ({ group }) => ({ address: probePaths.delete(group) }),
  'GET /api/sensors/': ({ system }) => ({ address: of(sensorPaths.list, system) }),
  'PATCH /api/sensors/1/1/': ({ system, probe }) => ({
    address: `/api/sensors/${encodeURIComponent(system)}/${probe}/`,
    json: { field_capacity: 0.3 },
  }),
  'GET /api/graph-data/': ({ system }) => ({
    address: of(graphPaths.data, system, '&start=2026-07-01&end=2026-07-02'),
  }),
  'GET /api/prescription/': ({ system }) => ({ address: of(prescriptionPaths.current, system) }),
  'GET /api/prescription/history/': ({ system }) => ({ address: of(prescriptionPaths.history, system) }),
  'POST /api/prescription/preview/': ({ system }) => ({
    address: prescriptionPaths.preview,
    json: { system, settings: validInput({ system_name: system }) },
  }),
  'GET /api/prescription/cell/': ({ system }) => ({
    address: of(prescriptionPaths.cell, system, '&sector=0&zone=1'),
  }),
  'GET /api/prescription/export/': ({ system }) => ({
    address: of(prescriptionPaths.export, system, '&format=csv'),
  }),
  'GET /api/suspects/': ({ system }) => ({ address: of(suspectPaths.list, system) }),
  'POST /api/suspects/': ({ system, probe }) => ({
    address: suspectPaths.list,
    json: { system, probe, verdict: 'distrust', user_id: 1 },
  }),
  'GET /api/passes/': ({ system }) => ({ address: of(passPaths.list, system) }),
  'GET /api/passes/degrees/': ({ system }) => ({
    address: of(passPaths.degrees, system, '&from=2026-07-01T00:00:00Z'),
  }),
  'GET /api/passes/proof/': ({ system }) => ({
    address: of(passPaths.proof, system, '&from=2026-07-01T00:00:00Z'),
  }),
  'GET /api/passes/watered/': ({ system }) => ({ address: of(passPaths.watered, system) }),
  'GET /api/passes/file/': ({ system }) => ({ address: of(passPaths.file, system) }),
  'GET /api/passes/finish-preview/': ({ system }) => ({ address: of(passPaths.finishPreview, system) }),
  'POST /api/passes/finish/': ({ system }) => ({
    address: passPaths.finish,
    json: { system_name: system, arc: [192, 360], user_id: 1 },
  }),
  'POST /api/passes/finish-end/': ({ system }) => ({
    address: passPaths.finishEnd,
    json: { system_name: system, user_id: 1 },
  }),
  'POST /api/passes/cans/': ({ system }) => ({
    address: passPaths.cans,
    json: {
      system_name: system,
      pass_from: '2026-07-01T00:00:00Z',
      bearing: 90,
      cans: [60, 120, 180].map((distance_m) => ({ distance_m, depth_in: 0.5 })),
      confirmed: true,
      user_id: 1,
    },
  }),
  'GET /api/graph-data/others/': ({ system }) => ({
    address: of(graphPaths.others, system, '&start=2026-07-01&end=2026-07-02'),
  }),
  'GET /api/graph-data/newest/': ({ system }) => ({ address: of(graphPaths.newest, system) }),
  'GET /api/historic-maps/dates/': ({ system }) => ({ address: of(mapPaths.weeks, system, '&month=7') }),
  'POST /api/historic-maps/': ({ system }) => ({
    address: mapPaths.week,
    json: { system, month: 7, start_date: '2026-07-06' },
  }),
  'GET /api/pumps/pressure/': ({ system }) => ({ address: of(pumpPaths.pressure, system) }),
  'GET /api/maps/surface/': ({ system }) => ({ address: of(mapPaths.surface, system) }),
  'GET /api/maps/series/': ({ system }) => ({ address: of(mapPaths.series, system) }),
  'GET /api/maps/next-probe/': ({ system }) => ({ address: of(mapPaths.nextProbe, system) }),
}

/** Routes with no name but the caller's, or whose own tests cover foreign names. */
const NAME_NOTHING = [
  'GET /api/support-access/',
  'PUT /api/support-access/',
  'DELETE /api/support-access/',
  'POST /api/support-access/leave/',
  'GET /api/alerts/',
  // its own test tries it with the id of another user's alert
  'POST /api/alerts/1/acknowledge/',
  'PUT /api/alerts/1/useful/',
  'GET /api/alert-times/',
  'PUT /api/alert-times/',
  'GET /api/push-subscription/',
  'PUT /api/push-subscription/',
  'DELETE /api/push-subscription/',
  'GET /api/pumps/',
  'GET /api/outlooks/',
  'GET /api/season/',
  'GET /api/season/export/',
  'GET /api/system-group/',
  'GET /api/systems/',
  'GET /api/saved-probes/',
  'POST /api/save-probes/',
  'GET /api/preferences/',
  'PATCH /api/preferences/',
  'GET /api/events/',
  'GET /api/transfers/',
  // its own test tries another user's offer
  'POST /api/transfers/1/accept/',
  'POST /api/transfers/1/decline/',
]
/** `/dates`, `/dev4` and `/plots` contain a user's own id and are tried beside their routes; providers see everything. */
const ELSEWHERE = /^[A-Z]+ \/(auth|dates|dev4|plots|api\/provider)\b/

async function ownersThings(built: Built, owner: SignedIn): Promise<Things> {
  const { system } = await connectedSystem(built, owner)
  const { headers } = owner
  const drawn = await built.call(geofencesPath(system), { headers, json: { ...fence, enabled: true } })
  const ridge = await built.call(soilZonesPath(system), { headers, json: zone })
  const placed = await built.call(probePaths.save, { headers, json: probes })
  const shared = await built.call(of(memberPaths.list, system), {
    headers,
    json: { email: 'operator@farm.example', role: 'operator' },
  })
  const pumped = await built.call(pumpPaths.list, { headers, json: pumpOf(system) })
  const set = await built.call(systemPaths.input, { headers, json: validInput({ system_name: system }) })
  expect(set.status).toBe(200)
  return {
    system,
    geofence: geofence.parse(drawn.body).id,
    zone: soilZone.parse(ridge.body).id,
    group: probeGroup.parse(placed.body).id,
    member: member.parse(shared.body).id,
    probe: 7,
    pump: pump.parse(pumped.body).id,
  }
}

/** The record of refused attempts, and work in the background, which goes on after the owner's own requests. */
const CHANGING = new Set(['audit', 'desired_states', 'jobs', 'live_maps', 'prescription_paces'])

/** A digest of every table. */
async function everything({ kit }: Built): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
    kit.database.reader,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    if (CHANGING.has(name)) continue
    const { rows } = await sql<{ digest: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as digest from ${sql.table(name)} t`.execute(
      kit.database.reader,
    )
    digests[name] = rows[0]?.digest ?? ''
  }
  return digests
}

describe('what belongs to another user', () => {
  it('is tried on every route with a name or id', async () => {
    const built = await build()
    const routes = (await documentedRoutes(built)).filter(({ secured }) => secured)
    const names = routes.map(({ method, path }) => `${method} ${path}`)
    const attempted = new Set([...Object.keys(ATTEMPTS), ...NAME_NOTHING])
    expect(names.filter((name) => !attempted.has(name) && !ELSEWHERE.test(name))).toEqual([])
  })

  it('is answered like what does not exist, and stays unchanged', { timeout: 300_000 }, async () => {
    const built = await build()
    const owner = await signedUpUser(built)
    const stranger = await signedUpUser(built)
    await connectedSystem(built, stranger, { name: 'South Quarter', latitude: 52 })
    const ownersIds = await ownersThings(built, owner)
    const before = await everything(built)
    expect(Object.keys(before).length).toBeGreaterThan(40)
    provesRow('B1', soak(2, 50))
    for (let round = 0; round < soak(2, 50); round += 1) {
      const nobodys: Things = {
        system: `Nowhere ${round}`,
        geofence: 900_000 + round,
        zone: 900_000 + round,
        group: 900_000 + round,
        member: 900_000 + round,
        probe: 900 + round,
        pump: 900_000 + round,
      }
      for (const [name, attempt] of Object.entries(ATTEMPTS)) {
        const method = name.split(' ', 1)[0] ?? ''
        const [their, missing] = [attempt(ownersIds), attempt(nobodys)]
        const { headers } = stranger
        const answer = await built.call(their.address, { ...their, method, headers })
        const same = await built.call(missing.address, { ...missing, method, headers })
        expect([name, answer.status, answer.body]).toEqual([name, 404, same.body])
        expect([name, same.status]).toEqual([name, 404])
        // within the rate limit, by the server's clock
        built.clock.advance(200)
      }
    }
    expect(await everything(built)).toEqual(before)
  })
})
