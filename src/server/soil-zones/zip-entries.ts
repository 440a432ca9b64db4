/** Reads an uploaded zip archive with a limit on its unpacked size, whatever its headers claim. */
import { inflateRawSync } from 'node:zlib'
import { SOIL_FILE_UNPACKED_BYTES_MAX } from '../../contract/limits.ts'
import { Problem } from '../kit/problem.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
/** A comment may follow the end of the directory. */
const COMMENT_BYTES_MAX = 65_535
const ENCRYPTED = 1

export interface ZipFile {
  name: string
  content: Buffer
}

/**
 * The wanted files of an archive (APPNOTE 6.3.x, without its 64-bit extensions), in its order.
 *
 * @throws Problem('soil_file_unreadable'), Problem('soil_file_too_large')
 */
export function zipFiles(archive: Buffer, isWanted: (name: string) => boolean): ZipFile[] {
  try {
    return wantedFiles(archive, isWanted)
  } catch (error) {
    if (error instanceof Problem) throw error
    const large = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    // a corrupt archive may have any offsets and streams
    throw new Problem(large ? 'soil_file_too_large' : 'soil_file_unreadable')
  }
}

function wantedFiles(archive: Buffer, isWanted: (name: string) => boolean): ZipFile[] {
  const end = endOf(archive)
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  let bytesLeft = SOIL_FILE_UNPACKED_BYTES_MAX
  const files: ZipFile[] = []
  for (let entry = 0; entry < count; entry += 1) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Problem('soil_file_unreadable')
    const nameBytes = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes)
    if (isWanted(name)) {
      const content = contentOf(archive, at, bytesLeft)
      bytesLeft -= content.length
      files.push({ name, content })
    }
    at += ENTRY_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_BYTES - COMMENT_BYTES_MAX)
  for (let at = archive.length - END_BYTES; at >= first; at -= 1)
    if (archive.readUInt32LE(at) === END) return at
  throw new Problem('soil_file_unreadable')
}

function contentOf(archive: Buffer, entry: number, bytesMax: number): Buffer {
  const method = archive.readUInt16LE(entry + 10)
  const packedBytes = archive.readUInt32LE(entry + 20)
  const local = archive.readUInt32LE(entry + 42)
  const encrypted = (archive.readUInt16LE(entry + 8) & ENCRYPTED) === ENCRYPTED
  if (encrypted || archive.readUInt32LE(local) !== LOCAL) throw new Problem('soil_file_unreadable')
  const from = local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  if (from + packedBytes > archive.length) throw new Problem('soil_file_unreadable')
  const packed = archive.subarray(from, from + packedBytes)
  if (method === DEFLATED) return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytesMax) })
  if (method !== STORED) throw new Problem('soil_file_unreadable')
  if (packed.length > bytesMax) throw new Problem('soil_file_too_large')
  return Buffer.from(packed)
}
