/** Writes a zip archive (APPNOTE 6.3.x, without 64-bit extensions). */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  /** ASCII, without folders. */
  name: string
  content: Buffer
}

const VERSION = 20
const DEFLATE = 8

/** The same entries and time give the same bytes. */
export function zipOf(entries: readonly ZipEntry[], at: Date): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const packed = deflateRawSync(content)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(VERSION, 0)
    header.writeUInt16LE(DEFLATE, 4)
    header.writeUInt32LE(dosTime(at), 6)
    header.writeUInt32LE(crc32(content), 10)
    header.writeUInt32LE(packed.length, 14)
    header.writeUInt32LE(content.length, 18)
    header.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), header, Buffer.from(name), packed])
    directory.push(directoryEntry(header, name, offset))
    parts.push(local)
    offset += local.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, index, end])
}

function directoryEntry(header: Buffer, name: string, offset: number): Buffer {
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(offset, 10)
  const version = Buffer.alloc(2)
  version.writeUInt16LE(VERSION)
  return Buffer.concat([Buffer.from('PK\u0001\u0002'), version, header, tail, Buffer.from(name)])
}

/** In two-second steps, UTC; the format begins in 1980. */
function dosTime(at: Date): number {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}
