/** Facts about prescriptions, for whoever redraws or reacts. */
import { z } from 'zod'
import { defineFact } from '../kit/postgres/events.ts'

/** A machine is sent another prescription, without another setting. */
export const prescriptionMade = defineFact(
  'prescription-made',
  z.object({ controllerId: z.int(), rev: z.int() }),
)
