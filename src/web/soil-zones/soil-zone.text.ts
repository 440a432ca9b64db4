/** Texts of soil zones: soil, certainty, and how a file was read. */
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

export const text = inLanguage('soilzones', {
  importInto: (name: Figure) => `Import soil zones into ${name}`,
  importHint:
    'GeoJSON or a zipped Shapefile, at most 8 MB. Columns of SSURGO, CanSIS and SoilGrids are recognised; conductivity (EC) is split into zones. Nothing is stored until you say so.',
  readingFile: 'Reading the file…',
  back: 'Back without importing',
  noZonesFound: 'No zones were found. Choose above which column holds the conductivity to split into zones.',
  zonesOfFile: 'Zones of the file',
  leftOut: 'Left out',
  name: 'name',
  nameOfAZone: 'Name of a zone',
  texture: 'texture',
  textureText: 'Texture in words',
  fieldCapacity: 'Field capacity',
  wiltingPoint: 'Wilting point',
  conductivityToSplit: 'Conductivity to split',
  chooseColumnsYourself: 'Choose the columns yourself',
  asRecognised: 'As recognised',
  splitInto: 'Split into',
  zones: (count: Figure) => `${count} zones`,
  zoneInsideCircle: (number: Figure, area: Figure) => `Zone ${number}: ${area} inside the circle`,
  importZone: 'Import this zone',
  nameOfZone: (number: Figure) => `Name of zone ${number}`,
  limitsOnly: 'Limits only',
  soilMissing: 'Give a texture, or both limits.',
  zoneSingular: 'zone',
  zonePlural: 'zones',
  figuresChecked: 'I have checked these figures',
  otherwiseGuessed: 'Otherwise the zones are used and shown as guessed.',
  deletePresent: (count: Figure, zones: Figure) => `Delete the ${count} ${zones} that are there now`,
  otherwiseAdded: 'Otherwise the new ones are added.',
  noZoneChosen: 'No zone is chosen.',
  giveSoilTo: (names: Figure) => `Give a soil to ${names}.`,
  unnamedZone: 'the zone without a name',
  importing: 'Importing…',
  import: (count: Figure) => `Import ${count}`,
  updateSave: 'Update & Save',
  saveSoilZone: 'Save Soil Zone',
  update: 'Update',
  save: 'Save',
  saving: 'Saving…',
  changedMeanwhile: (name: Figure, soil: Figure) =>
    `This soil zone was changed in the meantime: it is now saved as “${name}”. ${soil}.`,
  outlineChanged: 'Its outline was changed, too.',
  saveAgainToReplace: 'Press Update again to replace it with what you entered here, or cancel and reopen it.',
  soilHint: 'A texture, or field capacity and wilting point in per cent of the volume.',
  nameLabel: 'Name of the zone',
  otherwiseZoneGuessed: 'Otherwise the zone is used and shown as guessed.',
  whereItCounts: (name: Figure) =>
    `Maps, graphs and prescriptions of ${name} use it where no probe has limits of its own.`,
  soilZonesOf: (name: Figure) => `Soil zones of ${name}`,
  loadingSoilZones: 'Loading soil zones…',
  zonesNotFetched: (name: Figure, why: Figure) => `The soil zones of ${name} could not be fetched. ${why}`,
  noneYet:
    'None yet: every cell uses the soil of its nearest probe. Draw a zone on the map, or import a file.',
  overlapHint: 'Where zones overlap, the smallest counts. It lies on top, here and on the map.',
  listTitle: 'Soil zones',
  insideCircle: (area: Figure, soil: Figure) => `${area} inside the circle · ${soil}`,
  confirmed: 'Confirmed',
  guessed: 'Guessed',
  confirmNamed: (name: Figure) => `Confirm ${name}`,
  confirm: 'Confirm',
  editNamed: (name: Figure) => `Edit ${name}`,
  edit: 'Edit',
  deleteNamed: (name: Figure) => `Delete ${name}`,
  delete: 'Delete',
  deleteForGood: (name: Figure) => `Delete “${name}” for good? Its cells go back to their nearest probe.`,
  keepIt: 'Keep it',
  deleting: 'Deleting…',
  yesDelete: 'Yes, delete',
  loadingMap: 'Loading map...',
  mapOf: (name: Figure) => `Map of the soil zones of ${name}`,
  mapOfYourFields: 'Map of your fields',
  drawn: 'drawn',
  ssurgoSurvey: 'SSURGO survey',
  cansisSurvey: 'CanSIS survey',
  file: 'file',
  conductivity: 'conductivity',
  latitudeSwapped:
    'Latitude and longitude were swapped in the file. They have been put right: check the map.',
  converted: 'Coordinates were converted to WGS 84 by the .prj file.',
  inPerCent: 'Field capacity and wilting point were taken as per cent of the volume.',
  unitMissing: 'The file does not give the unit of KP33 and KP1500. Check the figures before you import.',
  nearestTexture:
    'A texture of the file has no preset here: the one with the nearest available water stands for it.',
  simplified: 'Outlines were made simpler so that the machine’s prescription can carry them.',
  surveyIsCoarse:
    'A soil survey is coarser than variable rate needs. Its zones are shown as guessed until somebody confirms them.',
  rowsAveraged: 'Several rows of one place were averaged over the upper metre.',
  conductivityHint:
    'Conductivity says where the soil changes, not how much water it holds. Give a soil to each zone.',
  outsideCircle: 'outside the wetted circle',
  notPolygon: 'not a polygon',
  crossesItself: 'its outline crosses itself',
  tooSmall: 'too small to matter',
  tooMany: 'a system has at most 50 zones',
  noNumber: 'no number in that column',
  fieldCapacityRole: 'field capacity',
  wiltingPointRole: 'wilting point',
  roleFromColumn: (role: Figure, column: Figure) => `${role} from ${column}`,
  rowSingular: 'row',
  rowPlural: 'rows',
  noColumns: 'no column recognised',
  andMore: (count: Figure) => `and ${count} more`,
  fileSaysNothing: 'The file does not say.',
  fileSays: (soil: Figure) => `File: ${soil}`,
  imported: (count: Figure, zones: Figure, name: Figure) => `${count} soil ${zones} imported into ${name}.`,
  title: 'Soil Zones',
  pageHint:
    'Where the soil changes, each part gets its own field capacity and wilting point. Maps and prescriptions use them.',
  withoutMapHint: 'Pins can be typed and read in the list.',
  keepDrawing: 'Keep drawing',
  changesNotSaved: (name: Figure) => `The changes to “${name}” are not saved.`,
  pinsNotSaved: 'The pins you have placed are not saved.',
  selectSystem: 'Select a system',
  loadingSystems: 'Loading systems...',
  releaseMap: 'Release Map',
  lockMap: 'Lock Map',
  newZone: 'New Zone',
  importFile: 'Import a File',
  percentageElsewhere: 'To give an area a percentage of its own, whatever its soil, draw it under',
  setGeofences: 'Set Geofences',
  placeThreePins: 'Place at least 3 pins around a part of the field whose soil differs, or import a file.',
  notSaved: '· not saved',
  outsidePivot: (area: Figure) =>
    `${area} of it is outside the part that the pivot waters (shown in amber). Nothing changes there.`,
  draftRestored: 'Your unsaved drawing is back.',
  outlineEdit: 'Outline to edit',
  chooseOutline: 'Choose an outline',
  addAnotherOutline: 'Add another outline',
  cutHole: 'Cut a hole',
  remove: 'Remove',
  outline: (polygon: Figure) => `Outline ${polygon}`,
  holeOutline: (ring: Figure, polygon: Figure) => `Hole ${ring} in outline ${polygon}`,
  viewButtons: 'View',
  saveButtons: 'Save',
  outlines: 'Outlines',
})

export const SOURCES: Record<SoilZoneSource, string> = {
  drawn: text.drawn,
  ssurgo: text.ssurgoSurvey,
  cansis: text.cansisSurvey,
  soilgrids: 'SoilGrids',
  file: text.file,
  conductivity: text.conductivity,
}

export function zoneSoilText({ texture, limits }: Pick<SoilZone, 'texture' | 'limits'>): string {
  const limitText = limitsText(limits.field_capacity, limits.wilting_point)
  return texture === null ? capital(limitText) : `${textureText(texture)}: ${limitText}`
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export const NOTES: Record<SoilFileNote, string> = {
  swapped: text.latitudeSwapped,
  converted: text.converted,
  per_cent: text.inPerCent,
  kp_units: text.unitMissing,
  texture_nearest: text.nearestTexture,
  simplified: text.simplified,
  survey: text.surveyIsCoarse,
  horizons: text.rowsAveraged,
  ranking: text.conductivityHint,
}

const LEFT_OUT: Record<SoilFileLeftOut, string> = {
  outside: text.outsideCircle,
  no_polygon: text.notPolygon,
  crossing: text.crossesItself,
  too_small: text.tooSmall,
  too_many: text.tooMany,
  no_value: text.noNumber,
}

/** Which column each property was read from. */
export function readText({ read, format, source, features }: SoilFilePreview): string {
  const roles: [string, string | null][] = [
    [text.name, read.name],
    [text.texture, read.texture],
    [text.fieldCapacityRole, read.field_capacity],
    [text.wiltingPointRole, read.wilting_point],
    [text.conductivity, read.measure],
  ]
  const taken = roles.flatMap(([role, column]) =>
    column === null ? [] : [text.roleFromColumn(role, column)],
  )
  const formatName = format === 'geojson' ? 'GeoJSON' : 'Shapefile'
  const whose = source === 'file' ? '' : `, ${SOURCES[source]}`
  return `${formatName}${whose}, ${features} ${features === 1 ? text.rowSingular : text.rowPlural}: ${taken.join(', ') || text.noColumns}.`
}

/** Lists up to three rows per reason. */
export function leftOutTexts(leftOut: SoilFilePreview['left_out']): string[] {
  const byReason = Map.groupBy(leftOut, ({ reason }) => reason)
  return [...byReason].map(([reason, rows]) => {
    const names = rows.slice(0, 3).map(({ name }) => name)
    const more = rows.length > 3 ? ` ${text.andMore(rows.length - 3)}` : ''
    return `${names.join(', ')}${more}: ${LEFT_OUT[reason]}.`
  })
}

export function soilInFileText({ texture_said: texture, measure }: SoilFileZone): string {
  if (measure !== null) return ''
  return texture === null ? text.fileSaysNothing : text.fileSays(texture)
}
