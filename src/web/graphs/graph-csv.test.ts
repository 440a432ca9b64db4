/** Files of readings: every reading at its time, and nothing that a spreadsheet would run (C4). */
import { describe, expect, it } from 'vitest'
import type { GraphData } from '../../contract/graphs.ts'
import { csvText, readingRows } from './graph-csv.ts'

function part(times: number[], sensor: string, values: (number | null)[]): GraphData {
  const nothing = { reduced: false, bands: [], events: [], root_depth_in: null, target_percent: 70 }
  const series = [{ sensor, probe: 3, depth_cm: 20, gap_s: 3600, values }]
  return { ...nothing, system: 'North', time_zone: 'America/Edmonton', times, series }
}

describe('cells', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['North, 2', '"North, 2"'],
    ['plain - text', 'plain - text'],
  ])('%j is written %j', (text, written) => {
    expect(csvText([[text]])).toBe(`${written}\r\n`)
  })

  it('that are numbers stay numbers, and silences stay empty', () => {
    expect(csvText([[21.3, null, -1]])).toBe('21.3,,-1\r\n')
  })
})

it('has both times and one column a sensor, over all parts', () => {
  const noon = Date.parse('2026-07-06T18:00:00Z') / 1000
  const rows = readingRows([part([noon], 'P3-20cm', [0.2134]), part([noon + 900], 'P3-40cm', [0.3])])
  expect(rows).toEqual([
    ['time (UTC)', 'time (America/Edmonton)', 'P3-20cm (% by volume)', 'P3-40cm (% by volume)'],
    ['2026-07-06T18:00:00.000Z', '2026-07-06 12:00:00', 21.34, null],
    ['2026-07-06T18:15:00.000Z', '2026-07-06 12:15:00', null, 30],
  ])
})
