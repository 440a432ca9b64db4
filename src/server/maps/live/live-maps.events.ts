/** Events about live maps. */
import { z } from 'zod'
import { defineEvent } from '../../kit/postgres/events.ts'

/** A live map shows something new; `asOf` is the newest reading in it. */
export const mapDrawn = defineEvent(
  'mapDrawn',
  z.object({ controllerId: z.int(), asOf: z.nullable(z.string()) }),
)
