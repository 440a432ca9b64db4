/** What prescriptions tell the other features. */
import { z } from 'zod'
import { defineFact } from '../kit/postgres/events.ts'

/** A machine is sent another prescription, without another setting. */
export const prescriptionMade = defineFact(
  'prescription-made',
  z.object({ controllerId: z.int(), rev: z.int() }),
)
