/** Series of several sensors as columns of one table, reduced when they have more rows than a screen can show. */
import { GRAPH_ROWS_MAX, type GraphData, type GraphSeries } from '../../contract/graphs.ts'
import { sensorId } from '../../contract/readings.ts'
import type { RangeOfReadings, SensorKey, Span } from '../readings/readings-range.store.ts'
import { extremes, gapAfter } from './series-shape.ts'

/** One sensor's readings; reduced ones have the extremes of intervals of this many milliseconds. */
interface Column {
  sensor: SensorKey
  readings: RangeOfReadings
  gapMs: number
  stretchMs: number | null
}

export interface Columns {
  /** One sensor after the other, so that only one is in memory. */
  add(sensor: SensorKey, readings: RangeOfReadings): void
  table(): Pick<GraphData, 'times' | 'series' | 'reduced'>
}

/** @param count of the sensors that share the rows */
export function openColumns({ from, to }: Span, count: number): Columns {
  const buckets = {
    from: from.getTime(),
    to: to.getTime(),
    count: Math.max(1, Math.floor(GRAPH_ROWS_MAX / (2 * Math.max(1, count))) - 1),
  }
  const stretchMs = (buckets.to - buckets.from) / buckets.count
  let columns: Column[] = []
  let tooMany = false

  function reduced(column: Column): Column {
    if (column.stretchMs !== null) return column
    const indices = extremes(column.readings, buckets)
    const pick = (from: Float64Array) => Float64Array.from(indices, (index) => from[index] ?? 0)
    const readings = { times: pick(column.readings.times), values: pick(column.readings.values) }
    return { ...column, readings, stretchMs }
  }

  return {
    add(sensor, readings) {
      if (readings.times.length === 0) return
      const column: Column = { sensor, readings, gapMs: gapAfter(readings.times), stretchMs: null }
      tooMany ||= readings.times.length > GRAPH_ROWS_MAX
      columns.push(tooMany ? reduced(column) : column)
    },
    table() {
      tooMany ||= instantsOf(columns).length > GRAPH_ROWS_MAX
      if (tooMany) columns = columns.map(reduced)
      const times = instantsOf(columns)
      const rows = new Map(times.map((time, row) => [time, row]))
      return {
        times: times.map((ms) => ms / 1000),
        series: columns.map((column) => seriesOf(column, rows)),
        reduced: tooMany,
      }
    },
  }
}

function instantsOf(columns: readonly Column[]): number[] {
  const instants = new Set<number>()
  for (const { readings } of columns) for (const time of readings.times) instants.add(time)
  return Array.from(Float64Array.from(instants).sort())
}

function seriesOf({ sensor, readings, gapMs, stretchMs }: Column, rows: Map<number, number>): GraphSeries {
  const values = Array.from<number | null>({ length: rows.size }).fill(null)
  readings.times.forEach((time, i) => {
    const row = rows.get(time)
    if (row !== undefined) values[row] = readings.values[i] ?? null
  })
  return {
    sensor: sensorId(sensor.probe, sensor.depthCm),
    probe: sensor.probe,
    depth_cm: sensor.depthCm,
    // the extremes of two adjacent intervals may be this far apart
    gap_s: Math.max(gapMs, stretchMs === null ? 0 : 2 * stretchMs) / 1000,
    values,
  }
}
