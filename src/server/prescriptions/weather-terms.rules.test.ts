/** When weather counts in a prescription, and that small forecast changes trigger nothing. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../agronomy/seeded-random.ts'
import type { FieldInputs } from '../../contract/prescriptions.ts'
import { compute, computeInWeather } from './computation.rules.ts'
import { type RunningPrescription, sendingOf } from './publication.rules.ts'
import { type WaterAhead, withWeather } from './weather-terms.rules.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = new Date('2026-07-10T12:00:00.000Z')
const OFF = { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false }
const after = (ms: number, from = NOW) => new Date(from.getTime() + ms)

/** Two probes of one layer over the root zone: FC 0.25, WP 0.12, 24 in, 80 %, 1 in. */
function inputs(theta: number, now = NOW, speedControl = false): FieldInputs {
  return {
    settings: {
      is_system_on: true,
      is_test_pattern_on: false,
      is_speed_switch_on: speedControl,
      application_rate: 1,
      root_depth: 24,
      target_moisture: 80,
      towers: OFF,
    },
    latitude: 51,
    longitude: -114,
    tower_radii_m: [100, 200],
    wetted_radius_m: 200,
    arc: null,
    flow_gpm: 800,
    speed_100_m_min: 3,
    probes: [0.002, -0.002].map((lng, k) => ({
      number: k + 1,
      latitude: 51,
      longitude: -114 + lng,
      field_capacity: 0.25,
      wilting_point: 0.12,
      layers: [
        {
          depth_cm: 30,
          top_mm: 0,
          bottom_mm: 610,
          value: theta,
          at: now.toISOString(),
          state: 'used' as const,
          suspicion: null,
          last_trusted: null,
        },
      ],
    })),
    geofences: [],
    basis: 'soil',
  }
}

/** Days from now on, each with 6 mm of crop use and the given rain. */
function ahead(rainMm: readonly number[], change: Partial<WaterAhead> = {}, now = NOW): WaterAhead {
  return {
    stretches: rainMm.map((rain_mm, day) => ({
      from: after(day * DAY, now).toISOString(),
      until: after((day + 1) * DAY, now).toISOString(),
      use_mm: 6,
      rain_mm,
    })),
    hours: 48,
    arm: { angleDeg: 0, clockwise: true },
    computedAt: now,
    ...change,
  }
}

const inWeather = (of: FieldInputs, waterAhead: WaterAhead | null) =>
  withWeather(of, { ahead: waterAhead, now: NOW }, (bare) => compute(bare).totals.hours)

describe('weather', () => {
  it('counts sector by sector, with its mean besides', () => {
    const { weather } = inWeather(inputs(0.2), ahead([4, 0]))
    // the middle of sector 90 is 181 degrees away: 24.13 h
    expect(weather?.sectors?.et_mm[90]).toBe(6)
    expect(weather?.sectors?.rain_mm[90]).toBe(4)
    expect(weather?.sectors?.et_mm[179]).toBe(12)
    expect(weather?.sectors?.rain_mm[44]).toBe(2)
    expect(weather?.et_mm).toBe(6)
    expect(weather?.rain_mm).toBe(3)
  })

  it.each<[string, Partial<WaterAhead> | null]>([
    ['without a crop', null],
    ['without weather of today', { stretches: [] }],
    ['before the machine was heard', { arm: null }],
    ['where nobody knows how fast it is', { hours: null }],
    ['of a balance that was left behind', { computedAt: after(-DAY - 1) }],
  ])('is none %s', (_, change) => {
    const plain = inputs(0.2)
    expect(inWeather(plain, change && ahead([4], change))).toBe(plain)
  })

  it('is not used without soil data', () => {
    const off = { ...inputs(0.2), basis: 'off' as const }
    expect(inWeather(off, ahead([4]))).toBe(off)
  })

  it('under speed control covers the pass that the soil requires', () => {
    // a quarter of a pass needed everywhere: the arm moves faster
    const needingInputs = inputs(0.2153, NOW, true)
    const hours = compute(needingInputs).totals.hours ?? 0
    expect(hours).toBeLessThan(compute(inputs(0.15, NOW, true)).totals.hours ?? 0)
    const { weather } = inWeather(needingInputs, ahead([0, 0, 0, 0]))
    expect(weather?.sectors?.et_mm[179]).toBeCloseTo((6 / 24) * hours * (359 / 360), 0)
  })
})

it('a forecast that varies by 2 mm is sent at most six times a day, and no cell flips', () => {
  const { next: random } = seededRandom(15)
  let theta = 0.22
  let running: RunningPrescription | null = null
  const published: Date[] = []
  const percents: Uint8Array[] = []
  /** True need at arrival, without the variation, in points of a pass; when each cell last turned. */
  const turnedAt = new Map<number, number>()
  let toAndFro = 0
  for (let step = 0; step < 20 * 12; step += 1) {
    const now = after(2 * step * HOUR)
    // dries by 0.5 mm in two hours, and one day of rain
    theta += step === 96 ? 12 / 610 : -0.5 / 610
    if (step % 60 === 0) theta = 0.222
    const rain = [2 * random(), 2 * random(), 2 * random()]
    const soil = inputs(theta + 0.0002 * (random() - 0.5), now)
    const computation = computeInWeather(
      { ahead: ahead(rain, {}, now), now },
      soil,
      running,
      percents.slice(-40),
    )
    const sending =
      running === null
        ? 'now'
        : sendingOf({
            running,
            settingsRev: 1,
            computation,
            stays: [],
            published: published.toReversed(),
            now,
          })
    if (sending !== 'now') continue
    if (running) {
      published.push(now)
      percents.push(running.percent)
    }
    const before: Uint8Array = running?.percent ?? computation.percent
    computation.percent.forEach((percent, cell) => {
      if ((percent === 0) === (before[cell] === 0)) return
      const need = 0.12 + 0.8 * 0.13 - theta
      const former = turnedAt.get(cell)
      const points = (100 * need * 610) / 0.85 / 25.4
      if (former !== undefined && Math.abs(points - former) < 10) toAndFro += 1
      turnedAt.set(cell, points)
    })
    running = { ...computation, settingsRev: 1 }
  }
  const inDayBefore = published.map(
    (at) => published.filter((time) => time <= at && at.getTime() - time.getTime() < DAY).length,
  )
  expect(Math.max(...inDayBefore)).toBeLessThanOrEqual(6)
  // some changes were sent, and some cells did turn
  expect(published.length).toBeGreaterThan(3)
  expect(turnedAt.size).toBeGreaterThan(0)
  expect(toAndFro).toBe(0)
})
