/** Events about live maps. */
import { z } from 'zod'
import { defineFact } from '../../kit/postgres/events.ts'

/** A live map shows something new; `asOf` is the newest reading in it. */
export const mapDrawn = defineFact(
  'mapDrawn',
  z.object({ controllerId: z.int(), asOf: z.nullable(z.string()) }),
)
