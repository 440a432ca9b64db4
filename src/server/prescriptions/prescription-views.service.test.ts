/** Calls about prescriptions: the running one, an old one, a preview, and the explanation of a cell. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { problems } from '../../contract/errors.ts'
import {
  cellExplanation,
  prescriptionHistory,
  prescriptionPaths,
  prescriptionPreview,
  prescriptionView,
} from '../../contract/prescriptions.ts'
import { PRESCRIPTION_REASONS } from '../../agronomy/prescription/prescription.ts'
import type { Built } from '../testing/build.ts'
import { pinsAt, slice } from '../testing/drawing.ts'
import {
  connectedSystem,
  farmIn,
  providerOf,
  signedUpUser,
  validInput,
  sharedServer,
} from '../testing/factories.ts'
import { wiredFarm } from '../testing/wired-farm.ts'
import { RECOMPUTED_AT_MOST_MS } from './prescriptions.jobs.ts'

const server = sharedServer()
const farm = () => farmIn(server())

type Headers = Record<string, string>

const NORTH = '?system=North%20Quarter'
const bytes = (b64: string) => Buffer.from(b64, 'base64')

async function current({ call }: Built, headers: Headers, query = NORTH) {
  const answer = await call(prescriptionPaths.current + query, { headers })
  expect(answer.status).toBe(200)
  return prescriptionView.parse(answer.body)
}

async function explained({ call }: Built, headers: Headers, query: string) {
  const answer = await call(`${prescriptionPaths.cell}${NORTH}${query}`, { headers })
  expect(answer.status).toBe(200)
  return cellExplanation.parse(answer.body)
}

describe('the running prescription', () => {
  it('is uniform, and says so, before the first settings', async () => {
    const { built, owner } = await farm()
    expect(await current(built, owner.headers)).toMatchObject({
      system: 'North Quarter',
      rev: 0,
      settings_rev: 0,
      sectors: 180,
      zones: 9,
      reasons: [...PRESCRIPTION_REASONS],
      totals: null,
      inputs: { settings: null, basis: 'no_settings', uniform: true, probes: [], geofences: [] },
    })
  })

  it.each([
    ['no_probes', {}],
    ['off', { is_system_on: false }],
  ])('names%s as what it rests on', async (basis, change) => {
    const { built, owner, send } = await farm()
    await send(validInput(change))
    const view = await current(built, owner.headers)
    expect(view).toMatchObject({ rev: 1, settings_rev: 1, inputs: { basis, uniform: true } })
    const reason = PRESCRIPTION_REASONS.indexOf(basis === 'off' ? 'OFF' : 'NO_DATA')
    expect([...bytes(view.reason_b64).subarray(0, 4)]).toEqual([reason, reason, reason, 8])
    expect([...bytes(view.percent_b64).subarray(0, 4)]).toEqual([100, 100, 100, 0])
    // 190 m, 0.8 in: pi 190^2 x 0.02032 m
    expect(view.totals?.volume_m3).toBeCloseTo(2304.53, 1)
    // no probe: nothing is known of the soil
    expect(view.totals).toMatchObject({ unmet_m3: 0, no_data_percent: 100 })
    expect(view.totals?.saving_percent).toBe(0)
  })

  it('is read in its old format, from before hidden deficits and pumps', async () => {
    const { built, owner, send } = await farm()
    await send(validInput())
    await sql`update prescriptions set totals = totals - 'unmet_m3' - 'no_data_percent',
      inputs = inputs - 'pump' - 'efficiency'`.execute(built.kit.database.reader)
    const view = await current(built, owner.headers)
    expect(view.totals).not.toHaveProperty('unmet_m3')
    expect(view.totals?.saving_percent).toBe(0)
    const history = await built.call(`${prescriptionPaths.history}?system=North%20Quarter`, owner)
    expect(history.status).toBe(200)
    const cell = await built.call(`${prescriptionPaths.cell}?system=North%20Quarter&sector=0&zone=1`, owner)
    expect(cell).toMatchObject({ status: 200, body: { percent: 100 } })
  })

  it('reports that the probes are silent', async () => {
    const { built, owner, send, place } = await wiredFarm()
    await place([100, 0, '1'])
    await send(validInput())
    expect((await current(built, owner.headers)).inputs).toMatchObject({
      basis: 'no_readings',
      uniform: true,
      probes: [{ number: 1, layers: [], field_capacity: 0.25, wilting_point: 0.12 }],
    })
  })

  it('is what the controller was sent, and can be verified by anyone', async () => {
    const { built, owner, send, draw, controller } = await wiredFarm()
    await draw({ name: 'Wet corner', prescription: 40, polygon: slice(90, 100, 60, 120) })
    await send(validInput())
    const sent = await controller.desired()
    const view = await current(built, owner.headers)
    expect(view).toMatchObject({ percent_b64: sent.rx.b64, sha256: sent.rx.sha256, rev: sent.rev })
    expect(view.inputs.geofences).toMatchObject([{ name: 'Wet corner', prescription: 40 }])
    const cell = 9 * 47 + 1
    expect(bytes(view.percent_b64)[cell]).toBe(40)
    expect(view.reasons[bytes(view.reason_b64)[cell] ?? 0]).toBe('GEOFENCE')
    expect(bytes(view.geofence_b64)[cell]).toBe(1)
    expect(view.inputs.uniform).toBe(false)
  })
})

describe('past prescriptions', () => {
  it('are kept with their inputs, and explained by them', async () => {
    const { built, owner, send, draw, place, hear, settled, pass, controller } = await wiredFarm()
    const { headers } = owner
    await place([100, 0, '1'])
    await settled()
    await send(validInput({ root_depth: 36, target_moisture: 90, application_rate: 1 }))
    await hear([[1, 20, 0.23]])
    await controller.desired(({ rev }) => rev === 2)
    await settled()
    await draw({ name: 'Slough', prescription: 0, polygon: slice(90, 100, 70, 110) })
    await pass(RECOMPUTED_AT_MOST_MS)
    await controller.desired(({ rev }) => rev === 3)

    const moistureText = 'holds 85% of its available water (23.0% by volume)'
    // loam, FC 0.25 and WP 0.12: (0.237 - 0.23) x 914.4 mm = 6.4 mm short, 7.53 mm gross of 25.4: 30%
    const then = await explained(built, headers, '&sector=47&zone=2&rev=2')
    expect(then).toMatchObject({
      rev: 2,
      percent: 30,
      reason: 'COMPUTED',
      words: {
        mm: `30%: ${moistureText}, 6 mm short of target`,
        in: `30%: ${moistureText}, 0.25 in short of target`,
      },
      from_deg: 94,
      to_deg: 96,
      inner_m: 60,
      outer_m: 120,
      geofence: null,
      without_geofence: null,
      probe: { number: 1, layers: [{ depth_cm: 20, value: 0.23, state: 'used' }] },
    })
    expect(then.net_mm).toBeCloseTo(6.4, 1)
    expect(then.depth_in).toBeCloseTo(0.3, 9)
    // 0.11 of 0.13; one sensor at 20 cm reaches 40 cm of 91.44
    expect(then.available_percent).toBeCloseTo(84.615, 3)
    expect(then.vwc).toBeCloseTo(0.23, 9)
    expect(then.cover_percent).toBeCloseTo(43.745, 3)
    expect(then.soil).toMatchObject({
      field_capacity: 0.25,
      wilting_point: 0.12,
      source: 'texture',
      zone: null,
      layers: [{ top_mm: 0, bottom_mm: 400 }],
    })
    const view = await current(built, headers, `${NORTH}&rev=2`)
    expect(bytes(view.cover_b64 ?? '')[9 * 47 + 1]).toBe(44)
    expect(await explained(built, headers, '&sector=47&zone=2')).toMatchObject({
      rev: 3,
      percent: 0,
      reason: 'GEOFENCE',
      words: { mm: `0%: ${moistureText}, 6 mm short of target, geofence 'Slough' forces 0` },
      geofence: { name: 'Slough', prescription: 0 },
      without_geofence: { percent: 30, reason: 'COMPUTED' },
    })
    const first = await explained(built, headers, '&sector=47&zone=2&rev=1')
    expect(first).toMatchObject({ percent: 100, reason: 'NO_DATA', net_mm: null })

    const history = await built.call(prescriptionPaths.history + NORTH, { headers })
    expect(prescriptionHistory.parse(history.body)).toMatchObject({
      prescriptions: [
        { rev: 3, settings_rev: 1, cause: 'geofences', basis: 'soil', uniform: false },
        { rev: 2, settings_rev: 1, cause: 'readings', basis: 'soil', uniform: true },
        { rev: 1, settings_rev: 1, cause: 'settings', basis: 'no_readings', uniform: true },
      ],
      next: null,
    })
    for (const rev of [1, 2, 3]) {
      const view = await current(built, headers, `${NORTH}&rev=${rev}`)
      const sent = controller.received.find((document) => document.rev === rev)
      expect(view).toMatchObject({ rev, percent_b64: sent?.rx.b64 })
    }
    for (const rev of ['0', '4', '999999999999999'])
      expect((await built.call(`${prescriptionPaths.current}${NORTH}&rev=${rev}`, { headers })).status).toBe(
        404,
      )
  })
})

describe('a preview', () => {
  it('shows what a draft would change, and stores nothing', async () => {
    const { built, owner, send, draw, kept, settled } = await wiredFarm()
    await draw({ name: 'Wet corner', prescription: 40, polygon: slice(90, 100, 60, 120) })
    await send(validInput())
    await settled()
    const before = await current(built, owner.headers)
    const preview = async (body: object) => {
      const json = { system: 'North Quarter', ...body }
      const answer = await built.call(prescriptionPaths.preview, { headers: owner.headers, json })
      expect(answer.status).toBe(200)
      return prescriptionPreview.parse(answer.body)
    }
    const same = await preview({})
    expect(same.changes).toMatchObject({ former_rev: 1, cells: 0, more: 0, less: 0, volume_m3: 0 })
    expect(same.percent_b64).toBe(before.percent_b64)

    // five sectors of one zone, then the same geofence drier: five cells less
    const draft = { name: 'New', prescription: 0, polygon: slice(180.2, 189.8, 65, 115) }
    const added = await preview({ geofence: draft })
    expect(added.changes).toMatchObject({
      cells: 5,
      more: 0,
      less: 5,
      former_percent_b64: before.percent_b64,
    })
    // five cells of 2 degrees between 60 and 120 m lose 0.8 in each
    expect(added.changes.volume_m3).toBeCloseTo((-5 / 180) * Math.PI * (120 ** 2 - 60 ** 2) * 0.02032, 6)
    expect(added.inputs.geofences).toMatchObject([{ name: 'Wet corner' }, { id: 0, name: 'New' }])

    const id = before.inputs.geofences[0]?.id
    expect((await preview({ without_geofence: id })).changes).toMatchObject({ more: 5, less: 0 })
    const disabled = { ...draft, id, enabled: false }
    expect((await preview({ geofence: disabled })).changes).toMatchObject({ more: 5, less: 0 })
    expect(
      (await preview({ settings: { is_system_on: false, application_rate: 0.4 } })).inputs,
    ).toMatchObject({
      basis: 'off',
      settings: { application_rate: 0.4, root_depth: null },
    })
    expect(await kept()).toHaveLength(1)
    expect(await current(built, owner.headers)).toEqual(before)
  })

  it('refuses what saving would refuse, with the same messages', async () => {
    const { built, owner } = await farm()
    const cases: [object, keyof typeof problems][] = [
      [{ settings: { ...validInput(), application_rate: 3 } }, 'application_rate_range'],
      [{ settings: 'on' }, 'switches_invalid'],
      [{ geofence: { name: '', prescription: 1, polygon: slice(0, 9, 60, 120) } }, 'geofence_name_invalid'],
      [
        { geofence: { name: 'x', prescription: 1, polygon: pinsAt([0, 0], [9, 9], [9, 0], [0, 9]) } },
        'geofence_crossing',
      ],
      [{ geofence: { id: 999, name: 'x', prescription: 1, polygon: slice(0, 9, 60, 120) } }, 'not_found'],
      [{ without_geofence: 999 }, 'not_found'],
      [{ system: 'South Quarter' }, 'system_not_found'],
    ]
    for (const [body, code] of cases) {
      const json = { system: 'North Quarter', ...body }
      const answer = await built.call(prescriptionPaths.preview, { headers: owner.headers, json })
      expect([answer.status, answer.body]).toEqual([
        problems[code].status,
        expect.objectContaining({ code, message: problems[code].message }),
      ])
    }
  })
})

describe('access', () => {
  // planted fault found: a prescription found by the system's name alone
  it('is for members; for everyone else the system is not found', async () => {
    const { built, owner, send } = await farm()
    await send(validInput())
    const [viewer, other] = [await signedUpUser(built), await signedUpUser(built)]
    await providerOf(built).share('North Quarter', viewer.email, 'viewer')
    await connectedSystem(built, other, { name: 'South Quarter' })
    const calls: [string, unknown?][] = [
      [prescriptionPaths.current + NORTH],
      [prescriptionPaths.history + NORTH],
      [`${prescriptionPaths.cell}${NORTH}&sector=0&zone=1`],
      [`${prescriptionPaths.export}${NORTH}&format=csv`],
      [prescriptionPaths.preview, { system: 'North Quarter' }],
    ]
    for (const [address, json] of calls) {
      const status = async (headers: Headers) => {
        const options = json === undefined ? { headers } : { headers, json }
        return (await built.call(address, options)).status
      }
      expect([address, await status({}), await status(other.headers)]).toEqual([address, 401, 404])
      expect([await status(viewer.headers), await status(owner.headers)]).toEqual([200, 200])
    }
  })

  it('is refused with a message for an invalid cell or format', async () => {
    const { built, owner, send } = await farm()
    const { headers } = owner
    const ask = (address: string) => built.call(address, { headers })
    expect(await ask(`${prescriptionPaths.export}${NORTH}&format=csv`)).toMatchObject({
      status: 409,
      body: { message: problems.prescription_none.message },
    })
    await send(validInput())
    for (const cell of [
      'sector=180&zone=1',
      'sector=0&zone=0',
      'sector=0&zone=4',
      'sector=-1&zone=1',
      'zone=1',
    ])
      expect(await ask(`${prescriptionPaths.cell}${NORTH}&${cell}`)).toMatchObject({
        status: 400,
        body: { code: cell === 'zone=1' ? 'invalid_request' : 'cell_unknown' },
      })
    for (const format of ['pdf', '', '../csv'])
      expect(await ask(`${prescriptionPaths.export}${NORTH}&format=${format}`)).toMatchObject({
        status: 400,
        body: { message: problems.export_format_unknown.message },
      })
  })
})
