/** Texts of a system's prescription and of earlier ones. */
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const text = inLanguage('systemprescriptions', {
  notKnown: 'not known',
  newSettings: 'New settings',
  geofencesChanged: 'Geofences changed',
  probesChanged: 'Probes changed',
  newReadings: 'New readings',
  readingsTooOld: 'Readings too old',
  soilChanged: 'Soil changed',
  pumpChanged: 'Pump changed',
  earlierPrescriptions: 'Earlier prescriptions',
  loadingEarlier: 'Loading earlier prescriptions…',
  earlierNotFetched: 'Earlier prescriptions could not be fetched.',
  noneSentYet: 'None sent yet.',
  loading: 'Loading…',
  showOlder: 'Show older',
  water: 'Water',
  lessThanUniformPass: 'Less than a uniform pass',
  deficitStays: 'Deficit left',
  withoutData: 'No data',
  loadingPrescription: 'Loading the prescription…',
  prescriptionNotFetched: 'The prescription could not be fetched.',
  computedAgo: (ago: Figure) => `Made ${ago}.`,
  notSent: 'Not sent to the machine.',
})
