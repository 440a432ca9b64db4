/** Sensors that tell of soil that cannot be: kept, shown, and never trusted with a valve. */
import { describe, expect, it } from 'vitest'
import { prescriptionPaths, prescriptionView } from '../../contract/prescriptions.ts'
import { logIn } from '../testing/accounts.ts'
import { validInput } from '../testing/factories.ts'
import { wiredFarm } from '../testing/wired-farm.ts'
import { RECOMPUTED_AT_MOST_MS } from './prescriptions.jobs.ts'

const HOUR_MS = 3_600_000
const NO_DATA = 4

/** A farm with probe 1 in the east, and a hand that stores what its sensor said hour by hour, the newest now. */
async function probedFarm() {
  const made = await wiredFarm()
  const { built, owner, connected, place, settled, send } = made
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
    const authorization = `Device ${connected.gateway.id}:${connected.gateway.secret}`
    const json = { batch: `b${now}`, readings }
    const answer = await built.call('/api/ingest/readings/', { headers: { authorization }, json })
    expect(answer.status).toBe(200)
    await settled()
  }
  /** Days pass in these tests, and sign-ins do not last that long. */
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
  return { ...made, tell, current, apply }
}

/** Moves as soil does: by a thousandth an hour. */
const living = (from: number, hours: number) => Array.from({ length: hours }, (_, i) => from - i / 1000)

describe('a sensor', () => {
  it('that lives is used', async () => {
    const { tell, current, apply } = await probedFarm()
    await tell(living(0.29, 50))
    await apply()
    expect(await current()).toMatchObject({
      basis: 'soil',
      percent: 0,
      layer: { state: 'used', suspicion: null, last_trusted: null },
    })
  })

  // planted fault that this caught: the first setting of a system computed before anybody had judged its sensors
  it('that stands still for two days is not, from the first setting on', async () => {
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

  it('that stays wetter than soil can is not', async () => {
    const { tell, current, apply } = await probedFarm()
    await tell(living(0.42, 30))
    await apply()
    expect(await current()).toMatchObject({ percent: 100, layer: { suspicion: 'TOO_WET' } })
  })

  it('that jumps without water is not, for three days, and as long as it has not come back', async () => {
    const { tell, current, apply, pass, settled } = await probedFarm()
    await tell([...living(0.17, 5), 0.33])
    await apply()
    expect(await current()).toMatchObject({
      percent: 100,
      layer: { suspicion: 'JUMP', value: 0.33, last_trusted: 0.166 },
    })
    // four days later the jump is out of sight, the value is not
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
    await controller.say('applied', {
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
