/** Compiles the moisture kernel: `node scripts/kernel.ts` after a change of src/agronomy/surface/kernel.wat. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import wabt from 'wabt'

const FOLDER = path.resolve(import.meta.dirname, '../src/agronomy/surface')
const NAME = 'kernel.wat'
const COLUMNS = 100

/** @returns the content of kernel-bytes.ts */
export async function compiledKernel(): Promise<string> {
  const { parseWat } = await wabt()
  const source = parseWat(NAME, await readFile(path.join(FOLDER, NAME), 'utf8'), { simd: true })
  source.validate()
  const text = Buffer.from(source.toBinary({}).buffer).toString('base64')
  const lines = text.match(new RegExp(`.{1,${COLUMNS}}`, 'g')) ?? []
  return [
    '/** The moisture kernel, compiled by scripts/kernel.ts from kernel.wat; base64. */',
    'export const KERNEL_BYTES =',
    lines.map((line) => `  '${line}'`).join(' +\n'),
    '',
  ].join('\n')
}

if (import.meta.main) {
  const target = path.join(FOLDER, 'kernel-bytes.ts')
  await writeFile(target, await compiledKernel())
  process.stdout.write(`${target}\n`)
}
