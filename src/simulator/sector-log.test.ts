/** As-applied records: complete sectors for any time step, split where the revision changes. */
import { expect, it } from 'vitest'
import type { Running } from './device-shadow.ts'
import { SectorLog } from './sector-log.ts'
import { desiredState } from './test-broker.ts'

const START = Date.parse('2026-07-01T00:00:00.000Z')
const TIME = { startedAt: START, warp: 10 }

function running(rev: number): Running {
  return { desired: desiredState(rev), appliedAt: '', fallback: false }
}

/** Two inches an hour in the first zone; a degree for half an hour is then an inch there, half an inch over its sector. */
const rate = () => [2, 0, 0, 0, 0, 0, 0, 0, 0]
const HALF_HOUR = 1_800_000

function over(degree: number, fromMs: number, toMs: number, waterMs = 0) {
  return { degree, fromMs, toMs, degrees: 1, waterMs }
}

it('is written when the arm leaves a sector, in wall time, over several steps', () => {
  const log = new SectorLog()
  const first = [over(10, 0, 1000, HALF_HOUR)]
  const second = [over(11, 0, 600, HALF_HOUR / 2), over(12, 600, 1000)]
  expect(log.add(first, TIME, running(2), rate)).toEqual([])
  expect(log.add(second, { ...TIME, startedAt: START + 100 }, running(2), rate)).toEqual([
    {
      rev: 2,
      sector: 5,
      from: '2026-07-01T00:00:00.000Z',
      to: '2026-07-01T00:00:00.160Z',
      depthIn: [0.75, 0, 0, 0, 0, 0, 0, 0, 0],
    },
  ])
})

it('counts only what fell under a revision', () => {
  const log = new SectorLog()
  const pass = over(11, 0, 1000, HALF_HOUR * 0.8)
  log.add([pass], TIME, running(2), rate)
  const [record] = log.add([pass], { ...TIME, startedAt: START + 100 }, running(3), rate)
  expect(record).toMatchObject({ rev: 2, sector: 5, depthIn: [0.4, 0, 0, 0, 0, 0, 0, 0, 0] })
})

it('has revision 0 for water without a revision', () => {
  const log = new SectorLog()
  expect(log.add([over(10, 0, 1000)], TIME, null, rate)).toEqual([])
  expect(log.add([over(12, 0, 1000)], TIME, running(1), rate)).toMatchObject([{ rev: 0, sector: 5 }])
})

it('ends a stay in progress on command, once', () => {
  const log = new SectorLog()
  log.add([over(10, 0, 1000, HALF_HOUR)], TIME, running(2), rate)
  expect(log.end()).toMatchObject([{ rev: 2, sector: 5, depthIn: [0.5, 0, 0, 0, 0, 0, 0, 0, 0] }])
  expect(log.end()).toEqual([])
})
