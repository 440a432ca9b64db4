/** Events of devices. */
import { z } from 'zod'
import { telemetryDocument } from '../../contract/controller.ts'
import { defineEvent } from '../kit/postgres/events.ts'
import { SHARDS } from './controllers.store.ts'

const controllerId = z.int()

/** A controller went online or offline. */
export const linkChanged = defineEvent(
  'link-changed',
  z.object({ controllerId, online: z.boolean(), lastSeen: z.string().nullable() }),
)

/** The shard of an event about a single machine, which only browsers of its members receive. */
export const shardOf = (controller: number): number => controller % SHARDS

/** Telemetry with a newer position; by far the most frequent event. */
export const telemetryReceived = defineEvent(
  'telemetry-heard',
  z.object({ controllerId, telemetry: telemetryDocument, stoppedWetSince: z.string().nullable() }),
  (payload) => shardOf(payload.controllerId),
)

/** A setting reached another step of its delivery. */
export const deliveryMoved = defineEvent(
  'delivery-moved',
  z.object({ controllerId, settingsRev: z.int(), rev: z.int() }),
)

/** An as-applied record of one sector; `from` is when the arm reached it. */
export const waterApplied = defineEvent('water-applied', z.object({ controllerId, from: z.string() }))

/** A machine reports another running state, or another result for a publication. */
export const reportChanged = defineEvent('report-changed', z.object({ controllerId }))

/** A credential was revoked; its connection must be closed. */
export const credentialRevoked = defineEvent('credential-revoked', z.object({ id: z.string() }))

/** A controller has a newer desired state than the broker. */
export const publicationDue = defineEvent('publication-due', z.object({ controllerId }))

/** A controller was created and must be subscribed to. */
export const controllerConnected = defineEvent('controller-connected', z.object({ controllerId }))
