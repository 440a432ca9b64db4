/** Soil zones in words: what they hold, how sure that is, and how a file was understood. */
import type {
  SoilFileLeftOut,
  SoilFileNote,
  SoilFilePreview,
  SoilFileZone,
  SoilZone,
  SoilZoneSource,
} from '../../contract/soil-zones.ts'
import { limitsText, textureText } from '../shared/soil/soil-limits.ts'

export const SOURCES: Record<SoilZoneSource, string> = {
  drawn: 'drawn',
  ssurgo: 'SSURGO survey',
  cansis: 'CanSIS survey',
  soilgrids: 'SoilGrids',
  file: 'file',
  conductivity: 'conductivity',
}

export function zoneSoilText({ texture, limits }: Pick<SoilZone, 'texture' | 'limits'>): string {
  const held = limitsText(limits.field_capacity, limits.wilting_point)
  return texture === null ? capital(held) : `${textureText(texture)}: ${held}`
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export const NOTES: Record<SoilFileNote, string> = {
  swapped: 'Latitude and longitude were exchanged in the file. They have been turned round: look at the map.',
  converted: 'Coordinates were converted to WGS 84 by the .prj file.',
  per_cent: 'Field capacity and wilting point were taken as per cent of the volume.',
  kp_units: 'The file does not say the unit of KP33 and KP1500. Look at the figures before you import.',
  texture_nearest:
    'A texture of the file has no preset here: the one with the nearest available water stands for it.',
  simplified: 'Outlines were made simpler so that the machine’s prescription can carry them.',
  survey:
    'A soil survey is coarser than variable rate needs. Its zones are shown as guessed until somebody confirms them.',
  horizons: 'Several rows of one place were averaged over the upper metre.',
  ranking: 'Conductivity says where the soil changes, not how much water it holds. Give a soil to each zone.',
}

const LEFT_OUT: Record<SoilFileLeftOut, string> = {
  outside: 'outside the wetted circle',
  no_polygon: 'not a polygon',
  crossing: 'its outline crosses itself',
  too_small: 'too small to matter',
  too_many: 'a system has at most 50 zones',
  no_value: 'no number in that column',
}

/** What was taken from which column. */
export function readText({ read, format, source, features }: SoilFilePreview): string {
  const roles: [string, string | null][] = [
    ['name', read.name],
    ['texture', read.texture],
    ['field capacity', read.field_capacity],
    ['wilting point', read.wilting_point],
    ['conductivity', read.measure],
  ]
  const taken = roles.flatMap(([role, column]) => (column === null ? [] : [`${role} from ${column}`]))
  const what = format === 'geojson' ? 'GeoJSON' : 'Shapefile'
  const whose = source === 'file' ? '' : `, ${SOURCES[source]}`
  return `${what}${whose}, ${features} ${features === 1 ? 'row' : 'rows'}: ${taken.join(', ') || 'no column recognised'}.`
}

/** Rows of one reason are named up to three. */
export function leftOutTexts(leftOut: SoilFilePreview['left_out']): string[] {
  const byReason = Map.groupBy(leftOut, ({ reason }) => reason)
  return [...byReason].map(([reason, rows]) => {
    const names = rows.slice(0, 3).map(({ name }) => name)
    const more = rows.length > 3 ? ` and ${rows.length - 3} more` : ''
    return `${names.join(', ')}${more}: ${LEFT_OUT[reason]}.`
  })
}

export function saidText({ texture_said: said, measure }: SoilFileZone): string {
  if (measure !== null) return ''
  return said === null ? 'The file does not say.' : `File: ${said}`
}
