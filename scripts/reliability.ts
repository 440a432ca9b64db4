/** Reads the rows of docs/reliability.md, collects test results, and prints the table at the end of a run. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The file in which tests record what they have proved; nothing is recorded if it is not set. */
export const NOTES = 'RELIABILITY_NOTES'

export interface Row {
  id: string
  promise: string
  /** Inputs of a full run; `all`: the number follows from the product itself. */
  full: number | 'all'
}

export interface Shown {
  row: string
  tried: number
  outcome: 'pass' | 'fail' | 'skip'
  seed?: number | undefined
}

/** @param text docs/reliability.md by default */
export function promises(
  text = readFileSync(path.join(import.meta.dirname, '../docs/reliability.md'), 'utf8'),
): Row[] {
  return [...text.matchAll(/^\| ([A-H]\d+) \| (.+) \| (\d+|all) \|$/gm)].map(
    ([, id = '', promise = '', full = '']) => ({ id, promise, full: full === 'all' ? full : Number(full) }),
  )
}

/** One line of the notes; a line is written at once, so processes may share the file. */
export function note(entry: Shown): void {
  const file = process.env[NOTES]
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`)
}

export function notesIn(file: string): Shown[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** The result of a row. If several tests prove parts of it, their inputs are added up. */
function summed({ id, full }: Row, notes: readonly Shown[], soaking: boolean) {
  const rowNotes = notes.filter(({ row }) => row === id)
  const runs = rowNotes.filter(({ outcome }) => outcome !== 'skip')
  const tried = runs.reduce((sum, run) => sum + run.tried, 0)
  const failures = runs.filter(({ outcome }) => outcome === 'fail').length
  const seeds = [...new Set(runs.flatMap(({ seed }) => (seed === undefined ? [] : [seed])))]
  const size =
    runs.length > 0
      ? full === 'all' || tried >= full
        ? 'full'
        : `of ${full}${soaking ? ', TOO FEW' : ', which npm run test:soak tries'}`
      : rowNotes.length > 0
        ? 'what it needs is not installed here'
        : 'NOT SHOWN'
  const isShort = soaking && runs.length > 0 && size !== 'full'
  return { tried, failures, seeds, size, kept: rowNotes.length > 0 && failures === 0 && !isShort }
}

/** The table, and whether every row was proved without a failure; when `soaking`, at full size. */
export function table(
  rows: readonly Row[],
  notes: readonly Shown[],
  soaking = false,
): { lines: string[]; kept: boolean } {
  let kept = true
  const lines = rows.map((row) => {
    const { tried, failures, seeds, size, ...result } = summed(row, notes, soaking)
    kept &&= result.kept
    const figures = [row.id.padEnd(4), String(tried).padStart(8), String(failures).padStart(9)]
    return `${figures.join('')}  ${seeds.join(' ').padEnd(10)}  ${row.promise}${size === 'full' ? '' : ` (${size})`}`
  })
  return { lines: ['row    tried failures  seed        promised (docs/reliability.md)', ...lines], kept }
}
