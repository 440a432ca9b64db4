/** Events of systems. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** A user's list of systems changed: a system was connected or shared. */
export const membershipsChanged = defineEvent(
  'memberships-changed',
  z.object({ systemId: z.int(), userIds: z.array(z.int()) }),
)

/** The settings of a system changed. */
export const settingsSaved = defineEvent(
  'settings-saved',
  z.object({ controllerId: z.int(), settingsRev: z.int() }),
)

/** Locks, soil or members of a system changed; null for all systems. */
export const systemChanged = defineEvent('system-changed', z.object({ controllerId: z.int().nullable() }))
