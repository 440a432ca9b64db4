/** Texts of Set Systems that several parts use. */
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('systems', {
  loading: 'Loading…',
  waterForecast: 'Water forecast',
  prescription: 'Prescription',
  passes: 'Passes',
  weatherAndRain: 'Weather and rain',
  importReadings: 'Import readings',
  liveMessages: 'Live messages',
  history: 'History',
  controllerConnection: 'Controller connection',
  setSystems: 'Set Systems',
  selectSystem: 'Select a System',
  positionsNotFetched: 'The position of your systems could not be fetched.',
  chooseSystem: 'Choose a system, and its settings show here.',
  applySettings: 'Apply Settings',
  waterThisYear: 'Water used this year',
  loadingSystems: 'Please wait, we are loading your Systems...',
  error: (why: Figure) => `Error: ${why}`,
  systemsNotFetched:
    'Your systems could not be fetched. If you have used this page before, they are still there.',
  whatHappensNext: 'What happens next',
  normalAfterSignUp: 'This is normal after signing up.',
  contact: (company: Figure) => `Contact ${company}`,
  scheduleSetup:
    'to schedule the setup of your systems. They appear here as soon as they are connected to your account.',
  crop: 'Crop',
  waterAndPump: 'Water and pump',
  people: 'People',
  lock: 'Lock',
})
