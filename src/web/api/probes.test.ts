/** A stored probe set equals the one sent if name, places and numbers agree, however they are written. */
import { expect, it } from 'vitest'
import type { ProbeGroup } from '../../contract/probes.ts'
import { isSameSet } from './probes.ts'

const storedGroup: ProbeGroup = { id: 4, field_name: 'North', probes: [[51.06, -114.15, '7']] }

it.each<[string, string, [number, number, string][], boolean]>([
  ['the same', 'North', [[51.06, -114.15, '7']], true],
  ['the same in other writing', ' North ', [[51.06, -114.15, '007']], true],
  ['another name', 'South', [[51.06, -114.15, '7']], false],
  ['another place', 'North', [[51.07, -114.15, '7']], false],
  ['another number', 'North', [[51.06, -114.15, '8']], false],
  [
    'one more',
    'North',
    [
      [51.06, -114.15, '7'],
      [51.06, -114.15, '8'],
    ],
    false,
  ],
])('recognises a set that was saved although no answer arrived: %s', (_, fieldName, probes, same) => {
  expect(isSameSet(storedGroup, { fieldName, probes })).toBe(same)
})
