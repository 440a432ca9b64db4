/** Readings of other quantities than moisture, each with a graph of its own: never on the scale of soil water. */
import type * as z from 'zod/mini'
import {
  GRAPH_SERIES_MAX,
  OTHER_QUANTITIES,
  type OtherQuantity,
  type OtherReadings,
  type otherReadingsQuery,
} from '../../contract/graphs.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { Problem } from '../kit/problem.ts'
import { type InstrumentKind, selectInstruments } from '../readings/instrument-readings.store.ts'
import {
  type RangeOfReadings,
  readBeside,
  readGauge,
  readInstrument,
  selectBeside,
  selectGauges,
  selectSensors,
  type Span,
} from '../readings/readings-range.store.ts'
import { boundsOf, type DaySpan } from '../readings/zone-days.ts'
import type { System } from '../systems/membership.ts'
import { openColumns } from './graph-columns.ts'
import { graphField, tensionLines } from './graph-field.ts'

export type OtherReadingsQuery = z.infer<typeof otherReadingsQuery>

const UNITS: Record<OtherQuantity, string> = {
  tension: 'kPa',
  temperature: '°C',
  salinity: 'dS/m',
  flow: 'm3/h',
  volume: 'm3',
  rain: 'mm',
  battery: 'V',
  charge: '%',
}
const INSTRUMENTS: readonly InstrumentKind[] = ['tension', 'flow', 'volume', 'battery', 'charge']

interface Source {
  number: number
  depthCm: number | null
  read(span: Span): Promise<RangeOfReadings>
}

/**
 * @param db as the server itself
 * @throws Problem('sensors_too_many')
 */
export async function readOthers(
  db: Reader,
  system: System,
  days: DaySpan,
  requested: OtherQuantity | undefined,
): Promise<OtherReadings> {
  const { controllerId, name, timeZone } = system
  const sources = await sourcesOf(db, controllerId)
  const quantities = OTHER_QUANTITIES.filter((quantity) => (sources.get(quantity)?.length ?? 0) > 0)
  const quantity = requested ?? quantities[0] ?? null
  const seriesSources = (quantity && sources.get(quantity)) ?? []
  if (seriesSources.length > GRAPH_SERIES_MAX) throw new Problem('sensors_too_many')
  const span = boundsOf(days, timeZone)
  const columns = openColumns(span, seriesSources.length)
  for (const { number, depthCm, read } of seriesSources)
    columns.add({ probe: number, depthCm: depthCm ?? 0 }, await read(span))
  const { times, series, reduced } = columns.table()
  const field = quantity === 'tension' ? await graphField(db, system) : null
  const numbers = [...new Set(series.map(({ probe }) => probe))]
  return {
    system: name,
    time_zone: timeZone,
    quantities,
    quantity,
    unit: quantity === null ? '' : UNITS[quantity],
    reduced,
    times,
    series: series.map(({ probe, depth_cm, gap_s, values }) => ({
      number: probe,
      depth_cm: depth_cm === 0 ? null : depth_cm,
      gap_s,
      values,
    })),
    bands: field ? numbers.map((number) => ({ number, ...tensionLines(field, number) })) : [],
  }
}

async function sourcesOf(db: Reader, controllerId: number): Promise<Map<OtherQuantity, Source[]>> {
  const [instruments, beside, sensors, gauges] = await Promise.all([
    selectInstruments(db, controllerId, INSTRUMENTS),
    selectBeside(db, controllerId),
    selectSensors(db, controllerId),
    selectGauges(db, controllerId),
  ])
  const inSoil = (column: 'temperature_c' | 'ec') =>
    sensors.map((sensor): Source => ({
      number: sensor.probe,
      depthCm: sensor.depthCm,
      read: (span) => readBeside(db, controllerId, sensor, span, column),
    }))
  const found = new Map<OtherQuantity, Source[]>([
    ['temperature', beside.temperature ? inSoil('temperature_c') : []],
    ['salinity', beside.salinity ? inSoil('ec') : []],
    [
      'rain',
      gauges.map((number) => ({
        number,
        depthCm: null,
        read: (span) => readGauge(db, controllerId, number, span),
      })),
    ],
  ])
  for (const kind of INSTRUMENTS)
    found.set(
      kind,
      instruments
        .filter((instrument) => instrument.kind === kind)
        .map((instrument) => ({
          number: instrument.number,
          depthCm: instrument.depthCm === 0 ? null : instrument.depthCm,
          read: (span) => readInstrument(db, controllerId, instrument, span),
        })),
    )
  return found
}
