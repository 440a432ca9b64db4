/** What this screen says when its systems cannot be shown, and of when a map is. */
import { CallError } from '../kit/call-error.ts'
import { ago } from '../kit/formats.ts'
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const say = inLanguage('livemaps', {
  liveMapCannotShown: (system: Figure) => `The live map of ${system} cannot be shown at this time.`,
  error: 'Error',
  tryAgain: 'Try again',
  liveMap: 'Live Map',
  drawingLiveMap: 'Drawing the live map…',
  howFarOffLive: (system: Figure) =>
    `How far off the live map of ${system} may be: the darker, the less sure`,
  liveMapSoilMoisture: (system: Figure, text: Figure) =>
    `Live map of the soil moisture under ${system}, from its soil probes: ${text}`,
  scaleValuesProbesTime: 'The scale, the values of the probes and the time are printed on it.',
  sorryWeCannotFetch: 'Sorry, we cannot fetch your systems at this time. Please try again later.',
  invalidResponseReceivedPlease: 'Invalid response received. Please try again later.',
  noTokenFoundPlease: 'No token found. Please log in again.',
  idUserCouldNot: 'The id of the user could not be fetched.',
  selectedMapNotFound: 'The selected map was not found:',
  asOf: (ago: Figure) => `As of ${ago}`,
  liveMoistureMaps: 'Live Moisture Maps',
  selectSystemViewCorresponding: 'Select a System to view its corresponding live map',
  selectSystem: 'Select System:',
  loadingSystems: 'Loading systems...',
  selectSystem2: 'Select System',
  noSystemsConnectedYour: 'No systems are connected to your account yet.',
  liveMap2: 'Live Map:',
  viewLiveMap: 'View Live Map',
  explore: 'Explore',
  loadingSeason: 'Loading the season…',
  liveMapsAllFields: 'Live maps of all fields',
  noPictureNow: 'No picture now',
})

const UNFETCHED = say.sorryWeCannotFetch
const INVALID = say.invalidResponseReceivedPlease

/** For the console alone. */
export const NO_TOKEN = say.noTokenFoundPlease
export const NO_USER = say.idUserCouldNot
export const MAP_NOT_FOUND = say.selectedMapNotFound

/** An answer without a list of systems is not the same as no answer. */
export function fetchFailure(error: unknown): string {
  return error instanceof CallError && error.kind === 'unreadable' ? INVALID : UNFETCHED
}

/** Of when the newest reading in a map is, for example `As of 4 min ago (14:32)`. */
export function asOfWords(at: string, now: number, timeZone: string): string {
  return say.asOf(ago(at, now, timeZone))
}
