/** Soil zones: every rule on the server, who may draw, the separation of customers, and the effects of a change. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { problems } from '../../contract/errors.ts'
import {
  severalSoilZonesPath,
  soilFilePath,
  soilFilePreview,
  soilZone,
  soilZoneList,
  soilZonePath,
  soilZonePaths,
  soilZonesPath,
} from '../../contract/soil-zones.ts'
import { CHANGES_A_SECOND } from '../kit/rate-limit.ts'
import type { SignedIn } from '../testing/accounts.ts'
import type { Built } from '../testing/build.ts'
import { pinsAt } from '../testing/drawing.ts'
import {
  connectedSystem,
  farmIn,
  farmOn,
  providerOf,
  signedUpUser,
  validInput,
  sharedServer,
} from '../testing/factories.ts'
import { MALICIOUS_NAMES } from '../testing/malicious-names.ts'
import { geoJson, polygonFeature, squareAt } from '../testing/soil-files.ts'

const server = sharedServer()
const farm = () => farmIn(server())

const NORTH = soilZonesPath('North Quarter')
const SEVERAL = severalSoilZonesPath('North Quarter')
const square = pinsAt(...squareAt(20, 20, 60))

function drawn(change: Record<string, unknown> = {}) {
  return { name: 'Sandy ridge', texture: 'sand', polygons: [[square]], ...change }
}

async function saveZone(built: Built, user: SignedIn, json: unknown = drawn()) {
  const answer = await built.call(NORTH, { headers: user.headers, json })
  expect(answer).toMatchObject({ status: 201 })
  return soilZone.parse(answer.body)
}

async function audited(built: Built, { id }: SignedIn): Promise<unknown> {
  const { rows } = await sql`select action, outcome from audit
    where action like 'soil zone%' and user_id = ${id} order by id`.execute(built.kit.database.reader)
  return rows
}

describe('soil zones', () => {
  it('are saved, listed, changed and deleted, each with its audit row', async () => {
    const { built, owner } = await farm()
    const { headers } = owner
    const first = await saveZone(built, owner, drawn({ name: '  Sandy ridge ' }))
    expect(first).toEqual({
      id: first.id,
      system: 'North Quarter',
      name: 'Sandy ridge',
      texture: 'sand',
      field_capacity: null,
      wilting_point: null,
      // FAO-56, table 19: the middles of 0.07 to 0.17 and 0.02 to 0.07
      limits: { field_capacity: 0.12, wilting_point: 0.045 },
      confirmed: false,
      source: 'drawn',
      polygons: [[square]],
      area_m2: 3600,
      inside_m2: 3600,
    })
    const json = drawn({
      name: 'Ridge',
      texture: null,
      field_capacity: 0.2,
      wilting_point: 0.08,
      confirmed: true,
    })
    const changed = await built.call(soilZonePath(first.id), { method: 'PUT', headers, json })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        id: first.id,
        name: 'Ridge',
        texture: null,
        limits: { field_capacity: 0.2, wilting_point: 0.08 },
        confirmed: true,
      },
    })
    // left out: stays confirmed
    await built.call(soilZonePath(first.id), { method: 'PUT', headers, json: drawn() })
    expect((await built.call(NORTH, { headers })).body).toMatchObject([{ texture: 'sand', confirmed: true }])
    expect((await built.call(soilZonePath(first.id), { method: 'DELETE', headers })).status).toBe(204)
    expect((await built.call(NORTH, { headers })).body).toEqual([])
    expect(await audited(built, owner)).toEqual(
      ['save', 'change', 'change', 'delete'].map((verb) => ({
        action: `soil zone ${verb}`,
        outcome: 'accepted',
      })),
    )
  })

  it('are not replaced when they are no longer what the sender saw; a repeated change is', async () => {
    const { built, owner } = await farm()
    const { headers } = owner
    const { id, name, texture, field_capacity, wilting_point, confirmed, polygons } = await saveZone(
      built,
      owner,
    )
    const seen = { name, texture, field_capacity, wilting_point, confirmed, polygons }
    const put = (json: unknown) => built.call(soilZonePath(id), { method: 'PUT', headers, json })
    // somebody else, who says nothing about what was seen
    expect((await put(drawn({ texture: 'loam' }))).status).toBe(200)
    const message = 'This soil zone was changed in the meantime. Check it, then make your change again.'
    for (const change of [
      { confirmed: true, seen },
      { name: 'Ridge', seen: { ...seen, texture: 'loam', polygons: [[square.toReversed()]] } },
    ])
      expect(await put(drawn(change))).toMatchObject({
        status: 409,
        body: { message, code: 'soil_zone_changed_meanwhile', current: { id, texture: 'loam' } },
      })
    expect((await built.call(NORTH, { headers })).body).toMatchObject([{ name, texture: 'loam', confirmed }])
    const change = drawn({ texture: 'clay', seen: { ...seen, texture: 'loam' } })
    expect((await put(change)).status).toBe(200)
    // its answer was lost
    expect(await put(change)).toMatchObject({ status: 200, body: { texture: 'clay' } })
  })

  it('are saved once by requests that say so, one or several', async () => {
    const { built, owner } = await farm()
    const { headers } = owner
    const first = await saveZone(built, owner, drawn({ once: true }))
    expect(await saveZone(built, owner, drawn({ once: true }))).toEqual(first)
    const two = [drawn(), drawn({ name: 'Slough', texture: 'clay' })]
    const several = async (change: Record<string, unknown>) =>
      soilZoneList.parse((await built.call(SEVERAL, { headers, json: { zones: two, ...change } })).body)
    const list = async () => soilZoneList.parse((await built.call(NORTH, { headers })).body)
    const replaced = await several({ replace: true, once: true })
    expect(await several({ replace: true, once: true })).toEqual(replaced)
    expect(await several({ once: true })).toEqual(replaced)
    expect(await list()).toEqual(replaced)
    // two equal ones are not the one that is stored
    const twins = await several({ zones: [two[0], two[0]], replace: true, once: true })
    expect(await list()).toEqual(twins)
    expect(await several({})).toHaveLength(2)
    expect(await list()).toHaveLength(4)
  })

  it('are listed largest first, so that the smallest is on top', async () => {
    const { built, owner } = await farm()
    const small = await saveZone(
      built,
      owner,
      drawn({ name: 'Small', polygons: [[pinsAt(...squareAt(30, 30, 10))]] }),
    )
    const large = await saveZone(
      built,
      owner,
      drawn({ name: 'Large', polygons: [[pinsAt(...squareAt(-90, -90, 180))]] }),
    )
    const list = soilZoneList.parse((await built.call(NORTH, { headers: owner.headers })).body)
    expect(list.map(({ id }) => id)).toEqual([large.id, small.id])
  })

  it('may have holes, which do not belong to them, and several parts', async () => {
    const { built, owner } = await farm()
    const polygons = [
      [pinsAt(...squareAt(-100, -100, 80)), pinsAt(...squareAt(-80, -80, 20))],
      [pinsAt(...squareAt(50, 50, 30))],
    ]
    expect(await saveZone(built, owner, drawn({ polygons }))).toMatchObject({
      polygons,
      area_m2: 80 * 80 - 20 * 20 + 30 * 30,
    })
  })

  it('cause prescription, balance and map to be recomputed, by jobs of the same transaction', async () => {
    // on a server of its own, whose jobs it stops
    const { built, owner, send } = await farmOn({})
    expect((await send(validInput())).status).toBe(200)
    // the jobs are kept for inspection
    await built.kit.jobs.stop?.()
    await sql`delete from jobs`.execute(built.kit.database.reader)
    await saveZone(built, owner)
    const { rows } =
      await sql`select distinct name, payload->>'cause' as cause from jobs order by name`.execute(
        built.kit.database.reader,
      )
    expect(rows).toEqual([
      { name: 'compute-balance', cause: null },
      { name: 'draw-live-map', cause: null },
      { name: 'recompute-prescription', cause: 'soil' },
    ])
  })

  const far = [[pinsAt(...squareAt(300, 300, 50))]]
  const tie = [[pinsAt([0, 0], [50, 50], [50, 0], [0, 50])]]
  const refusals: [string, Record<string, unknown>, keyof typeof problems, string][] = [
    ['no name', { name: undefined }, 'soil_zone_name_invalid', 'name'],
    ['a blank name', { name: ' \t ' }, 'soil_zone_name_invalid', 'name'],
    ['a long name', { name: 'x'.repeat(81) }, 'soil_zone_name_invalid', 'name'],
    ['a NUL in a name', { name: 'a\0b' }, 'soil_zone_name_invalid', 'name'],
    ['half a surrogate pair', { name: 'a\uD800' }, 'soil_zone_name_invalid', 'name'],
    ['no soil', { texture: null }, 'soil_zone_soil_needed', 'texture'],
    ['half a soil', { texture: null, field_capacity: 0.3 }, 'soil_zone_soil_needed', 'texture'],
    ['soil of the moon', { texture: 'regolith' }, 'texture_invalid', 'texture'],
    [
      'soil that holds nothing',
      { field_capacity: 0.1, wilting_point: 0.1 },
      'soil_limits_invalid',
      'wilting_point',
    ],
    ['per cent', { field_capacity: 30, wilting_point: 12 }, 'soil_limits_invalid', 'field_capacity'],
    [
      'a wilting point above that of the texture',
      { wilting_point: 0.2 },
      'soil_limits_invalid',
      'wilting_point',
    ],
    ['two pins', { polygons: [[square.slice(2)]] }, 'soil_zone_pins_few', 'polygons'],
    ['no ring', { polygons: [[]] }, 'soil_zone_pins_few', 'polygons'],
    ['no polygon', { polygons: [] }, 'soil_zone_pins_few', 'polygons'],
    ['nothing', { polygons: null }, 'soil_zone_pins_few', 'polygons'],
    ['a pin beyond a pole', { polygons: [[[[91, 0], ...square]]] }, 'soil_zone_pin_invalid', 'polygons'],
    [
      '501 pins',
      { polygons: [[Array.from({ length: 501 }, (_, i) => [51 + i / 1000, -114])]] },
      'soil_zone_pins_many',
      'polygons',
    ],
    ['a bow tie', { polygons: tie }, 'soil_zone_crossing', 'polygons'],
    [
      'pins on one line',
      { polygons: [[pinsAt([0, 0], [50, 50], [100, 100])]] },
      'soil_zone_flat',
      'polygons',
    ],
    ['a field elsewhere', { polygons: far }, 'soil_zone_outside', 'polygons'],
    ['confirmed in words', { confirmed: 'yes' }, 'soil_zone_confirmed_invalid', 'confirmed'],
  ]
  it('are refused if invalid, each with its message, and nothing is stored', async () => {
    const { built, owner } = await farm()
    for (const [what, change, code, field] of refusals) {
      // within the rate limit of a customer, by the server's clock
      built.clock.advance(1000 / CHANGES_A_SECOND)
      const answer = await built.call(NORTH, { headers: owner.headers, json: drawn(change) })
      const { message } = problems[code]
      expect(answer, `of ${what}`).toMatchObject({
        status: 400,
        body: { message, detail: message, code, field },
      })
    }
    expect((await built.call(NORTH, { headers: owner.headers })).body).toEqual([])
    expect(await audited(built, owner)).toMatchObject(
      refusals.map(([, , code]) => ({ action: 'soil zone save', outcome: code })),
    )
  })

  it('are limited to fifty on one system, and four thousand pins', async () => {
    const { built, owner } = await farm()
    const { headers } = owner
    const ring = Array.from({ length: 400 }, (_, i): [number, number] => [
      150 * Math.sin((i * Math.PI) / 200),
      150 * Math.cos((i * Math.PI) / 200),
    ])
    const fine = Array.from({ length: 11 }, () => drawn({ polygons: [[pinsAt(...ring)]] }))
    expect(await built.call(SEVERAL, { headers, json: { zones: fine } })).toMatchObject({
      status: 409,
      body: { code: 'soil_zones_too_fine' },
    })
    const fifty = Array.from({ length: 50 }, () => drawn())
    expect((await built.call(SEVERAL, { headers, json: { zones: fifty } })).status).toBe(201)
    expect(await built.call(NORTH, { headers, json: drawn() })).toMatchObject({
      status: 409,
      body: { message: 'A system has at most 50 soil zones.' },
    })
  })
})

describe('several zones', () => {
  it('are saved together, added to or replacing the existing ones, all or none', async () => {
    const { built, owner } = await farm()
    const { headers } = owner
    await saveZone(built, owner, drawn({ name: 'Old' }))
    const two = [drawn({ name: 'A' }), drawn({ name: 'B', texture: 'clay', source: 'ssurgo' })]
    const names = async () =>
      soilZoneList.parse((await built.call(NORTH, { headers })).body).map(({ name }) => name)
    const wrong = await built.call(SEVERAL, {
      headers,
      json: { zones: [...two, drawn({ polygons: [] })], replace: true },
    })
    expect(wrong.status).toBe(400)
    expect(await names()).toEqual(['Old'])
    expect((await built.call(SEVERAL, { headers, json: { zones: two } })).status).toBe(201)
    expect(await names()).toEqual(['Old', 'A', 'B'])
    const replaced = await built.call(SEVERAL, { headers, json: { zones: two, replace: true } })
    expect(replaced).toMatchObject({ status: 201, body: [{ name: 'A' }, { name: 'B', source: 'ssurgo' }] })
    expect(await names()).toEqual(['A', 'B'])
    expect(await audited(built, owner)).toMatchObject([
      { outcome: 'accepted' },
      { action: 'soil zones import', outcome: 'soil_zone_pins_few' },
      { action: 'soil zones import', outcome: 'accepted' },
      { action: 'soil zones import', outcome: 'accepted' },
    ])
  })
})

describe('a file', () => {
  const file = geoJson(polygonFeature({ name: 'Ridge', texture: 'sand' }, squareAt(0, 0, 100)))
  const post = (built: Built, user: Partial<SignedIn>, body: BodyInit, query = {}) =>
    fetch(built.url + soilFilePath({ system: 'North Quarter', ...query }), {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', ...user.headers },
      body,
    })

  it('is previewed, and nothing of it is stored', async () => {
    const { built, owner } = await farm()
    const answer = await post(built, owner, new Uint8Array(file))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      format: 'geojson',
      zones: [{ name: 'Ridge', texture: 'sand' }],
    })
    expect((await built.call(NORTH, { headers: owner.headers })).body).toEqual([])
  })

  it('becomes zones as in its preview', async () => {
    const { built, owner } = await farm()
    const { zones } = soilFilePreview.parse(await (await post(built, owner, new Uint8Array(file))).json())
    const json = { zones: zones.map((zone) => ({ ...zone, source: 'file' })) }
    expect(await built.call(SEVERAL, { headers: owner.headers, json })).toMatchObject({
      status: 201,
      body: [{ name: 'Ridge', source: 'file', confirmed: false }],
    })
  })

  it('that cannot be read, or is too large, is refused with its message', async () => {
    const { built, owner } = await farm()
    const wrong = await post(built, owner, 'hello')
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'soil_file_unreadable' }])
    const large = await post(built, owner, new Uint8Array(8 * 1024 ** 2 + 1))
    expect([large.status, await large.json()]).toMatchObject([413, { code: 'soil_file_too_large' }])
  })

  it('is not read for a viewer, a non-member or without a sign-in', async () => {
    const { built } = await farm()
    const [viewer, stranger] = [await signedUpUser(built), await signedUpUser(built)]
    await providerOf(built).share('North Quarter', viewer.email, 'viewer')
    const answers = await Promise.all(
      [viewer, stranger, {}].map((user) => post(built, user, new Uint8Array(file))),
    )
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 401])
  })
})

describe('who may draw', () => {
  it('owners and operators may, viewers may not', async () => {
    const { built, owner } = await farm()
    const [operator, viewer] = [await signedUpUser(built), await signedUpUser(built)]
    await providerOf(built).share('North Quarter', operator.email, 'operator')
    await providerOf(built).share('North Quarter', viewer.email, 'viewer')
    const ownersZone = await saveZone(built, owner)
    const operatorsZone = await saveZone(built, operator)
    const { headers } = viewer
    expect((await built.call(NORTH, { headers })).body).toEqual([ownersZone, operatorsZone])
    const attempts = [
      await built.call(NORTH, { headers, json: drawn() }),
      await built.call(SEVERAL, { headers, json: { zones: [drawn()], replace: true } }),
      await built.call(soilZonePath(ownersZone.id), {
        method: 'PUT',
        headers,
        json: drawn({ name: 'Mine' }),
      }),
      await built.call(soilZonePath(ownersZone.id), { method: 'DELETE', headers }),
    ]
    for (const answer of attempts)
      expect(answer).toMatchObject({ status: 403, body: { message: problems.role_may_not_change.message } })
    expect((await built.call(NORTH, { headers })).body).toEqual([ownersZone, operatorsZone])
  })

  it('nobody may without a credential', async () => {
    const { built } = await farm()
    for (const [address, options] of [
      [NORTH, {}],
      [NORTH, { json: drawn() }],
      [SEVERAL, { json: { zones: [drawn()] } }],
      [soilZonePath(1), { method: 'PUT', json: drawn() }],
      [soilZonePath(1), { method: 'DELETE' }],
    ] as const)
      expect((await built.call(address, options)).status).toBe(401)
  })
})

describe('two customers', () => {
  it("get 404 for each other's zones, which stay unchanged", async () => {
    const { built, owner } = await farm()
    const other = await signedUpUser(built)
    await connectedSystem(built, other, { name: 'South Quarter' })
    const ownZone = await saveZone(built, owner)
    const missing = { message: 'Not found.', detail: 'Not found.', code: 'not_found' }
    for (const id of [
      String(ownZone.id),
      '999999',
      '99999999999999',
      '-1',
      '1.0',
      'x',
      '%00',
      '1%20or%201=1',
    ]) {
      const address = soilZonePaths.one.replace(':id', id)
      const { headers } = other
      const change = await built.call(address, { method: 'PUT', headers, json: drawn({ name: 'Taken' }) })
      const remove = await built.call(address, { method: 'DELETE', headers })
      expect([change.status, change.body, remove.status, remove.body]).toEqual([404, missing, 404, missing])
    }
    for (const name of ['North Quarter', 'north quarter', 'Nowhere', "' or 1=1 --"]) {
      const list = await built.call(soilZonesPath(name), { headers: other.headers })
      const save = await built.call(soilZonesPath(name), { headers: other.headers, json: drawn() })
      expect([list.status, save.status, list.body]).toEqual([404, 404, save.body])
    }
    expect((await built.call(NORTH, { headers: owner.headers })).body).toEqual([ownZone])
  })

  it("are separated by row-level security: the customer role neither sees nor changes the other's", async () => {
    const { built, owner } = await farm()
    const other = await signedUpUser(built)
    const ownZone = await saveZone(built, owner)
    const touched = await built.kit.database.asCustomer(other.id, async (tx) => {
      const seen = await sql`select from soil_zones`.execute(tx)
      const changed = await sql`update soil_zones set name = 'x'`.execute(tx)
      const deleted = await sql`delete from soil_zones`.execute(tx)
      return [seen.rows.length, changed.numAffectedRows, deleted.numAffectedRows]
    })
    expect(touched).toEqual([0, 0n, 0n])
    expect((await built.call(NORTH, { headers: owner.headers })).body).toEqual([ownZone])
  })
})

it('names are returned as they were written, whatever they look like', async () => {
  const { built, owner } = await farm()
  for (const name of MALICIOUS_NAMES) {
    built.clock.advance(1000 / CHANGES_A_SECOND)
    expect((await saveZone(built, owner, drawn({ name }))).name).toBe(name)
  }
})
