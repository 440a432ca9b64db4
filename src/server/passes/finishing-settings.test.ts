/** Settings while a pass is being finished: new ones end it, a test pattern interrupts it, the pump check runs again. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { geofencesPath } from '../../contract/geofences.ts'
import { pumpPaths, pumpShortfall } from '../../contract/pumps.ts'
import { systemInputAnswer, systemPath } from '../../contract/systems.ts'
import { eventually } from '../testing/test-device.ts'
import { slice } from '../testing/drawing.ts'
import { validInput } from '../testing/factories.ts'
import { HAND, sectorOfDocument, stoppedAt192 } from '../testing/machines/hand-machine.ts'

const OPEN = [100, 100, 100]
const SHUT = [0, 0, 0]

const revOf = (answer: { body: unknown }) => systemInputAnswer.parse(answer.body).settings_rev

it('newer settings end it for the whole field; what is still dry is offered again', async () => {
  const { finish, runs, settle, list, desired, offered } = await stoppedAt192()
  const confined = await runs(revOf(await finish()))
  expect([10, 95, 96, 179].map((sector) => sectorOfDocument(confined, sector))).toEqual([
    SHUT,
    SHUT,
    OPEN,
    OPEN,
  ])
  expect(await desired()).toMatchObject({ finish_arc: [192, 0] })
  const newer = await runs(revOf(await settle({ application_rate: 0.5 })))
  expect([10, 96].map((sector) => sectorOfDocument(newer, sector))).toEqual([OPEN, OPEN])
  expect(newer.rateIn).toBe(0.5)
  expect(await desired()).not.toHaveProperty('finish_arc')
  expect(await list()).toMatchObject({ finishing: null })
  expect((await offered()).arc).toEqual([192, 0])
})

it('is refused to a client that saw the settings before it', async () => {
  const { built, headers, finish, settle } = await stoppedAt192()
  const rev = revOf(await finish())
  const stale = await built.call('/api/system-input/', {
    headers: { ...headers, 'if-match': `"${rev - 1}"` },
    json: validInput({ system_name: HAND }),
  })
  expect(stale).toMatchObject({ status: 409, body: { code: 'settings_changed_meanwhile' } })
  expect((await settle()).status).toBe(200)
})

it('a test pattern interrupts it, waters the whole circle, does not count, and is followed by it', async () => {
  const { built, finish, runs, settle, waters, list, desired } = await stoppedAt192()
  await runs(revOf(await finish()))
  const towers = { ...validInput().towers, 2: true }
  const rev = revOf(await settle({ is_test_pattern_on: true, towers }))
  const test = await runs(rev)
  expect(test.mode).toBe('TEST')
  expect([10, 96].map((sector) => sectorOfDocument(test, sector))).toEqual([
    [0, 100, 0],
    [0, 100, 0],
  ])
  await waters(96, 100)
  expect((await list()).finishing).toMatchObject({ arc: [192, 0], dry_deg: 168 })
  await sql`update jobs set due_at = now() where key like 'end-test-pattern%'`.execute(
    built.kit.database.reader,
  )
  const again = await runs(rev + 1)
  expect(again.mode).toBe('VRI')
  expect([10, 96].map((sector) => sectorOfDocument(again, sector))).toEqual([SHUT, OPEN])
  expect(await desired()).toMatchObject({ finish_arc: [192, 0], is_test_pattern_on: false })
  await waters(96, 180)
  const former = await runs(rev + 2)
  expect(sectorOfDocument(former, 10)).toEqual(OPEN)
  expect(await desired()).not.toHaveProperty('finish_arc')
})

it('counts what the machine watered before the setting reached it, and ends where the pass does', async () => {
  const { finish, controller, runs, waters, list } = await stoppedAt192()
  const rev = revOf(await finish())
  const former = controller.received.find((document) => document.settingsRev === 1)
  expect.assert(former)
  // started at its panel, it still runs the previous prescription
  await waters(96, 110, former.rev)
  await eventually('it counted', async () => ((await list()).finishing?.dry_deg === 140 ? true : null))
  await runs(rev)
  await waters(110, 180)
  const after = await runs(rev + 1)
  expect(sectorOfDocument(after, 0)).toEqual(OPEN)
  expect((await list()).passes[0]).toMatchObject({ ended: 'FINISHED', dry_arc: null })
})

it('a geofence drawn meanwhile is applied, and the rest stays closed', async () => {
  const { built, headers, finish, runs } = await stoppedAt192()
  const rev = revOf(await finish())
  const confined = await runs(rev)
  built.clock.advance(60_000)
  await sql`update jobs set due_at = now()`.execute(built.kit.database.reader)
  const json = { name: 'Slough', prescription: 0, polygon: slice(200, 230, 1, 200) }
  expect((await built.call(geofencesPath(HAND), { headers, json })).status).toBe(201)
  const fenced = await runs(rev, (document) => document.rev > confined.rev)
  expect([10, 96, 105, 120].map((sector) => sectorOfDocument(fenced, sector))).toEqual([
    SHUT,
    OPEN,
    SHUT,
    OPEN,
  ])
})

it('checks the pump for the arc only, raises only for it, and keeps the settings unchanged', async () => {
  const { built, headers, finish, preview, runs, waters, desired } = await stoppedAt192()
  for (const [from, to] of [
    [40, 100],
    [200, 230],
  ] as const) {
    const json = { name: `Low ${from}`, prescription: 20, polygon: slice(from, to, 1, 200) }
    expect((await built.call(geofencesPath(HAND), { headers, json })).status).toBe(201)
  }
  const river = { name: 'River', least_flow_gpm: 300, greatest_flow_gpm: null, systems: [HAND] }
  expect((await built.call(pumpPaths.list, { headers, json: river })).status).toBe(201)
  const refused = await finish()
  expect(refused).toMatchObject({ status: 409, body: { code: 'pump_flow_low' } })
  const { low, low_when_raised } = pumpShortfall.parse(Reflect.get(Object(refused.body), 'current'))
  // a fifth of 800 gal/min, in the arc; the rest of the field is closed on purpose
  expect(low).toMatchObject([{ from_deg: 200, to_deg: 230, flow_gpm: expect.closeTo(160, 6) }])
  expect(low_when_raised).toEqual([])
  const cells = (b64: string, sector: number) => [
    ...Buffer.from(b64, 'base64').subarray(9 * sector, 9 * sector + 3),
  ]
  expect(cells((await preview()).prescription.percent_b64, 105)).toEqual([20, 20, 20])
  const raised = (await preview('&pump_remedy=raise')).prescription
  // 300 of 800 is 37.5 %
  expect(cells(raised.percent_b64, 105)).toEqual([38, 38, 38])
  const rev = revOf(await finish({ pump_remedy: 'raise' }))
  const sent = await runs(rev)
  expect([30, 105, 120].map((sector) => sectorOfDocument(sent, sector))).toEqual([SHUT, [38, 38, 38], OPEN])
  expect(sent.rx.sha256).toBe(raised.sha256)
  await waters(96, 180)
  await runs(rev + 1)
  const after = await desired()
  for (const key of ['pump_remedy', 'finish_remedy', 'finish_since', 'finish_arc'])
    expect(after).not.toHaveProperty(key)
})

it('continues after a second stop, and ends by a person or after three days', async () => {
  const { built, headers, finish, runs, waters, list, offered } = await stoppedAt192()
  const rev = revOf(await finish())
  await runs(rev)
  await waters(96, 150)
  await eventually('the second stop', async () => ((await list()).finishing?.dry_deg === 60 ? true : null))
  expect(await list()).toMatchObject({ finish: null, finishing: { arc: [192, 0] } })
  const ended = await built.call('/api/passes/finish-end/', { headers, json: { system_name: HAND } })
  expect(revOf(ended)).toBe(rev + 1)
  expect((await offered()).arc).toEqual([300, 0])
  const again = revOf(await finish({ arc: [300, 0] }))
  await runs(again)
  built.clock.advance(73 * 3_600_000)
  const after = await runs(again + 1)
  expect(sectorOfDocument(after, 0)).toEqual(OPEN)
  const { rows } = await sql`select user_name from system_commands where settings_rev = ${again + 1}`.execute(
    built.kit.database.reader,
  )
  expect(rows).toEqual([{ user_name: 'Pass not finished in three days' }])
})

it('is refused while its owner has locked the machine, and a running one ends as agreed', async () => {
  const { built, headers, finish, runs, waters, offered } = await stoppedAt192()
  const lock = (on: boolean) =>
    built.call(systemPath(HAND), { method: 'PATCH', headers, json: { local_only: on } })
  await lock(true)
  expect((await finish()).body).toMatchObject({ code: 'system_local_only' })
  await lock(false)
  await offered()
  const rev = revOf(await finish())
  await runs(rev)
  await lock(true)
  await waters(96, 180)
  expect(sectorOfDocument(await runs(rev + 1), 0)).toEqual(OPEN)
})
