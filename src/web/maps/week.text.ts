/** Texts of Historic Moisture Maps: months and weeks. */
import type { MapWeek } from '../../contract/maps.ts'
import { inLanguage, localeOr } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const text = inLanguage('weeks', {
  title: 'Historic Moisture Maps',
  pageHint: 'Select a Month, a System, and an available Date Range to Generate your map',
  loadingSeason: 'Loading the season…',
  selectMonth: 'Select Month',
  drawingMap: 'Drawing the map…',
  generate: 'Generate',
  explore: 'Explore',
  selectSystem: 'Select System',
  loadingSystems: 'Loading systems...',
  noSystems: 'No systems are connected to your account yet.',
  systemsNotFetched: 'Your systems could not be fetched.',
  selectStartDate: 'Select Start Date',
  loadingGraphs: 'Loading graphs...',
  noReadingsInMonth: (system: Figure, month: Figure) =>
    `${system} has no readings in ${month} of any year. Choose another month.`,
  datesNotFetched: (system: Figure) => `The dates of ${system} could not be fetched.`,
  noSoilReadings: (system: Figure) => `${system} has no soil readings yet.`,
  mapNotShown: 'The map cannot be shown at this time.',
  historicMap: 'Historic Map',
  uncertaintyAlt: (system: Figure) =>
    `How far off the moisture map of ${system} may be: the darker, the less sure`,
  mapAlt: (system: Figure, moisture: Figure) => `Mean soil moisture under ${system}: ${moisture}`,
  fromProbes: (probes: Figure, week: Figure, notes: Figure) => `From ${probes} probes, ${week}. ${notes}`,
  printedOnPicture: (means: Figure, missing: Figure) =>
    `${means}; the scale and the values of the probes are printed on it.${missing}`,
  range: (from: Figure, until: Figure) => `${from} to ${until}`,
})

/** January to December, with their numbers as values. */
export const MONTHS = Array.from({ length: 12 }, (_, i) => ({
  value: String(i + 1),
  label: new Intl.DateTimeFormat(localeOr('en-CA'), { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2026, i, 1),
  ),
}))

/** A week with its end, for example `6 Jul 2026 to 12 Jul 2026`; days are in the system's time zone. */
export function weekText({ start, end }: Pick<MapWeek, 'start' | 'end'>): string {
  const day = new Intl.DateTimeFormat(localeOr('en-GB'), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return text.range(day.format(Date.parse(start)), day.format(Date.parse(end)))
}

/** The year around a week, for the season explorer. */
export function yearOf(start: string): { from: string; to: string; at: string } {
  const year = start.slice(0, 4)
  return { from: `${year}-01-01`, to: `${year}-12-31`, at: start }
}
