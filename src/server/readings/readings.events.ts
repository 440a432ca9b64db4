/** Facts about readings, for whoever redraws or reacts. */
import { z } from 'zod'
import { defineFact } from '../kit/postgres/events.ts'

/** Valid readings that changed what is known; `latest` is the newest of them. */
export const readingsStored = defineFact(
  'readingsStored',
  z.object({ controllerId: z.int(), stored: z.int(), latest: z.nullable(z.string()) }),
)
