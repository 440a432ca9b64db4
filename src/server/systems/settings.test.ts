/** POST /api/system-input/: every message, what is stored, and what refused settings leave behind. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { problems } from '../../contract/errors.ts'
import { systemCommandsAnswer, systemPaths } from '../../contract/systems.ts'
import type { Built } from '../testing/build.ts'
import { eventually } from '../testing/test-device.ts'
import { farmIn, signedUpUser, validInput, sharedServer } from '../testing/factories.ts'

const server = sharedServer()
const farm = () => farmIn(server())

const RATE = 'Application rate must be between 0.2 and 2 inches.'
const ROOT = 'Root Depth must be between 0 and 80 inches.'
const MOISTURE = 'Target Moisture must be between 20 and 100 %.'
const SELECT = 'Please select a system.'
const NOTHING_ON = {
  1: false,
  2: false,
  3: false,
  4: false,
  5: false,
  6: false,
  7: false,
  8: false,
  9: false,
}

async function rows(built: Built, query: ReturnType<typeof sql>): Promise<unknown[]> {
  return (await query.execute(built.kit.database.reader)).rows
}

/** What the owner and the system have. */
const counts = ({ built, owner, systemId, controllerId }: Awaited<ReturnType<typeof farm>>) =>
  rows(
    built,
    sql`select (select count(*) from system_commands where system_id = ${systemId}) as commands,
      (select count(*) from desired_states where controller_id = ${controllerId}) as desired,
      (select settings_rev from systems where id = ${systemId}) as rev,
      (select count(*) from audit where action = 'settings' and user_id = ${owner.id}) as audit`,
  )

/** JSON that JSON.stringify cannot produce, such as 1e309. */
async function sendText(built: Built, headers: Record<string, string>, body: string) {
  const response = await fetch(built.url + systemPaths.input, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

describe('messages of a setting', () => {
  const WORD = problems.number_expected.message
  const NUMBERS: [string, string, (string | number)[]][] = [
    ['application_rate', RATE, [0, -1, 0.19, 2.01, '5', '0']],
    ['root_depth', ROOT, [0, -1, 80.01, '81']],
    ['target_moisture', MOISTURE, [0, 19.99, 100.01, '5']],
  ]
  const boundaries: [string, Record<string, unknown>, string][] = [
    ...NUMBERS.flatMap(([field, range, outside]) => [
      ...['', null, ...outside].map((value): [string, Record<string, unknown>, string] => [
        field,
        { [field]: value },
        range,
      ]),
      ...[true, [], {}, 'NaN', '1,5'].map((value): [string, Record<string, unknown>, string] => [
        field,
        { [field]: value },
        WORD,
      ]),
    ]),
    ...['', null, 7, undefined].map((system_name): [string, Record<string, unknown>, string] => [
      'system',
      { system_name },
      SELECT,
    ]),
    // the first invalid field of the form is reported
    ['order', { system_name: '', application_rate: 0, root_depth: 0, target_moisture: 0 }, SELECT],
    ['order', { application_rate: '', root_depth: 0, target_moisture: 0, towers: null }, RATE],
    ['order', { root_depth: 0, target_moisture: 0, is_speed_switch_on: 1 }, ROOT],
    ['order', { target_moisture: 0, towers: {} }, MOISTURE],
    ['order', { is_system_on: 'yes', system_name: '' }, SELECT],
    ['switch', { is_system_on: undefined }, problems.switches_invalid.message],
    ['switch', { is_speed_switch_on: 'on' }, problems.switches_invalid.message],
    ['switch', { is_test_pattern_on: null }, problems.switches_invalid.message],
    ['towers', { towers: { ...NOTHING_ON, 0: true } }, problems.towers_invalid.message],
    ['towers', { towers: { ...NOTHING_ON, 10: false } }, problems.towers_invalid.message],
    ['towers', { towers: { 1: true } }, problems.towers_invalid.message],
    ['towers', { towers: [true] }, problems.towers_invalid.message],
    ['towers', { towers: { ...NOTHING_ON, 3: 1 } }, problems.towers_invalid.message],
    ['test', { is_test_pattern_on: true }, problems.test_pattern_one_tower.message],
    [
      'test',
      { is_test_pattern_on: true, towers: { ...NOTHING_ON, 1: true, 2: true } },
      problems.test_pattern_one_tower.message,
    ],
    [
      'test',
      { is_test_pattern_on: true, towers: { ...NOTHING_ON, 4: true } },
      problems.test_pattern_tower_absent.message,
    ],
    ['off', { is_system_on: false, application_rate: undefined }, RATE],
    ['off', { is_system_on: false, application_rate: 2.001 }, RATE],
  ]

  it('are returned in the order of the form, and nothing is stored in part', async () => {
    const here = await farm()
    const { built, owner, send } = here
    for (const [field, change, sentence] of boundaries) {
      const answer = await send(validInput(change))
      expect([field, change, answer.status, answer.body]).toEqual([
        field,
        change,
        400,
        expect.objectContaining({ message: sentence, detail: sentence }),
      ])
    }
    for (const body of ['1e309', '-1e309', '0.0'])
      expect(
        await sendText(
          built,
          owner.headers,
          JSON.stringify(validInput()).replace('"application_rate":0.8', `"application_rate":${body}`),
        ),
      ).toMatchObject({ status: 400, body: { message: RATE } })
    for (const body of ['null', '[]', '"x"', '7', '{}'])
      expect(await sendText(built, owner.headers, body)).toMatchObject({
        status: 400,
        body: { message: SELECT },
      })
    expect(await counts(here)).toEqual([{ commands: 0, desired: 0, rev: 0, audit: boundaries.length + 8 }])
  })

  it('accepts the limits themselves', async () => {
    const here = await farm()
    const { send } = here
    const limits = [
      { application_rate: 0.2 },
      { application_rate: 2 },
      { root_depth: 0.01 },
      { root_depth: 80 },
      { target_moisture: 20 },
      { target_moisture: 100 },
    ]
    for (const change of limits) expect((await send(validInput(change))).status).toBe(200)
    expect(await counts(here)).toEqual([{ commands: 6, desired: 6, rev: 6, audit: 6 }])
  })
})

describe('an accepted setting', () => {
  it('is answered with its revision and shown as requested', async () => {
    const { built, owner, send } = await farm()
    const answer = await send(validInput({ is_speed_switch_on: true }))
    expect(answer).toMatchObject({ status: 200, body: { settings_rev: 1, delivery: 'saved' } })
    const list = await built.call(systemPaths.list, owner)
    const { system_name: _, ...settings } = validInput({ is_speed_switch_on: true })
    expect(list.body).toMatchObject([{ desired: { ...settings, settings_rev: 1, rev: 1 } }])
  })

  it('keeps only the rate when it is OFF, whatever was sent with it', async () => {
    const { built, owner, controllerId, send } = await farm()
    const towers = { ...NOTHING_ON, 2: true }
    const more = {
      is_test_pattern_on: true,
      is_speed_switch_on: 'x',
      root_depth: -5,
      target_moisture: 'wet',
      towers,
    }
    for (const change of [{}, more, { towers: 7, root_depth: null }]) {
      const answer = await send({
        system_name: 'North Quarter',
        is_system_on: false,
        application_rate: 1.5,
        ...change,
      })
      expect(answer.status).toBe(200)
      const list = await built.call(systemPaths.list, owner)
      expect(list.body).toMatchObject([
        {
          desired: {
            is_system_on: false,
            is_test_pattern_on: false,
            is_speed_switch_on: false,
            application_rate: 1.5,
            root_depth: null,
            target_moisture: null,
            towers: NOTHING_ON,
          },
        },
      ])
    }
    expect(
      await rows(
        built,
        sql`select distinct document->>'mode' as mode, document->'timerPct' as timer from desired_states where controller_id = ${controllerId}`,
      ),
    ).toEqual([{ mode: 'UNIFORM', timer: null }])
  })

  it('refuses a tower without a test pattern instead of ignoring it', async () => {
    const { built, owner, send } = await farm()
    const refused = await send(validInput({ towers: { ...NOTHING_ON, 2: true } }))
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'towers_without_test_pattern', field: 'towers' },
    })
    expect((await built.call(systemPaths.list, owner)).body).toMatchObject([{ desired: null }])
  })

  it('accepts numbers sent as text by old clients', async () => {
    const { built, owner, send } = await farm()
    const { status } = await send(
      validInput({ application_rate: '0.7', root_depth: ' 36 ', target_moisture: '85.50' }),
    )
    expect(status).toBe(200)
    expect((await built.call(systemPaths.list, owner)).body).toMatchObject([
      { desired: { application_rate: 0.7, root_depth: 36, target_moisture: 85.5 } },
    ])
  })

  it('ignores identity and role in the body', async () => {
    const { built, owner, systemId, send } = await farm()
    const other = await signedUpUser(built)
    await send(
      validInput({
        id: 99,
        user_id: other.id,
        owner: other.email,
        role: 'owner',
        settings_rev: 50,
        __proto__: { x: 1 },
      }),
    )
    expect(
      await rows(built, sql`select user_id, settings_rev from system_commands where system_id = ${systemId}`),
    ).toEqual([{ user_id: owner.id, settings_rev: 1 }])
  })
})

describe('a test pattern', () => {
  const testing = { is_test_pattern_on: true, towers: { ...NOTHING_ON, 2: true } }
  const endNow = ({ kit }: Built) => sql`update jobs set due_at = now()`.execute(kit.database.reader)

  it('ends by itself: audited, and the previous prescription published', async () => {
    const { built, owner, controllerId, send } = await farm()
    expect((await send(validInput(testing))).status).toBe(200)
    expect(
      await rows(
        built,
        sql`select document->>'mode' as mode from desired_states where controller_id = ${controllerId}`,
      ),
    ).toEqual([{ mode: 'TEST' }])
    const { rows: due } = await sql<{
      minutes: number
    }>`select extract(epoch from due_at - now()) / 60 as minutes
      from jobs where name = 'end-test-pattern'`.execute(built.kit.database.reader)
    expect(Number(due[0]?.minutes)).toBeCloseTo(15, 0)
    await endNow(built)
    const ended = await eventually('the end of the test', async () => {
      const { body } = await built.call(`${systemPaths.commands}?system=North%20Quarter`, owner)
      const { commands } = systemCommandsAnswer.parse(body)
      return commands.length === 2 ? commands[0] : null
    })
    expect(ended).toMatchObject({
      settings_rev: 2,
      who: 'Test pattern ended',
      from: testing,
      to: { is_test_pattern_on: false, application_rate: 0.8, root_depth: 30, towers: NOTHING_ON },
    })
    expect(
      await rows(
        built,
        sql`select document->>'mode' as mode, settings_rev from desired_states where controller_id = ${controllerId} and rev = 2`,
      ),
    ).toEqual([{ mode: 'VRI', settings_rev: 2 }])
  })

  it('is not ended after someone changed the settings', async () => {
    const here = await farm()
    const { built, send } = here
    await send(validInput(testing))
    await send(validInput({ application_rate: 1 }))
    await endNow(built)
    await eventually('the order to be done', async () => {
      const left = await rows(built, sql`select from jobs where name = 'end-test-pattern'`)
      return left.length === 0 ? true : null
    })
    expect(await counts(here)).toEqual([{ commands: 2, desired: 2, rev: 2, audit: 2 }])
  })
})
