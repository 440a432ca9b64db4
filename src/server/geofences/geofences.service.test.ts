/** Geofences: every rule enforced on the server, who may draw, and the separation of customers. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { problems } from '../../contract/errors.ts'
import { geofence, geofencePath, geofencePaths, geofencesPath } from '../../contract/geofences.ts'
import { CHANGES_A_SECOND } from '../kit/rate-limit.ts'
import { MALICIOUS_NAMES } from '../testing/malicious-names.ts'
import type { SignedIn } from '../testing/accounts.ts'
import { build, type Built, shared } from '../testing/build.ts'
import { pinsAt } from '../testing/drawing.ts'
import { connectedSystem, farmIn, providerOf, signedUpUser } from '../testing/factories.ts'

const NORTH = geofencesPath('North Quarter')
const square = pinsAt([20, 20], [80, 20], [80, 80], [20, 80])

function geofenceBody(change: Record<string, unknown> = {}) {
  return { name: 'Wet corner', prescription: 40, polygon: square, ...change }
}

async function saveGeofence(built: Built, user: SignedIn, json: unknown = geofenceBody()) {
  const answer = await built.call(NORTH, { headers: user.headers, json })
  expect(answer.status).toBe(201)
  return geofence.parse(answer.body)
}

async function audited(built: Built, user: SignedIn): Promise<unknown> {
  const { rows } =
    await sql`select action, outcome, system_name from audit where action like 'geofence%' and user_id = ${user.id} order by id`.execute(
      built.kit.database.reader,
    )
  return rows
}

const server = shared(() => build())

describe('geofences', () => {
  it('are saved, listed, changed, disabled and deleted, each with its audit row', async () => {
    const { built, owner } = await farmIn(server())
    const { headers } = owner
    const first = await saveGeofence(built, owner, geofenceBody({ name: '  Wet corner ' }))
    expect(first).toEqual({
      id: first.id,
      system: 'North Quarter',
      name: 'Wet corner',
      prescription: 40,
      polygon: square,
      enabled: true,
    })
    const second = await saveGeofence(
      built,
      owner,
      geofenceBody({ name: 'Slough', prescription: 0, enabled: false }),
    )
    const list = async () => (await built.call(NORTH, { headers })).body
    expect(await list()).toEqual([first, second])
    const json = geofenceBody({ name: 'Corner', prescription: 100, enabled: false })
    const changed = await built.call(geofencePath(first.id), { method: 'PUT', headers, json })
    expect(changed).toMatchObject({ status: 200, body: { ...json, id: first.id, system: 'North Quarter' } })
    // left out: stays disabled
    await built.call(geofencePath(first.id), { method: 'PUT', headers, json: geofenceBody() })
    expect(await list()).toEqual([{ ...first, enabled: false }, second])
    expect((await built.call(geofencePath(first.id), { method: 'DELETE', headers })).status).toBe(204)
    expect(await list()).toEqual([second])
    expect(await audited(built, owner)).toEqual(
      ['save', 'save', 'change', 'change', 'delete'].map((verb) => ({
        action: `geofence ${verb}`,
        outcome: 'accepted',
        system_name: 'North Quarter',
      })),
    )
  })

  it('are not replaced when they are no longer what the sender saw; a repeated change is', async () => {
    const { built, owner } = await farmIn(server())
    const { headers } = owner
    const first = await saveGeofence(built, owner)
    const { name, prescription, polygon } = first
    const put = (json: unknown) => built.call(geofencePath(first.id), { method: 'PUT', headers, json })
    const seen = { name, prescription, polygon }
    // somebody else, who says nothing about what was seen
    expect((await put(geofenceBody({ prescription: 70 }))).status).toBe(200)
    const message = 'This geofence was changed in the meantime. Check it, then make your change again.'
    const current = { ...first, prescription: 70 }
    for (const stale of [
      geofenceBody({ enabled: false, seen }),
      geofenceBody({ prescription: 0, seen: { ...seen, polygon: square.toReversed() } }),
    ])
      expect(await put(stale)).toMatchObject({
        status: 409,
        body: { message, code: 'geofence_changed_meanwhile', current },
      })
    expect((await built.call(NORTH, { headers })).body).toEqual([current])
    expect((await put(geofenceBody({ prescription: 60, seen: { ...seen, prescription: 70 } }))).status).toBe(
      200,
    )
    // its answer was lost
    expect(await put(geofenceBody({ prescription: 60, seen: { ...seen, prescription: 70 } }))).toMatchObject({
      status: 200,
      body: { prescription: 60 },
    })
    // what is left out is not compared
    expect((await put(geofenceBody({ prescription: 50, seen: { name } }))).status).toBe(200)
    expect(await audited(built, owner)).toMatchObject(
      ['accepted', 'accepted', ...Array.from({ length: 2 }, () => 'geofence_changed_meanwhile')]
        .concat(['accepted', 'accepted', 'accepted'])
        .map((outcome) => ({ outcome })),
    )
  })

  it('are saved once by requests that say so', async () => {
    const { built, owner } = await farmIn(server())
    const first = await saveGeofence(built, owner, geofenceBody({ once: true }))
    expect(await saveGeofence(built, owner, geofenceBody({ once: true }))).toEqual(first)
    const other = await saveGeofence(built, owner, geofenceBody({ prescription: 41, once: true }))
    const third = await saveGeofence(built, owner)
    expect((await built.call(NORTH, { headers: owner.headers })).body).toEqual([first, other, third])
    expect(await audited(built, owner)).toHaveLength(3)
  })

  it('accept a closed outline and a repeated pin', async () => {
    const { built, owner } = await farmIn(server())
    const [a, b, c, d] = square
    expect((await saveGeofence(built, owner, geofenceBody({ polygon: [a, b, b, c, d, a] }))).polygon).toEqual(
      square,
    )
  })

  it('may have 200 pins, and may cross the edge of the circle or enclose it', async () => {
    const { built, owner } = await farmIn(server())
    const ring = pinsAt(
      ...Array.from({ length: 200 }, (_, i): [number, number] => [
        150 * Math.sin((i * Math.PI) / 100),
        150 * Math.cos((i * Math.PI) / 100),
      ]),
    )
    const polygons = [
      ring,
      pinsAt([150, 0], [300, -50], [300, 50]),
      pinsAt([-300, -300], [300, -300], [300, 300], [-300, 300]),
    ]
    for (const polygon of polygons)
      expect((await saveGeofence(built, owner, geofenceBody({ polygon }))).polygon).toEqual(polygon)
  })

  const refusals: [string, Record<string, unknown>, keyof typeof problems, string][] = [
    ['no name', { name: undefined }, 'geofence_name_invalid', 'name'],
    ['a blank name', { name: ' \t ' }, 'geofence_name_invalid', 'name'],
    ['a long name', { name: 'x'.repeat(81) }, 'geofence_name_invalid', 'name'],
    ['a name with NUL', { name: 'a\u0000b' }, 'geofence_name_invalid', 'name'],
    ['half a surrogate pair', { name: 'a\uD800' }, 'geofence_name_invalid', 'name'],
    ['a name that is a number', { name: 7 }, 'geofence_name_invalid', 'name'],
    ['a prescription below 0', { prescription: -1 }, 'geofence_prescription_range', 'prescription'],
    ['a prescription above 100', { prescription: 101 }, 'geofence_prescription_range', 'prescription'],
    ['a broken prescription', { prescription: 50.5 }, 'geofence_prescription_range', 'prescription'],
    ['a prescription in words', { prescription: '50' }, 'geofence_prescription_range', 'prescription'],
    ['no prescription', { prescription: undefined }, 'geofence_prescription_range', 'prescription'],
    ['two pins', { polygon: square.slice(2) }, 'geofence_pins_few', 'polygon'],
    [
      'three pins, two of them one',
      { polygon: [square[0], square[0], square[1]] },
      'geofence_pins_few',
      'polygon',
    ],
    ['no pins', { polygon: null }, 'geofence_pins_few', 'polygon'],
    [
      '201 pins',
      { polygon: Array.from({ length: 201 }, (_, i) => [51 + i / 1000, -114]) },
      'geofence_pins_many',
      'polygon',
    ],
    ['a pin beyond a pole', { polygon: [[91, 0], ...square] }, 'geofence_pin_invalid', 'polygon'],
    ['a pin of three numbers', { polygon: [[51, -114, 3], ...square] }, 'geofence_pin_invalid', 'polygon'],
    ['a pin in words', { polygon: [['51', '-114'], ...square] }, 'geofence_pin_invalid', 'polygon'],
    ['a bow tie', { polygon: pinsAt([0, 0], [50, 50], [50, 0], [0, 50]) }, 'geofence_crossing', 'polygon'],
    ['pins on one line', { polygon: pinsAt([0, 0], [50, 50], [100, 100]) }, 'geofence_flat', 'polygon'],
    [
      'a field elsewhere',
      { polygon: pinsAt([195, 0], [300, -50], [300, 50]) },
      'geofence_outside',
      'polygon',
    ],
    ['enabled in words', { enabled: 'yes' }, 'geofence_enabled_invalid', 'enabled'],
  ]
  it('are refused if invalid, each with its message, and nothing is stored', async () => {
    const { built, owner } = await farmIn(server())
    for (const [what, change, code, field] of refusals) {
      // within the rate limit of a customer, by the server's clock
      built.clock.advance(1000 / CHANGES_A_SECOND)
      const answer = await built.call(NORTH, { headers: owner.headers, json: geofenceBody(change) })
      const { message } = problems[code]
      expect(answer, `of ${what}`).toMatchObject({
        status: 400,
        body: { message, detail: message, code, field },
      })
    }
    expect((await built.call(NORTH, { headers: owner.headers })).body).toEqual([])
    expect(await audited(built, owner)).toMatchObject(
      refusals.map(([, , code]) => ({ action: 'geofence save', outcome: code })),
    )
  })

  it('are at most a hundred on one system', async () => {
    const { built, owner } = await farmIn(server())
    for (let count = 0; count < 100; count += 1) {
      // within the rate limit of a customer, by the server's clock
      built.clock.advance(1000 / CHANGES_A_SECOND)
      await saveGeofence(built, owner)
    }
    expect(await built.call(NORTH, { headers: owner.headers, json: geofenceBody() })).toMatchObject({
      status: 409,
      body: { message: 'A system has at most 100 geofences.' },
    })
  })
})

describe('who may draw', () => {
  it('owners and operators may, viewers may not', async () => {
    const { built, owner } = await farmIn(server())
    const [operator, viewer] = [await signedUpUser(built), await signedUpUser(built)]
    await providerOf(built).share('North Quarter', operator.email, 'operator')
    await providerOf(built).share('North Quarter', viewer.email, 'viewer')
    const ownersFence = await saveGeofence(built, owner)
    const operatorsFence = await saveGeofence(built, operator)
    const { headers } = viewer
    expect((await built.call(NORTH, { headers })).body).toEqual([ownersFence, operatorsFence])
    const attempts = [
      await built.call(NORTH, { headers, json: geofenceBody() }),
      await built.call(geofencePath(ownersFence.id), {
        method: 'PUT',
        headers,
        json: geofenceBody({ name: 'Mine' }),
      }),
      await built.call(geofencePath(ownersFence.id), { method: 'DELETE', headers }),
    ]
    for (const answer of attempts)
      expect(answer).toMatchObject({ status: 403, body: { message: problems.role_may_not_change.message } })
    expect((await built.call(NORTH, { headers })).body).toEqual([ownersFence, operatorsFence])
    const change = { method: 'PUT', headers: operator.headers, json: geofenceBody({ name: 'Ours' }) }
    expect((await built.call(geofencePath(ownersFence.id), change)).status).toBe(200)
  })

  it('nobody may without a credential', async () => {
    const { built } = await farmIn(server())
    for (const [address, options] of [
      [NORTH, {}],
      [NORTH, { json: geofenceBody() }],
      [geofencePath(1), { method: 'PUT', json: geofenceBody() }],
      [geofencePath(1), { method: 'DELETE' }],
    ] as const)
      expect(await built.call(address, options)).toMatchObject({
        status: 401,
        body: { detail: 'Authentication credentials were not provided.' },
      })
  })
})

describe('two customers', () => {
  // planted fault that this caught: a lookup by id alone, without the membership
  it("get 404 for each other's geofences, which stay unchanged", async () => {
    const { built, owner } = await farmIn(server())
    const stranger = await signedUpUser(built)
    await connectedSystem(built, stranger, { name: 'South Quarter' })
    const ownFence = await saveGeofence(built, owner)
    const missing = { message: 'Not found.', detail: 'Not found.', code: 'not_found' }
    for (const id of [
      String(ownFence.id),
      '999999',
      '99999999999999',
      '-1',
      '1.0',
      'x',
      '%00',
      '1%20or%201=1',
    ]) {
      const address = geofencePaths.one.replace(':id', id)
      const { headers } = stranger
      const change = await built.call(address, {
        method: 'PUT',
        headers,
        json: geofenceBody({ name: 'Taken' }),
      })
      const remove = await built.call(address, { method: 'DELETE', headers })
      expect([change.status, change.body, remove.status, remove.body]).toEqual([404, missing, 404, missing])
    }
    for (const name of ['North Quarter', 'north quarter', 'North Quarter ', 'Nowhere', "' or 1=1 --"]) {
      const list = await built.call(geofencesPath(name), { headers: stranger.headers })
      const save = await built.call(geofencesPath(name), { headers: stranger.headers, json: geofenceBody() })
      expect([list.status, save.status, list.body]).toEqual([404, 404, save.body])
    }
    expect((await built.call(NORTH, { headers: owner.headers })).body).toEqual([ownFence])
    expect((await built.call(geofencesPath('South Quarter'), { headers: stranger.headers })).body).toEqual([])
  })

  it('cannot move one by a body with an id, a system or an owner', async () => {
    const { built, owner } = await farmIn(server())
    const stranger = await signedUpUser(built)
    await connectedSystem(built, stranger, { name: 'South Quarter' })
    const ownFence = await saveGeofence(built, owner)
    const json = geofenceBody({
      id: ownFence.id,
      system: 'North Quarter',
      system_id: 1,
      user_id: owner.id,
      owner: owner.id,
    })
    const answer = await built.call(geofencesPath('South Quarter'), { headers: stranger.headers, json })
    expect(answer).toMatchObject({ status: 201, body: { system: 'South Quarter' } })
    expect(answer.body).not.toMatchObject({ id: ownFence.id })
    await built.call(geofencePath(ownFence.id), {
      method: 'PUT',
      headers: owner.headers,
      json: { ...geofenceBody(), id: 77, system: 'South Quarter' },
    })
    expect((await built.call(NORTH, { headers: owner.headers })).body).toEqual([ownFence])
  })

  it("are separated by row-level security: the customer role neither sees nor changes the other's", async () => {
    const { built, owner } = await farmIn(server())
    const stranger = await signedUpUser(built)
    const ownFence = await saveGeofence(built, owner)
    const touched = await built.kit.database.asCustomer(stranger.id, async (tx) => {
      const visible = await sql`select from geofences`.execute(tx)
      const changed = await sql`update geofences set name = 'x'`.execute(tx)
      const deleted = await sql`delete from geofences`.execute(tx)
      return [visible.rows.length, changed.numAffectedRows, deleted.numAffectedRows]
    })
    expect(touched).toEqual([0, 0n, 0n])
    expect((await built.call(NORTH, { headers: owner.headers })).body).toEqual([ownFence])
  })
})

it('names are returned as they were written, whatever they look like', async () => {
  const { built, owner } = await farmIn(server())
  for (const name of MALICIOUS_NAMES) {
    const savedFence = await saveGeofence(built, owner, geofenceBody({ name }))
    expect(savedFence.name).toBe(name)
  }
})
