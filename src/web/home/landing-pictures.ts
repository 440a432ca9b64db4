/** The four pictures of the landing page, drawn by `scripts/landing-pictures.ts`. */
import machineAtWork from './pictures/machine-at-work.svg'
import moistureField from './pictures/moisture-field.svg'
import passFromAbove from './pictures/pass-from-above.svg'
import township from './pictures/township.svg'
import { text } from './home.text.ts'

export interface LandingPicture {
  source: string
  caption: string
  /** Alternative text for screen readers. */
  alt: string
}

export const landingPictures: readonly LandingPicture[] = [
  {
    source: township,
    caption: text.quarterSectionsAbove,
    alt: text.quarterSectionsAlt,
  },
  {
    source: moistureField,
    caption: text.moistureBetweenProbes,
    alt: text.moistureAlt,
  },
  {
    source: machineAtWork,
    caption: text.eveningPass,
    alt: text.eveningPassAlt,
  },
  {
    source: passFromAbove,
    caption: text.valvesClosedOverSlough,
    alt: text.valvesClosedAlt,
  },
]
