/** What devices tell the other features, and the order by which a desired state leaves. */
import { z } from 'zod'
import { telemetryDocument } from '../../contract/controller.ts'
import { defineFact } from '../kit/events.ts'
import { defineOrder } from '../kit/outbox.ts'

const controllerId = z.int()

/** A controller came or went. */
export const linkChanged = defineFact(
  'link-changed',
  z.object({ controllerId, online: z.boolean(), lastSeen: z.string().nullable() }),
)

/** A machine said where it is. */
export const telemetryHeard = defineFact(
  'telemetry-heard',
  z.object({ controllerId, telemetry: telemetryDocument }),
)

/** A setting reached another rung of its ladder. */
export const deliveryMoved = defineFact(
  'delivery-moved',
  z.object({ controllerId, settingsRev: z.int(), rev: z.int() }),
)

/** A machine runs something else than before, or says something else of what it was sent. */
export const reportChanged = defineFact('report-changed', z.object({ controllerId }))

/** A credential is no longer good; whoever is connected with it must go. */
export const credentialRevoked = defineFact('credential-revoked', z.object({ id: z.string() }))

/** Somebody should know that the newest desired state runs out soon. */
export const expiryNear = defineOrder(
  'expiry-near',
  z.object({ controllerId, rev: z.int(), validUntil: z.string() }),
)

/** Publish the newest desired state of a controller, whichever that is by then. */
export const publishDesired = defineOrder('publish-desired', z.object({ controllerId }))
