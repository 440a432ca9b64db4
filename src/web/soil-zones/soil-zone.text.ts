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
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const say = inLanguage('soilzones', {
  importSoilZonesInto: (name: Figure) => `Import soil zones into ${name}`,
  geojsonOrZippedShapefile:
    'GeoJSON or a zipped Shapefile, at most 8 MB. Columns of SSURGO, CanSIS and SoilGrids are recognised; conductivity (EC) is split into zones. Nothing is stored until you say so.',
  readingFile: 'Reading the file…',
  backWithoutImporting: 'Back without importing',
  noZoneCameSay: 'No zones were found. Choose above which column holds the conductivity to split into zones.',
  zonesFile: 'Zones of the file',
  leftOut: 'Left out',
  name: 'name',
  nameZone: 'Name of a zone',
  texture: 'texture',
  textureWords: 'Texture in words',
  fieldCapacity: 'Field capacity',
  wiltingPoint: 'Wilting point',
  conductivityCut: 'Conductivity to split',
  chooseColumnsYourself: 'Choose the columns yourself',
  asRecognised: 'As recognised',
  cutInto: 'Split into',
  zones: (count: Figure) => `${count} zones`,
  zoneInsideCircle: (number: Figure, area: Figure) => `Zone ${number}: ${area} inside the circle`,
  importZone: 'Import this zone',
  nameZone2: (number: Figure) => `Name of zone ${number}`,
  limitsAlone: 'Limits only',
  giveTextureOrBoth: 'Give a texture, or both limits.',
  zone: 'zone',
  zones2: 'zones',
  iCheckedTheseFigures: 'I have checked these figures',
  otherwiseZonesUsedShown: 'Otherwise the zones are used and shown as guessed.',
  deleteThereNow: (held: Figure, word: Figure) => `Delete the ${held} ${word} that are there now`,
  otherwiseNewOnesAdded: 'Otherwise the new ones are added.',
  noZoneChosen: 'No zone is chosen.',
  giveSoil: (join: Figure) => `Give a soil to ${join}.`,
  zoneWithoutName: 'the zone without a name',
  importing: 'Importing…',
  import: (count: Figure) => `Import ${count}`,
  updateSave: 'Update & Save',
  saveSoilZone: 'Save Soil Zone',
  update: 'Update',
  save: 'Save',
  saving: 'Saving…',
  textureOrFieldCapacity: 'A texture, or field capacity and wilting point in per cent of the volume.',
  nameZone3: 'Name of the zone',
  otherwiseZoneUsedShown: 'Otherwise the zone is used and shown as guessed.',
  mapsGraphsPrescriptionsCount: (name: Figure) =>
    `Maps, graphs and prescriptions of ${name} use it where no probe has limits of its own.`,
  soilZones: (name: Figure) => `Soil zones of ${name}`,
  loadingSoilZones: 'Loading soil zones…',
  soilZonesCouldNot: (name: Figure, sentence: Figure) =>
    `The soil zones of ${name} could not be fetched. ${sentence}`,
  noneYetEveryCell:
    'None yet: every cell uses the soil of its nearest probe. Draw a zone on the map, or import a file.',
  whereZonesOverlapSmallest: 'Where zones overlap, the smallest counts. It lies on top, here and on the map.',
  soilZones2: 'Soil zones',
  insideCircle: (area: Figure, text: Figure) => `${area} inside the circle · ${text}`,
  confirmed: 'Confirmed',
  guessed: 'Guessed',
  confirm: (name: Figure) => `Confirm ${name}`,
  confirm2: 'Confirm',
  edit: (name: Figure) => `Edit ${name}`,
  edit2: 'Edit',
  deleteWord: (name: Figure) => `Delete ${name}`,
  deleteWord2: 'Delete',
  deleteGoodCellsCount: (name: Figure) =>
    `Delete “${name}” for good? Its cells go back to their nearest probe.`,
  keepIt: 'Keep it',
  deleting: 'Deleting…',
  yesDelete: 'Yes, delete',
  loadingMap: 'Loading map...',
  mapSoilZones: (name: Figure) => `Map of the soil zones of ${name}`,
  mapYourFields: 'Map of your fields',
  drawn: 'drawn',
  ssurgoSurvey: 'SSURGO survey',
  cansisSurvey: 'CanSIS survey',
  file: 'file',
  conductivity: 'conductivity',
  latitudeLongitudeWereExchanged:
    'Latitude and longitude were swapped in the file. They have been put right: check the map.',
  coordinatesWereConvertedWgs: 'Coordinates were converted to WGS 84 by the .prj file.',
  fieldCapacityWiltingPoint: 'Field capacity and wilting point were taken as per cent of the volume.',
  fileDoesNotSay: 'The file does not give the unit of KP33 and KP1500. Check the figures before you import.',
  textureFileNoPreset:
    'A texture of the file has no preset here: the one with the nearest available water stands for it.',
  outlinesWereMadeSimpler: 'Outlines were made simpler so that the machine’s prescription can carry them.',
  soilSurveyCoarserThan:
    'A soil survey is coarser than variable rate needs. Its zones are shown as guessed until somebody confirms them.',
  severalRowsOnePlace: 'Several rows of one place were averaged over the upper metre.',
  conductivitySaysWhereSoil:
    'Conductivity says where the soil changes, not how much water it holds. Give a soil to each zone.',
  outsideWettedCircle: 'outside the wetted circle',
  notPolygon: 'not a polygon',
  outlineCrossesItself: 'its outline crosses itself',
  tooSmallMatter: 'too small to matter',
  systemMost50Zones: 'a system has at most 50 zones',
  noNumberColumn: 'no number in that column',
  fieldCapacity2: 'field capacity',
  wiltingPoint2: 'wilting point',
  from: (role: Figure, column: Figure) => `${role} from ${column}`,
  row: 'row',
  rows: 'rows',
  noColumnRecognised: 'no column recognised',
  andMore: (length: Figure) => `and ${length} more`,
  fileDoesNotSay2: 'The file does not say.',
  file2: (said: Figure) => `File: ${said}`,
  soilImportedInto: (count: Figure, word: Figure, name: Figure) =>
    `${count} soil ${word} imported into ${name}.`,
  soilZones3: 'Soil Zones',
  whereSoilChangesEach:
    'Where the soil changes, each part gets its own field capacity and wilting point. Maps and prescriptions use them.',
  pinsCanTypedRead: 'Pins can be typed and read in the list.',
  keepDrawing: 'Keep drawing',
  changesNotSaved: (name: Figure) => `The changes to “${name}” are not saved.`,
  pinsYouPlacedNot: 'The pins you have placed are not saved.',
  selectSystem: 'Select a system',
  loadingSystems: 'Loading systems...',
  releaseMap: 'Release Map',
  lockMap: 'Lock Map',
  newZone: 'New Zone',
  importFile: 'Import a File',
  giveAreaPercentageOwn: 'To give an area a percentage of its own, whatever its soil, draw it under',
  setGeofences: 'Set Geofences',
  placeLeast3Pins: 'Place at least 3 pins around a part of the field whose soil differs, or import a file.',
  notSaved: '· not saved',
  lieOutsidePartMachine: (area: Figure) =>
    `${area} of it is outside the part that the pivot waters (shown in amber). Nothing changes there.`,
  whatYouHadDrawn: 'Your unsaved drawing is back.',
  outlineEdit: 'Outline to edit',
  chooseOutline: 'Choose an outline',
  addAnotherOutline: 'Add another outline',
  cutHole: 'Cut a hole',
  remove: 'Remove',
  outline: (polygon: Figure) => `Outline ${polygon}`,
  holeOutline: (ring: Figure, polygon: Figure) => `Hole ${ring} in outline ${polygon}`,
  look: 'Look',
  keep: 'Keep',
  outlines: 'Outlines',
})

export const SOURCES: Record<SoilZoneSource, string> = {
  drawn: say.drawn,
  ssurgo: say.ssurgoSurvey,
  cansis: say.cansisSurvey,
  soilgrids: 'SoilGrids',
  file: say.file,
  conductivity: say.conductivity,
}

export function zoneSoilText({ texture, limits }: Pick<SoilZone, 'texture' | 'limits'>): string {
  const held = limitsText(limits.field_capacity, limits.wilting_point)
  return texture === null ? capital(held) : `${textureText(texture)}: ${held}`
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export const NOTES: Record<SoilFileNote, string> = {
  swapped: say.latitudeLongitudeWereExchanged,
  converted: say.coordinatesWereConvertedWgs,
  per_cent: say.fieldCapacityWiltingPoint,
  kp_units: say.fileDoesNotSay,
  texture_nearest: say.textureFileNoPreset,
  simplified: say.outlinesWereMadeSimpler,
  survey: say.soilSurveyCoarserThan,
  horizons: say.severalRowsOnePlace,
  ranking: say.conductivitySaysWhereSoil,
}

const LEFT_OUT: Record<SoilFileLeftOut, string> = {
  outside: say.outsideWettedCircle,
  no_polygon: say.notPolygon,
  crossing: say.outlineCrossesItself,
  too_small: say.tooSmallMatter,
  too_many: say.systemMost50Zones,
  no_value: say.noNumberColumn,
}

/** What was taken from which column. */
export function readText({ read, format, source, features }: SoilFilePreview): string {
  const roles: [string, string | null][] = [
    [say.name, read.name],
    [say.texture, read.texture],
    [say.fieldCapacity2, read.field_capacity],
    [say.wiltingPoint2, read.wilting_point],
    [say.conductivity, read.measure],
  ]
  const taken = roles.flatMap(([role, column]) => (column === null ? [] : [say.from(role, column)]))
  const what = format === 'geojson' ? 'GeoJSON' : 'Shapefile'
  const whose = source === 'file' ? '' : `, ${SOURCES[source]}`
  return `${what}${whose}, ${features} ${features === 1 ? say.row : say.rows}: ${taken.join(', ') || say.noColumnRecognised}.`
}

/** Rows of one reason are named up to three. */
export function leftOutTexts(leftOut: SoilFilePreview['left_out']): string[] {
  const byReason = Map.groupBy(leftOut, ({ reason }) => reason)
  return [...byReason].map(([reason, rows]) => {
    const names = rows.slice(0, 3).map(({ name }) => name)
    const more = rows.length > 3 ? ` ${say.andMore(rows.length - 3)}` : ''
    return `${names.join(', ')}${more}: ${LEFT_OUT[reason]}.`
  })
}

export function saidText({ texture_said: said, measure }: SoilFileZone): string {
  if (measure !== null) return ''
  return said === null ? say.fileDoesNotSay2 : say.file2(said)
}
