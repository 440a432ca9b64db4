/** Days of the field's own time zone, with the lowest and highest of each depth. */
import { expect, it } from 'vitest'
import type { GraphData } from '../../contract/graphs.ts'
import { dayRows } from './day-table.ts'

const at = (iso: string) => Date.parse(iso) / 1000

it('counts a reading to the day of the field, not of Greenwich', () => {
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
    { day: '2026-07-07', reaches: [{ least: 0.25, greatest: 0.25 }, null], waterIn: 0 },
    {
      day: '2026-07-06',
      reaches: [
        { least: 0.18, greatest: 0.2 },
        { least: 0.3, greatest: 0.3 },
      ],
      waterIn: 0.4,
    },
  ])
})
