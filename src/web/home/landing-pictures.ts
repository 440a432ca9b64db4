/** The four pictures of the landing page, drawn by `scripts/landing-pictures.ts`. */
import machineAtWork from './pictures/machine-at-work.svg'
import moistureField from './pictures/moisture-field.svg'
import passFromAbove from './pictures/pass-from-above.svg'
import township from './pictures/township.svg'

export interface LandingPicture {
  source: string
  caption: string
  /** What is seen, for those who do not see it. */
  alt: string
}

export const landingPictures: readonly LandingPicture[] = [
  {
    source: township,
    caption: 'Quarter sections from above',
    alt: 'Fields from above: pivot circles in a grid of quarter sections, coloured by soil moisture, with a creek winding between them.',
  },
  {
    source: moistureField,
    caption: 'Moisture between the probes',
    alt: 'Moisture maps of neighbouring pivot circles, from dry yellow to wet violet, with probes, tower rings and the arm.',
  },
  {
    source: machineAtWork,
    caption: 'A pass on a still evening',
    alt: 'A centre pivot waters a crop in the evening: trussed spans on wheeled towers run to the horizon, water falls from every drop.',
  },
  {
    source: passFromAbove,
    caption: 'Valves closed over a slough',
    alt: 'A pivot from above: wet soil behind the arm, water on both sides of it, and none where a green geofence encloses a slough.',
  },
]
