/** The crop of a system: set by owners and operators, recorded with user and time, and refused where impossible. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cropPath, type SystemCrop, systemCrop } from '../../contract/crops.ts'
import { memberPaths } from '../../contract/accounts/members.ts'
import { dayAfter, dayReader } from '../readings/zone-days.ts'
import type { SignedIn } from '../testing/accounts.ts'
import { farm, signedUpUser } from '../testing/factories.ts'

const NAME = 'North Quarter'

async function planted() {
  const setup = await farm()
  const { built, owner } = setup
  const today = dayReader('America/Edmonton')(built.clock.now())
  return {
    ...setup,
    today,
    say: (json: unknown, as: SignedIn = owner, name = NAME) =>
      built.call(cropPath(name), { method: 'PUT', json, headers: as.headers }),
    end: (as: SignedIn = owner) => built.call(cropPath(NAME), { method: 'DELETE', headers: as.headers }),
    seen: async (as: SignedIn = owner): Promise<SystemCrop> =>
      systemCrop.parse((await built.call(cropPath(NAME), as)).body),
  }
}

describe('the crop of a system', () => {
  it('is unset at first, then as entered last, with user and time', async () => {
    const { built, today, say, end, seen } = await planted()
    expect(await seen()).toEqual({ system: NAME, plan: null, history: [] })
    const started_on = dayAfter(today, -40)
    expect((await say({ crop: 'potatoes', started_on, stages_by: 'days' })).status).toBe(204)
    const first = await seen()
    // Table 11 of FAO-56, continental climate
    expect(first.plan).toEqual({ crop: 'potatoes', started_on, stages_by: 'days', stages: [25, 30, 45, 30] })
    expect(first.history).toEqual([
      { plan: first.plan, who: expect.stringMatching(/./), when: expect.stringMatching(/Z$/) },
    ])
    const ago = built.clock.now().getTime() - Date.parse(first.history[0]?.when ?? '')
    expect(ago).toBeGreaterThanOrEqual(0)
    expect(ago).toBeLessThan(60_000)
    built.clock.advance(60_000)
    const own = { crop: 'corn-grain', started_on, stages_by: 'degrees', stages: [200, 500, 600, 200.5] }
    expect((await say(own)).status).toBe(204)
    expect((await seen()).plan).toEqual(own)
    expect((await end()).status).toBe(204)
    const ended = await seen()
    expect(ended.plan).toBeNull()
    expect(ended.history.map(({ plan }) => plan?.crop ?? null)).toEqual([null, 'corn-grain', 'potatoes'])
    const { rows } = await sql<{ before: unknown; after: unknown }>`
      select before, after from audit where action = 'crop change' order by id`.execute(
      built.kit.database.reader,
    )
    expect(rows).toMatchObject([
      { before: null, after: { crop: 'potatoes' } },
      { before: { crop: 'potatoes' }, after: { crop: 'corn-grain' } },
      { before: { crop: 'corn-grain' }, after: null },
    ])
  })

  it('takes stages in degree days from the crop table if none are given', async () => {
    const { today, say, seen } = await planted()
    expect((await say({ crop: 'cotton', started_on: today, stages_by: 'degrees' })).status).toBe(204)
    const stages = (await seen()).plan?.stages ?? []
    // DD60 (Fahrenheit) of a season of cotton, as published by the extension service in Texas
    const season = stages.reduce((sum, length) => sum + 1.8 * length, 0)
    expect(season).toBeGreaterThan(2200)
    expect(season).toBeLessThan(2650)
  })

  it('is refused if it is impossible', async () => {
    const { today, say, seen } = await planted()
    const usual = { crop: 'barley', started_on: today, stages_by: 'days' }
    const refused = async (change: Record<string, unknown>) => {
      const { status, body } = await say({ ...usual, ...change })
      return [status, body]
    }
    const code = (name: string) => [400, expect.objectContaining({ code: name })]
    expect(await refused({ crop: 'barely' })).toEqual(code('crop_unknown'))
    expect(await refused({ started_on: '2026-02-31' })).toEqual(code('crop_start_invalid'))
    expect(await refused({ started_on: dayAfter(today, -401) })).toEqual(code('crop_start_invalid'))
    expect(await refused({ started_on: dayAfter(today, 201) })).toEqual(code('crop_start_invalid'))
    expect(await refused({ stages_by: 'moons' })).toEqual(code('crop_stages_invalid'))
    expect(await refused({ stages: [10, 10, 9, 0.5] })).toEqual(code('crop_stages_invalid'))
    expect(await refused({ stages: [10, 10, 301, 0] })).toEqual(code('crop_stages_invalid'))
    expect(await refused({ stages: [10, 10, 20] })).toEqual(code('crop_stages_invalid'))
    expect(await refused({ stages: [-1, 30, 20, 30] })).toEqual(code('crop_stages_invalid'))
    expect((await seen()).history).toEqual([])
    expect(await refused({ started_on: dayAfter(today, -400), stages: [0, 0, 30, 0] })).toEqual([204, null])
  })

  it('is entered by operators, visible to viewers, and to nobody else', async () => {
    const { built, owner, today, say, end, seen } = await planted()
    const operator = await signedUpUser(built)
    const viewer = await signedUpUser(built)
    const stranger = await signedUpUser(built)
    for (const [email, role] of [
      [operator.email, 'operator'],
      [viewer.email, 'viewer'],
    ])
      await built.call(`${memberPaths.list}?system=North%20Quarter`, {
        json: { email, role },
        headers: owner.headers,
      })
    const json = { crop: 'alfalfa-hay', started_on: today, stages_by: 'days' }
    expect((await say(json, viewer)).status).toBe(403)
    expect((await end(viewer)).status).toBe(403)
    expect((await say(json, stranger)).status).toBe(404)
    expect((await built.call(cropPath(NAME), stranger)).status).toBe(404)
    expect((await say(json, operator)).status).toBe(204)
    expect((await seen(viewer)).plan?.crop).toBe('alfalfa-hay')
  })
})
