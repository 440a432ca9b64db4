/** `verify fusion`: a field predicted from a few of its places, by kriging and by the balance corrected by probes. */
import { parseArgs } from 'node:util'
import {
  advanceCells,
  cellsAtCapacity,
  LAYER_MM,
  type CellSoils,
  type FieldCrop,
} from '../src/agronomy/balance/cell-balance.ts'
import { cropOf } from '../src/agronomy/balance/crops.ts'
import { correctBalance, errorsTo, type FusionPoint, solveFusion } from '../src/agronomy/balance/fusion.ts'
import { predictKriging, solveKriging } from '../src/agronomy/kriging/kriging.ts'
import { seededRandom } from '../src/agronomy/seeded-random.ts'
import { type Comparison, UnreadableCases } from './comparison.ts'
import { radiusAround } from './foresight.ts'
import { LAYERS, readVariableRateField, type VariableRateField } from './variable-rate-field.ts'

/** Cotton as grown on that field; roots as recommended by FAO-56 for irrigation, the smaller of its range. */
const COTTON: FieldCrop = {
  curve: { initial: 0.15, mid: 1.13, end: 0.52, stages: [32, 47, 37, 35] },
  heightMaxM: 1.2,
  rootMinM: 0.18,
  rootMaxM: cropOf('cotton').rootMaxM,
  depletionFraction: 0.65,
  evaporationDepthM: 0.05,
  readilyEvaporableMm: 4,
}
/** The least certain parameter of a crop: its rooting depth, one standard deviation. */
const SHALLOWER = 0.8

type Case = 'S' | 'U'
type Depth = 3 | 5
const DEPTHS = [3, 5] as const

/** Largest error, m3/m3, and largest ratio to that of kriging; both to the digits given. */
type Target = { readonly name: string; readonly error: number; readonly ratio: number }
const TARGETS = new Map<string, Target>([
  ['S5', { name: 'S, 0-100 cm', error: 0.025, ratio: 0.82 }],
  ['S3', { name: 'S, 0-60 cm', error: 0.024, ratio: 0.82 }],
  ['U5', { name: 'U, 0-100 cm', error: 0.027, ratio: 0.88 }],
  ['U3', { name: 'U, 0-60 cm', error: 0.026, ratio: 0.88 }],
  ['S5 change', { name: 'S, 0-100 cm, change since the first date', error: 0.0145, ratio: 0.86 }],
  ['S5 ahead', { name: 'S, 0-100 cm, seven days ahead', error: 0.026, ratio: 0.8 }],
])
/** Half of a 90 % range, in standard deviations. */
const NINE_OF_TEN = 1.645
/** Smallest share of layouts in which the balance is better. */
const WON_LEAST = 0.95

/** Errors of one layout, mean squares by the key of a target. */
type Errors = Map<string, Sums>

type Sums = {
  fused: number
  kriged: number
  count: number
  /** How often the true value was within the 90 % range, where one is predicted. */
  withinRange: number
  predictionCount: number
}

/** A balance of every place at every date with readings, and how it changes with shallower roots; mean to each depth. */
type Told = { readonly mean: Means; readonly sensitivity: Means }
type Means = (place: number, date: number, depth: Depth) => number

/** Draws layouts, predicts the other places at each date from readings up to then, and checks the errors against the targets. */
export const compareFusion: Comparison = async (folder, print, options = []) => {
  try {
    return await tellLayouts(folder, print, options)
  } catch (error) {
    // places that are all used, or numbers larger than any field has
    if (error instanceof RangeError) throw new UnreadableCases(`${folder}: ${error.message}`)
    throw error
  }
}

const tellLayouts: Comparison = async (folder, print, options = []) => {
  const { probes, layouts, seed, places, cases } = optionsOf(options)
  const field = await readVariableRateField(folder, places)
  if (field.places.length <= probes) throw new UnreadableCases(`${folder} has no more than ${probes} places`)
  const random = seededRandom(seed)
  const withOwnSoil = tell(field, soilsOf(field, allOf(field)))
  const results: Errors[] = []
  for (let layout = 0; layout < layouts; layout += 1) {
    const order = shuffled(allOf(field), random.next)
    const [probePlaces, testPlaces] = [order.slice(0, probes), order.slice(probes)]
    const errors: Errors = new Map()
    for (const soilCase of cases) {
      // with only one known profile it is that of the probes
      const model = soilCase === 'S' ? withOwnSoil : tell(field, meanSoil(field, probePlaces))
      for (const depth of DEPTHS) addErrors(errors, field, soilCase, depth, model, probePlaces, testPlaces)
    }
    results.push(errors)
  }
  print(
    `${layouts} layouts of ${probes} probes among ${field.places.length} places, ${field.dates.length} dates`,
  )
  const verdicts = [...TARGETS].flatMap(([key, target]) => {
    const layouts = results.flatMap((errors) => errors.get(key) ?? [])
    return layouts.length > 0 ? [judge(layouts, target, print)] : []
  })
  if (verdicts.length === 0) throw new UnreadableCases(`${folder} has nothing to compare`)
  const passed = verdicts.every((verdict) => verdict)
  print(`fusion: ${passed ? 'all targets held' : 'targets NOT held'}`)
  return passed
}

function optionsOf(options: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...options],
      options: {
        probes: { type: 'string', default: '8' },
        layouts: { type: 'string', default: '100' },
        seed: { type: 'string', default: '1' },
        places: { type: 'string', default: '' },
        case: { type: 'string' },
      },
    })
    const [probes, layouts, seed] = [Number(values.probes), Number(values.layouts), Number(values.seed)]
    if (![probes, layouts, seed].every((n) => Number.isInteger(n) && n >= 0) || probes < 2 || layouts < 1) {
      throw new TypeError('--probes is 2 or more, --layouts 1 or more, --seed a whole number')
    }
    const places = values.places.split(',').filter((suffix) => suffix !== '')
    return { probes, layouts, seed, places, cases: casesOf(values.case) }
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableCases(error.message)
    throw error
  }
}

function casesOf(text: string | undefined): Case[] {
  if (text === undefined) return ['S', 'U']
  if (text !== 'S' && text !== 'U') throw new TypeError('--case is S or U')
  return [text]
}

function allOf(field: VariableRateField): number[] {
  return field.places.map((_, place) => place)
}

/** Fisher and Yates. */
function shuffled(order: number[], next: () => number): number[] {
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(next() * (i + 1))
    const swapped = order[i] ?? 0
    order[i] = order[j] ?? 0
    order[j] = swapped
  }
  return order
}

function soilsOf(field: VariableRateField, places: readonly number[]): CellSoils {
  const limits = (pick: 'fieldCapacity' | 'wiltingPoint') =>
    Float64Array.from(places.flatMap((place) => field.places[place]?.[pick] ?? []))
  return { layers: LAYERS, fieldCapacity: limits('fieldCapacity'), wiltingPoint: limits('wiltingPoint') }
}

/** The mean profile of some places, for every place. */
function meanSoil(field: VariableRateField, places: readonly number[]): CellSoils {
  const soils = soilsOf(field, places)
  const spread = (limits: Float64Array) =>
    Float64Array.from({ length: field.places.length * LAYERS }, (_, i) => {
      const layer = i % LAYERS
      return places.reduce((sum, _, k) => sum + (limits[k * LAYERS + layer] ?? 0), 0) / places.length
    })
  return {
    layers: LAYERS,
    fieldCapacity: spread(soils.fieldCapacity),
    wiltingPoint: spread(soils.wiltingPoint),
  }
}

function tell(field: VariableRateField, soils: CellSoils): Told {
  const balance = balanceOf(field, COTTON, soils)
  const shallow = balanceOf(field, { ...COTTON, rootMaxM: SHALLOWER * COTTON.rootMaxM }, soils)
  const meanOf =
    (moistures: readonly Float64Array[]): Means =>
    (place, date, depth) => {
      let sum = 0
      for (let layer = 0; layer < depth; layer += 1)
        sum += moistures[date]?.[place * LAYERS + layer] ?? Number.NaN
      return sum / depth
    }
  const [mean, shallowMean] = [meanOf(balance), meanOf(shallow)]
  return {
    mean,
    sensitivity: (place, date, depth) => shallowMean(place, date, depth) - mean(place, date, depth),
  }
}

/** Moisture of all places on the morning of each date with readings, from field capacity on the first of them. */
function balanceOf(field: VariableRateField, crop: FieldCrop, soils: CellSoils): Float64Array[] {
  const water = cellsAtCapacity(soils)
  const result: Float64Array[] = []
  const [first = 0, last = 0] = [field.dates[0], field.dates.at(-1)]
  for (let elapsed = first; elapsed <= last; elapsed += 1) {
    if (field.dates.includes(elapsed)) result.push(water.moisture.slice())
    const day = field.days[elapsed]
    if (day) advanceCells(crop, soils, water, { ...day, elapsed })
  }
  return result
}

function measured(field: VariableRateField, place: number, date: number, depth: Depth): number | undefined {
  const profile = field.readings[place]?.[date]
  const mean = profile && profile.slice(0, depth).reduce((sum, value) => sum + value, 0) / depth
  return Number.isFinite(mean) ? mean : undefined
}

function addErrors(
  errors: Errors,
  field: VariableRateField,
  soilCase: Case,
  depth: Depth,
  model: Told,
  readPlaces: readonly number[],
  testPlaces: readonly number[],
): void {
  const fused = fusionOf(field, depth, model, readPlaces)
  const kriged = krigingOf(field, depth, readPlaces)
  const add = (key: string, truth: number, ours: Estimate, theirs: number | undefined) => {
    if (theirs === undefined) return
    const sum = errors.get(key) ?? { fused: 0, kriged: 0, count: 0, withinRange: 0, predictionCount: 0 }
    const { value, deviation } = ours
    errors.set(key, {
      fused: sum.fused + (value - truth) ** 2,
      kriged: sum.kriged + (theirs - truth) ** 2,
      count: sum.count + 1,
      withinRange:
        sum.withinRange + Number(deviation !== null && Math.abs(value - truth) <= NINE_OF_TEN * deviation),
      predictionCount: sum.predictionCount + Number(deviation !== null),
    })
  }
  for (const place of testPlaces) {
    const start = measured(field, place, 0, depth)
    field.dates.forEach((day, date) => {
      const truth = measured(field, place, date, depth)
      if (truth === undefined) return
      const [fusedNow, krigedNow] = [fused(place, date, date), kriged(place, date)]
      add(`${soilCase}${depth}`, truth, fusedNow, krigedNow)
      const [first, before] = [kriged(place, 0), kriged(place, date - 1)]
      if (date > 0 && start !== undefined && krigedNow !== undefined && first !== undefined) {
        const change = fusedNow.value - fused(place, 0, date).value
        add(
          `${soilCase}${depth} change`,
          truth - start,
          { value: change, deviation: null },
          krigedNow - first,
        )
      }
      if (day - (field.dates[date - 1] ?? Number.NaN) === 7) {
        add(`${soilCase}${depth} ahead`, truth, fused(place, date, date - 1), before)
      }
    })
  }
}

/** Predicted moisture of a place, and its uncertainty; null without a prediction. */
type Estimate = { readonly value: number; readonly deviation: number | null }

/** Estimate of a place at a date, with readings up to another date. */
function fusionOf(field: VariableRateField, depth: Depth, model: Told, readPlaces: readonly number[]) {
  const pointOf = (place: number, date: number): FusionPoint => ({
    x: field.places[place]?.x ?? Number.NaN,
    y: field.places[place]?.y ?? Number.NaN,
    day: field.dates[date] ?? Number.NaN,
    sensitivity: [model.sensitivity(place, date, depth)],
  })
  const counts: number[] = []
  const readings = field.dates.flatMap((_, date) => {
    const now = readPlaces.flatMap((place) => {
      const value = measured(field, place, date, depth)
      const point = pointOf(place, date)
      return value === undefined ? [] : [{ ...point, residual: value - model.mean(place, date, depth) }]
    })
    counts.push((counts.at(-1) ?? 0) + now.length)
    return now
  })
  const system = solveFusion(readings, diameterOf(field), errorsTo(depth * LAYER_MM))
  return (place: number, date: number, until: number): Estimate => {
    const { correction, deviation } = correctBalance(system, pointOf(place, date), counts[until])
    return { value: model.mean(place, date, depth) + correction, deviation }
  }
}

/** The product's surfaces with fewer than ten probes: a fixed exponential covariance with a nugget of a quarter. */
function krigingOf(field: VariableRateField, depth: Depth, readPlaces: readonly number[]) {
  const systems = field.dates.map((_, date) => {
    const points = readPlaces.flatMap((place) => {
      const [at, value] = [field.places[place], measured(field, place, date, depth)]
      return at && value !== undefined ? [{ x: at.x, y: at.y, value }] : []
    })
    const system = solveKriging(points, [
      { model: 'Nug', partialSill: 0.25, range: 0 },
      { model: 'Exp', partialSill: 0.75, range: 0.1 * diameterOf(field) },
    ])
    return 'reason' in system ? undefined : system
  })
  // a date without a reading of the layout has no prediction
  return (place: number, date: number) => {
    const [system, at] = [systems[date], field.places[place]]
    return system && at ? predictKriging(system, at.x, at.y) : undefined
  }
}

function diameterOf(field: VariableRateField): number {
  return 2 * radiusAround(field.places)
}

function sumOf(layouts: readonly Sums[], pick: 'withinRange' | 'predictionCount'): number {
  return layouts.reduce((sum, layout) => sum + layout[pick], 0)
}

function judge(
  layouts: readonly Sums[],
  { name, error, ratio }: Target,
  print: (line: string) => void,
): boolean {
  const root = (pick: 'fused' | 'kriged') =>
    layouts.reduce((sum, layout) => sum + Math.sqrt(layout[pick] / layout.count), 0) / layouts.length
  const [fused, kriged] = [root('fused'), root('kriged')]
  const won = layouts.filter((layout) => layout.fused < layout.kriged).length / layouts.length
  const share = Number((fused / kriged).toFixed(2))
  const [withinRange, predictionCount] = [sumOf(layouts, 'withinRange'), sumOf(layouts, 'predictionCount')]
  const ranges =
    predictionCount > 0
      ? `, ${((100 * withinRange) / predictionCount).toFixed(0)} % within its 90 % ranges`
      : ''
  const passed = Number(fused.toFixed(4)) <= error && share <= ratio && won >= WON_LEAST
  print(
    `${name}  ${passed ? 'ok' : 'PAST TARGET'}  kriging ${kriged.toFixed(4)}, fusion ${fused.toFixed(4)} (at most ${error}), ` +
      `${(fused / kriged).toFixed(3)} of kriging (at most ${ratio}), better in ${(100 * won).toFixed(0)} % of layouts${ranges}`,
  )
  return passed
}
