/** Sensors over HTTP: which report and where they are, who may set their soil, and the effects. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { prescriptionPaths, prescriptionView } from '../../contract/prescriptions.ts'
import { probePaths, sensorList, sensorPath, sensorProbe, sensorsPath } from '../../contract/probes.ts'
import { readingPaths } from '../../contract/readings.ts'
import { systemPath } from '../../contract/systems.ts'
import { RECOMPUTED_AT_MOST_MS } from '../prescriptions/prescriptions.jobs.ts'
import { systemChanged } from '../systems/systems.events.ts'
import { eventually } from '../testing/test-device.ts'
import { connectedSystem, providerOf, signedUpUser, validInput } from '../testing/factories.ts'
import { MALICIOUS_NAMES } from '../testing/malicious-names.ts'
import { wiredFarm } from '../testing/wired-farm.ts'

const SYSTEM = 'North Quarter'
const PIVOT = { lat: 51.06, lng: -114.15 }
const HOUR = 3_600_000

async function probes() {
  const { built, owner, connected, send, settled, pass } = await wiredFarm()
  const placed = [1, 2].map((number) => {
    const { lat, lng } = toLatLng(PIVOT, { x: 60 * number - 90, y: 20 })
    return [lat, lng, String(number)]
  })
  const json = { fieldName: 'North', probes: placed }
  expect((await built.call(probePaths.save, { headers: owner.headers, json })).status).toBe(201)
  const say = async (probe: number, depthCm: number, vwc: number, agoMs = 0) => {
    const at = new Date(built.clock.now().getTime() - agoMs).toISOString()
    const { gateway } = connected
    const answer = await built.call(readingPaths.ingest, {
      headers: { authorization: `Device ${gateway.id}:${gateway.secret}` },
      json: { batch: 'b', readings: [{ probe, depthCm, at, vwc }] },
    })
    expect(answer.status).toBe(200)
    return at
  }
  const patch = (json: unknown, as = owner, path = sensorPath(SYSTEM, 1)) =>
    built.call(path, { method: 'PATCH', headers: as.headers, json })
  const list = async (as = owner) =>
    sensorList.parse((await built.call(sensorsPath(SYSTEM), { headers: as.headers })).body).probes
  return { built, owner, send, settled, pass, say, patch, list }
}

describe('the sensors of a system', () => {
  it('are listed with depths, last readings and freshness, placed or not, reporting or not', async () => {
    const { say, list } = await probes()
    const deep = await say(1, 40, 0.22, 2 * HOUR)
    const shallow = await say(1, 20, 0.2, 73 * HOUR)
    await say(1, 20, 0.9)
    const lost = await say(9, 30, 0.3)
    // loam in FAO-56, middle of the range: 0.25 and 0.12
    const soil = {
      field_capacity: 0.25,
      wilting_point: 0.12,
      soil_source: 'texture',
      soil_zone: null,
      own_soil: { texture: null, field_capacity: null, wilting_point: null },
    }
    const place = expect.objectContaining({ latitude: expect.closeTo(51.06, 2) })
    expect(await list()).toEqual([
      {
        number: 1,
        place,
        ...soil,
        sensors: [
          { sensor: 'P1-20cm', depth_cm: 20, value: 0.2, at: shallow, freshness: 'silent' },
          { sensor: 'P1-40cm', depth_cm: 40, value: 0.22, at: deep, freshness: 'fresh' },
        ],
      },
      { number: 2, place, ...soil, sensors: [] },
      {
        number: 9,
        place: null,
        ...soil,
        sensors: [{ sensor: 'P9-30cm', depth_cm: 30, value: 0.3, at: lost, freshness: 'fresh' }],
      },
    ])
  })

  // planted fault that this caught: placements read as the customer, who sees only sets of their own
  it('are the same for a member, and not visible to anyone else', async () => {
    const { built, say, list, owner } = await probes()
    await say(1, 20, 0.2)
    const viewer = await signedUpUser(built)
    await providerOf(built).share(SYSTEM, viewer.email, 'viewer')
    expect(await list(viewer)).toEqual(await list(owner))
    const stranger = await signedUpUser(built)
    const foreign = await built.call(sensorsPath(SYSTEM), { headers: stranger.headers })
    const missing = await built.call(sensorsPath('No such system'), { headers: stranger.headers })
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
  })
})

describe('the soil of a probe', () => {
  it('is its own, then the texture set for it, then that of the system', async () => {
    const { patch, built, owner } = await probes()
    const limits = async (json: unknown) => {
      const { body } = await patch(json)
      const { field_capacity, wilting_point, soil_source } = sensorProbe.parse(body)
      return [field_capacity, wilting_point, soil_source]
    }
    // FAO-56 Table 19, middles: clay 0.36 and 0.22
    expect(await limits({ texture: 'clay' })).toEqual([0.36, 0.22, 'probe'])
    expect(await limits({ field_capacity: 0.33 })).toEqual([0.33, 0.22, 'probe'])
    expect(await limits({ texture: null })).toEqual([0.33, 0.12, 'probe'])
    expect(await limits({ field_capacity: null })).toEqual([0.25, 0.12, 'texture'])
    await built.call(systemPath(SYSTEM), {
      method: 'PATCH',
      headers: owner.headers,
      json: { field_capacity: 0.3 },
    })
    expect(await limits({})).toEqual([0.3, 0.12, 'system'])
  })

  it('is refused if the wilting point is not the smaller one, and nothing is stored then', async () => {
    const { patch, list } = await probes()
    for (const json of [
      { field_capacity: 0.12 },
      { wilting_point: 0.25 },
      { field_capacity: 0.61 },
      { wilting_point: 0 },
      { field_capacity: '0.3' },
      { field_capacity: Number.NaN, wilting_point: -1 },
      { texture: 'mud' },
    ]) {
      const { status, body } = await patch(json)
      expect([json, status, body]).toMatchObject([
        json,
        400,
        { code: 'texture' in json ? 'texture_invalid' : 'soil_limits_invalid' },
      ])
    }
    expect((await list())[0]?.soil_source).toBe('texture')
  })

  it('is changed by owner and operator, not by a viewer, and does not exist for others', async () => {
    const { built, patch, list } = await probes()
    const [operator, viewer, stranger] = [
      await signedUpUser(built),
      await signedUpUser(built),
      await signedUpUser(built),
    ]
    await providerOf(built).share(SYSTEM, operator.email, 'operator')
    await providerOf(built).share(SYSTEM, viewer.email, 'viewer')
    expect((await patch({ texture: 'sand' }, operator)).status).toBe(200)
    const seen = await patch({ texture: 'clay' }, viewer)
    expect([seen.status, seen.body]).toMatchObject([403, { code: 'role_may_not_change' }])
    const foreign = await patch({ texture: 'clay' }, stranger)
    expect(foreign.status).toBe(404)
    for (const path of [sensorPath('No such system', 1), '/api/sensors/%00/1/', '/api/sensors/a%2fb/1/'])
      expect([path, (await patch({}, stranger, path)).body]).toEqual([path, foreign.body])
    for (const number of ['3', '1.5', '-1', 'x', '1e0', '9999999', ...MALICIOUS_NAMES]) {
      const path = `/api/sensors/${encodeURIComponent(SYSTEM)}/${encodeURIComponent(number)}/`
      expect([number, (await patch({ texture: 'clay' }, operator, path)).status]).toEqual([number, 404])
    }
    expect((await list())[0]?.own_soil.texture).toBe('sand')
  })

  it('is audited, published to open browsers, and used by the prescription of its cells', async () => {
    const { built, owner, send, settled, pass, say, patch } = await probes()
    await say(1, 20, 0.2)
    await say(2, 20, 0.2)
    expect((await send(validInput())).status).toBe(200)
    // recomputations after the readings, at once and a minute later, are done before the soil changes
    await settled()
    await pass(RECOMPUTED_AT_MOST_MS)
    await settled()
    const changedIds: (number | null)[] = []
    built.kit.events.on(systemChanged, ({ controllerId }) => void changedIds.push(controllerId))
    const prescription = async () => {
      const address = `${prescriptionPaths.current}?system=${encodeURIComponent(SYSTEM)}`
      return prescriptionView.parse((await built.call(address, { headers: owner.headers })).body)
    }
    const before = await prescription()
    built.clock.advance(RECOMPUTED_AT_MOST_MS)
    // a target of 70 % of clay's available water is above 0.2 m3/m3, of loam's only slightly
    expect((await patch({ texture: 'clay' })).status).toBe(200)
    const after = await eventually('another prescription', async () => {
      const now = await prescription()
      return now.rev > before.rev ? now : null
    })
    expect(after.inputs.probes.map((probe) => [probe.field_capacity, probe.wilting_point])).toEqual([
      [0.36, 0.22],
      [0.25, 0.12],
    ])
    expect(after.percent_b64).not.toBe(before.percent_b64)
    await expect.poll(() => changedIds.length).toBeGreaterThan(0)
    await patch({ wilting_point: 0.5 })
    const { rows } = await sql`select user_id, before, after, outcome from audit where action = 'probe soil'
      order by id`.execute(built.kit.database.reader)
    const none = { texture: null, field_capacity: null, wilting_point: null }
    expect(rows).toEqual([
      {
        user_id: owner.id,
        before: { probe: 1, ...none },
        after: { probe: 1, ...none, texture: 'clay' },
        outcome: 'accepted',
      },
      {
        user_id: owner.id,
        before: null,
        after: { probe: '1', wilting_point: 0.5 },
        outcome: 'soil_limits_invalid',
      },
    ])
  })

  it("falls back on the system's after a change with which the two no longer fit", async () => {
    const { built, owner, patch, list } = await probes()
    await patch({ wilting_point: 0.24 })
    await built.call(systemPath(SYSTEM), {
      method: 'PATCH',
      headers: owner.headers,
      json: { texture: 'sand' },
    })
    // sand: 0.12 and 0.045
    expect((await list())[0]).toMatchObject({
      field_capacity: 0.12,
      wilting_point: 0.045,
      soil_source: 'texture',
      soil_zone: null,
      own_soil: { wilting_point: 0.24 },
    })
  })

  it('ignores other fields of the body', async () => {
    const { built, owner, patch } = await probes()
    const sam = await signedUpUser(built)
    await connectedSystem(built, sam, { name: 'South Quarter' })
    const { status } = await patch({
      texture: 'sand',
      system: 'South Quarter',
      system_id: 2,
      number: 2,
      user_id: sam.id,
    })
    expect(status).toBe(200)
    const { rows } =
      await sql`select s.name, p.number from probe_soils p join systems s on s.id = p.system_id`.execute(
        built.kit.database.reader,
      )
    expect(rows).toEqual([{ name: SYSTEM, number: 1 }])
    expect(owner.id).not.toBe(sam.id)
  })
})
