/** Facts about systems, for whoever redraws or reacts. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** Somebody's list of systems changed: connected, or shared. */
export const membershipsChanged = defineEvent(
  'memberships-changed',
  z.object({ systemId: z.int(), userIds: z.array(z.int()) }),
)

/** Somebody changed the settings of a system. */
export const settingsSaved = defineEvent(
  'settings-saved',
  z.object({ controllerId: z.int(), settingsRev: z.int() }),
)

/** Locks, soil or members of a system changed; null: of all of them. */
export const systemChanged = defineEvent('system-changed', z.object({ controllerId: z.int().nullable() }))
