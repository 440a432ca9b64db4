/** Water of a pass in words: volumes, what a pass saves with what that may hide beside it, and what it was reckoned with. */
import { inchesToMm, M2_PER_ACRE, MM_PER_INCH } from '#agronomy/units.ts'
import type { PrescriptionBasis, PrescriptionInputs, PrescriptionTotals } from '#contract/prescriptions.ts'
import { quantity } from '../../kit/formats.ts'
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const say = inLanguage('prescription', {
  iso76733Work: 'ISO 7673-3 work order',
  downloadAs: 'Download as',
  fetching: 'Fetching…',
  fileCouldNotFetched: (sentence: Figure) => `The file could not be fetched: ${sentence}`,
  legend: 'Legend',
  noData100: 'No data, so 100%',
  geofenceAsDrawn: 'Geofence as drawn',
  probe: 'Probe',
  changes: 'Changes',
  noProbePlacedField: 'No probe is placed in this field, so every cell outside geofences gets 100%.',
  noProbeUsableReading:
    'No probe has a usable reading within 72 hours, so every cell outside geofences gets 100%.',
  systemOffEveryCell: 'The system is OFF: every cell gets 100% and geofences are suspended.',
  testPatternRunsGeofences: 'A test pattern runs: geofences wait until it ends.',
  nobodyAppliedSettingsSystem: 'Nobody has applied settings to this system yet.',
  prescription: 'Prescription',
  onTheMap: 'on the map',
  inThePicture: 'in the picture',
  asTable: 'As a table',
  water: 'Water',
  onePass: 'One pass',
  notKnown: 'not known',
  whyPercentageHerePress: (place: Figure) =>
    `Why this percentage here? Press a place ${place}, or give its bearing and tower:`,
  bearing: 'Bearing',
  tower: 'Tower',
  looking: 'Looking…',
  tower2: (from_deg: Figure, to_deg: Figure, zone: Figure) => `${from_deg}–${to_deg}°, tower ${zone}`,
  confirmUnderSoilZones: 'Confirm it under Soil Zones',
  sayUnderSoilZones: 'Set it under Soil Zones',
  getsOnePass: (depth: Figure) => `Gets ${depth} in one pass.`,
  withoutGeofence: (percent: Figure) => `Without the geofence: ${percent}%.`,
  nearestProbeAway: (number: Figure, distance_m: Figure) => `Nearest probe: ${number}, ${distance_m} away.`,
  inches: 'inches',
  prescriptionTable: 'Prescription table',
  tower3: (k: Figure) => `Tower ${k}`,
  prescriptionOf: (system: Figure, range: Figure) => `Prescription of ${system}: ${range}`,
  arrowKeysChooseCell: (label: Figure) => `${label}. Arrow keys choose a cell.`,
  degreesTower: (degrees: Figure, degrees2: Figure, tower: Figure) =>
    `${degrees} to ${degrees2} degrees, tower ${tower}`,
  noCellChosen: 'no cell chosen',
  everyCellGets: (least: Figure) => `every cell gets ${least}%`,
  cellsGet: (least: Figure, most: Figure) => `cells get ${least} to ${most}%`,
  onlyDryPartPass: 'Only the dry part of a pass is watered, so nothing is saved.',
  lessThanUniformPass: 'Less than a uniform pass',
  deficitStays: 'Deficit left',
  withoutData: 'No data',
  notAllSavingPart:
    'Not all of this is a saving: part of the field is still short of its target, or has no data.',
  efficiencyShareWaterLeaving:
    'Efficiency: the share of the water leaving the nozzles that reaches the roots. The owner sets it under Water and pump.',
  rainCropUseRain: (word: Figure) =>
    `Rain and crop use: ${word}. Rain lessens what is asked for, crop use adds to it.`,
  weatherField: 'from the weather of this field',
  noWeatherKnownField: 'no weather is known for this field, so neither is counted',
  uniformPassLeavesApplication:
    'A uniform pass leaves the application rate everywhere. The deficit left is what known soil still lacks to its target after this pass; ground that a geofence keeps at 0% is not counted. Ground without data gets the full rate.',
  estimatedByTension: 'Its water is estimated from tension.',
  waterOfProbesEstimated: (numbers: Figure) =>
    `Estimated from tension, by the retention curve of the soil’s texture: probe ${numbers}.`,
  tensionWithoutTexture: (numbers: Figure) =>
    `Probe ${numbers} measures tension in soil without a texture, so that it counts for nothing here. Choose its texture under Place Soil Probes or Soil Zones.`,
  soilZone: 'of the soil zone',
  nearestProbe: 'of the nearest probe',
  ofTheSystem: 'of the system',
  assumedTexture: 'assumed from the texture',
  guessed: ', guessed',
  fullEmptyVolume: (percent: Figure, percent2: Figure, whose: Figure) =>
    `Full at ${percent}, empty at ${percent2} by volume, ${whose}.`,
  notKnown2: (depths: Figure) => `${depths}: not known`,
  availableWaterVolume: (depths: Figure, available: Figure, percent: Figure) =>
    `${depths}: ${available}% of available water, ${percent} by volume`,
  inOfTheCells: (text: Figure) => `in ${text}% of the cells`,
  sensorsReachOnlyRoot: (reached: Figure, depthNumber: Figure, unit: Figure, least: Figure, where: Figure) =>
    `Sensors reach only ${reached} of the ${depthNumber} ${unit} of root zone (${least}%)${where}.`,
  deeperSoilTakenHold: 'Deeper soil is assumed to hold the same share of its water.',
  nothing: 'nothing',
  none: 'none',
  ofTheField: (blind: Figure) => `${blind} of the field`,
  ofRain: (depth: Figure) => `${depth} of rain`,
  noRain: 'no rain',
  usedCrop: (depth: Figure) => `${depth} used by the crop`,
  noCropUse: 'no crop use',
  reckonedEfficiencyUntilArm: (text: Figure, rain: Figure, et: Figure) =>
    `Assumes ${text} efficiency, ${rain}, ${et} until the arm arrives`,
  unknown: 'unknown',
})

const M3_PER_ACRE_INCH = (M2_PER_ACRE * MM_PER_INCH) / 1000

/** Acre-inches for those who read inches, cubic metres for those who read millimetres. */
export function volumeText(cubicMetres: number, unit: 'in' | 'mm'): string {
  return unit === 'in'
    ? quantity(cubicMetres / M3_PER_ACRE_INCH, 'acre-inches', 1)
    : quantity(cubicMetres, 'm³', 0)
}

type Unit = 'in' | 'mm'

/** Shares that a person would not tell from none. */
const NONE_PERCENT = 0.5

export interface SavingFacts {
  /** Less water than a uniform pass at the same rate. */
  saving: string
  /** What stays short; null where it is not known. */
  unmet: string | null
  /** Ground without data; null where it is not known. */
  unknown: string | null
  /** No figure of a saving should be read without a look at these. */
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
    saving: percent >= NONE_PERCENT ? quantity(percent, '%', 0) : say.nothing,
    unmet: unmet == null ? null : short ? volumeText(unmet, unit) : say.nothing,
    unknown: blind == null ? null : blank ? say.ofTheField(quantity(blind, '%', 0)) : say.none,
    doubtful: percent >= NONE_PERCENT && (short || blank),
  }
}

const EFFICIENCY = 0.85

function depthText(mm: number, unit: Unit): string {
  return unit === 'mm' ? quantity(mm, 'mm', 1) : quantity(mm / inchesToMm(1), say.inches, 2)
}

/** One line for what a pass was reckoned with. */
export function assumptionLine({ efficiency = EFFICIENCY, weather }: PrescriptionInputs, unit: Unit): string {
  const rain = weather?.rain_mm ? say.ofRain(depthText(weather.rain_mm, unit)) : say.noRain
  const et = weather?.et_mm ? say.usedCrop(depthText(weather.et_mm, unit)) : say.noCropUse
  return say.reckonedEfficiencyUntilArm(quantity(100 * efficiency, '%', 0), rain, et)
}

const BASIS: Record<PrescriptionBasis, string | null> = {
  soil: null,
  no_probes: say.noProbePlacedField,
  no_readings: say.noProbeUsableReading,
  off: say.systemOffEveryCell,
  test_pattern: say.testPatternRunsGeofences,
  no_settings: say.nobodyAppliedSettingsSystem,
}

/** Why a prescription does not follow the soil; null when it does. */
export function basisText(basis: PrescriptionBasis): string | null {
  return BASIS[basis]
}
