/** Texts of the components that all screens use: buttons, switches, dialogs, number fields. */
import { inLanguage } from './language.ts'

export const text = inLanguage('parts', {
  on: 'ON',
  off: 'OFF',
  unclearNumber: 'Write one number, for example 0.75.',
  noGeolocation: 'Geolocation is not supported by your browser.',
  noLocation: 'Unable to retrieve your location. Please enable location services.',
  cancel: 'Cancel',
  closeMessage: 'Close message',
  close: 'Close',
  trying: 'Trying…',
  tryAgain: 'Try again',
  hide: 'Hide',
  show: 'Show',
  unsavedChanges: 'Unsaved changes',
  discardChanges: 'Discard changes',
})
