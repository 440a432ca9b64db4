/** Readings by day in the field's time zone, with the minimum and maximum of each depth. */
import { describe, expect, it } from 'vitest'
import type { GraphData } from '../../contract/graphs.ts'
import { csvText, dayRows, readingRows } from './reading-tables.ts'

const at = (iso: string) => Date.parse(iso) / 1000

it("assigns a reading to the day in the field's time zone, not in UTC", () => {
  const series = (depth: number, values: (number | null)[]) => ({
    sensor: `P3-${depth}cm`,
    probe: 3,
    depth_cm: depth,
    gap_s: 3600,
    values,
  })
  const data: GraphData = {
    system: 'North',
    time_zone: 'America/Edmonton',
    root_depth_in: null,
    target_percent: 70,
    reduced: false,
    // the first two are of the evening of the 6th in Edmonton
    times: [at('2026-07-07T02:00:00Z'), at('2026-07-07T05:59:00Z'), at('2026-07-07T06:01:00Z')],
    series: [series(20, [0.2, 0.18, 0.25]), series(40, [null, 0.3, null])],
    bands: [],
    events: [
      {
        kind: 'irrigation',
        probe: 3,
        from: at('2026-07-07T03:00:00Z'),
        to: at('2026-07-07T04:00:00Z'),
        depth_in: 0.4,
      },
    ],
  }
  expect(dayRows(data)).toEqual([
    { day: '2026-07-07', ranges: [{ min: 0.25, max: 0.25 }, null], waterIn: 0 },
    {
      day: '2026-07-06',
      ranges: [
        { min: 0.18, max: 0.2 },
        { min: 0.3, max: 0.3 },
      ],
      waterIn: 0.4,
    },
  ])
})

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
  ])('%j is written %j', (text, cell) => {
    expect(csvText([[text]])).toBe(`${cell}\r\n`)
  })

  it('that are numbers stay numbers, and gaps stay empty', () => {
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
