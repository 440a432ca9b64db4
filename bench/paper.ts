/** Updates docs/performance.md: each bench has a section with the block of its last recorded run. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const PAPER = path.join(import.meta.dirname, '../docs/performance.md')
const HEADING = /^## `npm run bench -- (.+)`$/
const OPENING = '```text'
const CLOSING = '```'

export const readPaper = () => readFileSync(PAPER, 'utf8')

/** Names of benches that have a section in docs/performance.md, in its order. */
export function benchesIn(paper: string): string[] {
  return paper.split('\n').flatMap((line) => HEADING.exec(line)?.[1] ?? [])
}

/**
 * docs/performance.md with the output of a bench in place of the previous one; the first time, below the section's text.
 *
 * @throws RangeError if there is no section for that bench
 */
export function withPrinted(paper: string, name: string, printed: readonly string[]): string {
  const lines = paper.split('\n')
  const start = lines.findIndex((line) => HEADING.exec(line)?.[1] === name)
  if (start < 0) throw new RangeError(`docs/performance.md has no section of ${name}`)
  const following = lines.findIndex((line, at) => at > start && line.startsWith('## '))
  const end = following < 0 ? lines.length : following
  const section = lines.slice(start, end)
  const opening = section.indexOf(OPENING)
  const block = [OPENING, ...printed.flatMap((text) => text.split('\n')), CLOSING]
  if (opening < 0) {
    // below the first paragraph, which says what is measured
    const gap = section.indexOf('', 1)
    section.splice(gap < 0 ? section.length : gap, 0, '', ...block)
  } else section.splice(opening, section.indexOf(CLOSING, opening) - opening + 1, ...block)
  return [...lines.slice(0, start), ...section, ...lines.slice(end)].join('\n')
}

export function writePrinted(name: string, printed: readonly string[]): void {
  writeFileSync(PAPER, withPrinted(readPaper(), name, printed))
}
