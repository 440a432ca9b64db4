/** What is published, when, and in which order, over the real database and brokers that lose, retain, or do not answer. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Aedes } from 'aedes'
import { describe, expect, it, onTestFinished } from 'vitest'
import { appliedReport, connectTestDevice, eventually, seenReport } from '../testing/test-device.ts'
import { connected, desire, farm, newestDelivery } from '../testing/farm.ts'
import { insertRenewal } from './desired.store.ts'
import { releaseLeasesOfDead, noteRetained, oldestDueMs, settle, leaseDue } from './publications.store.ts'

type Farm = Awaited<ReturnType<typeof farm>>

const all = (now: Date, holder = 1) => ({
  only: null,
  except: [],
  now,
  holder,
  leaseMs: 3000,
  unseenMs: 30_000,
  answerMs: 1000,
  limit: 16,
})

/** A broker that keeps its retained messages across restarts, and counts publications. */
async function keepingBroker() {
  const broker = await Aedes.createBroker()
  const open = new Set<Socket>()
  const revs: number[] = []
  let deaf = false
  let unacknowledged: (() => void)[] = []
  broker.authorizePublish = (_client, packet, done) => {
    if (!packet.topic.endsWith('/desired')) return done(null)
    const { rev }: { rev: number } = JSON.parse(packet.payload.toString())
    revs.push(rev)
    if (deaf) unacknowledged.push(() => done(null))
    else done(null)
  }
  let server = createServer()
  let port = 0
  async function start(): Promise<void> {
    server = createServer((socket) => {
      open.add(socket)
      broker.handle(socket)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : port
  }
  async function stop(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
  }
  const keep = (topic: string, text: string) =>
    new Promise<void>((resolve) =>
      broker.publish(
        { cmd: 'publish', topic, payload: Buffer.from(text), qos: 1, retain: true, dup: false },
        () => resolve(),
      ),
    )
  await start()
  onTestFinished(async () => {
    await stop()
    broker.close()
  })
  return {
    revs,
    url: `mqtt://127.0.0.1:${port}`,
    start,
    stop,
    /** Accepts messages without acknowledging them, until it is switched back. */
    deafen: (how: boolean) => (deaf = how),
    /** Acknowledges late what it accepted while it was deaf. */
    acknowledge() {
      for (const done of unacknowledged) done()
      unacknowledged = []
    },
    /** As after the loss of its disk. */
    forget: (topic: string) => keep(topic, ''),
    /** As by a late packet of another process. */
    keep,
  }
}

const sentAt =
  ({ built }: Farm, controllerId: number) =>
  async () =>
    (await newestDelivery(built, controllerId))?.sentAt ?? null

/** Two settings that were sent through a broker of the test. */
async function twoSettings() {
  const broker = await keepingBroker()
  const made = await farm({ MQTT_URL: broker.url })
  const { built, controllerId, topicId } = made
  await eventually('readiness', async () => ((await built.call('/readyz')).status === 200 ? true : null))
  for (const settingsRev of [1, 2]) {
    await desire(built, controllerId, settingsRev)
    await eventually('sent', sentAt(made, controllerId))
  }
  await eventually('both', async () => (broker.revs.length === 2 ? true : null))
  return {
    ...made,
    broker,
    /** Replaces the second by the first, as a late packet does. */
    async keepFirst() {
      const { rows } = await built.kit.database.pool.query(
        'select document from desired_states where rev = 1',
      )
      await broker.keep(`vri/v1/${topicId}/desired`, JSON.stringify(rows[0].document))
    },
  }
}

/** Another transaction has its row, so that nothing can be recorded. @returns releases it */
async function holdPublication({ built, controllerId }: Farm): Promise<() => Promise<void>> {
  const client = await built.kit.database.pool.connect()
  await client.query('begin')
  await client.query('select from publications where controller_id = $1 for update', [controllerId])
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

describe('a desired state', () => {
  it('is sent again while its machine is online and has not seen it, and not after that', async () => {
    const made = await farm()
    const { built, url, controllerId, controller } = made
    await desire(built, controllerId, 1)
    await eventually('sent', sentAt(made, controllerId))
    const hand = await connectTestDevice(url, controller)
    const document = await hand.desired()
    const online = () =>
      hand.publish('status', { state: 'online', session: 's', at: built.clock.now().toISOString() })
    await online()
    const heard = (times: number) =>
      eventually(`it ${times} times`, async () => (hand.received.length >= times ? true : null))
    // after connecting, the machine has a moment to answer, then thirty seconds
    await heard(2)
    built.clock.advance(25_000)
    await sleep(1500)
    expect(hand.received).toHaveLength(2)
    built.clock.advance(6000)
    await heard(3)
    expect(new Set(hand.received.map(({ rev }) => rev))).toEqual(new Set([1]))
    await hand.publish('reported', seenReport(document))
    built.clock.advance(31_000)
    await sleep(1500)
    expect(hand.received).toHaveLength(3)
  })

  it('replaces an older one that a late packet put in its place, when a machine reports that one', async () => {
    const { broker, controller, keepFirst } = await twoSettings()
    await keepFirst()
    const hand = await connectTestDevice(broker.url, controller)
    const late = await hand.desired()
    expect(late.rev).toBe(1)
    await hand.publish('status', { state: 'online', session: 's', at: new Date().toISOString() })
    await hand.publish('reported', appliedReport(late))
    expect(await hand.desired(({ rev }) => rev === 2)).toMatchObject({ settingsRev: 2 })
  })

  it('is sent again to a machine that lost it with its power after a late packet had replaced it', async () => {
    const { broker, built, controllerId, controller, keepFirst } = await twoSettings()
    const online = (session: string) => ({ state: 'online', session, at: new Date().toISOString() })
    const before = await connectTestDevice(broker.url, controller)
    await before.publish('status', online('before'))
    const seen = await before.desired(({ rev }) => rev === 2)
    await before.publish('reported', seenReport(seen))
    await eventually(
      'it is received',
      async () => (await newestDelivery(built, controllerId))?.receivedAt ?? null,
    )
    await keepFirst()

    const after = await connectTestDevice(broker.url, controller)
    expect((await after.desired()).rev).toBe(1)
    await after.publish('status', online('after'))
    await after.publish('reported', seenReport(seen))
    expect(await after.desired(({ rev }) => rev === 2)).toMatchObject({ settingsRev: 2 })
  })

  it('is found without a wake-up', async () => {
    const { built, url, controllerId, controller } = await farm()
    const hand = await connectTestDevice(url, controller)
    await desire(built, controllerId, 1)
    await hand.desired()
    // stored without an event
    await built.kit.database.write((tx) => insertRenewal(tx, controllerId, built.clock.now()))
    expect(await hand.desired(({ rev }) => rev === 2)).toMatchObject({ settingsRev: 1 })
  })

  it('is scanned until it is published and has a result, and again when either is taken back', async () => {
    const { built, controllerId } = await farm({ MQTT_URL: 'mqtt://127.0.0.1:9' })
    const { database } = built.kit
    const open = async () => {
      await database.write(settle)
      const { rows } = await database.pool.query('select id from controllers where unsettled')
      return rows.length === 1
    }
    const set = (change: string) => database.pool.query(`${change} where controller_id = ${controllerId}`)
    expect(await open(), 'nothing was ever desired').toBe(false)
    await desire(built, controllerId, 1)
    expect(await open(), 'stored').toBe(true)
    await set('update publications set published_rev = 1')
    expect(await open(), 'published').toBe(true)
    await set(`update controller_links set reported = '{"seenRev":1}'`)
    expect(await open(), 'seen').toBe(true)
    await set('update desired_states set applied_at = now()')
    expect(await open(), 'applied').toBe(false)
    await desire(built, controllerId, 2)
    expect(await open(), 'the next').toBe(true)
    await set('update publications set published_rev = 2')
    await set(`update controller_links set reported = '{"seenRev":2}'`)
    await set('update desired_states set applied_at = now()')
    expect(await open(), 'applied too').toBe(false)
    // a paused process published an older one
    await set('update publications set published_rev = 1')
    expect(await open(), 'overtaken').toBe(true)
    await set('update publications set published_rev = 2')
    expect(await open(), 'published again').toBe(false)
    await set('update controller_links set reported = null')
    expect(await open(), 'another machine').toBe(true)
  })

  it('comes before renewals when it is a new setting', async () => {
    const made = await farm({ MQTT_URL: 'mqtt://127.0.0.1:9' })
    const { built } = made
    const { database } = built.kit
    const [old, renewal, setting] = [made, await connected(built), await connected(built)]
    for (const { controllerId } of [old, renewal]) {
      await desire(built, controllerId, 1)
      await database.pool.query(
        'update publications set published_settings_rev = 1 where controller_id = $1',
        [controllerId],
      )
    }
    await desire(built, setting.controllerId, 1)
    const order = await database.write((tx) => leaseDue(tx, all(built.clock.now())))
    expect(order.map(({ controllerId }) => controllerId)).toEqual([
      setting.controllerId,
      old.controllerId,
      renewal.controllerId,
    ])
  })

  it('is published by one process at a time, and by the next one when that is gone', async () => {
    const { built, controllerId } = await farm({ MQTT_URL: 'mqtt://127.0.0.1:9' })
    await desire(built, controllerId, 1)
    const { database, events } = built.kit
    const take = (holder: number | null) =>
      database.write((tx) => leaseDue(tx, all(built.clock.now(), holder ?? 0)))
    const heldByDead = 4711
    expect(await take(heldByDead)).toHaveLength(1)
    expect(await take(events.holder())).toEqual([])
    await database.write(releaseLeasesOfDead)
    expect(await take(events.holder())).toHaveLength(1)
    await database.write(releaseLeasesOfDead)
    expect(await take(heldByDead)).toEqual([])
    // a paused process loses it when its lease expires
    await database.pool.query(`update publications set held_until = now()`)
    expect(await take(heldByDead)).toHaveLength(1)
  })
})

describe('a broker', () => {
  it('that comes back gets what it lacks, and nothing else', async () => {
    const broker = await keepingBroker()
    const made = await farm({ MQTT_URL: broker.url })
    const { built } = made
    const second = await connected(built)
    for (const { controllerId } of [made, second]) {
      await desire(built, controllerId, 1)
      await eventually('sent', sentAt(made, controllerId))
    }
    expect(broker.revs).toEqual([1, 1])
    await broker.stop()
    await broker.forget(`vri/v1/${second.topicId}/desired`)
    await broker.start()
    await eventually('the third', async () => (broker.revs.length >= 3 ? true : null))
    await sleep(1500)
    expect(broker.revs).toEqual([1, 1, 1])
    const hand = await connectTestDevice(broker.url, second.controller)
    expect(await hand.desired()).toMatchObject({ rev: 1 })
  })

  it('that comes back while the database does not answer is asked again what it lacks', async () => {
    const broker = await keepingBroker()
    const made = await farm({ MQTT_URL: broker.url })
    await desire(made.built, made.controllerId, 1)
    await eventually('sent', sentAt(made, made.controllerId))
    await broker.stop()
    await broker.forget(`vri/v1/${made.topicId}/desired`)
    const release = await holdPublication(made)
    await broker.start()
    // longer than the comparison waits for a lock
    await sleep(4000)
    expect(broker.revs).toEqual([1])
    await release()
    await eventually('the second', async () => (broker.revs.length >= 2 ? true : null))
  })

  it('that loses what it acknowledged before that could be recorded gets it again', async () => {
    const broker = await keepingBroker()
    const made = await farm({ MQTT_URL: broker.url })
    const second = await connected(made.built)
    await eventually('readiness', async () =>
      (await made.built.call('/readyz')).status === 200 ? true : null,
    )
    broker.deafen(true)
    for (const [n, { controllerId }] of [made, second].entries()) {
      await desire(made.built, controllerId, 1)
      await eventually('a publication', async () => (broker.revs.length > n ? true : null))
    }
    // the second is recorded after the first
    const release = await holdPublication(made)
    broker.deafen(false)
    broker.acknowledge()
    await sleep(100)
    await broker.stop()
    for (const { topicId } of [made, second]) await broker.forget(`vri/v1/${topicId}/desired`)
    await broker.start()
    // longer than reconnecting and asking what it has, shorter than the wait for a lock
    await sleep(1500)
    await release()
    for (const { controller } of [made, second]) {
      const hand = await connectTestDevice(broker.url, controller)
      expect(await hand.desired()).toMatchObject({ rev: 1 })
    }
  })

  it('that does not acknowledge delays a setting only until it does', async () => {
    const broker = await keepingBroker()
    const made = await farm({ MQTT_URL: broker.url })
    await eventually('readiness', async () =>
      (await made.built.call('/readyz')).status === 200 ? true : null,
    )
    broker.deafen(true)
    await desire(made.built, made.controllerId, 1)
    await eventually('two tries', async () => (broker.revs.length >= 2 ? true : null))
    expect(await sentAt(made, made.controllerId)()).toBeNull()
    broker.deafen(false)
    await eventually('sent', sentAt(made, made.controllerId))
  })
})

describe('what the broker keeps', () => {
  it('lowers revisions published before the query, and none published later', async () => {
    const made = await farm()
    const { built, controllerId, topicId } = made
    await desire(built, controllerId, 1)
    await eventually('sent', sentAt(made, controllerId))
    const { database } = built.kit
    const note = (kept: [string, number][], askedAt: Date) =>
      database.write((tx) => noteRetained(tx, new Map(kept), askedAt))
    const later = new Date(Date.now() + 1000)
    expect(await note([], new Date(Date.now() - 60_000))).toBe(0)
    expect(await note([[topicId, 1]], later)).toBe(0)
    expect(await note([[topicId, 7]], later)).toBe(0)
    expect(await note([], later)).toBe(1)
  })

  it('is overdue from when it was stored', async () => {
    const { built, controllerId } = await farm({ MQTT_URL: 'mqtt://127.0.0.1:9' })
    const { reader } = built.kit.database
    expect(await oldestDueMs(reader, built.clock.now())).toBe(0)
    await desire(built, controllerId, 1)
    built.clock.advance(20_000)
    expect(await oldestDueMs(reader, built.clock.now())).toBeGreaterThan(19_999)
    const { body } = await built.call('/readyz')
    expect(body).toMatchObject({ failing: expect.arrayContaining(['publications', 'broker']) })
  })
})
