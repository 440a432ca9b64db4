/** The pictures of the landing page by file name, in the order in which they are shown. */
import { machineAtWork } from './machine-at-work.ts'
import { moistureField } from './moisture-field.ts'
import { passFromAbove } from './pass-from-above.ts'
import { township } from './township.ts'

export const landingPictures = {
  township,
  'moisture-field': moistureField,
  'machine-at-work': machineAtWork,
  'pass-from-above': passFromAbove,
} as const
