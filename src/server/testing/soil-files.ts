/** Files of soil zones as written by surveys and receivers: GeoJSON, and zipped Shapefiles made byte by byte. */
import { dbfTable, type DbfColumn } from '../prescriptions/dbf-table.ts'
import { zipOf } from '../prescriptions/zip-archive.ts'
import { pinsAt } from './drawing.ts'

type Metres = [x: number, y: number]
export type Properties = Record<string, string | number | null>

const AT = new Date('2026-05-01T00:00:00Z')

/** Corners of a square, m from the pivot of the usual test system. */
export function squareAt(x: number, y: number, side: number): Metres[] {
  return [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ]
}

/** A closed ring, longitude first. */
function positions(corners: Metres[]): number[][] {
  const [first = [0, 0]] = corners
  return pinsAt(...corners, first).map(([lat, lng]) => [lng, lat])
}

export function polygonFeature(properties: Properties, ...rings: Metres[][]) {
  return {
    type: 'Feature',
    properties,
    geometry: { type: 'Polygon', coordinates: rings.map(positions) },
  }
}

export function pointFeature(properties: Properties, at: Metres) {
  return {
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: positions([at])[0] },
  }
}

export function geoJson(...features: unknown[]): Buffer {
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
}

export interface ShapefileRow {
  /** In the file's projection. */
  ring: [x: number, y: number][]
  values: (string | number)[]
}

export const GEOGRAPHIC_PRJ =
  'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'

export const UTM_11N_PRJ =
  'PROJCS["WGS_1984_UTM_Zone_11N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-117.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]'

export function zippedShapefile(columns: DbfColumn[], rows: ShapefileRow[], prj: string | null): Buffer {
  const parts = [
    { name: 'soils.shp', content: shp(rows.map(({ ring }) => ring)) },
    {
      name: 'soils.dbf',
      content: dbfTable(
        columns,
        rows.map(({ values }) => values),
        AT,
      ),
    },
    ...(prj === null ? [] : [{ name: 'soils.prj', content: Buffer.from(prj) }]),
  ]
  return zipOf(parts, AT)
}

/** ESRI white paper, 1998: header, then numbered records of one closed ring each, clockwise. */
function shp(rings: [number, number][][]): Buffer {
  const records = rings.map((ring, at) => {
    const clockwise = ring.toReversed()
    const closed = [...clockwise, clockwise[0] ?? [0, 0]]
    const record = Buffer.alloc(8 + 48 + 16 * closed.length)
    record.writeInt32BE(at + 1, 0)
    record.writeInt32BE((record.length - 8) / 2, 4)
    record.writeInt32LE(5, 8)
    record.writeInt32LE(1, 44)
    record.writeInt32LE(closed.length, 48)
    closed.forEach(([x, y], point) => {
      record.writeDoubleLE(x, 56 + 16 * point)
      record.writeDoubleLE(y, 64 + 16 * point)
    })
    return record
  })
  const header = Buffer.alloc(100)
  header.writeInt32BE(9994, 0)
  header.writeInt32BE((100 + records.reduce((sum, { length }) => sum + length, 0)) / 2, 24)
  header.writeInt32LE(1000, 28)
  header.writeInt32LE(5, 32)
  return Buffer.concat([header, ...records])
}
