/** Draws the four pictures of the landing page: `node scripts/landing-pictures.ts`. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { landingPictures } from './landing/landing-pictures.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'src', 'web', 'home', 'pictures')

for (const [name, draw] of Object.entries(landingPictures)) {
  await writeFile(path.join(FOLDER, `${name}.svg`), draw())
}
