/** Worker thread that computes the water balance of fields. */
import os from 'node:os'
import {
  fieldWater,
  type FieldWaterResult,
  type FieldWaterInput,
} from '../../agronomy/balance/field-water.ts'

// on Linux a thread has its own priority: requests come before balances
if (process.platform === 'linux') os.setPriority(Math.min(19, os.getPriority() + 10))

export const computeWater = (order: FieldWaterInput): FieldWaterResult => fieldWater(order)
