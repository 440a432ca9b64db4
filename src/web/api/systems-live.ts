/** Merges live events and late answers into the list of systems: the newer state wins. */
import { deliveryState } from '../../contract/delivery.ts'
import type { DeliveryState } from '../../contract/delivery.ts'
import type { LiveEvent } from '../../contract/live.ts'
import type { Settings, SystemView } from '../../contract/systems.ts'

const rank = (state: DeliveryState | null) => (state === null ? -1 : deliveryState.options.indexOf(state))

function isLater(a: string | null, b: string | null): boolean {
  return a !== null && (b === null || Date.parse(a) > Date.parse(b))
}

/** Whether one view knows a later step of the same or a newer setting. */
function isFurther(a: SystemView, b: SystemView): boolean {
  const revision = (a.desired?.settings_rev ?? 0) - (b.desired?.settings_rev ?? 0)
  const publication = (a.desired?.rev ?? 0) - (b.desired?.rev ?? 0)
  return (revision || publication || rank(a.delivery) - rank(b.delivery)) > 0
}

function newerOf(held: SystemView, fetched: SystemView): SystemView {
  const next = { ...fetched }
  if (isLater(held.telemetry?.at ?? null, fetched.telemetry?.at ?? null)) next.telemetry = held.telemetry
  if (isLater(held.last_seen, fetched.last_seen)) {
    next.online = held.online
    next.last_seen = held.last_seen
  }
  if (isFurther(held, fetched)) {
    const { desired, delivery, delivery_times, delivery_code } = held
    Object.assign(next, { desired, delivery, delivery_times, delivery_code })
  }
  return next
}

/** An answer may be older than the events that arrived while it was on its way. */
export function keepNewer(held: readonly SystemView[] | undefined, fetched: SystemView[]): SystemView[] {
  return fetched.map((system) => {
    const known = held?.find(({ name }) => name === system.name)
    return known ? newerOf(known, system) : system
  })
}

export interface AfterEvent {
  systems: SystemView[]
  /** The event speaks of more than is known here. */
  askAgain: boolean
}

function withDelivery(
  system: SystemView,
  event: Extract<LiveEvent, { name: 'delivery' }>['data'],
): SystemView {
  const { desired } = system
  if (desired?.settings_rev !== event.settings_rev || event.rev < desired.rev) return system
  return {
    ...system,
    desired: { ...desired, rev: event.rev },
    delivery: event.delivery,
    delivery_times: event.delivery_times,
    delivery_code: event.delivery_code,
  }
}

function told(system: SystemView, event: LiveEvent): SystemView {
  switch (event.name) {
    case 'telemetry': {
      const { telemetry } = event.data
      return isLater(system.telemetry?.at ?? null, telemetry.at) ? system : { ...system, telemetry }
    }
    case 'link': {
      return { ...system, online: event.data.online, last_seen: event.data.last_seen }
    }
    case 'delivery': {
      return withDelivery(system, event.data)
    }
    default: {
      return system
    }
  }
}

const ENDS: ReadonlySet<DeliveryState> = new Set(['applied', 'rejected', 'expired'])

/** Whether the event hints at more than it carries: what runs now, warnings, a fault, or a system unknown here. */
function hintsAtMore(named: SystemView | undefined, event: LiveEvent): boolean {
  // An answer on its way may still hold the link as it was, with the same time: only a newer one is sure.
  if (!named || event.name === 'system' || event.name === 'link') return true
  if (event.name === 'telemetry') return event.data.telemetry.moving !== named.telemetry?.moving
  if (event.name !== 'delivery') return false
  return event.data.settings_rev > (named.desired?.settings_rev ?? 0) || ENDS.has(event.data.delivery)
}

/** The list after one event. */
export function afterEvent(systems: readonly SystemView[], event: LiveEvent): AfterEvent {
  const named = systems.find(({ name }) => name === event.data.system)
  return {
    systems: systems.map((system) => (system === named ? told(system, event) : system)),
    askAgain: hintsAtMore(named, event),
  }
}

/** The list after the server took a setting, before it is asked again. */
export function afterSaving(
  systems: readonly SystemView[],
  name: string,
  settings: Settings,
  settingsRev: number,
): SystemView[] {
  return systems.map((system) => {
    if (system.name !== name || (system.desired?.settings_rev ?? 0) >= settingsRev) return system
    const desired = { ...settings, settings_rev: settingsRev, rev: system.desired?.rev ?? 0 }
    return { ...system, desired, delivery: 'saved', delivery_times: null, delivery_code: null }
  })
}

/** What is computed from a system waits for a change of it that is on its way. */
export const SYSTEM_CHANGES = { id: 'system changes' }

/** Of the cached lists that events keep true. */
export const systemKeys = {
  group: () => ['system-group'] as const,
  all: () => ['systems'] as const,
}

/** Of the pages of a history, which stand apart: all fields do without them. */
export const historyKeys = {
  commands: (system: string) => ['system-commands', system] as const,
  connections: (system: string) => ['connections', system] as const,
}
