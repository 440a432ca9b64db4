/** The model of the interactive graph of one probe: lines, limits, applied water, and a fixed scale. */
import type { GraphBand, GraphData, OtherQuantity, OtherReadings } from '../../contract/graphs.ts'
import { inchesToMm } from '../../agronomy/units.ts'
import { joinedColumns } from './plot-columns.ts'
import type { PlotColumns, SparseSeries } from './plot-columns.ts'
import { deepestMm, rootZoneSeries } from './root-zone-series.ts'
import { waterScale } from './water-scale.ts'
import type { WaterScale, WaterUnit } from './water-scale.ts'
import { decimals } from '../kit/formats.ts'
import { text } from './graph.text.ts'

/** Depths on one scale, each depth in a lane of its own, or the sum over the root zone. */
const PLOT_VIEWS = ['together', 'stacked', 'root'] as const
export type PlotView = (typeof PLOT_VIEWS)[number]

export interface PlotChoice {
  view: PlotView
  unit: WaterUnit
  length: 'in' | 'mm'
}

interface PlotLine {
  label: string
  min: number
  max: number
}

export interface PlotModel extends PlotColumns {
  stacked: boolean
  scale: WaterScale
  lines: PlotLine[]
  /** Field capacity and refill point, in the unit of the scale; NaN without. */
  full: number
  refill: number
  /** Minimum and maximum of everything that is drawn. */
  extent: { min: number; max: number }
  /** Passes of the arm: seconds, and the depth applied. */
  marks: { time: number; text: string }[]
  timeZone: string
}

/** All sensors of a probe have the same limits. */
export function bandOf({ bands }: GraphData): GraphBand {
  return bands[0] ?? { sensor: '', full: 0, refill: 0, wilting_point: 0 }
}

/** The root depth as set, else the bottom of the deepest sensor's layer. */
export function rootDepthMm({ root_depth_in: inches, series }: GraphData): number {
  return inches === null || inches <= 0 ? deepestMm(series) : inchesToMm(inches)
}

/** Water of the root zone, m3/m3. */
export function rootZoneOf(data: GraphData): SparseSeries {
  const depth = rootDepthMm(data)
  const values = depth > 0 ? rootZoneSeries(data.times, data.series, depth) : data.times.map(() => null)
  return { values, gap_s: Math.max(0, ...data.series.map(({ gap_s: gap }) => gap)) }
}

function passMarks({ events }: GraphData, length: 'in' | 'mm'): PlotModel['marks'] {
  const depth = (inches: number) =>
    length === 'in' ? text.inInches(decimals(inches, 2)) : `${inchesToMm(inches).toFixed(0)} mm`
  return events.map(({ from, depth_in: inches }) => ({ time: from, text: depth(inches) }))
}

/** @param data of one probe */
export function plotModel(data: GraphData, { view, unit, length }: PlotChoice): PlotModel {
  const band = bandOf(data)
  const scale = waterScale(unit, band, rootDepthMm(data), length)
  const series: (SparseSeries & { label: string })[] =
    view === 'root'
      ? [{ ...rootZoneOf(data), label: text.rootZone }]
      : data.series.map((sensor) => ({ ...sensor, label: `${sensor.depth_cm}\u00A0cm` }))
  const scaled = series.map(({ values, gap_s }) => ({
    values: values.map((theta) => (theta === null ? null : scale.of(theta))),
    gap_s,
  }))
  const lines = series.map(({ label }, i) => ({ label, ...extentOf(scaled[i]?.values ?? []) }))
  const [full, refill] = [scale.of(band.full), scale.of(band.refill)]
  return {
    ...joinedColumns(data.times, scaled),
    stacked: view === 'stacked' && lines.length > 1,
    scale,
    lines,
    full,
    refill,
    extent: {
      min: Math.min(refill, ...lines.map(({ min }) => min)),
      max: Math.max(full, ...lines.map(({ max }) => max)),
    },
    marks: passMarks(data, length),
    timeZone: data.time_zone,
  }
}

/** The name of a quantity for a heading; '' while unknown. */
export const quantityName = (quantity: OtherQuantity | null): string =>
  quantity === null ? '' : text[quantity]

/** A quantity other than moisture of one probe, meter or gauge, in its own unit. */
export function otherModel(data: OtherReadings, number: number): PlotModel {
  const series = data.series.filter((line) => line.number === number)
  const name = quantityName(data.quantity)
  const lines = series.map(({ depth_cm: depth, values }) => ({
    label: depth === null ? name : `${depth}\u00A0cm`,
    ...extentOf(values),
  }))
  const band = data.bands.find((candidate) => candidate.number === number)
  const [full, refill] = [band?.full ?? Number.NaN, band?.refill ?? Number.NaN]
  const limits = [full, refill].filter(Number.isFinite)
  return {
    ...joinedColumns(data.times, series),
    stacked: false,
    scale: {
      of: (value) => value,
      symbol: data.unit.replace('m3', 'm³'),
      name,
      digits: DIGITS[data.unit] ?? 1,
    },
    lines,
    full,
    refill,
    extent: {
      min: Math.min(...limits, ...lines.map(({ min }) => min)),
      max: Math.max(...limits, ...lines.map(({ max }) => max)),
    },
    marks: [],
    timeZone: data.time_zone,
  }
}

const DIGITS: Record<string, number> = { kPa: 0, V: 2, 'dS/m': 2, '%': 0, m3: 0 }

/** Infinite without values, so that min and max ignore them. */
function extentOf(values: readonly (number | null)[]): { min: number; max: number } {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value === null) continue
    if (value < min) min = value
    if (value > max) max = value
  }
  return { min, max }
}

const PAD = 0.08

/** Common scale of all lines, with some padding. */
export function sharedRange({ extent: { min, max } }: PlotModel): [number, number] {
  const padding = PAD * (max - min || 1)
  return [min - padding, max + padding]
}

/** Scale of one line so that it is drawn in its own lane; equal heights are equal changes in every lane.
 *
 * @param lane counted from the top
 */
export function laneRange({ lines }: PlotModel, lane: number): [number, number] {
  const spans = lines.map(({ min, max }) => max - min).filter(Number.isFinite)
  const height = (1 + 2 * PAD) * (Math.max(0, ...spans) || 1)
  const laneLine = lines[lane]
  const middle = laneLine && Number.isFinite(laneLine.min) ? (laneLine.min + laneLine.max) / 2 : 0
  const top = middle + height / 2 + lane * height
  return [top - lines.length * height, top]
}
