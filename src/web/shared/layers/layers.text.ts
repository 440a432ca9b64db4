/** Texts of the background layers. */
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('layers', {
  showPrescription: 'Show Prescription',
  hidePrescription: 'Hide Prescription',
  showGeofences: 'Show Geofences',
  hideGeofences: 'Hide Geofences',
  showMoisture: 'Show Moisture',
  hideMoisture: 'Hide Moisture',
  showProbes: 'Show Probes',
  hideProbes: 'Hide Probes',
  thePrescription: 'The prescription',
  theGeofences: 'The geofences',
  noGeofences: 'No geofences are drawn on this field.',
  theMoisture: 'The moisture',
  disabled: 'disabled',
  layerNotFetched: (of: Figure) => `${of} of this field could not be fetched.`,
})
