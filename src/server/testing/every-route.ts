/**
 * Fixtures for requests to every route: a farm, a desk, a second customer, and what single routes need to accept a request,
 * such as a valid token, a file or a row to delete. Other routes use only their schema.
 */
import { createECDH, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { actPath, transferPaths } from '#contract/accounts/desk-acts.ts'
import { memberPaths } from '#contract/accounts/members.ts'
import { supportPaths } from '#contract/accounts/support.ts'
import { geofencesPath } from '#contract/geofences.ts'
import { graphPaths } from '#contract/graphs.ts'
import { liveMapPath } from '#contract/maps.ts'
import { passPaths } from '#contract/passes.ts'
import { probePaths } from '#contract/probes.ts'
import { pumpPaths } from '#contract/pumps.ts'
import { soilZonesPath } from '#contract/soil-zones.ts'
import { systemPaths } from '#contract/systems.ts'
import { issueMailToken } from '../accounts/mail-tokens.store.ts'
import { uidOf } from '../accounts/user-uid.ts'
import { logIn, openAccountQuickly, PASSWORD, type SignedIn, signedIn } from './accounts.ts'
import { type Built, build } from './build.ts'
import { dayReader } from '../readings/zone-days.ts'
import type { Known } from './drawn-values.ts'
import { eventually } from './test-device.ts'
import { connectedSystem, providerOf, validInput } from './factories.ts'
import { HAND, handMachine } from './machines/hand-machine.ts'
import { mappedFarm } from './mapped-farm.ts'

const NAME = 'North Quarter'
/** Location of the farm. */
const ZONE = 'America/Edmonton'
/** For the provider's actions, which would stop the system that other requests use. */
const DESK = 'Desk Quarter'
/** Marker in all data of the second customer, which must not be in any answer to others. */
export const SECRET = 'nobody-elses-business'
const HOUR_MS = 3_600_000
const REASON = { reason: 'Asked for by phone' }

/** Additions to a generated request. */
export interface Supply {
  headers?: Record<string, string>
  /** Replaces the generated body. */
  path?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** Instead of JSON. */
  file?: { type: string; content: string }
}

export interface EveryRoute {
  built: Built
  farmer: SignedIn
  provider: SignedIn
  stranger: SignedIn
  gateway: { authorization: string }
  known: Known
  /** Names and numbers of the second customer. */
  foreign: readonly unknown[]
  /** Ids of what the second customer has. */
  theirs: Record<Kind, number> & { gateway: string }
  /** Ids of the systems that no supply gives away: the farmer's and the second customer's. */
  lasting: readonly number[]
  supplies: Record<string, () => Promise<Supply>>
}

type Kind = 'user' | 'member' | 'system' | 'controller' | 'fence' | 'zone' | 'group' | 'pump'

const withId = z.looseObject({ id: z.number() })
const SQUARE = [
  [51.0605, -114.1505],
  [51.0605, -114.1495],
  [51.0595, -114.1495],
  [51.0595, -114.1505],
]
const TEXT = { type: 'text/csv' }
/** One without the other is refused. */
const LIMITS = { field_capacity: 0.35, wilting_point: 0.18 }
/** The arc to be watered after a pass that stopped short. */
const SECTORS = 12

export async function everyRoute(): Promise<EveryRoute> {
  const built = await build({
    ACCESS_TTL: '900d',
    REFRESH_TTL: '900d',
    PUSH_SERVICES: 'https://push.example',
  })
  const { kit, clock, call } = built
  const { reader } = kit.database
  const { pat: farmer, gateway: device, place, store } = await mappedFarm(built)
  await place([
    [50, 50, 7],
    [-50, 20, 8],
  ])
  await store([
    [7, '2026-07-06T18:00:00Z', 0.2],
    [8, '2026-07-07T18:00:00Z', 0.25],
    [7, clock.now().toISOString(), 0.22],
  ])
  const provider = await signedIn(built, 'provider')
  await providerOf(built).grant(provider.email)
  const stranger = await signedIn(built, SECRET)
  const zebra = await connectedSystem(built, stranger, { name: 'Zebra Quarter', latitude: 52 })
  await connectedSystem(built, farmer, { name: DESK, latitude: 51.2 })
  const gateway = { authorization: `Device ${device.id}:${device.secret}` }

  let serial = 0
  const next = () => `${(serial += 1)}`
  const post = async (
    address: string,
    json: unknown,
    { headers }: { headers: SignedIn['headers'] } = farmer,
  ) => {
    clock.advance(1000)
    const { status, body } = await call(address, { headers, json })
    if (status >= 300) throw new Error(`${address} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const idOf = async (...made: Parameters<typeof post>) => String(withId.parse(await post(...made)).id)
  const open = async (name: string) =>
    openAccountQuickly(kit, { name, email: `${name}-${next()}@farm.example` })
  const loggedIn = async () => logIn(built, (await open('grower')).email)
  const headersOf = (access: string) => ({ headers: { authorization: `JWT ${access}` } })
  const issue = (id: number, purpose: 'activation' | 'reset') =>
    kit.database.write((tx) => issueMailToken(tx, id, purpose, clock.now(), HOUR_MS))
  const newSystem = async () => {
    const name = `Quarter ${next()}`
    const system = await connectedSystem(built, farmer, { name, latitude: 51.3 + serial / 1000 })
    return { name, ...system }
  }
  const alert = async () => {
    const { rows } = await sql<{ id: number }>`
      with one as (select nextval(pg_get_serial_sequence('alerts', 'id')) as id)
      insert into alerts (id, system_id, kind, subject, since, seen_at, opened_at, cause_id, detail) overriding system value
      select one.id, systems.id, 'fault', ${next()}, now(), now(), now(), one.id, '{}'::jsonb
        from one, systems where name = ${NAME} returning id::integer`.execute(reader)
    return { path: { id: String(rows[0]?.id) } }
  }
  const fence = (name: string) => ({ name, prescription: 40, polygon: SQUARE, enabled: false })
  const zone = (name: string) => ({ name, texture: 'sand', polygons: [[SQUARE]] })
  const pump = (name: string) => ({
    name,
    least_flow_gpm: 300,
    greatest_flow_gpm: 900,
    systems: [NAME],
  })
  const probes = { fieldName: 'Home', probes: [[51.0601, -114.1501, '9']] }
  /** Deletes what earlier requests have left, since the number per system is limited. */
  const cleared = async (table: 'geofences' | 'soil_zones' | 'invitations' | 'pumps', after = '0') => {
    await sql`delete from ${sql.table(table)} where id > ${after}`.execute(reader)
  }
  const geofence = async (after?: string) => {
    if (after !== undefined) await cleared('geofences', after)
    return idOf(geofencesPath(NAME), fence(`Fence ${next()}`))
  }
  const soilZone = async (after?: string) => {
    if (after !== undefined) await cleared('soil_zones', after)
    return idOf(soilZonesPath(NAME), zone(`Zone ${next()}`))
  }
  const group = () => idOf(probePaths.save, probes)
  const transfer = async () => {
    const { name } = await newSystem()
    const { email, ...account } = await open('buyer')
    const { access } = await logIn(built, email)
    await post(actPath('transfer', name), { to: email, keep_members: false, ...REASON }, provider)
    const { body } = await call(transferPaths.list, headersOf(access))
    const [offer] = z.array(withId).parse(body)
    return { name, account, path: { id: String(offer?.id) }, ...headersOf(access) }
  }
  const person = async () => ({ path: { id: String((await open('grower')).id) } })

  const machine = await handMachine({
    built,
    owner: farmer,
    send: (json) => {
      clock.advance(1000)
      return call(systemPaths.input, { headers: farmer.headers, json })
    },
  })
  const query = { system: HAND }
  /** A pass that can be finished now: an earlier finishing is ended, and a pass of three days ago is too old. */
  const offered = async () => {
    const { finish, finishing } = await machine.list()
    if (finish) return finish
    if (finishing) await post(passPaths.finishEnd, { system_name: HAND })
    else await machine.stopsShort(SECTORS)
    return machine.offered()
  }
  const onePass = async () => {
    const [pass] = (await machine.list()).passes
    if (pass) return pass.from
    await machine.stopsShort(SECTORS)
    return eventually('a pass', async () => (await machine.list()).passes[0]?.from ?? null)
  }
  const ofPass = async () => ({ query: { ...query, from: await onePass() } })

  // the second customer has data of every kind, which nobody else may see
  const theirSquare = shifted(SQUARE, 0.94)
  const made = {
    fence: await idOf(geofencesPath('Zebra Quarter'), { ...fence(SECRET), polygon: theirSquare }, stranger),
    zone: await idOf(
      soilZonesPath('Zebra Quarter'),
      { ...zone(SECRET), polygons: [[theirSquare]] },
      stranger,
    ),
    group: await idOf(probePaths.save, { fieldName: SECRET, probes: [[52, -114.15, '3']] }, stranger),
    pump: await idOf(pumpPaths.list, { ...pump(SECRET), systems: ['Zebra Quarter'] }, stranger),
  }
  await post(systemPaths.input, validInput())
  const livePicture = liveMapPath(farmer.id, NAME, 1)
  await eventually('the live map', async () =>
    (await call(livePicture, farmer)).status === 200 ? true : null,
  )
  const { body: drawn } = await call(graphPaths.dates, {
    headers: farmer.headers,
    json: {
      user_id: farmer.id,
      selected_db: `${farmer.id}/${NAME} 2026.db`,
      start_date: '06-07-2026',
      end_date: '07-07-2026',
    },
  })
  const [picture = ''] = Object.values(
    z.looseObject({ plot_urls: z.record(z.string(), z.string()) }).parse(drawn).plot_urls,
  )
  const { rows: systems } = await sql<{ id: number; controller_id: number; member: number; user_id: number }>`
    select s.id, s.controller_id, m.id as member, m.user_id from systems s join memberships m on m.system_id = s.id`.execute(
    reader,
  )
  const theirSystem = systems.find(({ user_id }) => user_id === stranger.id)
  if (!theirSystem) throw new Error('the second customer has no system')
  const theirs = {
    user: stranger.id,
    member: theirSystem.member,
    system: theirSystem.id,
    controller: theirSystem.controller_id,
    gateway: zebra.gateway.id,
    fence: Number(made.fence),
    zone: Number(made.zone),
    group: Number(made.group),
    pump: Number(made.pump),
  }
  const kept = { fence: await geofence(), zone: await soilZone(), group: await group() }
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  // it may still be yesterday in the field's time zone
  const today = dayReader(ZONE)(clock.now())
  const line = (back: number) =>
    `${new Date(Date.parse(today) - back * 24 * HOUR_MS).toISOString().slice(0, 10)},26,12,90,40,3,22,24`

  return {
    built,
    farmer,
    provider,
    stranger,
    gateway,
    foreign: ['Zebra Quarter', 'zebra quarter', stranger.id, stranger.email],
    theirs,
    lasting: systems.map(({ id }) => id),
    known: {
      system: [NAME],
      system_name: [NAME],
      systems: [NAME],
      name: [NAME],
      userId: [String(farmer.id)],
      user_id: [farmer.id, String(farmer.id)],
      db: [`${farmer.id}/${NAME} 2026.db`],
      selected_db: [`${farmer.id}/${NAME} 2026.db`],
      start_date: ['06-07-2026', '2026-07-06'],
      end_date: ['07-07-2026'],
      start: ['2026-07-06'],
      end: ['2026-07-07'],
      from: ['2026-07-06'],
      to: ['2026-07-07'],
      month: [7, '7'],
      year: ['2026'],
      day: [today],
      started_on: [today],
      at: [clock.now().toISOString()],
      number: ['7'],
      probe: [7],
      sector: ['5'],
      zone: ['1'],
      rev: ['1'],
      size: ['8'],
      depth: ['root'],
      depths: ['30'],
      probes: ['7', [[51.0601, -114.1501, '9']]],
      polygon: [SQUARE],
      polygons: [[[SQUARE]]],
      // a setting that blocks all others must be undone
      local_only: [false],
      stopped: [false],
      time_zone: [ZONE],
      field_capacity: [LIMITS.field_capacity],
      wilting_point: [LIMITS.wilting_point],
      texture: ['loam'],
      owner: [farmer.email],
      email: [farmer.email],
      latitude: [51.4],
      longitude: [-114.1],
      tower_radii_m: [[60, 120]],
      overhang_m: [10],
      flow_gpm: [800],
      speed_100_m_min: [3],
      arc: [null],
      vwc: [0.2],
      mm: [3],
      totalMm: [7],
      kPa: [20],
      m3h: [100],
      totalM3: [1000],
      volts: [3.3],
      percent: [80],
      least_flow_gpm: [300],
      greatest_flow_gpm: [900],
      stages: [[20, 30, 40, 20]],
      towers: [validInput().towers],
      is_test_pattern_on: [false],
      settings: [validInput()],
      geofence: [fence('Shown')],
      after: ['2'],
      before: ['5'],
    },
    supplies: {
      'POST /api/ingest/lorawan/': async () => ({
        headers: gateway,
        body: {
          end_device_ids: { device_id: 'north-p7' },
          received_at: clock.now().toISOString(),
          uplink_message: {
            f_port: 2,
            normalized_payload: [{ soil: { depth: 30, moisture: 20 } }],
          },
        },
      }),
      // the test clock has advanced by days since the broker's last message, whose age is measured by real time
      'GET /readyz': () =>
        eventually('readiness', async () => ((await call('/readyz')).status === 200 ? {} : null)),
      'GET /api/passes/degrees/': ofPass,
      'GET /api/passes/proof/': ofPass,
      'GET /api/passes/finish-preview/': async () => {
        await offered()
        return { query }
      },
      'POST /api/passes/finish/': async () => ({
        body: { system_name: HAND, arc: (await offered()).arc },
      }),
      'POST /api/passes/finish-end/': async () => {
        await post(passPaths.finish, { system_name: HAND, arc: (await offered()).arc })
        return { body: { system_name: HAND } }
      },
      'POST /api/passes/cans/': async () => ({
        body: {
          system_name: HAND,
          pass_from: await onePass(),
          bearing: 10,
          cans: [20, 30, 40].map((metres) => ({ distance_m: metres, depth_in: 0.7 })),
          unit: 'in',
        },
      }),
      'POST /api/ingest/readings/': async () => ({ headers: gateway }),
      'PATCH /api/provider/systems/{name}/': async () => ({
        path: { name: DESK },
        body: { ...REASON, seen: undefined },
      }),
      'POST /api/prescription/preview/': async () => ({ body: { without_geofence: Number(kept.fence) } }),
      'DELETE /api/members/{id}/': async () => {
        // twenty mails an hour
        clock.advance(HOUR_MS / 15)
        const address = `${memberPaths.list}?system=${encodeURIComponent(NAME)}`
        await cleared('invitations')
        const json = { email: `guest-${next()}@farm.example`, role: 'viewer' }
        return { path: { id: await idOf(address, json) } }
      },
      'POST /api/members/': async () => {
        await cleared('invitations')
        clock.advance(HOUR_MS / 15)
        return { body: { email: `guest-${next()}@farm.example` } }
      },
      'POST /api/geofences/': async () => {
        await cleared('geofences', kept.fence)
        return { body: { name: `Fence ${next()}` } }
      },
      'PUT /api/geofences/{id}/': async () => ({ path: { id: kept.fence }, body: fence(`Fence ${next()}`) }),
      'DELETE /api/geofences/{id}/': async () => ({ path: { id: await geofence(kept.fence) } }),
      'POST /api/soil-zones/': async () => {
        await cleared('soil_zones', kept.zone)
        return { body: { ...zone(`Zone ${next()}`), ...LIMITS } }
      },
      'POST /api/soil-zones/several/': async () => ({
        body: { zones: [zone(`Zone ${next()}`)], replace: false },
      }),
      'PUT /api/soil-zones/{id}/': async () => ({
        path: { id: kept.zone },
        body: { ...zone(`Zone ${next()}`), ...LIMITS },
      }),
      'DELETE /api/soil-zones/{id}/': async () => ({ path: { id: await soilZone(kept.zone) } }),
      'POST /api/soil-zones/preview/': async () => ({
        file: { type: 'application/geo+json', content: soilFile() },
      }),
      'POST /api/save-probes/': async () => ({ body: probes }),
      'PUT /api/update-probe-group/{id}/': async () => ({ path: { id: kept.group }, body: probes }),
      'DELETE /api/delete-probe-group/{id}/': async () => ({ path: { id: await group() } }),
      'POST /api/pumps/': async () => {
        await cleared('pumps', made.pump)
        return { body: pump(`Pump ${next()}`) }
      },
      'PUT /api/pumps/{id}/': async () => ({
        // a system has one pump: the newest
        path: { id: await idOf(pumpPaths.list, pump(`Canal ${next()}`)) },
        body: pump(`Canal ${next()}`),
      }),
      'DELETE /api/pumps/{id}/': async () => ({
        path: { id: await idOf(pumpPaths.list, pump(`Well ${next()}`)) },
      }),
      'POST /api/alerts/{id}/acknowledge/': alert,
      'PUT /api/alerts/{id}/useful/': alert,
      'PUT /api/push-subscription/': async () => ({
        body: {
          endpoint: `https://push.example/${next()}`,
          keys: { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
          language: 'en',
        },
      }),
      'DELETE /api/push-subscription/': async () => ({ body: { endpoint: 'https://push.example/1' } }),
      'POST /api/readings/file/': async () => ({
        query: { preview: 'true' },
        file: { ...TEXT, content: 'probe,time,depth_cm,vwc\n7,2026-07-06T12:00:00Z,30,0.21\n' },
      }),
      'POST /api/readings/fields/': async () => ({
        body: {
          sample: '{"device":"p7","time":"2026-07-06T12:00:00Z","soil_moisture_30cm_pct":21}',
          type: '*',
          fields: [{ path: 'soil_moisture_30cm_pct', use: 'moisture', unit: '%', depth_cm: 30, probe: null }],
          device_probe: 7,
          save: true,
        },
      }),
      'POST /api/provider/readings-import/': async () => ({
        query: { preview: 'true' },
        file: { ...TEXT, content: 'probe,time,depth_cm,vwc\n7,2026-07-06T12:00:00Z,30,0.21\n' },
      }),
      'POST /api/weather/file/': async () => ({
        query: { preview: 'true' },
        file: {
          ...TEXT,
          content: `Date,Tmax C,Tmin C,RHmax,RHmin,Wind m/s,Solar MJ/m2,Rain mm\n${[3, 2, 1].map(line).join('\n')}\n`,
        },
      }),
      'POST /api/provider/connect-file/': async () => ({
        query: { preview: 'true' },
        file: {
          ...TEXT,
          content: `owner,name,latitude,longitude,tower_radii_m,overhang_m,time_zone\n${farmer.email},File ${next()},51,-114,60 120,10,${ZONE}\n`,
        },
      }),
      'GET /plots/graphs/{file}': async () => ({ path: { file: picture.split('/').at(-1) ?? '' } }),
      'GET /plots/{*}': async () => ({
        path: { '*': decodeURIComponent(livePicture.replace(/^\/plots\/|\?.*$/g, '')) },
      }),
      'GET /api/provider/systems/': async () => ({ query: { after: NAME } }),
      'POST /api/provider/systems/': async () => ({
        body: { name: `Quarter ${next()}`, arc: null, texture: 'loam' },
      }),
      'POST /api/provider/systems/{name}/credentials/': async () => ({ path: { name: DESK } }),
      'POST /api/provider/systems/{name}/replace-controller/': async () => ({ path: { name: DESK } }),
      'PUT /api/provider/systems/{name}/stop/': async () => ({ path: { name: DESK } }),
      'POST /api/provider/systems/{name}/credentials/revoke/': async () => {
        const system = await newSystem()
        return { path: { name: system.name }, body: { id: system.gateway.id } }
      },
      'POST /api/provider/systems/{name}/decommission/': async () => {
        const { name } = await newSystem()
        return { path: { name }, body: { confirm: name } }
      },
      'POST /api/provider/systems/{name}/transfer/': async () => ({
        path: { name: (await newSystem()).name },
        body: { to: (await open('buyer')).email },
      }),
      'DELETE /api/provider/systems/{name}/transfer/': async () => ({
        path: { name: (await transfer()).name },
      }),
      'POST /api/transfers/{id}/accept/': transfer,
      'POST /api/transfers/{id}/decline/': transfer,
      'GET /api/provider/people/{id}/': person,
      'POST /api/provider/people/{id}/act/': async () => ({ ...(await person()), body: { act: 'disable' } }),
      'POST /api/provider/people/{id}/export/': person,
      'POST /api/provider/people/{id}/mail/': async () => {
        clock.advance(HOUR_MS / 4)
        return { ...(await person()), body: { purpose: 'reset' } }
      },
      'POST /api/provider/people/{id}/look/': async () => {
        const { id, email } = await open('grower')
        const { access } = await logIn(built, email)
        await call(supportPaths.own, { ...headersOf(access), method: 'PUT', json: { hours: 1 } })
        return { path: { id: String(id) } }
      },
      'POST /api/provider/people/{id}/erase/': async () => {
        const { id, email } = await open('grower')
        return { path: { id: String(id) }, body: { confirm: email } }
      },
      'POST /auth/users/': async () => ({
        headers: {},
        body: {
          name: 'Pat',
          email: `new-${next()}@farm.example`,
          password: PASSWORD,
          re_password: PASSWORD,
        },
      }),
      'DELETE /auth/users/me/': async () => ({
        ...headersOf((await loggedIn()).access),
        body: { current_password: PASSWORD },
      }),
      'PATCH /auth/users/me/': async () => ({ body: { name: 'Pat' } }),
      'POST /auth/users/activation/': async () => {
        const { id } = await open('closed')
        await sql`update users set active = false where id = ${id}`.execute(reader)
        return { headers: {}, body: { uid: uidOf(id), token: await issue(id, 'activation') } }
      },
      'POST /auth/users/reset_password_confirm/': async () => {
        const { id } = await open('forgetful')
        const password = `Jm4?rhubarb+Quilt_${next()}`
        return {
          headers: {},
          body: {
            uid: uidOf(id),
            token: await issue(id, 'reset'),
            new_password: password,
            re_new_password: password,
          },
        }
      },
      'POST /auth/jwt/create/': async () => ({
        headers: {},
        body: { email: (await open('grower')).email, password: PASSWORD },
      }),
      'POST /auth/jwt/refresh/': async () => ({
        headers: {},
        body: { refresh: (await loggedIn()).refresh },
      }),
      'POST /auth/jwt/verify/': async () => ({ headers: {}, body: { token: farmer.access } }),
      'POST /auth/logout/': async () => headersOf((await loggedIn()).access),
    },
  }
}

function shifted(outline: number[][], by: number): number[][] {
  return outline.map(([lat = 0, lng = 0]) => [lat + by, lng])
}

function soilFile(): string {
  const ring = [...SQUARE, SQUARE[0] ?? []].map(([lat, lng]) => [lng, lat])
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { texture: 'loam' },
        geometry: { type: 'Polygon', coordinates: [ring] },
      },
    ],
  })
}
