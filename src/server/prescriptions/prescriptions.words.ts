/** What prescriptions tell the other features, and the order to compute one again. */
import { z } from 'zod'
import { prescriptionCause } from '../../contract/prescriptions.ts'
import { defineFact } from '../kit/events.ts'
import { defineOrder } from '../kit/outbox.ts'

/** A machine is sent another prescription, without another setting. */
export const prescriptionMade = defineFact(
  'prescription-made',
  z.object({ controllerId: z.int(), rev: z.int() }),
)

export const recomputePrescription = defineOrder(
  'recompute-prescription',
  z.object({ systemId: z.int(), cause: prescriptionCause }),
)
