/** `verify foresight`: leave-one-out prediction of each point of a field, compared with other methods. */
import path from 'node:path'
import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Comparison, UnreadableCases } from './comparison.ts'
import type { KrigingPoint } from '../src/agronomy/kriging/kriging.ts'
import { solveMoisture } from '../src/agronomy/surface/moisture-field.ts'
import { moistureDeviation, predictMoisture } from '../src/agronomy/surface/solved-field.ts'
import type { FieldPoint } from '../src/agronomy/pivot/pivot-geometry.ts'

/** Leave-one-out figures of n points. */
export type CrossValidation = {
  /** Root mean square error, unit of the values. */
  readonly error: number
  /** The same for the mean of the others. */
  readonly meanError: number
  /** How many of the n are within 1.645 standard deviations of the prediction: 90 % of a normal distribution. */
  readonly held: number
}

/** Half the width of a nominal 90 % interval, in standard deviations. */
const NINETY_PERCENT = 1.645

/**
 * Leaves each point out, solves the field again from the others (covariance models weighted again, plane decided again) and
 * predicts it. O(n^4).
 *
 * @param points measured points, n at least 2, no two at one place
 * @param wettedRadius R, unit of the coordinates, above 0
 * @returns the figures
 * @throws RangeError below two points or if a number is out of range
 * @example crossValidate([{ x: 0, y: 0, value: 1 }, { x: 9, y: 0, value: 3 }], 100) // { error: 2, meanError: 2, held: 0 }
 */
export function crossValidate(points: readonly KrigingPoint[], wettedRadius: number): CrossValidation {
  if (points.length < 2) throw new RangeError(`foresight of ${points.length} points`)
  let [squares, meanSquares, held] = [0, 0, 0]
  points.forEach((point, i) => {
    const otherPoints = points.filter((_, k) => k !== i)
    const field = solveMoisture(otherPoints, wettedRadius, true)
    if ('reason' in field) throw new RangeError(field.reason)
    const error = predictMoisture(field, point.x, point.y) - point.value
    const mean = otherPoints.reduce((sum, { value }) => sum + value, 0) / otherPoints.length
    squares += error * error
    meanSquares += (mean - point.value) ** 2
    if (Math.abs(error) <= NINETY_PERCENT * moistureDeviation(field, point.x, point.y)) held += 1
  })
  const n = points.length
  return { error: Math.sqrt(squares / n), meanError: Math.sqrt(meanSquares / n), held }
}

/**
 * The circle around points without a known pivot: around the centre of their bounding box, through the farthest.
 *
 * @param points n at least 1
 * @returns its radius, unit of the coordinates
 * @throws RangeError without points
 * @example radiusAround([{ x: 0, y: 0 }, { x: 6, y: 8 }]) // 5
 */
export function radiusAround(points: readonly FieldPoint[]): number {
  if (points.length === 0) throw new RangeError('a circle about no points')
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const [x, y] = [middle(points.map((point) => point.x)), middle(points.map((point) => point.y))]
  return Math.max(...points.map((point) => Math.hypot(point.x - x, point.y - y)))
}

/** Largest ratio to the errors of a refitted least-squares variogram, and of the mean. */
const FITTED_MOST = 1
const MEAN_MOST = 1.02
/** Required coverage of nominal 90 % intervals, of all points. */
const HELD = { least: 0.86, most: 0.94 }

/** Points of one case; with a constant mean, because covariates are known only where probes are. */
const caseFile = z.object({
  id: z.string(),
  formula: z.literal('z ~ 1'),
  data: z.object({ x: z.array(z.number()), y: z.array(z.number()), z: z.array(z.number()) }),
})

interface Foretold extends CrossValidation {
  id: string
  places: number
  /** With a refitted least-squares variogram; null when not computed. */
  fitted: number | null
}

/** A folder of cases, with the errors of a refitted variogram where computed. */
export const compareForesight: Comparison = async (folder, print) => {
  const names = await readdir(folder).catch(() => {
    throw new UnreadableCases(`${folder} cannot be opened`)
  })
  const table = names.includes('loo_rmse_table.csv') ? await fittedErrors(folder) : new Map()
  const allForetold: Foretold[] = []
  for (const name of names.filter((file) => file.endsWith('.json')).sort()) {
    const parsed = caseFile.safeParse(JSON.parse(await readFile(path.join(folder, name), 'utf8')))
    if (!parsed.success || parsed.data.data.x.length < 10) continue
    const foretold = foretell(parsed.data, table)
    allForetold.push(foretold)
    print(describe(foretold))
  }
  if (allForetold.length === 0) throw new UnreadableCases(`${folder} holds no case of z ~ 1 with 10 points`)
  return conclude(allForetold, print)
}

function foretell({ id, data }: z.infer<typeof caseFile>, table: Map<string, number>): Foretold {
  const points = data.x.map((x, i) => ({ x, y: data.y[i] ?? Number.NaN, value: data.z[i] ?? Number.NaN }))
  const foresight = crossValidate(points, radiusAround(points))
  return { ...foresight, id, places: points.length, fitted: table.get(id) ?? null }
}

/** Column ok_wls of the table, by case. */
async function fittedErrors(folder: string): Promise<Map<string, number>> {
  const lines = (await readFile(path.join(folder, 'loo_rmse_table.csv'), 'utf8')).trim().split(/\r?\n/)
  const [names = [], ...rows] = lines.map((line) => line.split(','))
  const [id, fitted] = [names.indexOf('id'), names.indexOf('ok_wls')]
  return new Map(rows.map((row) => [row[id] ?? '', Number(row[fitted])]))
}

function describe({ id, places, error, meanError, held, fitted }: Foretold): string {
  const beside = fitted === null ? '' : `, ${(error / fitted).toFixed(3)} of least squares`
  const share = `${((100 * held) / places).toFixed(0)} % of 90 % intervals hold`
  return `${id}  ${places} points: error ${error.toFixed(4)}, ${(error / meanError).toFixed(3)} of the mean${beside}; ${share}`
}

function conclude(all: readonly Foretold[], print: (line: string) => void): boolean {
  const sum = (items: readonly Foretold[], pick: (item: Foretold) => number) =>
    items.reduce((total, item) => total + pick(item), 0)
  const withFit = all.filter(({ fitted }) => fitted !== null)
  // only errors in one unit are added up
  const alike = withFit.length > 0 ? withFit : all.slice(0, 1)
  const mean = sum(alike, ({ error }) => error) / sum(alike, ({ meanError }) => meanError)
  const fitted = sum(withFit, ({ error }) => error) / sum(withFit, (item) => item.fitted ?? 0)
  const held = sum(all, (item) => item.held) / sum(all, ({ places }) => places)
  const passed =
    mean <= MEAN_MOST &&
    (withFit.length === 0 || fitted <= FITTED_MOST) &&
    held >= HELD.least &&
    held <= HELD.most
  const beside =
    withFit.length === 0 ? '' : `, ${fitted.toFixed(3)} of least squares (at most ${FITTED_MOST})`
  print(
    `mean errors ${mean.toFixed(3)} of the mean (at most ${MEAN_MOST})${beside}; ${(100 * held).toFixed(1)} % of 90 % intervals hold (86 to 94): ${passed ? 'held' : 'NOT held'}`,
  )
  return passed
}
