/** The four pictures of the landing page, drawn by `scripts/landing-pictures.ts`. */
import machineAtWork from './pictures/machine-at-work.svg'
import moistureField from './pictures/moisture-field.svg'
import passFromAbove from './pictures/pass-from-above.svg'
import township from './pictures/township.svg'
import { say } from './home.text.ts'

export interface LandingPicture {
  source: string
  caption: string
  /** What is seen, for those who do not see it. */
  alt: string
}

export const landingPictures: readonly LandingPicture[] = [
  {
    source: township,
    caption: say.quarterSectionsAbove,
    alt: say.quarterSectionsAlt,
  },
  {
    source: moistureField,
    caption: say.moistureBetweenProbes,
    alt: say.moistureAlt,
  },
  {
    source: machineAtWork,
    caption: say.eveningPass,
    alt: say.eveningPassAlt,
  },
  {
    source: passFromAbove,
    caption: say.valvesClosedOverSlough,
    alt: say.valvesClosedAlt,
  },
]
