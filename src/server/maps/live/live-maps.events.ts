/** Events about live maps. */
import { z } from 'zod'
import { defineEvent } from '../../kit/postgres/events.ts'

/** A live map has changed; `asOf` is the newest reading in it. */
export const mapDrawn = defineEvent(
  'mapDrawn',
  z.object({ controllerId: z.int(), asOf: z.nullable(z.string()) }),
)
