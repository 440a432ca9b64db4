/** Crops of the prairies and the corn belt with their FAO-56 coefficients. */
import { usualTemperatures } from '../weather/usual-climate.ts'
import { growingDegrees, type StageLengths, stagesInDegrees } from './crop-season.ts'
import type { CropKey } from './crop-keys.ts'

/**
 * One crop. Sources, all FAO-56: stages Table 11; height Table 12; basal coefficients Table 17; roots and depletion
 * fraction Table 22. Of its ranges those of irrigated, dense stands (Table 12, note on oil crops), of grain that is cut by
 * machine when it is dry, and of roots the smaller, which it recommends for irrigation.
 */
export type Crop = {
  /** As stored and sent. */
  readonly key: CropKey
  /** Kcb at 45 % least humidity and 2 m/s of wind. */
  readonly basal: { readonly initial: number; readonly mid: number; readonly end: number }
  /** Lini, Ldev, Lmid, Lend in days from {@link Crop.from}. */
  readonly stageDays: StageLengths
  readonly heightMaxM: number
  readonly rootMinM: number
  readonly rootMaxM: number
  /** p at 5 mm of ET a day. */
  readonly depletionFraction: number
  /** Growing degrees above base and below the upper limit of temperature, deg C. Not of FAO-56: customary in extension. */
  readonly degrees: { readonly baseC: number; readonly upperC: number }
  /** What the season is counted from. */
  readonly from: 'planting' | 'green-up'
}

/** Roots of a crop sown this year begin here, m. */
const SOWN_ROOT_M = 0.2

const COOL = { baseC: 0, upperC: 30 }
const WARM = { baseC: 10, upperC: 30 }
const SMALL_GRAIN_DAYS = [20, 25, 60, 30] as const
const PULSE_DAYS = [20, 30, 60, 40] as const

type Figures = Omit<Crop, 'key' | 'from'>

/** One row of the tables in their order; sown, cool-season crops leave out the last. */
function figures(
  [initial, mid, end]: readonly [number, number, number],
  stageDays: StageLengths,
  heightMaxM: number,
  [rootMinM, rootMaxM]: readonly [number, number],
  depletionFraction: number,
  degrees = COOL,
): Figures {
  return {
    basal: { initial, mid, end },
    stageDays,
    heightMaxM,
    rootMinM,
    rootMaxM,
    depletionFraction,
    degrees,
  }
}

const ROWS: Record<CropKey, Figures> = {
  // averaged over cuttings: Table 17 gives single cuttings, Table 12 the mean, 0.05 more than its basal part
  'alfalfa-hay': figures([0.3, 0.9, 0.85], [10, 30, 110, 20], 0.7, [1, 1], 0.55),
  // rye grass averaged over cuttings, from the bare stand of a winter with frost
  'grass-hay': figures([0.3, 1, 0.95], [10, 20, 120, 20], 0.3, [0.6, 0.6], 0.6),
  // rotated grazing: extensive pasture is not irrigated
  pasture: figures([0.3, 0.9, 0.8], [10, 20, 120, 20], 0.2, [0.5, 0.5], 0.6),
  barley: figures([0.15, 1.1, 0.15], SMALL_GRAIN_DAYS, 1, [SOWN_ROOT_M, 1], 0.55),
  // rape is not in Table 11: the small grains beside which it is sown and cut
  canola: figures([0.15, 1.1, 0.25], SMALL_GRAIN_DAYS, 0.6, [SOWN_ROOT_M, 1], 0.6, { baseC: 5, upperC: 30 }),
  carrots: figures([0.15, 0.95, 0.85], [30, 40, 60, 20], 0.3, [SOWN_ROOT_M, 0.5], 0.35),
  // not in Table 11: lentils
  chickpeas: figures([0.15, 0.95, 0.25], PULSE_DAYS, 0.4, [SOWN_ROOT_M, 0.6], 0.5),
  // the row for Idaho, dried in the field
  'corn-grain': figures([0.15, 1.15, 0.15], [30, 40, 50, 50], 2, [SOWN_ROOT_M, 1], 0.55, WARM),
  // cut before it dries: the coefficient of grain taken moist, and a shorter last stage
  'corn-silage': figures([0.15, 1.15, 0.5], [30, 40, 50, 20], 2, [SOWN_ROOT_M, 1], 0.55, WARM),
  cotton: figures([0.15, 1.13, 0.45], [30, 50, 55, 45], 1.2, [SOWN_ROOT_M, 1], 0.65, {
    baseC: 15.5,
    upperC: 37.8,
  }),
  'dry-beans': figures([0.15, 1.1, 0.25], [20, 30, 40, 20], 0.4, [SOWN_ROOT_M, 0.6], 0.45, WARM),
  durum: figures([0.15, 1.1, 0.15], SMALL_GRAIN_DAYS, 1, [SOWN_ROOT_M, 1], 0.55),
  'faba-beans': figures([0.15, 1.1, 0.2], [20, 30, 35, 15], 0.8, [SOWN_ROOT_M, 0.5], 0.45),
  'field-peas': figures([0.15, 1.1, 0.2], [35, 25, 30, 20], 0.5, [SOWN_ROOT_M, 0.6], 0.4),
  flax: figures([0.15, 1.05, 0.2], [25, 35, 50, 40], 1.2, [SOWN_ROOT_M, 1], 0.5),
  lentils: figures([0.15, 1.05, 0.2], PULSE_DAYS, 0.5, [SOWN_ROOT_M, 0.6], 0.5),
  milo: figures([0.15, 1, 0.35], [20, 35, 40, 30], 1.5, [SOWN_ROOT_M, 1], 0.55, WARM),
  oats: figures([0.15, 1.1, 0.15], SMALL_GRAIN_DAYS, 1, [SOWN_ROOT_M, 1], 0.55),
  onions: figures([0.15, 0.95, 0.65], [15, 25, 70, 40], 0.4, [SOWN_ROOT_M, 0.3], 0.3),
  potatoes: figures([0.15, 1.1, 0.65], [25, 30, 45, 30], 0.6, [SOWN_ROOT_M, 0.4], 0.35, {
    baseC: 5,
    upperC: 30,
  }),
  safflower: figures([0.15, 1.1, 0.2], [25, 35, 55, 30], 0.8, [SOWN_ROOT_M, 1], 0.6),
  soybeans: figures([0.15, 1.1, 0.3], [20, 35, 60, 25], 0.8, [SOWN_ROOT_M, 0.6], 0.5, WARM),
  'spring-wheat': figures([0.15, 1.1, 0.15], SMALL_GRAIN_DAYS, 1, [SOWN_ROOT_M, 1], 0.55),
  'sugar-beets': figures([0.15, 1.15, 0.5], [50, 40, 50, 40], 0.5, [SOWN_ROOT_M, 0.7], 0.55),
  sunflowers: figures([0.15, 1.1, 0.25], [25, 35, 45, 25], 2, [SOWN_ROOT_M, 0.8], 0.45, {
    baseC: 6,
    upperC: 30,
  }),
  'sweet-corn': figures([0.15, 1.1, 1], [30, 30, 30, 10], 1.5, [SOWN_ROOT_M, 0.8], 0.5, WARM),
  // without its winter: what Table 11 leaves of the season of Idaho after the first 160 days
  'winter-wheat': figures([0.15, 1.1, 0.15], [0, 75, 75, 25], 1, [0.5, 1.5], 0.55),
}

/** Standing before the season begins. */
const FROM_GREEN_UP = new Set<CropKey>(['alfalfa-hay', 'grass-hay', 'pasture', 'winter-wheat'])

/**
 * A crop by its name on the wire.
 *
 * @param key one of {@link CROP_KEYS}
 * @returns coefficients (dimensionless), stages in days, lengths in m
 * @example cropOf('potatoes').depletionFraction // 0.35
 */
export function cropOf(key: CropKey): Crop {
  return { key, from: FROM_GREEN_UP.has(key) ? 'green-up' : 'planting', ...ROWS[key] }
}

const OF_CORN_BELT = new Set<CropKey>(['corn-grain', 'corn-silage', 'soybeans', 'sweet-corn'])
const OF_HIGH_PLAINS = new Set<CropKey>(['cotton', 'milo'])
/** Typical days of the year: green-up in the middle of April, sowing in the first week of May. */
const USUAL_START = { 'green-up': 105, planting: 125 }

/**
 * Stages of a crop in growing degree days: the stages in days of {@link cropOf} through a usual season of the country in
 * which it is grown most, in steps of 5. A start for people who know their variety better.
 *
 * @param key one of {@link CROP_KEYS}
 * @returns lengths in degree days above the crop's own base
 * @example stagesByDegrees('corn-silage') // [210, 505, 675, 190]
 */
export function stagesByDegrees(key: CropKey): StageLengths {
  const { stageDays, degrees, from } = cropOf(key)
  const climate = OF_CORN_BELT.has(key) ? 'corn belt' : OF_HIGH_PLAINS.has(key) ? 'high plains' : 'prairies'
  const days = stageDays.reduce((sum, length) => sum + length, 0)
  const dailyDegrees = Array.from({ length: days }, (_, day) => {
    const { maxC, minC } = usualTemperatures(climate, USUAL_START[from] + day)
    return growingDegrees(maxC, minC, degrees)
  })
  const [first, growing, full, end] = stagesInDegrees(stageDays, dailyDegrees)
  const step = (length: number) => 5 * Math.round(length / 5)
  return [step(first), step(growing), step(full), step(end)]
}
