/** Reads a field under variable-rate irrigation in the format of `maricopa-2018`: places, their soils, water and readings. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { windAtTwoMetres } from '../src/agronomy/weather/vapour-pressure.ts'
import { UnreadableCases } from './comparison.ts'

/** Layers of 200 mm that a place's soil is cut into; limits are given by 400 mm. */
export const LAYERS = 10
/** Where the wind of the weather was measured, m above the ground. */
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
  /** Water content by place and date, each by layer; absent where nothing was read. */
  readonly readings: readonly (readonly (readonly number[] | undefined)[])[]
}

type Row = Readonly<Record<string, string>>

/**
 * @param folder with places.csv, weather.csv, irrigation.csv and soil-water.csv
 * @param suffixes which places, by what follows their dash; empty: all
 * @throws UnreadableCases where a file is missing or holds no number where one should be
 */
export async function readVariableRateField(
  folder: string,
  suffixes: readonly string[],
): Promise<VariableRateField> {
  const table = async (name: string): Promise<Row[]> => {
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => {
      throw new UnreadableCases(`${path.join(folder, name)} cannot be opened`)
    })
    return parse(text, { columns: true, skip_empty_lines: true, bom: true })
  }
  const all = await table('places.csv')
  const chosen = all.filter(({ place = '' }) =>
    suffixes.length === 0 ? true : suffixes.includes(place.split('-')[1] ?? ''),
  )
  if (chosen.length === 0) throw new UnreadableCases(`${folder} has no place ${suffixes.join(',')}`)
  const names = chosen.map(({ place = '' }) => place)
  const days = daysOf(await table('weather.csv'), await table('irrigation.csv'), names)
  const read = await table('soil-water.csv')
  const dates = [...new Set(read.map(({ date = '' }) => date))].sort()
  const indices = dates.map((date) => days.findIndex((day) => day.date === date))
  if (indices.includes(-1)) throw new UnreadableCases(`${folder}: readings on a day without weather`)
  return {
    places: placesOf(chosen),
    days,
    dates: indices,
    readings: readingsOf(read, names, dates),
  }
}

function placesOf(rows: readonly Row[]): Place[] {
  const latitudes = rows.map((row) => figure(row, 'latitude'))
  const [south, west] = [Math.min(...latitudes), Math.min(...rows.map((row) => figure(row, 'longitude')))]
  const narrow = Math.cos((south * Math.PI) / 180)
  const limits = (row: Row, name: string) =>
    Array.from({ length: LAYERS }, (_, layer) => {
      const top = 40 * Math.floor(layer / 2)
      return figure(row, `${name}_${top}_to_${top + 40}cm`)
    })
  return rows.map((row) => ({
    name: row['place'] ?? '',
    x: (figure(row, 'longitude') - west) * METRES_PER_DEGREE * narrow,
    y: (figure(row, 'latitude') - south) * METRES_PER_DEGREE,
    fieldCapacity: limits(row, 'field_capacity'),
    wiltingPoint: limits(row, 'wilting_point'),
  }))
}

function daysOf(weather: readonly Row[], irrigation: readonly Row[], names: readonly string[]): FieldDay[] {
  const water = new Map(irrigation.map((row) => [row['date'], row]))
  return weather.map((row) => {
    const given = water.get(row['date'])
    return {
      date: row['date'] ?? '',
      referenceEtMm: figure(row, 'etref_mm'),
      windMS: windAtTwoMetres(figure(row, 'wind_m_s'), WIND_HEIGHT_M),
      leastHumidityPct: figure(row, 'rhmin_pct'),
      rainMm: figure(row, 'rain_mm'),
      irrigationMm: Float64Array.from(names, (name) => (given ? figure(given, `${name}_mm`) : 0)),
    }
  })
}

/** A reading counts with all of its depths; 10 cm speaks for the first layer, 30 for the second. */
function readingsOf(rows: readonly Row[], names: readonly string[], dates: readonly string[]) {
  const values = new Map(rows.map((row) => [`${row['place']} ${row['date']} ${row['depth_cm']}`, row]))
  return names.map((name) =>
    dates.map((date) => {
      const profile = Array.from({ length: LAYERS }, (_, layer) => {
        const row = values.get(`${name} ${date} ${20 * layer + 10}`)
        return row ? figure(row, 'vwc') : Number.NaN
      })
      return profile.every(Number.isFinite) ? profile : undefined
    }),
  )
}

function figure(row: Row, name: string): number {
  const text = row[name]?.trim() ?? ''
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) throw new UnreadableCases(`${name} is missing or no number`)
  return value
}
