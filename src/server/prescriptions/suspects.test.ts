/** Implausible sensors: stored, shown, and never used to control a valve. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { prescriptionPaths, prescriptionView } from '../../contract/prescriptions.ts'
import { suspectList, suspectPaths } from '../../contract/probes.ts'
import { logIn } from '../testing/accounts.ts'
import { providerOf, signedUpUser, validInput } from '../testing/factories.ts'
import { wiredFarm } from '../testing/wired-farm.ts'
import { RECOMPUTED_AT_MOST_MS } from './prescriptions.jobs.ts'

const HOUR_MS = 3_600_000
const NO_DATA = 4

/** A farm with probe 1 in the east, and a helper that stores its hourly readings, the newest now. */
async function probedFarm() {
  const setup = await wiredFarm()
  const { built, owner, place, post, settled, send } = setup
  await place([100, 0, '1'])
  await settled()
  const tell = async (values: number[], hoursBetween = 1) => {
    const now = built.clock.now().getTime()
    const readings = values.map((vwc, i) => ({
      probe: 1,
      depthCm: 20,
      at: new Date(now - (values.length - 1 - i) * hoursBetween * HOUR_MS).toISOString(),
      vwc,
    }))
    expect((await post(readings)).status).toBe(200)
    await settled()
  }
  /** These tests advance the clock by days, and sessions are shorter. */
  const again = async () => {
    const { access } = await logIn(built, owner.email)
    return { ...owner, headers: { authorization: `JWT ${access}` } }
  }
  const current = async () => {
    const { headers } = await again()
    const address = `${prescriptionPaths.current}?system=North%20Quarter`
    const view = prescriptionView.parse((await built.call(address, { headers })).body)
    const [layer] = view.inputs.probes[0]?.layers ?? []
    const reason = Buffer.from(view.reason_b64, 'base64')[9 * 45]
    return {
      basis: view.inputs.basis,
      layer,
      reason,
      percent: Buffer.from(view.percent_b64, 'base64')[9 * 45],
    }
  }
  const apply = async () => send(validInput({ target_moisture: 60 }), {}, await again())
  return { ...setup, tell, current, apply }
}

/** Changes like soil does: by a thousandth an hour. */
const living = (from: number, hours: number) => Array.from({ length: hours }, (_, i) => from - i / 1000)

describe('a sensor', () => {
  it('with normal readings is used', async () => {
    const { tell, current, apply } = await probedFarm()
    await tell(living(0.29, 50))
    await apply()
    expect(await current()).toMatchObject({
      basis: 'soil',
      percent: 0,
      layer: { state: 'used', suspicion: null, last_trusted: null },
    })
  })

  // planted fault found: the first setting of a system computed before its sensors were checked
  it('that is stuck for two days is not used, from the first setting on', async () => {
    const { tell, current, apply } = await probedFarm()
    await tell(Array.from({ length: 50 }, () => 0.24))
    await apply()
    expect(await current()).toMatchObject({
      basis: 'no_readings',
      percent: 100,
      reason: NO_DATA,
      layer: { state: 'suspect', suspicion: 'STILL', value: 0.24 },
    })
  })

  it('that stays wetter than soil can be is not used', async () => {
    const { tell, current, apply } = await probedFarm()
    await tell(living(0.42, 30))
    await apply()
    expect(await current()).toMatchObject({ percent: 100, layer: { suspicion: 'TOO_WET' } })
  })

  it('that jumps without water is not used for three days, and until it has returned', async () => {
    const { tell, current, apply, pass, settled } = await probedFarm()
    await tell([...living(0.17, 5), 0.33])
    await apply()
    expect(await current()).toMatchObject({
      percent: 100,
      layer: { suspicion: 'JUMP', value: 0.33, last_trusted: 0.166 },
    })
    // four days later the jump is outside the checked period, the value has not returned
    await pass(96 * HOUR_MS)
    await tell(living(0.36, 20))
    await pass(RECOMPUTED_AT_MOST_MS)
    await settled()
    await apply()
    expect(await current()).toMatchObject({ percent: 100, layer: { suspicion: 'JUMP', last_trusted: 0.166 } })
    await pass(HOUR_MS)
    await tell([0.2])
    await pass(96 * HOUR_MS)
    await tell(living(0.21, 20))
    await pass(RECOMPUTED_AT_MOST_MS)
    await settled()
    await apply()
    expect(await current()).toMatchObject({ basis: 'soil', layer: { state: 'used' } })
  })

  it('that jumps because the machine watered it is used', async () => {
    const { tell, current, apply, controller, built } = await probedFarm()
    const now = built.clock.now().getTime()
    await controller.publish('applied', {
      rev: 1,
      sector: 45,
      from: new Date(now - 2 * HOUR_MS).toISOString(),
      to: new Date(now - 1.9 * HOUR_MS).toISOString(),
      depthIn: [0.5, 0.5, 0.5, 0, 0, 0, 0, 0, 0],
    })
    await tell([...living(0.12, 5), 0.28])
    await apply()
    expect(await current()).toMatchObject({ basis: 'soil', percent: 0, layer: { state: 'used' } })
  })
})

/** Three probes on a ring, told together: what each says hour by hour, the newest now. */
async function farmWithProbes(...probes: [number, number, string][]) {
  const setup = await wiredFarm()
  const { built, owner, place, post, settled, send } = setup
  await place(...probes)
  await settled()
  await send(validInput({ target_moisture: 60 }))
  const tell = async (hours: number, vwcOf: (probe: number, hour: number) => number) => {
    const now = built.clock.now().getTime()
    const readings = probes.flatMap(([, , number]) =>
      Array.from({ length: hours + 1 }, (_, hour) => ({
        probe: Number(number),
        depthCm: 20,
        at: new Date(now - (hours - hour) * HOUR_MS).toISOString(),
        vwc: vwcOf(Number(number), hour),
      })),
    )
    expect((await post(readings)).status).toBe(200)
    await setup.pass(RECOMPUTED_AT_MOST_MS)
    await settled()
  }
  const list = async (headers = owner.headers) => {
    const answer = await built.call(`${suspectPaths.list}?system=North%20Quarter`, { headers })
    return suspectList.parse(answer.body)
  }
  const say = async (probe: number, verdict: string, headers = owner.headers) => {
    const json = { system: 'North Quarter', probe, verdict }
    const answer = await built.call(suspectPaths.list, { headers, json })
    await setup.pass(RECOMPUTED_AT_MOST_MS)
    await settled()
    return answer
  }
  return { ...setup, tell, list, say }
}

describe('a probe that is stuck wet while the others dry', () => {
  const stuck = (probe: number, hour: number) =>
    probe === 3 ? 0.34 + 0.002 * Math.sin(1 + hour * 7.3) : 0.2 - 0.0001 * hour + probe / 1000
  const farmOfThree = () => farmWithProbes([100, 0, '1'], [-50, 87, '2'], [-50, -87, '3'])

  it('is reported with its reason, trusted or excluded by people, and asked about again when they withdraw', async () => {
    const { tell, list, say, built } = await farmOfThree()
    await tell(80, stuck)
    expect(await list()).toMatchObject({
      held: false,
      probes: [
        { number: 3, sensors: [{ depth_cm: 20, suspicion: 'STAYS_WET' }], doubt: null, verdict: null },
      ],
    })
    expect((await say(3, 'trust')).status).toBe(200)
    // trusted as a sensor, it is still an outlier, which is another question
    const trusted = await list()
    expect(trusted.probes).toMatchObject([
      {
        number: 3,
        sensors: [],
        doubt: { doubt: 'WETTER', available_percent: 100 },
        verdict: { verdict: 'trust', about: ['STAYS_WET'], by: expect.any(String) },
      },
    ])
    await say(3, 'trust')
    expect((await list()).probes).toMatchObject([
      { sensors: [], doubt: null, verdict: { about: ['STAYS_WET', 'WETTER'] } },
    ])
    await say(3, 'distrust')
    expect((await list()).probes).toMatchObject([
      { sensors: [{ suspicion: 'DISTRUSTED' }], doubt: null, verdict: { verdict: 'distrust', until: null } },
    ])
    await say(3, 'ask')
    expect((await list()).probes).toMatchObject([{ sensors: [{ suspicion: 'STAYS_WET' }], verdict: null }])
    const { rows } = await sql<{ outcome: string; after: unknown }>`
      select outcome, after from audit where action = 'probe verdict' order by id`.execute(
      built.kit.database.reader,
    )
    expect(rows).toHaveLength(4)
    expect(rows[0]).toEqual({
      outcome: 'accepted',
      after: { probe: 3, verdict: 'trust', about: ['STAYS_WET'] },
    })
  })

  it('is asked about again after a week', async () => {
    const { tell, list, say, built, owner } = await farmOfThree()
    await tell(80, stuck)
    await say(3, 'trust')
    built.clock.advance(7 * 24 * HOUR_MS)
    const { access } = await logIn(built, owner.email)
    expect(
      (await list({ authorization: `JWT ${access}` })).probes.every(({ verdict }) => verdict === null),
    ).toBe(true)
  })

  it('cannot be judged by non-members', async () => {
    const { tell, say, built } = await farmOfThree()
    await tell(80, stuck)
    const [viewer, other] = [await signedUpUser(built), await signedUpUser(built)]
    await providerOf(built).share('North Quarter', viewer.email, 'viewer')
    expect((await say(3, 'trust', viewer.headers)).status).toBe(403)
    expect((await say(3, 'trust', other.headers)).status).toBe(404)
    expect((await say(4, 'trust')).status).toBe(404)
    expect((await say(3, 'believe')).status).toBe(400)
  })
})

it('a single probe cannot keep a whole pass dry from its readings: a person is asked first', async () => {
  const { tell, list, say, kept, built, owner } = await farmWithProbes([100, 0, '1'])
  const wettest = async () => {
    const address = `${prescriptionPaths.current}?system=North%20Quarter`
    const { body } = await built.call(address, { headers: owner.headers })
    return Math.max(...Buffer.from(prescriptionView.parse(body).percent_b64, 'base64'))
  }
  await tell(1, () => 0.18)
  expect((await kept()).at(-1)).toMatchObject({ cause: 'readings' })
  expect((await list()).probes).toEqual([])
  expect(await wettest()).toBeGreaterThan(0)
  const before = await kept()
  await tell(1, (_, hour) => 0.25 - hour / 1000)
  expect(await kept()).toEqual(before)
  expect(await wettest()).toBeGreaterThan(0)
  expect(await list()).toMatchObject({
    held: true,
    probes: [{ number: 1, doubt: { doubt: 'ONLY', neighbours_percent: null } }],
  })
  await say(1, 'trust')
  expect((await kept()).slice(before.length)).toMatchObject([{ cause: 'probes' }])
  expect(await list()).toMatchObject({ held: false, probes: [{ verdict: { about: ['ONLY'] } }] })
  expect(await wettest()).toBe(0)
})
