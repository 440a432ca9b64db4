/** Open browsers: what happens to a system is told to its members, and to nobody else. */
import type { LiveEvent } from '../../contract/live.ts'
import { deliveryMoved, linkChanged, telemetryHeard } from '../devices/devices.words.ts'
import type { Fact } from '../kit/events.ts'
import type { Kit, Part } from '../kit/kit.ts'
import { mapDrawn } from '../maps/maps.ts'
import { readingsStored } from '../readings/readings.ts'
import { systemsOf } from '../systems/membership.ts'
import type { Systems } from '../systems/systems.ts'
import { telemetryOf } from '../systems/systems-view.rules.ts'
import { membershipsChanged, settingsSaved } from '../systems/systems.words.ts'
import type { EventStream } from './event-stream.ts'

/** One open browser. */
interface Listener {
  userId: number
  stream: EventStream
  /** Name of each system of the user, by controller. */
  names: Map<number, string>
}

interface SettingOf {
  controllerId: number
  settingsRev: number
}

export interface Live extends Part {
  /** Tells a stream, until it closes, what happens to the systems of a user. */
  join(userId: number, stream: EventStream): Promise<void>
  /** Ends every stream, so that the server can stop; browsers come back by themselves. */
  closeAll(): void
}

export function createLive(kit: Kit, systems: Pick<Systems, 'progress'>): Live {
  const listeners = new Set<Listener>()
  const stops: (() => void)[] = []
  const looking = new Map<number, Promise<void>>()

  async function namesOf(userId: number): Promise<Map<number, string>> {
    const mine = await kit.database.asCustomer(userId, (tx) => systemsOf(tx, userId))
    return new Map(mine.map(({ controllerId, name }) => [controllerId, name]))
  }

  /** Only what somebody listens to is worth a look into the database. */
  function heardBy(controllerId: number): Listener[] {
    return [...listeners].filter(({ names }) => names.has(controllerId))
  }

  function tell(controllerId: number, eventOf: (system: string) => LiveEvent): void {
    for (const { names, stream } of heardBy(controllerId)) stream.send(eventOf(names.get(controllerId) ?? ''))
  }

  async function lookAndTell({ controllerId, settingsRev }: SettingOf): Promise<void> {
    if (heardBy(controllerId).length === 0) return
    const progress = await systems.progress(controllerId, settingsRev)
    if (progress) tell(controllerId, (system) => ({ name: 'delivery', data: { ...progress, system } }))
  }

  /** One look after the other: a slow one must not tell an older rung after a newer one. */
  async function tellDelivery(fact: SettingOf): Promise<void> {
    const former = looking.get(fact.controllerId) ?? Promise.resolve()
    const look = former.catch(() => undefined).then(() => lookAndTell(fact))
    looking.set(fact.controllerId, look)
    try {
      await look
    } finally {
      if (looking.get(fact.controllerId) === look) looking.delete(fact.controllerId)
    }
  }

  function on<P>(fact: Fact<P>, listener: (payload: P) => void | Promise<void>): void {
    stops.push(kit.events.on(fact, listener))
  }

  return {
    async start() {
      on(telemetryHeard, ({ controllerId, telemetry }) =>
        tell(controllerId, (system) => ({
          name: 'telemetry',
          data: { system, telemetry: telemetryOf(telemetry) },
        })),
      )
      on(linkChanged, ({ controllerId, online, lastSeen }) =>
        tell(controllerId, (system) => ({ name: 'link', data: { system, online, last_seen: lastSeen } })),
      )
      on(deliveryMoved, tellDelivery)
      on(settingsSaved, tellDelivery)
      on(readingsStored, ({ controllerId, stored, latest }) =>
        tell(controllerId, (system) => ({ name: 'readings', data: { system, stored, latest } })),
      )
      on(mapDrawn, ({ controllerId, asOf }) =>
        tell(controllerId, (system) => ({ name: 'map', data: { system, as_of: asOf } })),
      )
      on(membershipsChanged, async ({ userIds }) => {
        for (const listener of listeners)
          if (userIds.includes(listener.userId)) listener.names = await namesOf(listener.userId)
      })
    },
    async stop() {
      for (const stop of stops) stop()
    },
    async join(userId, stream) {
      const listener: Listener = { userId, stream, names: new Map() }
      // first on the list, then the names: a system connected in between is then not missed
      listeners.add(listener)
      stream.onClose(() => listeners.delete(listener))
      listener.names = await namesOf(userId)
    },
    closeAll() {
      for (const { stream } of listeners) stream.close()
    },
  }
}
