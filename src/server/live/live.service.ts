/** Sends events of a system to the open browsers of its members. */
import type { LiveEvent } from '../../contract/live.ts'
import { alertsChanged } from '../alerts/alerts.events.ts'
import { sessionsEnded } from '../accounts/sessions/sessions.events.ts'
import { balanceComputed } from '../balance/balance.events.ts'
import {
  deliveryMoved,
  linkChanged,
  reportChanged,
  shardOf,
  telemetryReceived,
} from '../devices/devices.events.ts'
import { geofencesChanged } from '../geofences/geofences.events.ts'
import { createKeyedQueue } from '../kit/keyed-queue.ts'
import type { EventType } from '../kit/postgres/events.ts'
import type { Kit, Part } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { mapDrawn } from '../maps/live/live-maps.events.ts'
import { prescriptionMade } from '../prescriptions/prescriptions.events.ts'
import type { ControllerRevision } from '../systems/settings.store.ts'
import { soilZonesChanged } from '../soil-zones/soil-zones.events.ts'
import { weatherChanged } from '../weather/weather.events.ts'
import { telemetryOf } from '../systems/systems-view.rules.ts'
import { membershipsChanged, settingsSaved, systemChanged } from '../systems/systems.events.ts'
import { systemsOf } from '../systems/membership.store.ts'
import { readingsStored } from '../readings/readings.events.ts'
import type { SettingProgress } from '../systems/delivery-status.rules.ts'
import type { EventStream } from './event-stream.ts'

/** Open streams per customer: many tabs on many devices. */
const STREAMS_PER_USER = 20
const COME_BACK_S = 30

/** The user and session of a stream. */
interface Subscriber {
  id: number
  family: string
}

/** One open browser. */
interface Listener extends Subscriber {
  stream: EventStream
  /** Name of each system of the user, by controller. */
  names: Map<number, string>
}

type Send = (controllerId: number, eventOf: (system: string) => LiveEvent) => void
type On = <P>(event: EventType<P>, listener: (payload: P) => void | Promise<void>) => void

export interface Live extends Part {
  /**
   * Sends the events of a user's systems to a stream, until it closes or the session ends.
   *
   * @throws Problem('throttled') when the user holds too many open
   */
  join(subscriber: Subscriber, stream: EventStream): Promise<void>
  /** Closes every stream, so that the server can stop; browsers reconnect by themselves. */
  closeAll(): void
}

/** Reads the delivery status of a setting; null when there is no such setting. */
interface Deliveries {
  progress(setting: ControllerRevision): Promise<SettingProgress | null>
}

export function createLive(kit: Kit, systems: Deliveries): Live {
  const listeners = new Set<Listener>()
  const stops: (() => void)[] = []
  kit.metrics.gauge(
    { name: 'headgate_open_browsers', help: 'Streams of events that browsers hold open here.' },
    () => [[{}, listeners.size]],
  )

  /** One read at a time per user: the names of a slow one must not replace those of a newer one. */
  const reads = createKeyedQueue()

  function namesOf(userId: number): Promise<Map<number, string>> {
    return reads.run(String(userId), async () => {
      const ownSystems = await kit.database.asCustomer(userId, (tx) => systemsOf(tx, userId))
      return new Map(ownSystems.map(({ controllerId, name }) => [controllerId, name]))
    })
  }

  async function readNamesAgain(userId: number): Promise<void> {
    const own = () => [...listeners].filter(({ id }) => id === userId)
    if (own().length === 0) return
    try {
      const names = await namesOf(userId)
      for (const listener of own()) renameFor(listener, names)
    } catch (error) {
      // the browsers come back, and their names are read again
      for (const { stream } of own()) stream.close()
      throw error
    }
  }

  /** Frequent events are sent only to processes with a browser that shows their system. */
  function listenToShards(): Promise<void> {
    const controllers = [...listeners].flatMap(({ names }) => [...names.keys()])
    return kit.events.listenToShards(new Set(controllers.map(shardOf)))
  }

  /** Reads the database only for systems with a listener. */
  function listenersTo(controllerId: number): Listener[] {
    return [...listeners].filter(({ names }) => names.has(controllerId))
  }

  const send: Send = (controllerId, eventOf) => {
    for (const { names, stream } of listenersTo(controllerId))
      stream.send(eventOf(names.get(controllerId) ?? ''))
  }
  const sendDelivery = inOrder(async (setting) => {
    const { controllerId } = setting
    if (listenersTo(controllerId).length === 0) return
    const progress = await systems.progress(setting)
    if (progress) send(controllerId, (system) => ({ name: 'delivery', data: { ...progress, system } }))
  })

  function on<P>(event: EventType<P>, listener: (payload: P) => void | Promise<void>): void {
    stops.push(kit.events.on(event, listener))
  }

  function sendAll(): void {
    for (const { names, stream } of listeners) for (const system of names.values()) stream.send(again(system))
  }

  function closeAll(): void {
    for (const { stream } of listeners) stream.close()
  }

  return {
    async start() {
      // browsers come back and fetch what they missed
      stops.push(kit.events.onReconnected(closeAll))
      sendFacts(on, send)
      on(deliveryMoved, sendDelivery)
      on(settingsSaved, sendDelivery)
      on(reportChanged, ({ controllerId }) => send(controllerId, again))
      on(systemChanged, ({ controllerId }) => (controllerId === null ? sendAll() : send(controllerId, again)))
      on(membershipsChanged, async ({ userIds }) => {
        await Promise.all(userIds.map(readNamesAgain))
        await listenToShards()
      })
      on(sessionsEnded, ({ userId, family }) => {
        for (const { id, family: own, stream } of listeners)
          if (id === userId && (family === null || family === own)) stream.close()
      })
    },
    async stop() {
      for (const stop of stops) stop()
    },
    async join({ id, family }, stream) {
      const open = [...listeners].filter((listener) => listener.id === id)
      if (open.length >= STREAMS_PER_USER) throw new Problem('throttled', { retryAfter: COME_BACK_S })
      const listener: Listener = { id, family, stream, names: new Map() }
      // registered first, then names are read: a system connected in between is not missed
      listeners.add(listener)
      stream.onClose(() => {
        listeners.delete(listener)
        void listenToShards()
      })
      listener.names = await namesOf(id)
      await listenToShards()
    },
    closeAll,
  }
}

/** Tells the browser to fetch this system again. */
function again(system: string): LiveEvent {
  return { name: 'system', data: { system } }
}

/** A system was added or removed: sent by its name, so that the list is fetched again. */
function renameFor(listener: Listener, names: Map<number, string>): void {
  const former = listener.names
  listener.names = names
  for (const [controllerId, system] of new Map([...former, ...names]))
    if (former.has(controllerId) !== names.has(controllerId)) listener.stream.send(again(system))
}

/** Events that contain everything a browser shows. */
function sendFacts(on: On, send: Send): void {
  on(telemetryReceived, ({ controllerId, telemetry, stoppedWetSince }) =>
    send(controllerId, (system) => ({
      name: 'telemetry',
      data: { system, telemetry: telemetryOf(telemetry, stoppedWetSince) },
    })),
  )
  on(linkChanged, ({ controllerId, online, lastSeen }) =>
    send(controllerId, (system) => ({ name: 'link', data: { system, online, last_seen: lastSeen } })),
  )
  on(readingsStored, ({ controllerId, stored, latest }) =>
    send(controllerId, (system) => ({ name: 'readings', data: { system, stored, latest } })),
  )
  on(prescriptionMade, ({ controllerId, rev }) =>
    send(controllerId, (system) => ({ name: 'prescription', data: { system, rev } })),
  )
  on(geofencesChanged, ({ controllerId }) =>
    send(controllerId, (system) => ({ name: 'geofences', data: { system } })),
  )
  on(soilZonesChanged, ({ controllerId }) =>
    send(controllerId, (system) => ({ name: 'soil-zones', data: { system } })),
  )
  on(weatherChanged, ({ controllerId, from }) =>
    send(controllerId, (system) => ({ name: 'weather', data: { system, from } })),
  )
  on(balanceComputed, ({ controllerId }) =>
    send(controllerId, (system) => ({ name: 'balance', data: { system } })),
  )
  on(alertsChanged, ({ controllerId }) =>
    send(controllerId, (system) => ({ name: 'alerts', data: { system } })),
  )
  on(mapDrawn, ({ controllerId, asOf }) =>
    send(controllerId, (system) => ({ name: 'map', data: { system, as_of: asOf } })),
  )
}

/**
 * One read at a time per controller: a slow one must not send an older step after a newer one. A waiting read
 * covers all events that arrive before it starts.
 */
function inOrder(
  read: (event: ControllerRevision) => Promise<void>,
): (event: ControllerRevision) => Promise<void> {
  const reading = new Map<number, Promise<void>>()
  const waiting = new Set<string>()
  return async (event) => {
    const { controllerId, settingsRev } = event
    const key = `${controllerId} ${settingsRev}`
    if (waiting.has(key)) return
    waiting.add(key)
    const former = reading.get(controllerId) ?? Promise.resolve()
    const next = former
      .catch(() => undefined)
      .then(() => {
        waiting.delete(key)
        return read(event)
      })
    reading.set(controllerId, next)
    try {
      await next
    } finally {
      if (reading.get(controllerId) === next) reading.delete(controllerId)
    }
  }
}
