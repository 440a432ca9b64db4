/** Texts of the landing page. */
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const text = inLanguage('home', {
  previousPicture: 'Previous picture',
  pictureOf: (at: Figure, count: Figure) => `${at} of ${count}`,
  nextPicture: 'Next picture',
  controlEachPass: 'Control each pass',
  controlText:
    'Set application rate, root depth and target moisture for every system, and see when the machine has applied them.',
  waterZone: 'Water by the zone',
  waterZoneText: 'Draw a geofence with its own prescription percentage, and the towers above it follow.',
  knowSoil: 'Know the soil',
  knowSoilText: 'Place your moisture probes, and read the field as a live map, a historic map or a graph.',
  signUp: 'Sign up',
  signUpText: 'Nothing to install: it runs in your phone’s browser.',
  activate: 'Activate',
  activateText: 'Open the link in the email we send you.',
  setUp: 'Set up',
  setUpText: 'Contact us to schedule the setup of your systems.',
  pictures: 'Pictures',
  headline: 'Every drop where the field needs it',
  intro: (product: Figure) =>
    `${product} puts your variable-rate centre pivots on your phone: see where they are, change what they apply, and watch the soil respond.`,
  getStarted: 'Get Started',
  whatYouDo: 'What you do with it',
  howGetStarted: 'How to get started',
  quarterSectionsAbove: 'Quarter sections from above',
  quarterSectionsAlt:
    'Fields from above: pivot circles in a grid of quarter sections, coloured by soil moisture, with a creek winding between them.',
  moistureBetweenProbes: 'Moisture between the probes',
  moistureAlt:
    'Moisture maps of neighbouring pivot circles, from dry yellow to wet violet, with probes, tower rings and the arm.',
  eveningPass: 'A pass on a still evening',
  eveningPassAlt:
    'A centre pivot waters a crop in the evening: trussed spans on wheeled towers run to the horizon, water falls from every drop.',
  valvesClosedOverSlough: 'Valves closed over a slough',
  valvesClosedAlt:
    'A pivot from above: wet soil behind the arm, water on both sides of it, and none where a green geofence encloses a slough.',
})
