/** Controllers: credentials and their revocation, revisions of desired states, and isolation between customers. */
import { describe, expect, it } from 'vitest'
import { build, shared } from '../testing/build.ts'
import { uniform } from '../testing/farm.ts'

describe('devices', () => {
  const server = shared(() => build())

  it('creates a controller, whose credentials are valid until they are revoked', async () => {
    const {
      kit,
      app: { devices },
    } = server()
    const { controllerId, topicId, controller, gateway } = await kit.database.write((tx) =>
      devices.connect(tx),
    )
    expect(topicId).toMatch(/^[a-z0-9]{16,}$/)
    expect(controller.id).toBe(`${topicId}-controller`)
    expect(await devices.authenticateDevice(controller.id, controller.secret)).toEqual({
      controllerId,
      topicId,
      kind: 'controller',
    })
    expect(await devices.authenticateDevice(gateway.id, gateway.secret)).toMatchObject({ kind: 'gateway' })
    expect(await devices.authenticateDevice(gateway.id, controller.secret)).toBeNull()
    expect(await kit.database.write((tx) => devices.revoke(tx, controller.id))).toBe(true)
    expect(await devices.authenticateDevice(controller.id, controller.secret)).toBeNull()
  })

  it('numbers desired states per controller, also when several are stored concurrently', async () => {
    const {
      kit,
      app: { devices },
    } = server()
    const { controllerId } = await kit.database.write((tx) => devices.connect(tx))
    const revisions = await Promise.all(
      [1, 2, 3, 4, 5].map((settingsRev) =>
        kit.database.write((tx) => devices.desire(tx, controllerId, uniform(settingsRev))),
      ),
    )
    expect(revisions.map(({ rev }) => rev).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
    const deliveries = (await devices.deliveries(kit.database.reader, [controllerId])).get(controllerId)
    expect(deliveries?.map(({ settingsRev }) => settingsRev)).toEqual([5, 4, 3, 2, 1])
    const newest = await devices.deliveries(kit.database.reader, [controllerId], 'newest')
    expect(newest.get(controllerId)).toMatchObject([{ settingsRev: 5, appliedAt: null }])
    const listed = await devices.deliveries(kit.database.reader, [controllerId], [2, 4])
    expect(listed.get(controllerId)).toMatchObject([{ settingsRev: 4 }, { settingsRev: 2 }])
  })

  it('shows a link that has never been online', async () => {
    const {
      kit,
      app: { devices },
    } = server()
    const { controllerId, topicId } = await kit.database.write((tx) => devices.connect(tx))
    expect((await devices.links(kit.database.reader, [controllerId])).get(controllerId)).toEqual({
      topicId,
      online: false,
      lastSeen: null,
      stoppedWetSince: null,
      telemetry: null,
      reported: null,
      fallback: false,
      fault: null,
      validUntil: null,
      runningUntil: null,
      timerPct: null,
      rateIn: null,
    })
  })

  it('refuses a prescription that no controller could apply', async () => {
    const {
      kit,
      app: { devices },
    } = server()
    const { controllerId } = await kit.database.write((tx) => devices.connect(tx))
    const short = { ...uniform(1), rx: new Uint8Array(1619) }
    await expect(kit.database.write((tx) => devices.desire(tx, controllerId, short))).rejects.toThrow('1620')
  })

  it('hides a controller from customers who do not own it, by row-level security', async () => {
    const {
      kit,
      app: { devices },
    } = server()
    const { controllerId } = await kit.database.write((tx) => devices.connect(tx))
    await kit.database.write((tx) => devices.desire(tx, controllerId, uniform(1)))
    const visible = await kit.database.asCustomer(1, async (tx) => ({
      links: await devices.links(tx, [controllerId]),
      deliveries: await devices.deliveries(tx, [controllerId]),
    }))
    expect(visible).toEqual({ links: new Map(), deliveries: new Map([[controllerId, []]]) })
  })
})
