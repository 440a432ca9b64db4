/** Draws the four pictures of the landing page, named by their files in the order of display: `node scripts/landing-pictures.ts`. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { machineAtWork } from './landing/machine-at-work.ts'
import { moistureField } from './landing/moisture-field.ts'
import { passFromAbove } from './landing/pass-from-above.ts'
import { township } from './landing/township.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'src', 'web', 'home', 'pictures')

export const landingPictures = {
  township,
  'moisture-field': moistureField,
  'machine-at-work': machineAtWork,
  'pass-from-above': passFromAbove,
} as const

if (import.meta.main)
  for (const [name, draw] of Object.entries(landingPictures))
    await writeFile(path.join(FOLDER, `${name}.svg`), draw())
