/** Connecting a system: every rule, and that a refused one leaves nothing behind. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { problems } from '../../contract/errors.ts'
import { systemPaths } from '../../contract/systems.ts'
import { build } from '../testing/build.ts'
import { connectedSystem, providerOf, signedUpUser } from '../testing/factories.ts'
import { SCRIPT_NAMES } from '../testing/malicious-names.ts'
import { checkConnection, type ConnectRequest } from './connect.rules.ts'

const right: ConnectRequest = {
  owner: 'pat@farm.example',
  name: 'North Quarter',
  latitude: 51.06,
  longitude: -114.15,
  towerRadiiM: [60, 120, 180],
  overhangM: 10,
  timeZone: 'America/Edmonton',
}

function refusal(change: Partial<ConnectRequest>): string {
  try {
    checkConnection({ ...right, ...change })
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('checkConnection', () => {
  it('accepts a machine at the limits', () => {
    const nine = Array.from({ length: 9 }, (_, k) => 50 * (k + 1))
    expect(
      checkConnection({
        ...right,
        name: 'x'.repeat(64),
        towerRadiiM: nine,
        overhangM: 0,
        arc: [0, 360],
        latitude: -90,
        longitude: 180,
      }),
    ).toMatchObject({ towerRadiiM: nine, arc: [0, 360], texture: 'loam', flowGpm: null, speed100MMin: null })
    expect(refusal({ texture: 'silt_clay_loam', flowGpm: 800, speed100MMin: 3, timeZone: 'UTC' })).toBe(
      'accepted',
    )
    for (const name of ['A', '-_.', 'a b', '7 North.West-2_b']) expect(refusal({ name })).toBe('accepted')
  })

  it.each(['', ' ', '.hidden', 'a/b', 'Ñorth', 'a\0b', 'a\nb', ' north', 'north ', 'x'.repeat(65), '<b>'])(
    'refuses the name %j',
    (name) => {
      expect(refusal({ name })).toBe(problems.system_name_invalid.message)
    },
  )

  it('refuses every name that is a script', () => {
    const refusals = SCRIPT_NAMES.map((name) => [name, refusal({ name })])
    expect(refusals).toEqual(SCRIPT_NAMES.map((name) => [name, problems.system_name_invalid.message]))
  })

  it.each<[keyof typeof problems, Partial<ConnectRequest>]>([
    ['system_place_invalid', { latitude: 90.01 }],
    ['system_place_invalid', { latitude: Number.NaN }],
    ['system_place_invalid', { longitude: -180.01 }],
    ['tower_radii_invalid', { towerRadiiM: [] }],
    ['tower_radii_invalid', { towerRadiiM: [0, 10] }],
    ['tower_radii_invalid', { towerRadiiM: [60, 60] }],
    ['tower_radii_invalid', { towerRadiiM: [60, 50] }],
    ['tower_radii_invalid', { towerRadiiM: [60, Number.NaN] }],
    ['tower_radii_invalid', { towerRadiiM: Array.from({ length: 10 }, (_, k) => 50 * (k + 1)) }],
    ['overhang_invalid', { overhangM: -0.1 }],
    ['overhang_invalid', { overhangM: Number.POSITIVE_INFINITY }],
    ['time_zone_invalid', { timeZone: 'America/Atlantis' }],
    ['time_zone_invalid', { timeZone: '+05:00' }],
    ['time_zone_invalid', { timeZone: '' }],
    ['arc_invalid', { arc: [10, 10] }],
    ['arc_invalid', { arc: [10] }],
    ['arc_invalid', { arc: [-1, 10] }],
    ['arc_invalid', { arc: [1, 361] }],
    ['arc_invalid', { arc: [1, 2, 3] }],
    ['flow_invalid', { flowGpm: 0 }],
    ['speed_invalid', { speed100MMin: -3 }],
    ['texture_invalid', { texture: 'Loam' }],
    ['texture_invalid', { texture: 'constructor' }],
  ])('refuses by %s: %j', (code, change) => {
    expect(refusal(change)).toBe(problems[code].message)
  })
})

describe('connect', () => {
  it('gives the owner the system, and shows the secrets once', async () => {
    const built = await build()
    const owner = await signedUpUser(built)
    const connected = await connectedSystem(built, { email: owner.email.toUpperCase() }, { arc: [10, 200] })
    expect(connected.system).toBe('North Quarter')
    expect(connected.controller.id).toMatch(/^[a-z0-9]{16,}-controller$/)
    expect(connected.gateway.id).toBe(connected.controller.id.replace('controller', 'gateway'))
    const { body } = await built.call(systemPaths.list, owner)
    expect(body).toMatchObject([
      {
        name: 'North Quarter',
        controller: connected.controller.id.replace('-controller', ''),
        tower_radii_m: [60, 120, 180],
        wetted_radius_m: 190,
        arc: [10, 200],
        role: 'owner',
        online: false,
        desired: null,
        delivery: null,
      },
    ])
    const audit = await sql`select action, system_name, outcome, user_id from audit`.execute(
      built.kit.database.reader,
    )
    expect(audit.rows).toEqual([
      { action: 'system connect', system_name: 'North Quarter', outcome: 'accepted', user_id: null },
    ])
    const secrets =
      await sql`select 1 from audit where after::text like ${`%${connected.controller.secret}%`}`.execute(
        built.kit.database.reader,
      )
    expect(secrets.rows).toEqual([])
  })

  it('refuses an unknown account and a name that looks like another, and leaves nothing behind', async () => {
    const built = await build()
    const owner = await signedUpUser(built)
    await connectedSystem(built, owner, { name: 'North  Quarter' })
    await expect(connectedSystem(built, { email: 'nobody@farm.example' }, { name: 'B' })).rejects.toThrow(
      problems.account_unknown.message,
    )
    for (const name of ['North  Quarter', 'north quarter', 'NORTH   QUARTER'])
      await expect(connectedSystem(built, owner, { name })).rejects.toThrow(
        problems.system_name_taken.message,
      )
    const counts =
      await sql`select (select count(*) from controllers) as controllers, (select count(*) from systems) as systems,
      (select count(*) from device_credentials) as credentials`.execute(built.kit.database.reader)
    expect(counts.rows).toEqual([{ controllers: 1, systems: 1, credentials: 2 }])
  })

  it('accepts one of two concurrent connections of the same name', async () => {
    const built = await build()
    const owner = await signedUpUser(built)
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => connectedSystem(built, owner)))
    expect(
      outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : [])),
    ).toEqual(Array.from({ length: 2 }, () => `Problem: ${problems.system_name_taken.message}`))
  })
})

describe('share', () => {
  it('adds a member, changes the role, and never the owner', async () => {
    const built = await build()
    const [owner, guest] = [await signedUpUser(built), await signedUpUser(built)]
    const { share } = providerOf(built)
    await connectedSystem(built, owner)
    const role = async () => {
      const { body } = await built.call(systemPaths.list, guest)
      return Array.isArray(body) ? body.map((system: { role: string }) => system.role) : body
    }
    expect(await role()).toEqual([])
    await share('North Quarter', guest.email, 'viewer')
    expect(await role()).toEqual(['viewer'])
    await share('North Quarter', guest.email, 'operator')
    expect(await role()).toEqual(['operator'])
    await expect(share('North Quarter', owner.email, 'viewer')).rejects.toThrow(
      problems.already_owner.message,
    )
    await expect(share('North Quarter', guest.email, 'owner')).rejects.toThrow(problems.role_invalid.message)
    await expect(share('South Quarter', guest.email, 'viewer')).rejects.toThrow(
      problems.system_not_found.message,
    )
  })
})
