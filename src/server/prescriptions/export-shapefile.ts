/** Exports a prescription as a Shapefile: polygons, table, index, projection and character set (ESRI white paper, 1998). */
import { cellRing, type ExportedPrescription } from './exported-cells.rules.ts'
import { type DbfColumn, dbfTable } from './dbf-table.ts'

export interface ShapefilePart {
  suffix: string
  content: Buffer
}

const FILE_CODE = 9994
const VERSION = 1000
const POLYGON = 5
const HEADER_BYTES = 100

/** WGS 84 in ESRI's notation. */
const PROJECTION =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'

const COLUMNS: DbfColumn[] = [
  { name: 'SECTOR', kind: 'N', width: 3 },
  { name: 'TOWER', kind: 'N', width: 1 },
  { name: 'FROM_DEG', kind: 'N', width: 7, decimals: 3 },
  { name: 'TO_DEG', kind: 'N', width: 7, decimals: 3 },
  { name: 'PERCENT', kind: 'N', width: 3 },
  { name: 'DEPTH_IN', kind: 'N', width: 8, decimals: 4 },
  { name: 'DEPTH_MM', kind: 'N', width: 8, decimals: 2 },
  { name: 'REASON', kind: 'C', width: 12 },
  { name: 'GEOFENCE', kind: 'C', width: 160 },
]

type Ring = [x: number, y: number][]

export function shapefileParts(prescription: ExportedPrescription): ShapefilePart[] {
  const { cells, madeAt } = prescription
  // outer rings are clockwise, unlike GeoJSON
  const rings = cells.map((cell) => cellRing(prescription, cell))
  const records = rings.map(polygonRecord)
  const box = boxOf(rings.flat())
  const rows = cells.map((cell) => [
    cell.sector,
    cell.tower,
    cell.fromDeg,
    cell.toDeg,
    cell.percent,
    cell.depthIn,
    cell.depthMm,
    cell.reason,
    cell.geofence,
  ])
  return [
    { suffix: '.shp', content: shapes(records, box) },
    { suffix: '.shx', content: shapeIndex(records, box) },
    { suffix: '.dbf', content: dbfTable(COLUMNS, rows, madeAt) },
    { suffix: '.prj', content: Buffer.from(PROJECTION) },
    { suffix: '.cpg', content: Buffer.from('UTF-8') },
  ]
}

function boxOf(points: Ring): number[] {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Type, box, one part starting at 0, points; little-endian. */
function polygonRecord(ring: Ring): Buffer {
  const record = Buffer.alloc(48 + 16 * ring.length)
  record.writeInt32LE(POLYGON, 0)
  boxOf(ring).forEach((edge, at) => record.writeDoubleLE(edge, 4 + 8 * at))
  record.writeInt32LE(1, 36)
  record.writeInt32LE(ring.length, 40)
  ring.forEach(([x, y], at) => {
    record.writeDoubleLE(x, 48 + 16 * at)
    record.writeDoubleLE(y, 56 + 16 * at)
  })
  return record
}

/** Lengths are in 16-bit words, big-endian. */
function header(bytes: number, box: number[]): Buffer {
  const head = Buffer.alloc(HEADER_BYTES)
  head.writeInt32BE(FILE_CODE, 0)
  head.writeInt32BE(bytes / 2, 24)
  head.writeInt32LE(VERSION, 28)
  head.writeInt32LE(POLYGON, 32)
  box.forEach((edge, at) => head.writeDoubleLE(edge, 36 + 8 * at))
  return head
}

function shapes(records: Buffer[], box: number[]): Buffer {
  const numbered = records.flatMap((record, at) => [bigEndianWords(at + 1, record.length / 2), record])
  const bytes = numbered.reduce((sum, { length }) => sum + length, HEADER_BYTES)
  return Buffer.concat([header(bytes, box), ...numbered])
}

function shapeIndex(records: Buffer[], box: number[]): Buffer {
  let offset = HEADER_BYTES
  const entries = records.map(({ length }) => {
    const entry = bigEndianWords(offset / 2, length / 2)
    offset += length + 8
    return entry
  })
  return Buffer.concat([header(HEADER_BYTES + 8 * records.length, box), ...entries])
}

function bigEndianWords(first: number, second: number): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeInt32BE(first, 0)
  buffer.writeInt32BE(second, 4)
  return buffer
}
