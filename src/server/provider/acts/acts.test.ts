/** The desk's actions on systems: each by its effect at the broker and for customers, and by its audit row. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  actPath,
  actPaths,
  connectFileAnswer,
  credentialAnswer,
  transferOffers,
  transferPaths,
} from '#contract/accounts/desk-acts.ts'
import { deskPaths, deskSystem, deskSystemPath } from '#contract/accounts/desk.ts'
import { problems } from '#contract/errors.ts'
import { probePaths } from '#contract/probes.ts'
import { systemList, systemPaths } from '#contract/systems.ts'
import { type SignedIn } from '../../testing/accounts.ts'
import type { Built } from '../../testing/build.ts'
import { connectTestDevice, eventually } from '../../testing/test-device.ts'
import { connectedSystem, farm, providerOf, signedUpUser, validInput } from '../../testing/factories.ts'

const NORTH = 'North Quarter'
const WHY = { reason: 'Asked for by phone' }

async function desk() {
  const setup = await farm()
  const { built } = setup
  const provider = await signedUpUser(built)
  await providerOf(built).grant(provider.email)
  const ask = (method: string, address: string, json?: unknown, as: SignedIn = provider) =>
    built.call(address, { method, json, headers: as.headers })
  const systemsOf = async (as: SignedIn) =>
    systemList
      .parse((await built.call(systemPaths.list, as)).body)
      .map(({ name, role }) => `${name}: ${role}`)
  const record = async (action: string) => {
    const { rows } = await sql<{
      user_id: number | null
      system_name: string | null
      before: unknown
      after: unknown
      outcome: string
    }>`
      select user_id, system_name, before, after, outcome from audit where action = ${action} order by id`.execute(
      built.kit.database.reader,
    )
    return rows
  }
  return { ...setup, provider, ask, systemsOf, record }
}

const admits = async ({ app }: Built, { id, secret }: { id: string; secret: string }) =>
  (await app.devices.authenticateDevice(id, secret)) !== null

describe('a credential', () => {
  it('is rotated: the old one is refused and disconnected at once, the new one accepted, and no secret is audited', async () => {
    const { built, connected, ask, record, provider } = await desk()
    const hand = await connectTestDevice(built.app.devices.mqttUrl, connected.controller)
    const cut = new Promise<void>((resolve) => void hand.client.once('close', () => resolve()))
    const answer = await ask('POST', actPath('rotate', NORTH), { kind: 'controller', ...WHY })
    expect(answer.status).toBe(200)
    const issued = credentialAnswer.parse(answer.body)
    await cut
    expect(await admits(built, connected.controller)).toBe(false)
    expect(await admits(built, issued)).toBe(true)
    expect(await admits(built, connected.gateway)).toBe(true)
    await expect(connectTestDevice(built.app.devices.mqttUrl, connected.controller)).rejects.toThrow(/./)
    await connectTestDevice(built.app.devices.mqttUrl, issued)
    const rows = await record('credential rotate')
    expect(rows).toMatchObject([
      {
        user_id: provider.id,
        system_name: NORTH,
        before: { revoked: [connected.controller.id] },
        after: { kind: 'controller', issued: issued.id, ...WHY },
        outcome: 'accepted',
      },
    ])
    expect(JSON.stringify(rows)).not.toContain(issued.secret)
  })

  it('of a stolen controller is revoked, and that of another system is not affected', async () => {
    const { built, owner, connected, ask } = await desk()
    const other = await connectedSystem(built, owner, { name: 'South' })
    const revoke = (id: string, more: object = WHY) => ask('POST', actPath('revoke', NORTH), { id, ...more })
    expect((await revoke(other.gateway.id)).status).toBe(404)
    expect((await revoke(connected.gateway.id, {})).body).toMatchObject({
      code: 'reason_missing',
      message: problems.reason_missing.message,
    })
    expect(await admits(built, connected.gateway)).toBe(true)
    expect((await revoke(connected.gateway.id)).status).toBe(200)
    expect((await revoke(connected.gateway.id)).status).toBe(404)
    expect([await admits(built, connected.gateway), await admits(built, other.gateway)]).toEqual([
      false,
      true,
    ])
  })

  it('of a new controller starts from scratch: reports of the old one no longer count', async () => {
    const { built, connected, ask, send, owner } = await desk()
    await send(validInput())
    const old = await connectTestDevice(built.app.devices.mqttUrl, connected.controller)
    await old.publish('status', { state: 'online', session: 'old', at: new Date().toISOString() })
    const issued = credentialAnswer.parse((await ask('POST', actPath('replace', NORTH), WHY)).body)
    expect(await admits(built, connected.controller)).toBe(false)
    const fresh = await connectTestDevice(built.app.devices.mqttUrl, issued)
    // it receives the desired state automatically
    const desired = await eventually('the newest state', async () => fresh.received.at(-1) ?? null)
    expect(JSON.stringify(desired)).toContain('"settingsRev":1')
    await fresh.publish('status', { state: 'online', session: 'new', at: new Date().toISOString() })
    await eventually('online', async () => {
      const [system] = systemList.parse((await built.call(systemPaths.list, owner)).body)
      return system?.online ? true : null
    })
  })
})

describe('the stop of one system', () => {
  it('refuses its settings with a message, and no others', async () => {
    const { built, owner, ask, send, record } = await desk()
    await connectedSystem(built, owner, { name: 'South' })
    const stop = (stopped: boolean) => ask('PUT', actPath('stop', NORTH), { stopped, ...WHY })
    expect((await stop(true)).status).toBe(200)
    expect((await stop(true)).status).toBe(200)
    expect(await send(validInput())).toMatchObject({
      status: 423,
      body: { code: 'system_stopped', message: problems.system_stopped.message },
    })
    expect((await send(validInput({ system_name: 'South' }))).status).toBe(200)
    const [north] = systemList.parse((await built.call(systemPaths.list, owner)).body)
    expect(north?.provider_stop).toBe(true)
    expect((await stop(false)).status).toBe(200)
    expect((await send(validInput())).status).toBe(200)
    expect((await record('system stop')).map(({ after }) => after)).toEqual([
      { stopped: true, ...WHY },
      { stopped: false, ...WHY },
    ])
  })
})

describe('the geometry', () => {
  it('changes under the same checks as a connection, with the previous values in the audit', async () => {
    const { built, owner, ask, record } = await desk()
    const change = (json: object) => ask('PATCH', actPath('geometry', NORTH), { ...WHY, ...json })
    expect((await change({ tower_radii_m: [60, 50] })).body).toMatchObject({
      code: 'tower_radii_invalid',
      field: 'towers',
    })
    expect((await change({ latitude: 'north' })).body).toMatchObject({ code: 'system_place_invalid' })
    expect((await change({ time_zone: 'Mars/Olympus' })).body).toMatchObject({ code: 'time_zone_invalid' })
    expect((await change({ tower_radii_m: [55, 110], arc: [10, 200] })).status).toBe(200)
    // values that another provider saw before that
    const stale = await change({ overhang_m: 7, seen: { tower_radii_m: [60, 120, 180], overhang_m: 10 } })
    expect(stale).toMatchObject({ status: 409, body: { code: 'geometry_changed_meanwhile' } })
    const seen = { tower_radii_m: [55, 110], overhang_m: 10, arc: [10, 200], flow_gpm: null, latitude: 51.06 }
    expect((await change({ overhang_m: 5, seen })).status).toBe(200)
    const [system] = systemList.parse((await built.call(systemPaths.list, owner)).body)
    expect(system).toMatchObject({
      tower_radii_m: [55, 110],
      wetted_radius_m: 115,
      arc: [10, 200],
      latitude: 51.06,
    })
    const rows = await record('system geometry')
    expect(rows.map(({ outcome }) => outcome)).toEqual([
      'tower_radii_invalid',
      'system_place_invalid',
      'time_zone_invalid',
      'accepted',
      'geometry_changed_meanwhile',
      'accepted',
    ])
    expect(rows[3]).toMatchObject({ before: { towerRadiiM: [60, 120, 180], arc: null }, after: WHY })
    expect((await ask('PATCH', actPath('geometry', 'Nowhere'), WHY)).status).toBe(404)
  })
})

describe('a new owner', () => {
  it('is offered the system by mail, accepts, and is its only member', async () => {
    const { built, owner, ask, systemsOf, record } = await desk()
    const [buyer, operator, stranger] = [
      await signedUpUser(built),
      await signedUpUser(built),
      await signedUpUser(built),
    ]
    await providerOf(built).share(NORTH, operator.email, 'operator')
    const offer = (json: object) =>
      ask('POST', actPath('transfer', NORTH), { to: buyer.email, keep_members: false, ...WHY, ...json })
    expect((await offer({ to: owner.email })).body).toMatchObject({ code: 'already_owner' })
    expect((await offer({ to: 'nobody@farm.example' })).body).toMatchObject({ code: 'account_unknown' })
    expect((await offer({})).status).toBe(200)
    expect(await built.mailTo(buyer.email)).toContain('/transfers')
    // nothing changes until it is accepted
    expect([await systemsOf(owner), await systemsOf(buyer)]).toEqual([[`${NORTH}: owner`], []])
    const offers = async (as: SignedIn) =>
      transferOffers.parse((await built.call(transferPaths.list, as)).body)
    const [found] = await offers(buyer)
    expect(found).toMatchObject({ system: NORTH, from: owner.name, keep_members: false })
    expect(await offers(stranger)).toEqual([])
    const accept = (as: SignedIn, id: unknown = found?.id) =>
      ask('POST', transferPaths.accept.replace(':id', String(id)), undefined, as)
    for (const user of [stranger, owner]) expect((await accept(user)).status).toBe(404)
    expect((await accept(buyer, 'x')).status).toBe(404)
    // probes in the field stay, but one outside it is not transferred
    const set = (fieldName: string, probes: [number, number, string][]) => ({ fieldName, probes })
    const save = (as: SignedIn, json: object) => ask('POST', probePaths.save, json, as)
    const buyersProbes = set('Mine', [
      [51.0605, -114.15, '7'],
      [51.2, -114.15, '8'],
    ])
    expect((await save(owner, buyersProbes)).status).toBe(201)
    expect((await save(operator, set('Theirs', [[51.0595, -114.15, '9']]))).status).toBe(201)
    expect((await save(buyer, set('Own', [[51.06, -114.1495, '9']]))).status).toBe(201)
    expect((await accept(buyer)).status).toBe(204)
    const groups = async (as: SignedIn) => (await ask('GET', probePaths.saved, undefined, as)).body
    expect(await groups(buyer)).toMatchObject([
      { field_name: 'Own', probes: [[51.06, -114.1495, '9']] },
      { field_name: NORTH, probes: [[51.0605, -114.15, '7']] },
    ])
    expect(await groups(owner)).toMatchObject([{ field_name: 'Mine', probes: buyersProbes.probes }])
    expect((await accept(buyer)).status).toBe(404)
    expect([await systemsOf(buyer), await systemsOf(owner), await systemsOf(operator)]).toEqual([
      [`${NORTH}: owner`],
      [],
      [],
    ])
    expect(
      (await record('system transfer'))
        .filter(({ outcome }) => outcome === 'accepted')
        .map(({ after }) => after),
    ).toMatchObject([{ state: 'offered', to: buyer.email, ...WHY }, { state: 'accepted' }])
  })

  it('may decline, come too late, or find it withdrawn; members stay if requested', async () => {
    const { built, owner, ask, systemsOf } = await desk()
    const [buyer, operator] = [await signedUpUser(built), await signedUpUser(built)]
    await providerOf(built).share(NORTH, operator.email, 'operator')
    const offered = async () => {
      await ask('POST', actPath('transfer', NORTH), { to: buyer.email, keep_members: true, ...WHY })
      const [found] = transferOffers.parse((await built.call(transferPaths.list, buyer)).body)
      return found?.id ?? 0
    }
    const settle = (how: 'accept' | 'decline', id: number) =>
      ask('POST', transferPaths[how].replace(':id', String(id)), undefined, buyer)
    expect((await settle('decline', await offered())).status).toBe(204)
    const withdrawn = await offered()
    expect((await ask('DELETE', actPath('transfer', NORTH))).status).toBe(200)
    expect((await ask('DELETE', actPath('transfer', NORTH))).status).toBe(404)
    expect((await settle('accept', withdrawn)).status).toBe(404)
    const late = await offered()
    built.clock.advance(14 * 86_400_000 + 1000)
    expect((await ask('GET', deskSystemPath(NORTH))).status).toBe(401)
    await sql`update ownership_transfers set expires_at = now() - interval '1 minute'`.execute(
      built.kit.database.reader,
    )
    built.clock.advance(-14 * 86_400_000 - 1000)
    expect(await settle('accept', late)).toMatchObject({ status: 409, body: { code: 'transfer_over' } })
    expect((await settle('accept', await offered())).status).toBe(204)
    expect([await systemsOf(buyer), await systemsOf(operator), await systemsOf(owner)]).toEqual([
      [`${NORTH}: owner`],
      [`${NORTH}: operator`],
      [],
    ])
  })
})

describe('a decommissioned system', () => {
  it('refuses its devices, belongs to nobody, and stays on the desk under its name', async () => {
    const { built, owner, connected, ask, systemsOf, record } = await desk()
    const end = (confirm: string) => ask('POST', actPath('decommission', NORTH), { confirm, ...WHY })
    expect((await end('North')).body).toMatchObject({ code: 'name_not_confirmed' })
    expect(await systemsOf(owner)).toEqual([`${NORTH}: owner`])
    expect((await end(NORTH)).status).toBe(200)
    expect([await admits(built, connected.controller), await admits(built, connected.gateway)]).toEqual([
      false,
      false,
    ])
    expect(await systemsOf(owner)).toEqual([])
    const listed = async (need: string) => (await ask('GET', `${deskPaths.systems}?need=${need}`)).body
    expect(await listed('any')).toMatchObject({ systems: [] })
    expect(await listed('decommissioned')).toMatchObject({ systems: [{ name: NORTH, needs: [] }] })
    expect((await ask('GET', deskPaths.attention)).body).toMatchObject({ systems: 0, items: [] })
    expect(deskSystem.parse((await ask('GET', deskSystemPath(NORTH))).body).decommissioned_at).not.toBeNull()
    expect(await end(NORTH)).toMatchObject({ status: 409, body: { code: 'system_decommissioned' } })
    expect((await ask('POST', actPath('rotate', NORTH), { kind: 'gateway', ...WHY })).status).toBe(409)

    // the field gets another machine with the same name
    await connectedSystem(built, owner, { name: NORTH.toLowerCase() })
    expect(await systemsOf(owner)).toEqual([`${NORTH.toLowerCase()}: owner`])
    await expect(connectedSystem(built, owner, { name: NORTH })).rejects.toThrow(
      problems.system_name_taken.message,
    )
    const former = expect.stringMatching(/^North Quarter until \d{4}-\d\d-\d\d\.\d+$/)
    expect(await listed('decommissioned')).toMatchObject({ systems: [{ name: former }] })
    expect((await record('system connect')).at(-1)?.after).toMatchObject({ former })
  })
})

describe('connecting', () => {
  const FORM = {
    name: 'West Half',
    latitude: 50.5,
    longitude: -110.25,
    tower_radii_m: [50, 100],
    overhang_m: 10,
    time_zone: 'America/Edmonton',
  }

  it('accepts a form, and reports which field is wrong', async () => {
    const { built, owner, ask, systemsOf, record, provider } = await desk()
    const connect = (json: object) => ask('POST', actPaths.connect, { owner: owner.email, ...FORM, ...json })
    expect((await connect({ latitude: 91 })).body).toMatchObject({
      code: 'system_place_invalid',
      field: 'lat',
    })
    expect((await connect({ owner: 'nobody@farm.example' })).body).toMatchObject({ code: 'account_unknown' })
    expect((await connect({ name: 7 })).body).toMatchObject({ code: 'system_name_invalid' })
    // as an empty form is filled in, field by field
    const unfilled = {
      owner: '',
      name: '',
      latitude: null,
      longitude: null,
      tower_radii_m: [],
      overhang_m: null,
    }
    const filled = { ...FORM, owner: owner.email }
    const complaints: unknown[] = []
    let form: object = unfilled
    for (const field of ['owner', 'name', 'latitude', 'longitude', 'tower_radii_m', 'overhang_m'] as const) {
      complaints.push((await connect(form)).body)
      form = { ...form, [field]: filled[field] }
    }
    expect(complaints).toMatchObject([
      { code: 'account_unknown', field: 'owner' },
      { code: 'system_name_invalid', field: 'name' },
      { code: 'system_place_invalid', field: 'latitude' },
      { code: 'system_place_invalid', field: 'longitude' },
      { code: 'tower_radii_invalid', field: 'tower_radii_m' },
      { code: 'overhang_invalid', field: 'overhang_m' },
    ])
    const answer = await connect({})
    expect(answer).toMatchObject({ status: 200, body: { system: 'West Half' } })
    expect(await systemsOf(owner)).toEqual([`${NORTH}: owner`, 'West Half: owner'])
    const accepted = (await record('system connect')).filter(({ outcome }) => outcome === 'accepted')
    expect(accepted.map(({ user_id }) => user_id)).toEqual([null, provider.id])
    expect(built.kit.config.dataDir).toBeTruthy()
  })

  it('imports a file of systems completely or not at all, after a preview of each line', async () => {
    const { built, owner, provider, systemsOf } = await desk()
    const send = async (text: string, preview = false) => {
      const answer = await fetch(`${built.url}${actPaths.connectFile}?preview=${preview}`, {
        method: 'POST',
        headers: { ...provider.headers, 'content-type': 'application/octet-stream' },
        body: text,
      })
      return { status: answer.status, body: await answer.json() }
    }
    const head = 'Owner;Name;Latitude;Longitude;Tower radii m;Overhang m;Time zone;Arc'
    const good = `${owner.email};East 1;50.1;-110.1;60 120 180;10;America/Edmonton;`
    const arced = `${owner.email};East 2;50.2;-110.2;60|120;0;America/Edmonton;350 90`
    const bad = [
      `${owner.email};east 1;50.3;-110.3;60;10;America/Edmonton;`,
      `nobody@farm.example;East 4;50.3;-110.3;60;10;America/Edmonton;`,
      `${owner.email};${NORTH};50.3;-110.3;60;10;America/Edmonton;`,
      `${owner.email};East 6;fifty;-110.3;60;10;America/Edmonton;`,
    ]
    const preview = connectFileAnswer.parse((await send([head, good, ...bad].join('\n'), true)).body)
    expect(preview.lines.map(({ line, problem }) => [line, problem?.code ?? null])).toEqual([
      [2, null],
      [3, 'system_name_taken'],
      [4, 'account_unknown'],
      [5, 'system_name_taken'],
      [6, 'system_place_invalid'],
    ])
    expect(preview.lines[0]).toMatchObject({ name: 'East 1', latitude: 50.1, wetted_radius_m: 190 })
    expect(await send([head, good, ...bad].join('\n'))).toMatchObject({
      status: 400,
      body: { code: 'connect_file_refused' },
    })
    expect(await systemsOf(owner)).toEqual([`${NORTH}: owner`])
    const { body } = await send([head, good, arced].join('\r\n'))
    const { connected } = connectFileAnswer.parse(body)
    expect(connected.map(({ system }) => system)).toEqual(['East 1', 'East 2'])
    for (const { controller } of connected) expect(await admits(built, controller)).toBe(true)
    expect(await systemsOf(owner)).toHaveLength(3)
    for (const text of ['', 'name\nx', head, '{"a":1}', '\u0000'])
      expect([text, (await send(text)).status]).toEqual([text, 400])
  })
})
