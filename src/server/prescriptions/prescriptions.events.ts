/** Events of prescriptions. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** A new prescription is sent to a machine without a new setting. */
export const prescriptionMade = defineEvent(
  'prescription-made',
  z.object({ controllerId: z.int(), rev: z.int() }),
)
