/** A CSV file of every line that an import refused, safe to open in a spreadsheet. */
import { type FileHandle, open } from 'node:fs/promises'
import type { RefusedLine } from './import-report.ts'

export interface RefusedFile {
  add(lines: readonly RefusedLine[]): Promise<void>
  close(): Promise<void>
}

export async function openRefusedFile(file: string): Promise<RefusedFile> {
  const handle: FileHandle = await open(file, 'w')
  await handle.write('line,reason,cells\r\n')
  return {
    add: async (lines) => void (await handle.write(lines.map(refusedRow).join(''))),
    close: () => handle.close(),
  }
}

function refusedRow({ number, reason, cells }: RefusedLine): string {
  return `${[String(number), reason, ...cells].map(csvCell).join(',')}\r\n`
}

/** Text that a spreadsheet would take for a formula is marked as text. */
function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
