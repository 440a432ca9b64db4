/** Facts about devices, for whoever redraws or reacts. */
import { z } from 'zod'
import { telemetryDocument } from '../../contract/controller.ts'
import { defineFact } from '../kit/postgres/events.ts'
import { SHARDS } from './controllers.store.ts'

const controllerId = z.int()

/** A controller came or went. */
export const linkChanged = defineFact(
  'link-changed',
  z.object({ controllerId, online: z.boolean(), lastSeen: z.string().nullable() }),
)

/** Of facts about single machines that only browsers of their members want. */
export const shardOf = (controller: number): number => controller % SHARDS

/** A machine said where it is: nearly all that is ever told. */
export const telemetryHeard = defineFact(
  'telemetry-heard',
  z.object({ controllerId, telemetry: telemetryDocument, stoppedWetSince: z.string().nullable() }),
  (said) => shardOf(said.controllerId),
)

/** A setting reached another step of its delivery. */
export const deliveryMoved = defineFact(
  'delivery-moved',
  z.object({ controllerId, settingsRev: z.int(), rev: z.int() }),
)

/** A machine has told what it laid over a sector; when the arm came to it. */
export const waterApplied = defineFact('water-applied', z.object({ controllerId, from: z.string() }))

/** A machine runs something else than before, or says something else of what it was sent. */
export const reportChanged = defineFact('report-changed', z.object({ controllerId }))

/** A credential is no longer good; whoever is connected with it must go. */
export const credentialRevoked = defineFact('credential-revoked', z.object({ id: z.string() }))

/** A controller has a newer desired state than the broker. */
export const publicationDue = defineFact('publication-due', z.object({ controllerId }))

/** There is a controller to listen to that was not there before. */
export const controllerConnected = defineFact('controller-connected', z.object({ controllerId }))
