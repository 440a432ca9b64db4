/** Splits lines into the same cells as csv-parse, for any text, in linear time. */
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { cellsOf, DELIMITERS } from './cells.ts'

/** With quotation marks allowed inside names; null if they are unbalanced, or for more than one line. */
function cellsByLibrary(text: string, delimiter: string): string[] | null {
  try {
    const records = parse(text, { delimiter, relax_column_count: true, relax_quotes: true })
    return records.length === 1 ? (records[0] ?? null) : null
  } catch {
    return null
  }
}

const LETTERS = ['"', '"', '"', ',', ';', '\t', '|', 'a', ' ', '1', 'é', '\r', '\n', '\0']

it('handles quotation marks like csv-parse, wherever they are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...LETTERS), { maxLength: 14 }).map((letters) => letters.join('')),
      fc.boolean(),
      fc.constantFrom(...DELIMITERS),
      (text, first, delimiter) => {
        // at least one cell has a quotation mark inside
        const line = (first ? ['5" pipe', text] : [text, '5" pipe']).join(delimiter)
        expect(cellsOf(line, delimiter)).toEqual(cellsByLibrary(line, delimiter))
      },
    ),
    { numRuns: 3000, seed: 20_261_124 },
  )
})

it.each([
  ['"a ""b"" c",1', ['a "b" c', '1']],
  ['5" pipe,1', ['5" pipe', '1']],
  ['"a"b,1', ['"a"b', '1']],
  ['"a,1', null],
  ['"""', null],
  ['"a"",",2', ['a",', '2']],
])('reads %s', (line, cells) => {
  expect(cellsOf(line, ',')).toEqual(cells)
})
