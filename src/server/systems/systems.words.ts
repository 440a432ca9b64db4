/** What systems tell the other features, and the job that ends a test pattern. */
import { z } from 'zod'
import { defineFact } from '../kit/events.ts'
import { defineJob } from '../kit/jobs.ts'

/** Somebody's list of systems changed: connected, or shared. */
export const membershipsChanged = defineFact(
  'memberships-changed',
  z.object({ systemId: z.int(), userIds: z.array(z.int()) }),
)

/** Somebody changed the settings of a system. */
export const settingsSaved = defineFact(
  'settings-saved',
  z.object({ controllerId: z.int(), settingsRev: z.int() }),
)

/** Locks, soil or members of a system changed; null: of all of them. */
export const systemChanged = defineFact('system-changed', z.object({ controllerId: z.int().nullable() }))

/** Fifteen minutes after it began, unless the settings have changed since. */
export const endTestPattern = defineJob(
  'end-test-pattern',
  z.object({ systemId: z.int(), settingsRev: z.int() }),
)
