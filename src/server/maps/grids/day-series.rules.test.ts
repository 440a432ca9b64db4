/** Daily probe values: every day is there, whichever probes reported. */
import { expect, it } from 'vitest'
import { probesByDay } from './day-series.rules.ts'

const LOAM = { fieldCapacity: 0.25, wiltingPoint: 0.12 }
const place = { latitude: 51, longitude: -114, position: 0, limits: LOAM, soilSource: 'texture' } as const
const PLACED = [
  { ...place, number: 1, x: 0, y: 50 },
  { ...place, number: 2, x: 50, y: 0 },
]
const SENSORS = [
  { probe: 1, depthCm: 20 },
  { probe: 1, depthCm: 60 },
  { probe: 2, depthCm: 20 },
]
const mean = (day: string, probe: number, depthCm: number, value: number) => ({
  day,
  probe,
  depthCm,
  value,
  at: new Date(`${day}T18:00:00Z`),
})
const ROOT = { rootDepthIn: 24, depthCm: null }
const SPAN = { start: '2026-07-06', end: '2026-07-08' }

it('has every day of the period once, and values of the requested depth', () => {
  const means = [mean('2026-07-06', 1, 20, 0.1), mean('2026-07-06', 1, 60, 0.3)]
  const days = probesByDay({ placed: PLACED, sensors: SENSORS, means, span: SPAN }, ROOT)
  expect(days.map(({ day }) => day)).toEqual(['2026-07-06', '2026-07-07', '2026-07-08'])
  // layers from the surface to 40 cm, and on to 24 in = 609.6 mm
  expect(days[0]?.probes[0]?.value).toBeCloseTo((0.1 * 400 + 0.3 * 209.6) / 609.6, 9)
  const deep = { rootDepthIn: 24, depthCm: 60 }
  expect(probesByDay({ placed: PLACED, sensors: SENSORS, means, span: SPAN }, deep)[0]?.probes).toMatchObject(
    [
      { number: 1, value: 0.3, state: 'measured' },
      { number: 2, value: null, state: 'silent' },
    ],
  )
})

it('keeps the layer of a sensor that is silent on a day', () => {
  const means = [mean('2026-07-07', 1, 20, 0.1), mean('2026-07-07', 2, 20, 0.2)]
  const [, second] = probesByDay({ placed: PLACED, sensors: SENSORS, means, span: SPAN }, ROOT)
  expect(second?.probes.map(({ value }) => value)).toEqual([0.1, 0.2])
})

it('fills a gap from the days before the period as well', () => {
  const means = [
    mean('2026-07-01', 1, 20, 0.2),
    mean('2026-07-01', 2, 20, 0.3),
    mean('2026-07-07', 2, 20, 0.25),
    mean('2026-07-08', 2, 20, 0.24),
  ]
  const days = probesByDay({ placed: PLACED, sensors: SENSORS, means, span: SPAN }, ROOT)
  expect(days.map(({ probes }) => probes[0]?.state)).toEqual(['silent', 'filled', 'filled'])
  expect(days[1]?.probes[0]?.value).toBeCloseTo(0.15, 9)
  expect(days[2]?.probes[0]?.value).toBeCloseTo(0.14, 9)
})
