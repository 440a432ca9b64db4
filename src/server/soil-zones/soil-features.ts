/** Reads polygons and points with their attributes from a file, before they are interpreted. */
import { parseDbf, parseShp } from 'shpjs'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { SoilFileNote, SoilFilePreview, SoilZonePin } from '../../contract/soil-zones.ts'
import { Problem } from '../kit/problem.ts'
import { zipFiles } from './zip-entries.ts'

export interface SoilFeature {
  /** Polygons of rings, the first of each its outline. */
  polygons: SoilZonePin[][][]
  points: SoilZonePin[]
  columns: Record<string, unknown>
}

export interface SoilFeatures {
  format: SoilFilePreview['format']
  features: SoilFeature[]
  notes: SoilFileNote[]
}

/** Larger than any field; a larger outline is a county. */
const FEATURES_MAX = 100_000
/** Distance from the pivot, in degrees, within which a file is assumed to be about this field. */
const NEAR_DEGREES = 2

type Raw = Pick<SoilFeatures, 'format' | 'notes'> & { features: RawFeature[] }
/** Positions as in the file: x before y. */
interface RawFeature {
  geometry: unknown
  columns: Record<string, unknown>
}

/** @throws Problem with the error in the file */
export function readSoilFeatures(file: Buffer, pivot: LatLng): SoilFeatures {
  const { format, notes, features } =
    file.subarray(0, 2).toString('latin1') === 'PK' ? ofZip(file) : ofJson(file)
  if (features.length > FEATURES_MAX) throw new Problem('soil_file_too_complex')
  const usable = features.map(featureOf).filter(({ polygons, points }) => polygons.length + points.length > 0)
  if (usable.length === 0) throw new Problem('soil_file_empty')
  const swapped = turnedRound(usable, pivot)
  const placed = swapped ?? usable
  // one polygon outside the earth's coordinate range makes the others implausible as well
  if (somePin(placed, ([lat, lng]) => Math.abs(lat) > 90 || Math.abs(lng) > 180))
    throw new Problem('soil_file_projection')
  return {
    format,
    features: placed,
    notes: swapped ? [...notes, 'swapped'] : notes,
  }
}

function ofJson(file: Buffer): Raw {
  let json: unknown
  try {
    json = JSON.parse(file.toString('utf8').replace(/^\u{FEFF}/u, ''))
  } catch {
    throw new Problem('soil_file_unreadable')
  }
  const features = featuresOfJson(json)
  if (!features) throw new Problem('soil_file_unreadable')
  return { format: 'geojson', notes: [], features }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function featuresOfJson(json: unknown): RawFeature[] | null {
  const type = member(json, 'type')
  if (type === 'FeatureCollection') {
    const features = member(json, 'features')
    return Array.isArray(features) ? features.map(rawFeature) : null
  }
  if (type === 'Feature') return [rawFeature(json)]
  return typeof type === 'string' ? [{ geometry: json, columns: {} }] : null
}

function rawFeature(feature: unknown): RawFeature {
  return { geometry: member(feature, 'geometry'), columns: columnsOf(member(feature, 'properties')) }
}

function columnsOf(properties: unknown): Record<string, unknown> {
  return typeof properties === 'object' && properties !== null
    ? Object.fromEntries(Object.entries(properties))
    : {}
}

const PARTS = /\.(shp|dbf|prj|cpg)$/i

function ofZip(file: Buffer): Raw {
  const parts = zipFiles(file, (name) => PARTS.test(name) && !name.includes('__MACOSX'))
  const shapes = parts.filter(({ name }) => /\.shp$/i.test(name))
  const [shape] = shapes
  if (!shape) throw new Problem('soil_file_not_shapefile')
  if (shapes.length > 1) throw new Problem('soil_file_several_layers')
  const stem = shape.name.slice(0, -'.shp'.length).toLowerCase()
  const part = (ending: string) =>
    parts.find(({ name }) => name.toLowerCase() === `${stem}.${ending}`)?.content
  const projection = part('prj')?.toString('latin1').trim()
  const table = part('dbf')
  if (table) mustHoldItsRows(table)
  try {
    const geometries = parseShp(shape.content, projection || undefined)
    const rows = table ? parseDbf(table, part('cpg') ?? Buffer.from('')) : []
    return {
      format: 'shapefile',
      notes: projection && /^\s*PROJCS/i.test(projection) ? ['converted'] : [],
      features: geometries.map((geometry, at) => ({ geometry, columns: columnsOf(rows[at]) })),
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('soil_file_unreadable')
  }
}

/** A header that claims four billion rows must not have them all allocated. */
function mustHoldItsRows(table: Buffer): void {
  const holds =
    table.length >= 33 &&
    table.readUInt16LE(8) + table.readUInt32LE(4) * table.readUInt16LE(10) <= table.length + 1
  if (!holds || table.readUInt16LE(10) === 0) throw new Problem('soil_file_unreadable')
}

function featureOf({ geometry, columns }: RawFeature): SoilFeature {
  const feature: SoilFeature = { polygons: [], points: [], columns }
  collect(geometry, feature, 0)
  return feature
}

const NESTED_MAX = 3

/** Geometries other than polygons and points are skipped. */
function collect(geometry: unknown, into: SoilFeature, depth: number): void {
  const coordinates = member(geometry, 'coordinates')
  switch (member(geometry, 'type')) {
    case 'Polygon': {
      into.polygons.push(...polygonsOf([coordinates]))
      return
    }
    case 'MultiPolygon': {
      into.polygons.push(...polygonsOf(coordinates))
      return
    }
    case 'Point': {
      into.points.push(...pinsOf([coordinates]))
      return
    }
    case 'MultiPoint': {
      into.points.push(...pinsOf(coordinates))
      return
    }
    case 'GeometryCollection': {
      const parts = member(geometry, 'geometries')
      if (Array.isArray(parts) && depth < NESTED_MAX) for (const part of parts) collect(part, into, depth + 1)
      return
    }
    default: {
      return
    }
  }
}

function polygonsOf(coordinates: unknown): SoilZonePin[][][] {
  if (!Array.isArray(coordinates)) return []
  return coordinates.flatMap((rings) => {
    if (!Array.isArray(rings)) return []
    const polygon = rings.map(ringOf)
    const [outline] = polygon
    return outline && outline.length >= 3 ? [polygon.filter(({ length }) => length >= 3)] : []
  })
}

/** A last position that repeats the first closes the ring, and is removed. */
function ringOf(positions: unknown): SoilZonePin[] {
  const pins = pinsOf(positions)
  const [first, last] = [pins[0], pins.at(-1)]
  const closed = first && last && pins.length > 1 && first[0] === last[0] && first[1] === last[1]
  return closed ? pins.slice(0, -1) : pins
}

/** Latitude first, as in the API. */
function pinsOf(positions: unknown): SoilZonePin[] {
  if (!Array.isArray(positions)) return []
  return positions.flatMap((position): SoilZonePin[] => {
    if (!Array.isArray(position)) return []
    const [x, y]: unknown[] = position
    return typeof x === 'number' && typeof y === 'number' && Number.isFinite(x) && Number.isFinite(y)
      ? [[y, x]]
      : []
  })
}

function somePin(features: SoilFeature[], holds: (pin: SoilZonePin) => boolean): boolean {
  return features.some(
    ({ polygons, points }) =>
      points.some(holds) || polygons.some((rings) => rings.some((ring) => ring.some(holds))),
  )
}

/**
 * The same with latitude and longitude swapped, if only that puts the file on this field; null if it is right as it is.
 *
 * @throws Problem('soil_file_projection'), Problem('soil_file_elsewhere')
 */
function turnedRound(features: SoilFeature[], pivot: LatLng): SoilFeature[] | null {
  const near = (lat: number, lng: number) =>
    Math.abs(lat - pivot.lat) < NEAR_DEGREES && Math.abs(lng - pivot.lng) < NEAR_DEGREES
  const anyPin = (holds: (pin: SoilZonePin) => boolean) => somePin(features, holds)
  if (anyPin(([lat, lng]) => near(lat, lng))) return null
  if (anyPin(([lat, lng]) => near(lng, lat))) {
    const turn = ([lat, lng]: SoilZonePin): SoilZonePin => [lng, lat]
    return features.map(({ polygons, points, columns }) => ({
      polygons: polygons.map((rings) => rings.map((ring) => ring.map(turn))),
      points: points.map(turn),
      columns,
    }))
  }
  throw new Problem(
    anyPin(([lat, lng]) => Math.abs(lat) > 180 || Math.abs(lng) > 180)
      ? 'soil_file_projection'
      : 'soil_file_elsewhere',
  )
}
