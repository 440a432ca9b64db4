/** The readings behind a graph, with the references for reading it: soil bands, and passes of the machine. */
import type * as z from 'zod/mini'
import {
  GRAPH_DAYS_MAX,
  GRAPH_SERIES_MAX,
  type GraphData,
  type graphDataQuery,
  type GraphEvent,
} from '../../contract/graphs.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { Problem } from '../kit/problem.ts'
import { readRange, selectSensors, type SensorKey, type Span } from '../readings/readings-range.store.ts'
import type { System } from '../systems/membership.ts'
import { openColumns } from './graph-columns.ts'
import { type DaySpan, dayCount, boundsOf } from '../readings/zone-days.ts'
import { dayRange } from './graph-days.ts'
import { type GraphField, graphField, passesOfProbe, waterBand } from './graph-field.ts'

export type GraphDataQuery = z.infer<typeof graphDataQuery>

/** @throws Problem */
export function daysOf(query: Pick<GraphDataQuery, 'start' | 'end'>): DaySpan {
  const days = dayRange(query, { start: 'start', end: 'end' })
  if (dayCount(days) > GRAPH_DAYS_MAX) throw new Problem('range_too_long', { field: 'end' })
  return days
}

/**
 * @param db as the server itself
 * @throws Problem('sensors_too_many')
 */
export async function readGraphData(
  db: Reader,
  system: System,
  days: DaySpan,
  choice: Pick<GraphDataQuery, 'depths' | 'probes'>,
): Promise<GraphData> {
  const { controllerId, name, timeZone } = system
  const field = await graphField(db, system)
  const sensors = chosenSensors(await selectSensors(db, controllerId), choice)
  const span = boundsOf(days, timeZone)
  const columns = openColumns(span, sensors.length)
  for (const sensor of sensors) columns.add(sensor, await readRange(db, controllerId, sensor, span))
  const table = columns.table()
  return {
    system: name,
    time_zone: timeZone,
    root_depth_in: field.rootDepthIn,
    target_percent: field.targetPercent,
    ...table,
    bands: table.series.map(({ sensor, probe }) => {
      const { full, refill, wiltingPoint } = waterBand(field, probe)
      return { sensor, full, refill, wilting_point: wiltingPoint }
    }),
    events: await eventsOf(db, field, new Set(sensors.map(({ probe }) => probe)), span),
  }
}

async function eventsOf(
  db: Reader,
  field: GraphField,
  probes: Iterable<number>,
  span: Span,
): Promise<GraphEvent[]> {
  const events: GraphEvent[] = []
  for (const probe of probes)
    for (const { from, to, depthIn } of await passesOfProbe(db, field, probe, span))
      events.push({ kind: 'irrigation', probe, from: from / 1000, to: to / 1000, depth_in: depthIn })
  return events.sort((a, b) => a.from - b.from || a.probe - b.probe)
}

function chosenSensors(
  sensors: SensorKey[],
  { depths, probes }: Pick<GraphDataQuery, 'depths' | 'probes'>,
): SensorKey[] {
  const listed = (text: string | undefined) => (text === undefined ? null : text.split(',').map(Number))
  const [wantedDepths, wantedProbes] = [listed(depths), listed(probes)]
  const found = sensors.filter(
    ({ probe, depthCm }) =>
      (wantedDepths?.includes(depthCm) ?? true) && (wantedProbes?.includes(probe) ?? true),
  )
  if (found.length > GRAPH_SERIES_MAX) throw new Problem('sensors_too_many')
  return found
}
