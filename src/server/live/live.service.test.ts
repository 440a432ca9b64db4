/** Server-sent events: only of the user's systems, at once, and until the session ends. */
import { setTimeout as sleep } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { liveEvents, livePaths } from '../../contract/live.ts'
import { systemPath } from '../../contract/systems.ts'
import { linkChanged, telemetryReceived } from '../devices/devices.events.ts'
import { geofencesChanged } from '../geofences/geofences.events.ts'
import { mapDrawn } from '../maps/live/live-maps.events.ts'
import { switchProviderStop } from '../provider/provider-stop.service.ts'
import { prescriptionMade } from '../prescriptions/prescriptions.events.ts'
import { logIn, type SignedIn } from '../testing/accounts.ts'
import type { Built } from '../testing/build.ts'
import {
  connectedSystem,
  farmIn,
  farmOn,
  providerOf,
  signedUpUser,
  validInput,
  sharedServer,
} from '../testing/factories.ts'
import { readingsStored } from '../readings/readings.events.ts'
import { createMetrics } from '../kit/metrics/metrics.ts'
import { membershipsChanged } from '../systems/systems.events.ts'
import { openEventStream } from './event-stream.ts'
import { PING_MS } from './live.routes.ts'
import { createLive } from './live.service.ts'

const server = sharedServer()
const farm = () => farmIn(server())

/** Opens a user's stream; `next` waits for the next event, `nextThing` also for those that only request a refetch. */
async function listen(built: Built, { headers }: SignedIn) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const response = await fetch(built.url + livePaths.events, {
    headers: { ...headers, 'accept-encoding': 'gzip, br' },
    signal: stop.signal,
  })
  if (!response.body) throw new Error('no body')
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  const nextThing = async () => {
    const { done, value } = await reader.read()
    return done ? 'ended' : { name: value.event, data: JSON.parse(value.data) as unknown }
  }
  const next = async () => {
    for (;;) {
      const event = await nextThing()
      if (event === 'ended' || event.name !== 'system') return event
    }
  }
  return { response, next, nextThing, leave: () => stop.abort() }
}

async function controllerIdOf({ kit }: Built, name: string): Promise<number> {
  const { rows } = await kit.database.pool.query('select controller_id from systems where name = $1', [name])
  return rows[0].controller_id
}

const SINCE = '2026-07-01T09:58:30.000Z'
const telemetry = {
  at: '2026-07-01T10:00:00.000Z',
  seq: 1,
  angleDeg: 12.5,
  direction: 'FORWARD' as const,
  wet: true,
  moving: true,
  timerPct: 50,
  pressureKpa: 310,
  flowLps: 48.5,
  endTower: null,
}

describe('GET /api/events/', () => {
  it('is not buffered anywhere', async () => {
    const { built, owner } = await farm()
    const { response } = await listen(built, owner)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('is refused without a sign-in', async () => {
    const { call } = server()
    expect((await call(livePaths.events)).status).toBe(401)
  })

  it('sends a setting to every member, and to no one else', async () => {
    const { built, owner, send } = await farm()
    const [viewer, other] = [await signedUpUser(built), await signedUpUser(built)]
    await providerOf(built).share('North Quarter', viewer.email, 'viewer')
    await connectedSystem(built, other, { name: 'South Quarter' })
    const streams = await Promise.all([owner, viewer, other].map((person) => listen(built, person)))
    await send(validInput())
    await send(validInput({ system_name: 'South Quarter' }), {}, other)
    const [ownersEvent, membersEvent, foreign] = await Promise.all(streams.map(({ next }) => next()))
    for (const event of [ownersEvent, membersEvent])
      expect(event).toMatchObject({ name: 'delivery', data: { system: 'North Quarter', settings_rev: 1 } })
    // the first event of the other stream is about the other system
    expect(foreign).toMatchObject({ name: 'delivery', data: { system: 'South Quarter', settings_rev: 1 } })
  })

  it('sends telemetry, readings, maps and links in the formats of the contract', async () => {
    const { built, owner } = await farm()
    const { next } = await listen(built, owner)
    const { database, events } = built.kit
    const controllerId = await controllerIdOf(built, 'North Quarter')
    await database.write(async (tx) => {
      await events.publish(tx, telemetryReceived, {
        controllerId: controllerId + 1,
        telemetry,
        stoppedWetSince: null,
      })
      await events.publish(tx, telemetryReceived, { controllerId, telemetry, stoppedWetSince: SINCE })
      await events.publish(tx, readingsStored, { controllerId, stored: 3, latest: telemetry.at })
      await events.publish(tx, prescriptionMade, { controllerId, rev: 7 })
      await events.publish(tx, geofencesChanged, { systemId: 0, controllerId })
      await events.publish(tx, mapDrawn, { controllerId, asOf: telemetry.at })
      await events.publish(tx, linkChanged, { controllerId, online: true, lastSeen: telemetry.at })
    })
    const first = await next()
    expect(first).toEqual({
      name: 'telemetry',
      data: {
        system: 'North Quarter',
        telemetry: {
          angle_deg: 12.5,
          direction: 'FORWARD',
          wet: true,
          moving: true,
          timer_pct: 50,
          pressure_kpa: 310,
          flow_lps: 48.5,
          at: telemetry.at,
          stopped_wet_since: SINCE,
        },
      },
    })
    const second = await next()
    expect(second).toEqual({
      name: 'readings',
      data: { system: 'North Quarter', stored: 3, latest: telemetry.at },
    })
    expect(await next()).toEqual({ name: 'prescription', data: { system: 'North Quarter', rev: 7 } })
    expect(await next()).toEqual({ name: 'geofences', data: { system: 'North Quarter' } })
    expect(await next()).toEqual({ name: 'map', data: { system: 'North Quarter', as_of: telemetry.at } })
    const last = await next()
    expect(last).toEqual({
      name: 'link',
      data: { system: 'North Quarter', online: true, last_seen: telemetry.at },
    })
    expect(liveEvents.link.safeParse(last === 'ended' ? null : last.data).success).toBe(true)
  })

  it('includes a system that was connected after the stream was opened', async () => {
    const built = server()
    const owner = await signedUpUser(built)
    const { next } = await listen(built, owner)
    await connectedSystem(built, owner)
    const controllerId = await controllerIdOf(built, 'North Quarter')
    const nextEvent = next()
    const tell = () =>
      built.kit.database.write((tx) =>
        built.kit.events.publish(tx, telemetryReceived, { controllerId, telemetry, stoppedWetSince: null }),
      )
    // the list of names is reloaded in the background: published until it is received
    let event: Awaited<typeof nextEvent> | undefined
    void nextEvent.then((value) => (event = value))
    await expect
      .poll(async () => {
        await tell()
        return event
      })
      .toMatchObject({ name: 'telemetry', data: { system: 'North Quarter' } })
  })

  /** A stream joined in this process, whose reads of the user's systems are followed by something else, by their number. */
  async function joinedStream(built: Built, { id }: SignedIn, afterRead: (read: number) => Promise<void>) {
    const { database } = built.kit
    let reads = 0
    const asCustomer: typeof database.asCustomer = async (userId, work) => {
      reads += 1
      const read = reads
      const found = await database.asCustomer(userId, work)
      await afterRead(read)
      return found
    }
    const kit = { ...built.kit, metrics: createMetrics(), database: { ...database, asCustomer } }
    const live = createLive(kit, { progress: async () => null })
    await live.start?.()
    onTestFinished(async () => live.stop?.())
    const stream = openEventStream()
    return { stream, joined: live.join({ id, family: 'f' }, stream) }
  }

  it('includes it even if the systems of before are read slowly', async () => {
    const built = server()
    const owner = await signedUpUser(built)
    const { database, events } = built.kit
    const slow = Promise.withResolvers<void>()
    const { stream, joined } = await joinedStream(built, owner, async (read) => {
      if (read === 1) await slow.promise
    })
    const told = new Promise<void>((resolve) =>
      onTestFinished(events.on(membershipsChanged, () => resolve())),
    )
    const name = 'Connected meanwhile'
    await connectedSystem(built, owner, { name })
    await told
    // longer than a second read would take
    await sleep(200)
    slow.resolve()
    await joined
    const controllerId = await controllerIdOf(built, name)
    await database.write((tx) => events.publish(tx, geofencesChanged, { systemId: 0, controllerId }))
    await expect.poll(() => String(stream.body.read() ?? '')).toContain('event: geofences')
  })

  it('ends when the systems cannot be read again: the browser comes back', async () => {
    const built = server()
    const owner = await signedUpUser(built)
    const { stream, joined } = await joinedStream(built, owner, async (read) => {
      if (read > 1) throw new Error('the database does not answer')
    })
    await joined
    stream.body.resume()
    const ended = new Promise<void>((resolve) => stream.onClose(resolve))
    await connectedSystem(built, owner, { name: 'Not read' })
    await expect(ended).resolves.toBeUndefined()
  })

  it('ends when events may have been missed: the browser comes back and fetches', async () => {
    const { built, owner } = await farmOn({})
    const { next } = await listen(built, owner)
    await built.kit.database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'headgate-events' and datname = current_database()`)
    expect(await next()).toBe('ended')
    const { next: nextEvent } = await listen(built, owner)
    const controllerId = await controllerIdOf(built, 'North Quarter')
    await built.kit.database.write((tx) =>
      built.kit.events.publish(tx, geofencesChanged, { controllerId, systemId: 0 }),
    )
    expect(await nextEvent()).toMatchObject({ name: 'geofences' })
  })

  describe('the session', () => {
    /** Advances to the next session check: every second keepalive. */
    async function whileListening(end: (built: Built, owner: SignedIn) => unknown) {
      const { built, owner, send } = await farm()
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      const { next } = await listen(built, owner)
      await end(built, owner)
      vi.advanceTimersByTime(2 * PING_MS)
      return { next, send }
    }

    it('keeps the stream open while it is valid', async () => {
      const { next, send } = await whileListening(() => undefined)
      await send(validInput())
      expect(await next()).toMatchObject({ name: 'delivery' })
    })

    it('ended by sign-out closes the stream', async () => {
      const { next } = await whileListening((built, { headers }) =>
        built.call('/auth/logout/', { method: 'POST', headers }),
      )
      expect(await next()).toBe('ended')
    })

    // fails when live.service.ts ignores the accounts' events: the next keepalive is 15 s away
    it.each([{}, { everywhere: true }])('ended by sign-out %j closes the stream at once', async (json) => {
      const { built, owner } = await farm()
      const { next } = await listen(built, owner)
      await built.call('/auth/logout/', { json, headers: owner.headers })
      expect(await next()).toBe('ended')
    })

    it('of another sign-in is unaffected', async () => {
      const { built, owner, send } = await farm()
      const { next } = await listen(built, owner)
      const { access } = await logIn(built, owner.email)
      await built.call('/auth/logout/', { method: 'POST', headers: { authorization: `JWT ${access}` } })
      await send(validInput())
      expect(await next()).toMatchObject({ name: 'delivery' })
    })

    it('that needs a new token closes the stream, and the browser reconnects with one', async () => {
      const { next } = await whileListening(({ clock, kit }) => clock.advance(kit.config.accessTtlMs))
      expect(await next()).toBe('ended')
    })
  })

  it('is refused with twenty open streams, and others are not', async () => {
    const { built, owner } = await farm()
    const other = await signedUpUser(built)
    const { access } = await logIn(built, owner.email)
    const second = { ...owner, headers: { authorization: `JWT ${access}` } }
    const leaving = await listen(built, second)
    for (let i = 0; i < 19; i += 1) await listen(built, owner)
    const refused = await built.call(livePaths.events, owner)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect((await listen(built, other)).response.status).toBe(200)
    await built.call('/auth/logout/', { method: 'POST', headers: second.headers })
    expect(await leaving.next()).toBe('ended')
    expect((await listen(built, owner)).response.status).toBe(200)
  })

  it('names the system to fetch again', async () => {
    const { built, owner } = await farm()
    const viewer = await signedUpUser(built)
    const { nextThing } = await listen(built, viewer)
    const again = { name: 'system', data: { system: 'North Quarter' } }
    await providerOf(built).share('North Quarter', viewer.email, 'viewer')
    expect(await nextThing()).toEqual(again)
    await built.call(systemPath('North Quarter'), {
      method: 'PATCH',
      json: { local_only: true },
      headers: owner.headers,
    })
    expect(await nextThing()).toEqual(again)
    await switchProviderStop(built.kit, true, null)
    expect(await nextThing()).toEqual(again)
    await switchProviderStop(built.kit, false, null)
  })

  it('ends at once with the shutdown of the server', async () => {
    const { built, owner } = await farmOn({})
    const { next } = await listen(built, owner)
    const stopped = built.stop()
    expect(await next()).toBe('ended')
    await stopped
  })
})
