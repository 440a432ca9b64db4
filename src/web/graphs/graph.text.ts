/** Texts of Soil Probe Graphs, and why a picture could not be drawn. */
import { CallError } from '../kit/call-error.ts'
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const text = inLanguage('graphs', {
  depths: 'Depths',
  stacked: 'Stacked',
  rootZone: 'Root zone',
  byVolume: '% by volume',
  inches: 'inches',
  available: '% available',
  probe: 'Probe',
  probeNumber: (number: Figure) => `Probe ${number}`,
  show: 'Show',
  waterIn: 'Water in',
  csvFileName: (system: Figure, probe: Figure, start: Figure, end: Figure) =>
    `${system} probe ${probe} ${start} to ${end}.csv`,
  fetching: 'Fetching…',
  downloadCsv: 'Download CSV',
  fileNotFetched: (why: Figure) => `The file could not be fetched: ${why}`,
  dayByDayTable: 'Day by day as a table',
  readingsByDay: 'Readings by day',
  readingsByDayHint:
    'Lowest to highest % of volume each day, newest first. Every reading is in the CSV file.',
  day: 'Day',
  waterGiven: (passes: Figure) => `Water given, ${passes}`,
  readingsNotFetched: (why: Figure) => `The readings could not be fetched. ${why}`,
  fetchingReadings: 'Fetching the readings…',
  probeLabel: (probe: Figure) => `Probe ${probe}:`,
  timesOf: (days: Figure, timeZone: Figure, resolution: Figure) =>
    `${days}, times of ${timeZone}${resolution}`,
  lowestAndHighest: '. Lowest and highest of each stretch; zoom in for every reading',
  graphOf: (name: Figure) => `Graph of ${name}`,
  onePass: 'one pass',
  passes: (count: Figure) => `${count} passes`,
  wateredInPasses: (passes: Figure) => `The pivot watered here in ${passes}, marked by triangles.`,
  pleaseWait: 'Please Wait',
  cancel: 'Cancel',
  graphReadySoon: 'Your graph will be ready soon...',
  error: 'Error',
  tryAgain: 'Try again',
  range: (from: Figure, until: Figure) => `${from} to ${until}`,
  graphsGenerated: 'Graphs Generated Successfully!',
  explore: 'Explore',
  saveImageHint: (system: Figure, range: Figure) =>
    `${system}, ${range}. Right-click to "Save image as..." or hold to save image on mobile device`,
  soilWaterOf: (sensor: Figure, system: Figure, range: Figure) =>
    `${sensor} under ${system}: soil water from ${range}, between the full and the refill line. The values are in Explore, as a graph and as a table.`,
  pictureNotShown: (name: Figure) => `The picture of ${name} cannot be shown at this time.`,
  pictureOf: (name: Figure) => `Picture of ${name}`,
  selectSystem: 'Select System',
  loadingSystems: 'Loading systems...',
  startDate: 'Start Date',
  enterStartDate: 'Enter Start Date',
  firstDay: 'Choose the first day',
  endDate: 'End Date',
  enterEndDate: 'Enter End Date',
  lastDay: 'Choose the last day',
  generating: 'Generating…',
  generate: 'Generate',
  systemsNotFetched: 'Your systems could not be fetched.',
  noSoilReadings: 'None of your systems has soil readings yet. They appear here with their first reading.',
  startNotBeforeEnd: 'The start date must be earlier than the end date.',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  wholeSeason: 'Whole season',
  dayMonthYear: 'day/month/year',
  fetchingDates: 'Please wait, fetching available dates...',
  datesLoaded: '✅ Available dates loaded',
  noDatesFound: 'No dates found.',
  datesNotFetched: 'Error fetching dates. Please try again.',
  noToken: 'No token found. Please log in again.',
  graphFailed: 'Failed to generate the graph. Please try again.',
  noUrlsReturned: 'Graph generation succeeded, but no URLs were returned.',
  probeAtDepth: (probe: Figure, depth: Figure) => `Probe ${probe} at ${depth}\u00A0cm`,
  soilProbeGraphs: 'Soil Probe Graphs',
  pageHint: 'Select a System, choose Start & End Dates, then press the Generate button below',
  systemRange: (system: Figure, from: Figure, until: Figure) => `${system}, ${from} to ${until}`,
  fetchingGraph: 'Fetching the graph…',
  exploreRange: (system: Figure, from: Figure, until: Figure) => `Explore ${system}, ${from} to ${until}`,
  showPictures: 'Show the pictures',
  full: (limit: Figure) => `Full ${limit}`,
  refill: (limit: Figure) => `Refill ${limit}`,
  inInches: (depth: Figure) => `${depth} in`,
  refillWithinDay: 'Less than a day to refill',
  refillInADay: 'About 1 day to refill',
  refillInDays: (days: Figure) => `About ${days} days to refill`,
  lastReading: (ago: Figure) => `Last reading ${ago}.`,
  refillAfterDays: (days: Figure) => `More than ${days} days to refill`,
  asOf: (what: Figure, past: Figure) => `${what} from${past}`,
  refillForecast: (since: Figure, rate: Figure, last: Figure) =>
    `If the root zone keeps drying as it has since ${since}, by ${rate} of volume a day.${last}`,
  atRefillSince: (past: Figure) => `At the refill line or below on${past}`,
  atRefill: 'At the refill line or below',
  waterUsedUp: (last: Figure) => `The crop has used the water between the full and the refill line.${last}`,
  noRefillDate: 'No refill date to give',
  notDrying: (since: Figure, last: Figure) => `The root zone has not been drying since ${since}.${last}`,
  tooEarlyForRefill: 'Too early to tell when it needs a refill',
  notDryingForADay: (last: Figure) => `The root zone has not been drying for a whole day.${last}`,
  depthsMissing: 'Not every depth of the root zone was reporting at the end of these days.',
  noReadings: (label: Figure) => `${label}: no readings.`,
  seriesDescription: (
    label: Figure,
    first: Figure,
    last: Figure,
    lowest: Figure,
    lowestDay: Figure,
    highest: Figure,
    highestDay: Figure,
  ) =>
    `${label}: ${first} at the start, ${last} at the end; lowest ${lowest} on ${lowestDay}, highest ${highest} on ${highestDay}.`,
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
  noReadingsInRange: 'None on these days. Choose other days, or another quantity.',
  otherNotFetched: (why: Figure) => `These readings could not be fetched: ${why}`,
  tensionBand: (full: Figure, refill: Figure, texture: Figure) =>
    `The higher, the drier. Between ${full} and ${refill} kPa ${texture} holds what the crop wants (estimated by its retention curve).`,
  tensionNoTexture:
    'The higher, the drier. No band is drawn: the soil of this probe has limits but no texture. Choose one under Place Soil Probes, Change soil.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAll: 'Show all',
  navigationHint:
    'Drag to move; pinch, or turn the wheel with Ctrl, to zoom. With the graph chosen, the arrow keys read values, + and − zoom, and 0 shows all.',
  readHint: 'Point at the graph, or tap it, to read values',
  shareAxis: '% of available water',
  volumeAxis: '% water by volume',
  millimetresAxis: 'mm of water in the root zone',
  inchesAxis: 'inches of water in the root zone',
})

export const FETCHING_DATES = text.fetchingDates
export const DATES_LOADED = text.datesLoaded
export const NO_DATES = text.noDatesFound
export const DATES_FAILED = text.datesNotFetched
export const NO_TOKEN = text.noToken
const GRAPH_FAILED = text.graphFailed
const NO_URLS = text.noUrlsReturned

export interface GraphFailure {
  sentence: string
  /** The server's reason, or null if it gave no useful one. */
  reason: string | null
}

/** Null for success, and for an ended session, which has its own dialog. */
export function graphFailure(error: unknown, urls: Record<string, string> | undefined): GraphFailure | null {
  if (error instanceof CallError) {
    if (error.kind === 'session-ended') return null
    // an answer without URLs is not a failure to draw
    if (error.kind === 'unreadable') return { sentence: NO_URLS, reason: null }
    return {
      sentence: GRAPH_FAILED,
      reason: error.kind === 'answer' && !error.fromServer ? null : error.message,
    }
  }
  if (error) return { sentence: GRAPH_FAILED, reason: null }
  return urls && Object.keys(urls).length === 0 ? { sentence: NO_URLS, reason: null } : null
}

/** A sensor in words, for example `Probe 3 at 20 cm`; other identifiers as they are. */
export function sensorText(sensor: string): string {
  const [, probe, depth] = /^P(\d+)-([\d.]+)cm$/.exec(sensor) ?? []
  return probe && depth ? text.probeAtDepth(probe, depth) : sensor
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
