/** The as-applied record: whole sectors, whatever the steps, and a cut where the revision changed. */
import { expect, it } from 'vitest'
import type { Running } from './device-shadow.ts'
import { SectorLog } from './sector-log.ts'
import { desiredState } from './test-broker.ts'

const START = Date.parse('2026-07-01T00:00:00.000Z')
const TIME = { startedAt: START, warp: 10 }

function running(rev: number): Running {
  return { desired: desiredState(rev), appliedAt: '', fallback: false }
}

const half = () => [0.5, 0, 0, 0, 0, 0, 0, 0, 0]

it('is written when the arm leaves a sector, in wall time, over several steps', () => {
  const log = new SectorLog()
  const first = [{ sector: 5, fromMs: 0, toMs: 1000, degrees: 0.5 }]
  const second = [
    { sector: 5, fromMs: 0, toMs: 600, degrees: 1.5 },
    { sector: 6, fromMs: 600, toMs: 1000, degrees: 0.1 },
  ]
  expect(log.add(first, TIME, running(2), half)).toEqual([])
  expect(log.add(second, { ...TIME, startedAt: START + 100 }, running(2), half)).toEqual([
    {
      rev: 2,
      sector: 5,
      from: '2026-07-01T00:00:00.000Z',
      to: '2026-07-01T00:00:00.160Z',
      depthIn: half(),
    },
  ])
})

it('counts only the part of a sector that a revision watered', () => {
  const log = new SectorLog()
  const pass = { sector: 5, fromMs: 0, toMs: 1000, degrees: 0.8 }
  log.add([pass], TIME, running(2), half)
  const [record] = log.add([pass], { ...TIME, startedAt: START + 100 }, running(3), half)
  expect(record).toMatchObject({ rev: 2, sector: 5, depthIn: [0.2, 0, 0, 0, 0, 0, 0, 0, 0] })
})

it('says nothing about water that no revision ordered', () => {
  const log = new SectorLog()
  const pass = { sector: 5, fromMs: 0, toMs: 1000, degrees: 2 }
  expect(log.add([pass], TIME, null, half)).toEqual([])
  expect(log.add([{ ...pass, sector: 6 }], TIME, running(1), half)).toEqual([])
})
