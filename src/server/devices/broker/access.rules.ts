/** Which topics each credential may use: its own and no others. */
import {
  type CredentialKind,
  controllerTopic,
  everyDesired,
  parseControllerTopic,
  SERVER_PING_TOPIC,
  type UpwardTopic,
} from '#contract/controller.ts'

/** The device of a credential. */
export interface KnownDevice {
  controllerId: number
  topicId: string
  kind: CredentialKind
}

/** The client of a connection: a device, or the server itself. */
export type Identity = KnownDevice | { kind: 'server' }

const outgoing = {
  controller: ['reported', 'status', 'telemetry', 'event', 'applied', 'readings'],
  gateway: ['readings'],
} as const satisfies Record<KnownDevice['kind'], readonly UpwardTopic[]>

export function mayPublish(identity: Identity, topic: string): boolean {
  if (identity.kind === 'server' && topic === SERVER_PING_TOPIC) return true
  const parsed = parseControllerTopic(topic)
  if (!parsed) return false
  if (identity.kind === 'server') return parsed.topic === 'desired'
  const allowed: readonly string[] = outgoing[identity.kind]
  return parsed.systemId === identity.topicId && allowed.includes(parsed.topic)
}

export function mayReceive(identity: Identity, filter: string): boolean {
  if (identity.kind !== 'server')
    return identity.kind === 'controller' && filter === controllerTopic(identity.topicId, 'desired')
  return (
    [everyDesired, SERVER_PING_TOPIC].includes(filter) || parseControllerTopic(filter)?.topic === 'desired'
  )
}
