/** Every row of docs/reliability.md has a test, and the table reports inputs tried, failures and missing rows. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { promises, table } from './reliability.ts'

const ROOT = path.join(import.meta.dirname, '..')

/** Rows that the tests of the checkout name, by `provesRow('B1', …)`. */
function namedRows(): Set<string> {
  const files = ['src', 'e2e', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test\.tsx?|e2e\.ts)$/.test(name))
      .map((name) => path.join(ROOT, folder, name)),
  )
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bprovesRow\(\s*'([A-H]\d+)'/g)].map(([, id = '']) => id),
    ),
  )
}

it('every row is proved by a test, and no test names an unknown row', () => {
  const rows = promises().map(({ id }) => id)
  expect(rows.length).toBeGreaterThan(40)
  expect([...namedRows()].toSorted()).toEqual(rows.toSorted())
})

it('the table adds up, and a failed or unproved row fails the run', () => {
  const rows = promises(
    '| A1 | Nobody. | all |\n| B1 | Nothing. | 50 |\n| C9 | Never. | 7 |\n\nNo row: | D1 |',
  )
  const whole = table(rows, [
    { row: 'A1', tried: 3, outcome: 'pass' },
    { row: 'A1', tried: 4, outcome: 'pass', seed: 5 },
    { row: 'B1', tried: 10, outcome: 'pass' },
    { row: 'C9', tried: 0, outcome: 'skip' },
  ])
  expect(whole).toEqual({
    kept: true,
    lines: [
      expect.stringContaining('failures'),
      'A1         7        0  5           Nobody.',
      'B1        10        0              Nothing. (of 50, which npm run test:soak tries)',
      'C9         0        0              Never. (what it needs is not installed here)',
    ],
  })
  const failed = table(rows.slice(0, 1), [{ row: 'A1', tried: 3, outcome: 'fail' }])
  expect([failed.kept, failed.lines[1]]).toEqual([false, 'A1         3        1              Nobody.'])
  // a soak test with fewer inputs than documented has not proved it
  expect(table(rows.slice(1, 2), [{ row: 'B1', tried: 49, outcome: 'pass' }], true)).toMatchObject({
    kept: false,
    lines: [expect.any(String), 'B1        49        0              Nothing. (of 50, TOO FEW)'],
  })
  expect(table(rows.slice(1, 2), [{ row: 'B1', tried: 50, outcome: 'pass' }], true).kept).toBe(true)
  expect(table(rows.slice(0, 1), [])).toMatchObject({
    kept: false,
    lines: [expect.any(String), expect.stringContaining('(NOT SHOWN)')],
  })
})
