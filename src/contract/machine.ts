/** What a machine does, in the words that controllers and pages share. */
import * as z from 'zod/mini'

export const direction = z.enum(['FORWARD', 'REVERSE', 'STOPPED'])

export const mode = z.enum(['VRI', 'UNIFORM', 'TEST'])

/** Events after which a machine needs somebody; the next STARTED ends them. */
export const FAULT_EVENTS = ['LOW_PRESSURE', 'MISALIGNED', 'POWER_LOST', 'VALVE_FAULT'] as const
