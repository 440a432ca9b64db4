/** Texts about the water of a pass: volumes, the saving with its caveats, and assumptions. */
import { inchesToMm, M2_PER_ACRE, MM_PER_INCH } from '#agronomy/units.ts'
import type { PrescriptionBasis, PrescriptionInputs, PrescriptionTotals } from '#contract/prescriptions.ts'
import { quantity } from '../../kit/formats.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('prescription', {
  isoWorkOrder: 'ISO 7673-3 work order',
  downloadAs: 'Download as',
  fetching: 'Fetching…',
  fileNotFetched: (why: Figure) => `The file could not be fetched: ${why}`,
  legend: 'Legend',
  noDataSoFull: 'No data, so 100%',
  geofenceAsDrawn: 'Geofence as drawn',
  probe: 'Probe',
  changes: 'Changes',
  noProbePlaced: 'No probe is placed in this field, so every cell outside geofences gets 100%.',
  noUsableReading:
    'No probe has a usable reading within 72 hours, so every cell outside geofences gets 100%.',
  systemOff: 'The system is OFF: every cell gets 100% and geofences are suspended.',
  testPatternRuns: 'A test pattern is running: geofences wait until it ends.',
  neverApplied: 'Nobody has applied settings to this system yet.',
  prescription: 'Prescription',
  onTheMap: 'on the map',
  inThePicture: 'in the picture',
  asTable: 'As a table',
  water: 'Water',
  onePass: 'One pass',
  notKnown: 'not known',
  whyHere: (place: Figure) =>
    `Why this percentage here? Press a place ${place}, or give its bearing and tower:`,
  bearing: 'Bearing',
  towerLabel: 'Tower',
  lookingUpCell: 'Looking…',
  sectorAndTower: (from: Figure, until: Figure, zone: Figure) => `${from}–${until}°, tower ${zone}`,
  confirmUnderSoilZones: 'Confirm it under Soil Zones',
  setUnderSoilZones: 'Set it under Soil Zones',
  getsInOnePass: (depth: Figure) => `Gets ${depth} in one pass.`,
  withoutGeofence: (percent: Figure) => `Without the geofence: ${percent}%.`,
  nearestProbeAt: (number: Figure, distance: Figure) => `Nearest probe: ${number}, ${distance} away.`,
  inches: 'inches',
  prescriptionTable: 'Prescription table',
  tower: (number: Figure) => `Tower ${number}`,
  prescriptionOf: (system: Figure, range: Figure) => `Prescription of ${system}: ${range}`,
  chooseCellHint: (label: Figure) => `${label}. Arrow keys choose a cell.`,
  cellName: (from: Figure, until: Figure, tower: Figure) => `${from} to ${until} degrees, tower ${tower}`,
  noCellChosen: 'no cell chosen',
  everyCellGets: (least: Figure) => `every cell gets ${least}%`,
  cellsGet: (least: Figure, most: Figure) => `cells get ${least} to ${most}%`,
  onlyDryPart: 'Only the dry part of a pass is watered, so nothing is saved.',
  lessThanUniformPass: 'Less than a uniform pass',
  deficitStays: 'Deficit left',
  withoutData: 'No data',
  notAllSaved: 'Not all of this is a saving: part of the field is still short of its target, or has no data.',
  efficiencyMeaning:
    'Efficiency: the share of the water leaving the nozzles that reaches the roots. The owner sets it under Water and pump.',
  rainMeaning: (source: Figure) =>
    `Rain and crop use: ${source}. Rain lowers the amount, crop use adds to it.`,
  fromWeather: 'from this field’s weather',
  noWeather: 'no weather is known for this field, so neither is counted',
  uniformPassMeaning:
    'A uniform pass puts down the same depth everywhere. The deficit left is what known soil still lacks to its target after this pass; ground that a geofence keeps at 0% is not counted. Ground without data gets the full rate.',
  estimatedByTension: 'Its water is estimated from tension.',
  waterOfProbesEstimated: (numbers: Figure) =>
    `Estimated from tension, by the retention curve of the soil’s texture: probe ${numbers}.`,
  tensionWithoutTexture: (numbers: Figure) =>
    `Probe ${numbers} measures tension in soil without a texture, so that it counts for nothing here. Choose its texture under Place Soil Probes or Soil Zones.`,
  ofSoilZone: 'of the soil zone',
  ofNearestProbe: 'of the nearest probe',
  ofSystem: 'of the system',
  fromTexture: 'assumed from the texture',
  guessed: ', guessed',
  soilLimits: (full: Figure, empty: Figure, whose: Figure) =>
    `Full at ${full}, empty at ${empty} by volume, ${whose}.`,
  depthsNotKnown: (depths: Figure) => `${depths}: not known`,
  depthsHold: (depths: Figure, available: Figure, volume: Figure) =>
    `${depths}: ${available}% of available water, ${volume} by volume`,
  inShareOfCells: (percent: Figure) => `in ${percent}% of the cells`,
  sensorsReachOnly: (reached: Figure, depth: Figure, unit: Figure, least: Figure, where: Figure) =>
    `Sensors reach only ${reached} of the ${depth} ${unit} of root zone (${least}%)${where}.`,
  deeperSoilAssumed: 'Deeper soil is assumed to hold the same share of its water.',
  nothing: 'nothing',
  none: 'none',
  ofTheField: (share: Figure) => `${share} of the field`,
  ofRain: (depth: Figure) => `${depth} of rain`,
  noRain: 'no rain',
  cropUse: (depth: Figure) => `${depth} used by the crop`,
  noCropUse: 'no crop use',
  assumptions: (efficiency: Figure, rain: Figure, et: Figure) =>
    `Assumes ${efficiency} efficiency, ${rain}, ${et} until the arm arrives`,
  unknown: 'unknown',
})

const M3_PER_ACRE_INCH = (M2_PER_ACRE * MM_PER_INCH) / 1000

/** Acre-inches if depths are in inches, cubic metres if they are in millimetres. */
export function volumeText(cubicMetres: number, unit: 'in' | 'mm'): string {
  return unit === 'in'
    ? quantity(cubicMetres / M3_PER_ACRE_INCH, 'acre-inches', 1)
    : quantity(cubicMetres, 'm³', 0)
}

type Unit = 'in' | 'mm'

/** Shares below this count as zero. */
const NONE_PERCENT = 0.5

export interface SavingFacts {
  /** Less water than a uniform pass at the same rate. */
  saving: string
  /** The unmet need; null if unknown. */
  unmet: string | null
  /** Area without data; null if unknown. */
  unknown: string | null
  /** Whether the saving needs a caveat because of these. */
  doubtful: boolean
}

export function savingFacts(
  totals: Pick<PrescriptionTotals, 'saving_percent' | 'unmet_m3' | 'no_data_percent' | 'uniform_volume_m3'>,
  unit: Unit,
): SavingFacts {
  const { saving_percent: percent, unmet_m3: unmet, no_data_percent: blind, uniform_volume_m3: all } = totals
  const short = unmet != null && all > 0 && (100 * unmet) / all >= NONE_PERCENT
  const blank = blind != null && blind >= NONE_PERCENT
  return {
    saving: percent >= NONE_PERCENT ? quantity(percent, '%', 0) : text.nothing,
    unmet: unmet == null ? null : short ? volumeText(unmet, unit) : text.nothing,
    unknown: blind == null ? null : blank ? text.ofTheField(quantity(blind, '%', 0)) : text.none,
    doubtful: percent >= NONE_PERCENT && (short || blank),
  }
}

const EFFICIENCY = 0.85

function depthText(mm: number, unit: Unit): string {
  return unit === 'mm' ? quantity(mm, 'mm', 1) : quantity(mm / inchesToMm(1), text.inches, 2)
}

/** The assumptions of a pass in one line. */
export function assumptionLine({ efficiency = EFFICIENCY, weather }: PrescriptionInputs, unit: Unit): string {
  const rain = weather?.rain_mm ? text.ofRain(depthText(weather.rain_mm, unit)) : text.noRain
  const et = weather?.et_mm ? text.cropUse(depthText(weather.et_mm, unit)) : text.noCropUse
  return text.assumptions(quantity(100 * efficiency, '%', 0), rain, et)
}

const BASIS: Record<PrescriptionBasis, string | null> = {
  soil: null,
  no_probes: text.noProbePlaced,
  no_readings: text.noUsableReading,
  off: text.systemOff,
  test_pattern: text.testPatternRuns,
  no_settings: text.neverApplied,
}

/** Why a prescription does not follow the soil; null if it does. */
export function basisText(basis: PrescriptionBasis): string | null {
  return BASIS[basis]
}
