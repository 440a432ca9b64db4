/** How probes, distances, bearings and accuracies are written. */
import { bearingAndDistance, normaliseBearing } from '../../agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { ProbeGroup } from '../../contract/probes.ts'
import { ago, number, quantity } from '../kit/formats.ts'
import type { DevicePosition } from '../kit/device-position.ts'
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const text = inLanguage('probes', {
  directionToProbe: (number: Figure) => `To probe ${number}`,
  stopGuiding: 'Stop guiding',
  positionUnknown: 'Your position is not known yet.',
  arrived: 'You are there.',
  positionAccuracy: (direction: Figure, accuracy: Figure) =>
    `${direction}Your position is accurate to ${accuracy}.`,
  upNorth: 'Up is north.',
  upAhead: 'Up is ahead.',
  atProbe: (number: Figure) => `You are at probe ${number}.`,
  nearProbe: (distance: Figure, number: Figure) => `Less than ${distance} to probe ${number}.`,
  labelProbe: 'Label Your Probe (Probe Number Only)',
  place: 'Place',
  chooseMap: 'Choose on the map',
  probeNumber: 'Probe number',
  numberHint: 'Type the number on the probe.',
  moveProbeHere: (number: Figure) => `Move probe ${number} here`,
  placedAt: (number: Figure, place: Figure) => `Probe ${number} is placed already, at ${place}.`,
  reportButNotPlaced: 'Reporting, but not placed yet',
  atPressedPlace: (place: Figure) => `Where you pressed the map: ${place}.`,
  atCrosshair: (place: Figure) => `At the crosshair of the map: ${place}.`,
  crosshairUntilLocated: (place: Figure) =>
    `Until it is, the probe goes to the crosshair of the map: ${place}.`,
  atLastKnownPosition: (error: Figure, lastKnown: Figure, place: Figure) =>
    `${error} ${lastKnown} The probe goes there: ${place}.`,
  atRoughPosition: (place: Figure, accuracy: Figure) =>
    `At your position, ${place}, which is only accurate to ${accuracy}. Drag the probe into place afterwards.`,
  atPosition: (place: Figure, accuracy: Figure) => `At your position: ${place} (${accuracy}).`,
  cancel: 'Cancel',
  placeProbe: 'Place Probe',
  removeProbe: 'Remove Probe',
  placeAtCrosshair: 'Place at crosshair',
  undo: 'Undo',
  noProbeToRemove: 'There is no probe to remove.',
  removeHint: 'Press each probe you want to remove, then Cancel.',
  setIsFull: (limit: Figure) => `A set holds at most ${limit} probes.`,
  placeOnMapHint: 'Press the map where the next probe goes, or Cancel.',
  placeHint: 'Stand beside a probe and press Place Probe.',
  correctHint: 'Press a probe to see it, drag it to correct its place.',
  lookingForYou: 'Looking for you…',
  getLocation: 'Get Location',
  releaseMap: 'Release Map',
  lockMap: 'Lock Map',
  showSystem: 'Show a system',
  selectSystem: 'Select a system',
  finishSave: 'Finish & Save',
  clearPlacements: 'Clear Placements',
  deleteSet: 'Delete Set of Probes',
  clear: 'Clear',
  clearQuestion:
    'This will clear all existing probes placed on the field if they have not been saved. Are you sure you want to proceed?',
  confirmDelete: 'Confirm Delete',
  deleting: 'Deleting…',
  delete: 'Delete',
  deleteQuestion: 'Are you sure you want to delete this set of placed soil probes?',
  readingsStay: (fieldName: Figure, count: Figure) =>
    `${fieldName}: ${count} probes. Their readings stay; maps and prescriptions no longer use these places.`,
  oneProbe: '1 probe',
  probes: (count: Figure) => `${count} probes`,
  draftRestored:
    'These probes were placed earlier on this device and are not saved yet. Press Finish & Save to keep them.',
  probesToCheck: (probes: Figure) => `${probes} a look: see the list.`,
  oneProbeNeeds: '1 probe needs',
  probesNeed: (flagged: Figure) => `${flagged} probes need`,
  reportingNotPlaced: (system: Figure, numbers: Figure, report: Figure, are: Figure) =>
    `${system}: ${numbers} ${report} but ${are} not placed.`,
  reportsSingular: 'reports',
  reportPlural: 'report',
  isSingular: 'is',
  arePlural: 'are',
  probesUnsaved: (of: Figure) => `${of} · not saved`,
  probesUpToDate: (of: Figure) => `${of} · saved`,
  probeSingular: 'probe',
  probePlural: 'probes',
  andMore: (rest: Figure) => `and ${rest} more`,
  howToAllow: 'How to allow it',
  lookingForPosition: 'Looking for your position…',
  youAreAt: (place: Figure, accuracy: Figure) => `You are at ${place} (${accuracy}).`,
  loading: 'Loading...',
  mapOfProbes: 'Map of your probes',
  probeToCheck: (label: Figure) => `${label}, needs a look`,
  title: 'Probes',
  noProbesYet: 'No probes yet. Press Place Probe, or type a number and a place below.',
  probesByNumber: 'Probes by number',
  number: 'Number',
  latitude: 'Latitude',
  longitude: 'Longitude',
  latitudeOf: (number: Figure) => `Latitude of probe ${number}`,
  longitudeOf: (number: Figure) => `Longitude of probe ${number}`,
  soilZones: 'Soil Zones',
  guideMeTo: (number: Figure) => `Guide me to probe ${number}`,
  showOnMap: 'Show on the map',
  removeProbeNumbered: (number: Figure) => `Remove probe ${number}`,
  changeSoil: 'Change soil',
  numberOfProbe: (number: Figure) => `Number of probe ${number}`,
  placedAlready: (number: Figure) => `Probe ${number} is placed already.`,
  numberMissing: 'A probe needs its number.',
  soilOfProbe: (limits: Figure) => `Soil: ${limits}, set for this probe.`,
  soilOfZone: (limits: Figure, how: Figure, name: Figure) =>
    `Soil: ${limits}, ${how} the soil zone “${name}”.`,
  confirmedZone: 'of',
  guessedZone: 'guessed for',
  soilOfSystem: (limits: Figure, name: Figure) => `Soil: ${limits}, as set for ${name}.`,
  soilAssumed: (limits: Figure, name: Figure, texture: Figure) =>
    `Soil: ${limits}, assumed from the texture of ${name} (${texture}).`,
  tension: (reading: Figure) => `Tension: ${reading}.`,
  tensionAt: (kpa: Figure, depth: Figure, when: Figure) => `${kpa} kPa at ${depth} cm, ${when}`,
  tensionEstimated: (texture: Figure) =>
    `Maps and prescriptions estimate its water by the retention curve of ${texture}.`,
  tensionUnusable:
    'Maps and prescriptions cannot use it: its soil has limits but no texture. Choose one under Change soil, or for its soil zone.',
  battery: (levels: Figure, when: Figure) => `Battery: ${levels}, ${when}.`,
  silentSince: (last: Figure) => `silent, last reading ${last}.`,
  silent: (depths: Figure) => `Silent: ${depths}.`,
  inClosedGeofence: (name: Figure) =>
    `It is in “${name}”, a 0% geofence, so prescriptions elsewhere do not use it.`,
  outsideSystems: 'It is outside every system, so its readings are not used.',
  viewOnly: (name: Figure) => `${name}: you have view-only access, so it does not count.`,
  noSensor: (name: Figure, number: Figure) => `${name}: no sensor is reporting as number ${number}.`,
  savedSet: (name: Figure, count: Figure) => `${name} - ${count} probes`,
  noProbeNumbered: (numbers: Figure, where: Figure) => `No. ${numbers}${where}`,
  n: 'N',
  ne: 'NE',
  e: 'E',
  se: 'SE',
  s: 'S',
  sw: 'SW',
  w: 'W',
  nw: 'NW',
  ahead: 'ahead of you',
  toTheRight: 'to your right',
  behind: 'behind you',
  toTheLeft: 'to your left',
  positionLastKnown: (ago: Figure) => `Your position was last known ${ago}.`,
  placeSoilProbes: 'Place Soil Probes',
  pageHint: 'Mark where each probe is, then finish and save the field.',
  withoutMapHint: 'Probes can be typed and read in the list.',
  keepPlacing: 'Keep placing',
  changesNotSaved: (fieldName: Figure) => `The changes to “${fieldName}” are not saved.`,
  probesNotSaved: 'The probes you have placed are not saved.',
  selectSaved: 'Select Saved Probes',
  savedNotFetched: (why: Figure) => `Your saved probes could not be fetched. ${why}`,
  savedOnField: 'Your probes are on this field',
  save: 'Save',
  saving: 'Saving…',
  fieldName: 'Field name',
  replaceSaved: (count: Figure) => `${count} replace the saved ones.`,
  newSet: (count: Figure) => `${count} in a new set.`,
  keepAsNewSet: 'Keep as a new set',
  notSavedProbesStay: (why: Figure, what: Figure, next: Figure) =>
    `${why} ${what}${next} Your probes stay here, not saved.`,
  setDeletedElsewhere: 'This set was deleted elsewhere.',
  probesSaved: 'Probes saved successfully!',
  soilAround: (number: Figure) => `Soil around probe ${number}`,
  soilHint: (name: Figure) => `Per cent by volume. Maps, graphs and prescriptions of ${name} use it.`,
  saveSoil: 'Save soil',
  asSystem: (name: Figure, texture: Figure) => `As ${name} (${texture})`,
  numberOfNew: 'Number of a new probe',
  latitudeOfNew: 'Latitude of a new probe',
  longitudeOfNew: 'Longitude of a new probe',
  addProbe: 'Add probe',
  setDeleted: 'Probe group deleted successfully!',
  setNotDeleted: 'Error deleting probe group.',
  placeButtons: 'Draw',
  viewButtons: 'View',
  saveButtons: 'Save',
  reportingNotFetched: 'The list of reporting probes could not be fetched.',
})

const LABEL_DIGITS = 4
const METRES_PER_KM = 1000

/** @example placeText({ lat: 51.06, lng: -114.15 }) // '51.0600, -114.1500' */
export function placeText({ lat, lng }: LatLng): string {
  return `${lat.toFixed(LABEL_DIGITS)}, ${lng.toFixed(LABEL_DIGITS)}`
}

/**
 * Label of a marker, without the name as long as the field has none.
 *
 * @example probeText('North', { lat: 51.06, lng: -114.15, number: '4' }) // 'North #4 (51.0600, -114.1500)'
 */
export function probeText(fieldName: string, probe: LatLng & { number: string }): string {
  const { text, more } = pinWords(fieldName, probe)
  return `${text} ${more}`
}

/** The same in two parts: name and place. */
export function pinWords(fieldName: string, probe: LatLng & { number: string }) {
  return { text: `${fieldName} #${probe.number}`.trimStart(), more: `(${placeText(probe)})` }
}

/** @example groupText({ id: 1, field_name: 'North', probes: [] }) // 'North - 0 probes' */
function groupText({ field_name: name, probes }: ProbeGroup): string {
  return text.savedSet(name, probes.length)
}

const NUMBERS_SHOWN = 4

/** Labels of several sets by id; equal ones are distinguished by their probes, and finally by their order. */
export function groupTexts(groups: readonly ProbeGroup[]): Map<number, string> {
  const plain = apart(groups.map((group) => ({ group, text: groupText(group) })))
  const numbered = apart(
    plain.map(({ group, text, alone }) => ({
      group,
      text: alone ? text : `${text} (${numbersText(group)})`,
    })),
  )
  const counts = new Map<string, number>()
  return new Map(
    numbered.map(({ group, text, alone }) => {
      const nth = (counts.get(text) ?? 0) + 1
      counts.set(text, nth)
      return [group.id, alone ? text : `${text} ${nth}`]
    }),
  )
}

/** Whether each text is unique. */
function apart(named: readonly { group: ProbeGroup; text: string }[]) {
  return named.map((item) => ({
    ...item,
    alone: named.filter(({ text }) => text === item.text).length === 1,
  }))
}

function numbersText({ probes }: ProbeGroup): string {
  const numbers = probes.map(([, , number]) => number)
  return text.noProbeNumbered(
    numbers.slice(0, NUMBERS_SHOWN).join(', '),
    numbers.length > NUMBERS_SHOWN ? ' …' : '',
  )
}

/** To the metre below 1 km, to a tenth of a kilometre beyond. */
export function distanceText(metres: number): string {
  return metres < METRES_PER_KM
    ? quantity(Math.floor(metres), 'm', 0)
    : quantity(metres / METRES_PER_KM, 'km', 1)
}

const WINDS = [text.n, text.ne, text.e, text.se, text.s, text.sw, text.w, text.nw]

/** @example bearingText(311.7) // '312° NW' */
export function bearingText(degrees: number): string {
  const rounded = Math.round(normaliseBearing(degrees)) % 360
  return `${number(rounded, 0)}° ${WINDS[Math.round(rounded / 45) % WINDS.length]}`
}

/** Distance and bearing from one place to another, for example `140 m · 312° NW`. */
export function wayText(from: LatLng, to: LatLng): string {
  const { bearing, distance } = bearingAndDistance(from, to)
  return `${distanceText(distance)} · ${bearingText(bearing)}`
}

const TURNS = [text.ahead, text.toTheRight, text.behind, text.toTheLeft]

/** The direction relative to a walking user.
 *
 * @param bearing to it, degrees
 * @param heading direction of walking, degrees
 */
export function turnText(bearing: number, heading: number): string {
  const quarter = Math.round(normaliseBearing(bearing - heading) / 90) % TURNS.length
  return TURNS[quarter] ?? ''
}

/** Accuracy of a position, for example `±8 m`. */
export function accuracyText(metres: number): string {
  return `±${quantity(Math.max(1, Math.round(metres)), 'm', 0)}`
}

/** The text for a position that is no longer updated. */
export function lastKnownText({ at }: Pick<DevicePosition, 'at'>, now: number): string {
  return text.positionLastKnown(ago(new Date(at).toISOString(), now))
}
