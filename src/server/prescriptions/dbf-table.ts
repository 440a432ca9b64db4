/** Writes a dBASE III table, the attribute format of Shapefiles. */

export interface DbfColumn {
  /** At most 10 capital letters, digits and `_`. */
  name: string
  /** Number or text. */
  kind: 'N' | 'C'
  /** Bytes. */
  width: number
  decimals?: number
}

const DBASE_III = 3
const COLUMN_BYTES = 32

/** Text is UTF-8, cut to its width between characters. */
export function dbfTable(
  columns: readonly DbfColumn[],
  rows: readonly (readonly (string | number)[])[],
  at: Date,
): Buffer {
  const headerBytes = COLUMN_BYTES * (columns.length + 1) + 1
  const rowBytes = columns.reduce((sum, { width }) => sum + width, 1)
  const header = Buffer.alloc(headerBytes)
  header.writeUInt8(DBASE_III, 0)
  header.writeUInt8(at.getUTCFullYear() - 1900, 1)
  header.writeUInt8(at.getUTCMonth() + 1, 2)
  header.writeUInt8(at.getUTCDate(), 3)
  header.writeUInt32LE(rows.length, 4)
  header.writeUInt16LE(headerBytes, 8)
  header.writeUInt16LE(rowBytes, 10)
  columns.forEach(({ name, kind, width, decimals = 0 }, place) => {
    const start = COLUMN_BYTES * (place + 1)
    header.write(name, start, 10, 'ascii')
    header.write(kind, start + 11, 'ascii')
    header.writeUInt8(width, start + 16)
    header.writeUInt8(decimals, start + 17)
  })
  header.writeUInt8(0x0d, headerBytes - 1)
  const body = rows.map((row) => {
    const record = Buffer.alloc(rowBytes, ' ')
    let start = 1
    columns.forEach((column, place) => {
      field(column, row[place] ?? '').copy(record, start)
      start += column.width
    })
    return record
  })
  return Buffer.concat([header, ...body, Buffer.from([0x1a])])
}

function field({ kind, width, decimals = 0 }: DbfColumn, value: string | number): Buffer {
  if (kind === 'N') return Buffer.from(Number(value).toFixed(decimals).padStart(width))
  const characters = Array.from(String(value))
  while (Buffer.byteLength(characters.join('')) > width) characters.pop()
  return Buffer.from(characters.join(''))
}
