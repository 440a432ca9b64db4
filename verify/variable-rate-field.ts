/** Reads a field under variable-rate irrigation in the format of `maricopa-2018`: places, their soils, water and readings. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { leastHumidity, windAtTwoMetres } from '../src/agronomy/weather/vapour-pressure.ts'
import { UnreadableCases } from './comparison.ts'

/** Layers of 200 mm into which a place's soil is divided; limits are given by 400 mm. */
export const LAYERS = 10
/** Height of the weather station's wind, m above the ground. */
const WIND_HEIGHT_M = 3
const METRES_PER_DEGREE = (Math.PI / 180) * 6_378_137

type Place = {
  readonly name: string
  readonly x: number
  readonly y: number
  /** Limits by layer, m3/m3, shape [LAYERS]. */
  readonly fieldCapacity: readonly number[]
  readonly wiltingPoint: readonly number[]
}

type FieldDay = {
  readonly date: string
  readonly referenceEtMm: number
  readonly windMS: number
  readonly leastHumidityPct: number
  readonly rainMm: number
  /** mm, by place, shape [places]. */
  readonly irrigationMm: Float64Array
}

export type VariableRateField = {
  readonly places: readonly Place[]
  /** Every day of the weather, in order. */
  readonly days: readonly FieldDay[]
  /** Index in `days` of each date with readings. */
  readonly dates: readonly number[]
  /** Water content by place and date, each by layer; absent without readings, NaN in a layer without one. */
  readonly readings: readonly (readonly (readonly number[] | undefined)[])[]
}

type Row = Readonly<Record<string, string>>

const DAY_MS = 86_400_000
/** Default of FAO-56 if not measured. */
const USUAL_WIND_MS = 2

/**
 * Missing values have defaults: without a column or figure of water there was none, wind is 2 m/s, minimum humidity is derived
 * from dew point or vapour pressure, a layer without limits has those of the layer above, and a day without weather has that of the
 * day before, without rain.
 *
 * @param folder with places.csv, weather.csv, irrigation.csv and soil-water.csv
 * @param suffixes which places, by the text after their last dash; empty: all
 * @throws UnreadableCases if a file is missing or a required number is not one
 */
export async function readVariableRateField(
  folder: string,
  suffixes: readonly string[],
): Promise<VariableRateField> {
  const table = async (name: string): Promise<Row[]> => {
    const file = path.join(folder, name)
    const text = await readFile(file, 'utf8').catch(() => {
      throw new UnreadableCases(`${file} cannot be opened`)
    })
    try {
      return parse(text, {
        columns: true,
        skip_empty_lines: true,
        bom: true,
        trim: true,
        relax_column_count: true,
      })
    } catch (error) {
      throw new UnreadableCases(`${file}: ${error instanceof Error ? error.message : 'no table'}`)
    }
  }
  const allRows = await table('places.csv')
  const places = allRows.filter(({ place = '' }) =>
    suffixes.length === 0 ? true : suffixes.includes(place.split('-').at(-1) ?? ''),
  )
  if (places.length === 0) throw new UnreadableCases(`${folder} has no place ${suffixes.join(',')}`)
  const names = places.map(({ place = '' }) => place)
  const days = daysOf(await table('weather.csv'), await table('irrigation.csv'), names)
  const readings = (await table('soil-water.csv')).filter(({ place = '' }) => names.includes(place))
  const dates = [...new Set(readings.map((row) => dateOf(row)))].sort()
  if (dates.length === 0) throw new UnreadableCases(`${folder} has no readings of these places`)
  const indices = dates.map((date) => days.findIndex((day) => day.date === date))
  if (indices.includes(-1)) throw new UnreadableCases(`${folder}: readings on a day without weather`)
  return {
    places: placesOf(places),
    days,
    dates: indices,
    readings: readingsOf(readings, names, dates),
  }
}

function placesOf(rows: readonly Row[]): Place[] {
  const latitudes = rows.map((row) => figure(row, 'latitude'))
  const [south, west] = [Math.min(...latitudes), Math.min(...rows.map((row) => figure(row, 'longitude')))]
  const narrow = Math.cos((south * Math.PI) / 180)
  return rows.map((row) => ({
    name: row['place'] ?? '',
    x: (figure(row, 'longitude') - west) * METRES_PER_DEGREE * narrow,
    y: (figure(row, 'latitude') - south) * METRES_PER_DEGREE,
    fieldCapacity: limitsOf(row, 'field_capacity'),
    wiltingPoint: limitsOf(row, 'wilting_point'),
  }))
}

function limitsOf(row: Row, name: string): number[] {
  const limits: number[] = []
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const top = 40 * Math.floor(layer / 2)
    const column = `${name}_${top}_to_${top + 40}cm`
    limits.push(figureOf(row, column) ?? limits.at(-1) ?? figure(row, column))
  }
  return limits
}

function daysOf(weather: readonly Row[], irrigation: readonly Row[], names: readonly string[]): FieldDay[] {
  const water = Map.groupBy(irrigation, (row) => dateOf(row))
  const lines = new Map(weather.map((row) => [dateOf(row), row]))
  const dates = [...lines.keys()].sort()
  const days: FieldDay[] = []
  const last = Date.parse(dates.at(-1) ?? '')
  for (let at = Date.parse(dates[0] ?? ''); at <= last; at += DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10)
    const row = lines.get(date)
    const air = row ? airOf(row) : days.at(-1)
    const applications = water.get(date) ?? []
    if (!air) continue
    days.push({
      ...air,
      date,
      rainMm: (row && figureOf(row, 'rain_mm')) ?? 0,
      irrigationMm: Float64Array.from(names, (name) =>
        applications.reduce((sum, application) => sum + (figureOf(application, `${name}_mm`) ?? 0), 0),
      ),
    })
  }
  return days
}

function airOf(row: Row): Pick<FieldDay, 'referenceEtMm' | 'windMS' | 'leastHumidityPct'> {
  const wind = figureOf(row, 'wind_m_s')
  const humidity = {
    humidityMinPct: figureOf(row, 'rhmin_pct'),
    dewPointC: figureOf(row, 'tdew_c'),
    vapourPressureKpa: figureOf(row, 'vapr_kpa'),
  }
  const measured = humidity.humidityMinPct !== null
  return {
    referenceEtMm: figure(row, 'etref_mm'),
    windMS: wind === null ? USUAL_WIND_MS : windAtTwoMetres(wind, WIND_HEIGHT_M),
    leastHumidityPct: measured
      ? (humidity.humidityMinPct ?? 0)
      : leastHumidity(humidity, figure(row, 'tmax_c'), figure(row, 'tmin_c')),
  }
}

/** 10 cm speaks for the first layer, 30 for the second. */
function readingsOf(rows: readonly Row[], names: readonly string[], dates: readonly string[]) {
  const values = new Map(
    rows.map((row) => [`${row['place']} ${dateOf(row)} ${figure(row, 'depth_cm')}`, figureOf(row, 'vwc')]),
  )
  return names.map((name) =>
    dates.map((date) => {
      const profile = Array.from(
        { length: LAYERS },
        (_, layer) => values.get(`${name} ${date} ${20 * layer + 10}`) ?? Number.NaN,
      )
      return profile.some(Number.isFinite) ? profile : undefined
    }),
  )
}

function dateOf(row: Row): string {
  const date = row['date'] ?? ''
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date)))
    throw new UnreadableCases(`"${date}" is no date`)
  return date
}

/** A figure that may be missing: no column, nothing in it, or a word for nothing. */
function figureOf(row: Row, name: string): number | null {
  const text = row[name] ?? ''
  if (/^(|na|nan|null|-)$/i.test(text)) return null
  const value = Number(text)
  if (!Number.isFinite(value)) throw new UnreadableCases(`${name} holds "${text}", which is no number`)
  return value
}

function figure(row: Row, name: string): number {
  const value = figureOf(row, name)
  if (value === null) throw new UnreadableCases(`${name} is missing`)
  return value
}
