/** Which silent probes are estimated, and how the others affect the estimate. */
import { expect, it } from 'vitest'
import { MAP_TIME, mapProbe } from '../../testing/map-inputs.ts'
import { fillSilent, type LastHeard } from './silent-probes.rules.ts'

const DAY = 86_400_000
const daysBefore = (days: number) => new Date(MAP_TIME.getTime() - days * DAY)

const FIELD = [
  mapProbe(1, [0, 50, null]),
  mapProbe(2, [50, 0, 0.21]),
  mapProbe(3, [-50, 0, 0.3]),
  mapProbe(4, [0, -50, 0.5], { state: 'suspect' }),
]
/** In loam, wilting point 0.12 and field capacity 0.25. */
const share = (value: number) => (value - 0.12) / 0.13

const lastHeard = (days: number, others: [number, number][]): LastHeard => ({
  at: daysBefore(days),
  value: 0.2,
  layers: [{ topMm: 0, bottomMm: 400, share: share(0.2) }],
  others: new Map(others.map(([number, value]) => [number, share(value)])),
})

function filled(last: LastHeard) {
  const [probe] = fillSilent(FIELD, MAP_TIME, new Map([[1, last]]))
  return [probe?.state, probe?.value === null ? null : Number(probe?.value.toFixed(6)), probe?.at]
}

it('adds the mean change of those with readings at both times', () => {
  const both: [number, number][] = [
    [2, 0.25],
    [3, 0.32],
  ]
  expect(filled(lastHeard(3, both))).toEqual(['filled', 0.17, daysBefore(3)])
  expect(filled(lastHeard(3, [[2, 0.25]]))).toEqual(['filled', 0.16, daysBefore(3)])
})

it('never depends on a suspect sensor, nor on no probe at all', () => {
  expect(filled(lastHeard(3, [[4, 0.3]]))).toEqual(['silent', null, null])
  expect(filled(lastHeard(3, []))).toEqual(['silent', null, null])
  expect(fillSilent(FIELD, MAP_TIME, new Map())).toEqual(FIELD)
})

it('ends after seven days, and does not affect the others', () => {
  expect(filled(lastHeard(7, [[2, 0.25]]))[0]).toBe('filled')
  expect(filled(lastHeard(7.01, [[2, 0.25]]))[0]).toBe('silent')
  const after = fillSilent(FIELD, MAP_TIME, new Map([[1, lastHeard(1, [[2, 0.25]])]]))
  expect(after.slice(1)).toEqual(FIELD.slice(1))
  // every layer moves like the whole
  expect(after[0]?.layers[0]?.share).toBeCloseTo(share(0.16), 9)
})

it('stays within the limits of soil', () => {
  expect(filled(lastHeard(1, [[3, 0.59]]))[1]).toBe(0)
  expect(filled(lastHeard(1, [[2, -0.5]]))[1]).toBe(0.6)
})
