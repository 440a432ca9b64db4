/** Every bench has its section in docs/performance.md, and a new run replaces its block. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { benchesIn, readPaper, withPrinted } from '../bench/paper.ts'

const benches = readdirSync(path.join(import.meta.dirname, '../bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))

it('has a section for each bench, and a bench for each section', () => {
  expect(benchesIn(readPaper()).toSorted()).toEqual(benches.toSorted())
})

const paper = [
  '# Figures',
  '',
  '## `npm run bench -- one`',
  'What it measures.',
  '',
  'Why it is so.',
  '',
  '## `npm run bench -- two`',
  'The other.',
  '',
].join('\n')

it('replaces the output of one section, and leaves the others alone', () => {
  const printed = withPrinted(paper, 'one', ['first', 'a\nb'])
  expect(printed).toBe(
    paper.replace('What it measures.\n', 'What it measures.\n\n```text\nfirst\na\nb\n```\n'),
  )
  expect(withPrinted(printed, 'one', ['again'])).toBe(
    paper.replace('What it measures.\n', 'What it measures.\n\n```text\nagain\n```\n'),
  )
  expect(withPrinted(paper, 'two', ['x'])).toBe(paper.replace('other.\n', 'other.\n\n```text\nx\n```\n'))
  expect(() => withPrinted(paper, 'three', [])).toThrow('no section of three')
})
