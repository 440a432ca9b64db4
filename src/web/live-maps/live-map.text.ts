/** Texts of Live Maps: errors and the age of a map. */
import { CallError } from '../kit/call-error.ts'
import { ago } from '../kit/formats.ts'
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const text = inLanguage('livemaps', {
  mapNotShown: (system: Figure) => `The live map of ${system} cannot be shown at this time.`,
  error: 'Error',
  tryAgain: 'Try again',
  liveMap: 'Live Map',
  drawingLiveMap: 'Drawing the live map…',
  uncertaintyAlt: (system: Figure) =>
    `How far off the live map of ${system} may be: the darker, the less sure`,
  mapAlt: (system: Figure, moisture: Figure) =>
    `Live map of the soil moisture under ${system}, from its soil probes: ${moisture}`,
  printedOnPicture: 'The scale, the values of the probes and the time are printed on it.',
  systemsNotFetched: 'Sorry, we cannot fetch your systems at this time. Please try again later.',
  responseInvalid: 'Invalid response received. Please try again later.',
  noToken: 'No token found. Please log in again.',
  noUser: 'The id of the user could not be fetched.',
  mapNotFound: 'The selected map was not found:',
  asOf: (ago: Figure) => `As of ${ago}`,
  title: 'Live Moisture Maps',
  pageHint: 'Select a System to view its corresponding live map',
  systemLabel: 'Select System:',
  loadingSystems: 'Loading systems...',
  selectSystem: 'Select System',
  noSystems: 'No systems are connected to your account yet.',
  liveMapLabel: 'Live Map:',
  viewLiveMap: 'View Live Map',
  explore: 'Explore',
  loadingSeason: 'Loading the season…',
  allFields: 'Live maps of all fields',
  noPicture: 'No picture now',
})

const UNFETCHED = text.systemsNotFetched
const INVALID = text.responseInvalid

/** Logged to the console only. */
export const NO_TOKEN = text.noToken
export const NO_USER = text.noUser
export const MAP_NOT_FOUND = text.mapNotFound

/** An answer without a list of systems is not the same as no answer. */
export function fetchFailure(error: unknown): string {
  return error instanceof CallError && error.kind === 'unreadable' ? INVALID : UNFETCHED
}

/** The age of the newest reading in a map, for example `As of 4 min ago (14:32)`. */
export function asOfWords(at: string, now: number, timeZone: string): string {
  return text.asOf(ago(at, now, timeZone))
}
