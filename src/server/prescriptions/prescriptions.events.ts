/** Facts about prescriptions, for whoever redraws or reacts. */
import { z } from 'zod'
import { defineEvent } from '../kit/postgres/events.ts'

/** A machine is sent another prescription, without another setting. */
export const prescriptionMade = defineEvent(
  'prescription-made',
  z.object({ controllerId: z.int(), rev: z.int() }),
)
