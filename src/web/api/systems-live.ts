/** Merges live events and late answers into the list of systems: the newer state wins. */
import { deliveryState } from '../../contract/delivery.ts'
import type { DeliveryState } from '../../contract/delivery.ts'
import type { LiveEvent } from '../../contract/live.ts'
import type { Settings, SystemView } from '../../contract/systems.ts'

const rank = (state: DeliveryState | null) => (state === null ? -1 : deliveryState.options.indexOf(state))

function isLater(a: string | null, b: string | null): boolean {
  return a !== null && (b === null || Date.parse(a) > Date.parse(b))
}

/** Whether one state has a later step of the same setting, or a newer setting. */
function isFurther(a: SystemView, b: SystemView): boolean {
  const revision = (a.desired?.settings_rev ?? 0) - (b.desired?.settings_rev ?? 0)
  const publication = (a.desired?.rev ?? 0) - (b.desired?.rev ?? 0)
  return (revision || publication || rank(a.delivery) - rank(b.delivery)) > 0
}

function newerState(cached: SystemView, fetched: SystemView): SystemView {
  const next = { ...fetched }
  if (isLater(cached.telemetry?.at ?? null, fetched.telemetry?.at ?? null)) next.telemetry = cached.telemetry
  if (isLater(cached.last_seen, fetched.last_seen)) {
    next.online = cached.online
    next.last_seen = cached.last_seen
  }
  if (isFurther(cached, fetched)) {
    const { desired, delivery, delivery_times, delivery_code } = cached
    Object.assign(next, { desired, delivery, delivery_times, delivery_code })
  }
  return next
}

/** Merges an answer, which may be older than the events that arrived meanwhile. */
export function mergeNewer(cached: readonly SystemView[] | undefined, fetched: SystemView[]): SystemView[] {
  return fetched.map((system) => {
    const cachedSystem = cached?.find(({ name }) => name === system.name)
    return cachedSystem ? newerState(cachedSystem, system) : system
  })
}

export interface AfterEvent {
  systems: SystemView[]
  /** Whether the list must be refetched, because the event does not carry everything that changed. */
  refetch: boolean
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

function applyEvent(system: SystemView, event: LiveEvent): SystemView {
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

const FINAL_STATES: ReadonlySet<DeliveryState> = new Set(['applied', 'rejected', 'expired'])

/** Whether more has changed than the event carries: what runs now, warnings, a fault, or an unknown system. */
function needsRefetch(system: SystemView | undefined, event: LiveEvent): boolean {
  // An answer on its way may still carry the old connection state with the same time: only a newer request is certain.
  if (!system || event.name === 'system' || event.name === 'link') return true
  if (event.name === 'telemetry') return event.data.telemetry.moving !== system.telemetry?.moving
  if (event.name !== 'delivery') return false
  return (
    event.data.settings_rev > (system.desired?.settings_rev ?? 0) || FINAL_STATES.has(event.data.delivery)
  )
}

/** The list after one event. */
export function afterEvent(systems: readonly SystemView[], event: LiveEvent): AfterEvent {
  const target = systems.find(({ name }) => name === event.data.system)
  return {
    systems: systems.map((system) => (system === target ? applyEvent(system, event) : system)),
    refetch: needsRefetch(target, event),
  }
}

/** The list after the server has accepted a setting, before it is refetched. */
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

/** Mutation scope: what is computed from a system waits for a pending change of it. */
export const SYSTEM_CHANGES = { id: 'system changes' }

/** Query keys of the lists that live events update. */
export const systemKeys = {
  group: () => ['system-group'] as const,
  all: () => ['systems'] as const,
}

/** Query keys of histories, separate so that the list of systems does not load them. */
export const historyKeys = {
  commands: (system: string) => ['system-commands', system] as const,
  connections: (system: string) => ['connections', system] as const,
}
