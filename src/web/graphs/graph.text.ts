/** Sentences of this screen, and why a picture did not come. */
import { CallError } from '../kit/call-error.ts'
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const say = inLanguage('graphs', {
  depths: 'Depths',
  stacked: 'Stacked',
  rootZone: 'Root zone',
  byVolume: '% by volume',
  inches: 'inches',
  available: '% available',
  probe: 'Probe',
  probe2: (number: Figure) => `Probe ${number}`,
  show: 'Show',
  waterIn: 'Water in',
  probeCsv: (system: Figure, text: Figure, start: Figure, end: Figure) =>
    `${system} probe ${text} ${start} to ${end}.csv`,
  fetching: 'Fetching…',
  downloadCsv: 'Download CSV',
  fileCouldNotFetched: (sentence: Figure) => `The file could not be fetched: ${sentence}`,
  dayDayAsTable: 'Day by day as a table',
  readingsDay: 'Readings by day',
  lowestHighestVolumeEach:
    'Lowest to highest % of volume each day, newest first. Every reading is in the CSV file.',
  day: 'Day',
  waterGiven: (length: Figure) => `Water given, ${length}`,
  readingsCouldNotFetched: (sentence: Figure) => `The readings could not be fetched. ${sentence}`,
  fetchingReadings: 'Fetching the readings…',
  probe3: (probe: Figure) => `Probe ${probe}:`,
  timesOf: (slice: Figure, timeZone: Figure, word: Figure) => `${slice}, times of ${timeZone}${word}`,
  lowestHighestEachStretch: '. Lowest and highest of each stretch; zoom in for every reading',
  graphOf: (name: Figure) => `Graph of ${name}`,
  onePass: 'one pass',
  passes: (length: Figure) => `${length} passes`,
  armGaveWaterHere: (passes: Figure) => `The pivot watered here in ${passes}, marked by triangles.`,
  pleaseWait: 'Please Wait',
  cancel: 'Cancel',
  yourGraphWillReady: 'Your graph will be ready soon...',
  error: 'Error',
  tryAgain: 'Try again',
  to: (textOfDay: Figure, textOfDay2: Figure) => `${textOfDay} to ${textOfDay2}`,
  graphsGeneratedSuccessfully: 'Graphs Generated Successfully!',
  explore: 'Explore',
  rightClickSaveImage: (system: Figure, range: Figure) =>
    `${system}, ${range}. Right-click to "Save image as..." or hold to save image on mobile device`,
  underSoilWaterBetween: (sensor: Figure, system: Figure, range: Figure) =>
    `${sensor} under ${system}: soil water from ${range}, between the full and the refill line. The values are in Explore, as a graph and as a table.`,
  pictureCannotShownTime: (name: Figure) => `The picture of ${name} cannot be shown at this time.`,
  pictureOf: (name: Figure) => `Picture of ${name}`,
  selectSystem: 'Select System',
  loadingSystems: 'Loading systems...',
  startDate: 'Start Date',
  enterStartDate: 'Enter Start Date',
  chooseFirstDay: 'Choose the first day',
  endDate: 'End Date',
  enterEndDate: 'Enter End Date',
  chooseLastDay: 'Choose the last day',
  generating: 'Generating…',
  generate: 'Generate',
  yourSystemsCouldNot: 'Your systems could not be fetched.',
  noneYourSystemsSoil:
    'None of your systems has soil readings yet. They appear here with their first reading.',
  startDateMustEarlier: 'The start date must be earlier than the end date.',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  wholeSeason: 'Whole season',
  dayMonthYear: 'day/month/year',
  pleaseWaitFetchingAvailable: 'Please wait, fetching available dates...',
  availableDatesLoaded: '✅ Available dates loaded',
  noDatesFound: 'No dates found.',
  errorFetchingDatesPlease: 'Error fetching dates. Please try again.',
  noTokenFoundPlease: 'No token found. Please log in again.',
  failedGenerateGraphPlease: 'Failed to generate the graph. Please try again.',
  graphGenerationSucceededBut: 'Graph generation succeeded, but no URLs were returned.',
  probeCm: (probe: Figure, depth: Figure) => `Probe ${probe} at ${depth}\u00A0cm`,
  soilProbeGraphs: 'Soil Probe Graphs',
  selectSystemChooseStart: 'Select a System, choose Start & End Dates, then press the Generate button below',
  to2: (system: Figure, textOfDay: Figure, textOfDay2: Figure) => `${system}, ${textOfDay} to ${textOfDay2}`,
  fetchingGraph: 'Fetching the graph…',
  exploreTo: (system: Figure, textOfDay: Figure, textOfDay2: Figure) =>
    `Explore ${system}, ${textOfDay} to ${textOfDay2}`,
  showPictures: 'Show the pictures',
  full: (limit: Figure) => `Full ${limit}`,
  refill: (limit: Figure) => `Refill ${limit}`,
  inWord: (toFixed: Figure) => `${toFixed} in`,
  lessThanDayRefill: 'Less than a day to refill',
  about1DayRefill: 'About 1 day to refill',
  aboutDaysRefill: (rounded: Figure) => `About ${rounded} days to refill`,
  lastReading: (ago: Figure) => `Last reading ${ago}.`,
  moreThanDaysRefill: (text: Figure) => `More than ${text} days to refill`,
  from: (headline: Figure, past: Figure) => `${headline} from${past}`,
  ifRootZoneGoes: (since: Figure, rate: Figure, last: Figure) =>
    `If the root zone keeps drying as it has since ${since}, by ${rate} of volume a day.${last}`,
  refillLineOrBelow: (past: Figure) => `At the refill line or below on${past}`,
  refillLineOrBelow2: 'At the refill line or below',
  cropUsedWaterBetween: (last: Figure) =>
    `The crop has used the water between the full and the refill line.${last}`,
  noDaysRefillTell: 'No refill date to give',
  rootZoneNotBeen: (since: Figure, last: Figure) =>
    `The root zone has not been drying since ${since}.${last}`,
  noDaysRefillTellYet: 'Too early to tell when it needs a refill',
  rootZoneNotBeenDrying: (last: Figure) => `The root zone has not been drying for a whole day.${last}`,
  notAllDepthsRoot: 'Not every depth of the root zone was reporting at the end of these days.',
  noReadings: (label: Figure) => `${label}: no readings.`,
  startEndLowestHighest: (
    label: Figure,
    said: Figure,
    said2: Figure,
    said3: Figure,
    on: Figure,
    said4: Figure,
    on2: Figure,
  ) =>
    `${label}: ${said} at the start, ${said2} at the end; lowest ${said3} on ${on}, highest ${said4} on ${on2}.`,
  tension: 'Soil water tension',
  temperature: 'Soil temperature',
  salinity: 'Salinity',
  flow: 'Flow',
  volume: 'Water counter',
  rain: 'Rain gauge',
  battery: 'Battery',
  charge: 'Battery charge',
  otherReadings: 'Other readings',
  quantity: 'Quantity',
  meter: 'Meter',
  gauge: 'Gauge',
  noReadingsOfThem: 'None of these days. Choose other days, or another quantity.',
  otherCouldNotFetched: (sentence: Figure) => `These readings could not be fetched: ${sentence}`,
  tensionBand: (full: Figure, refill: Figure, texture: Figure) =>
    `The higher, the drier. Between ${full} and ${refill} kPa ${texture} holds what the crop wants (estimated by its retention curve).`,
  tensionNoTexture:
    'The higher, the drier. No band is drawn: the soil of this probe has limits but no texture. Choose one under Place Soil Probes, Change soil.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAll: 'Show all',
  dragMovePinchOr:
    'Drag to move; pinch, or turn the wheel with Ctrl, to zoom. With the graph chosen, the arrow keys read values, + and − zoom, and 0 shows all.',
  pointGraphOrTap: 'Point at the graph, or tap it, to read values',
  availableWater: '% of available water',
  waterVolume: '% water by volume',
  mmWaterRootZone: 'mm of water in the root zone',
  inchesWaterRootZone: 'inches of water in the root zone',
})

export const FETCHING_DATES = say.pleaseWaitFetchingAvailable
export const DATES_LOADED = say.availableDatesLoaded
export const NO_DATES = say.noDatesFound
export const DATES_FAILED = say.errorFetchingDatesPlease
export const NO_TOKEN = say.noTokenFoundPlease
const GRAPH_FAILED = say.failedGenerateGraphPlease
const NO_URLS = say.graphGenerationSucceededBut

export interface GraphFailure {
  sentence: string
  /** What the server said about it; null when it said nothing of use. */
  reason: string | null
}

/** Null for success, and for a session that has ended: that is asked for elsewhere. */
export function graphFailure(error: unknown, urls: Record<string, string> | undefined): GraphFailure | null {
  if (error instanceof CallError) {
    if (error.kind === 'session-ended') return null
    // an answer without addresses is no failure to draw
    if (error.kind === 'unreadable') return { sentence: NO_URLS, reason: null }
    return { sentence: GRAPH_FAILED, reason: error.kind === 'answer' && !error.spoken ? null : error.message }
  }
  if (error) return { sentence: GRAPH_FAILED, reason: null }
  return urls && Object.keys(urls).length === 0 ? { sentence: NO_URLS, reason: null } : null
}

/** A sensor in words, for example `Probe 3 at 20 cm`; other identifiers as they are. */
export function sensorText(sensor: string): string {
  const [, probe, depth] = /^P(\d+)-([\d.]+)cm$/.exec(sensor) ?? []
  return probe && depth ? say.probeCm(probe, depth) : sensor
}

/** System of a database: its name without the year at the end. */
export function systemOfDatabase(name: string): string {
  return name.replace(/ \d{4}$/, '')
}

/** Numbers of the probes among sensors, in order. */
export function probesOf(urls: Record<string, string>): number[] {
  const numbers = Object.keys(urls).flatMap((sensor) => /^P(\d+)-/.exec(sensor)?.[1] ?? [])
  return [...new Set(numbers.map(Number))].toSorted((a, b) => a - b)
}
