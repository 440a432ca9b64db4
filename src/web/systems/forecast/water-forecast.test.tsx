/** The water forecast: the start time, the two-week chart, the deficit carried over, and turns on a shared pump. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FieldBalance, KnownBalance } from '#contract/balance.ts'
import { barriers } from '../../testing/accessibility.ts'
import { mount, signIn } from '../../testing/mount.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { testSystem } from '../testing/test-system.ts'
import { WaterForecast } from './water-forecast.tsx'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
// a Monday
const NOW = Date.parse('2026-07-06T18:00:00Z')
const at = (days: number) => new Date(NOW + days * DAY_MS).toISOString()

const knownBalance: KnownBalance = {
  refill_at: at(2.1),
  driest_percent: 58,
  refill_percent: 45,
  start_by: at(0.75),
  rain_likely: null,
  doubt: 'measured',
  crop: 'barley',
  root_mm: 762,
  target_percent: 70,
  mean_percent: 66,
  course: Array.from({ length: 15 }, (_, i) => ({
    at: at(i - 7),
    driest_percent: 90 - 4 * i,
    mean_percent: 95 - 4 * i,
    pass_driest_percent: i < 8 ? null : 70,
    pass_mean_percent: i < 8 ? null : 75,
  })),
  days: Array.from({ length: 15 }, (_, i) => ({
    day: at(i - 7).slice(0, 10),
    forecast: i >= 7,
    use_mm: 5,
    use_source: 'weather' as const,
    rain_mm: i === 9 ? 12.7 : 0,
    rain_expected_mm: i === 9 ? 5 : 0,
    rain_known: true,
    rain_chance_percent: i >= 7 ? 40 : null,
    irrigation_mm: i === 2 ? 10 : 0,
  })),
  stretches: [],
  pass: {
    starts_at: at(0.75),
    running: false,
    hours: 52,
    timer_percent: 45,
    gross_mm: 20,
    net_mm: 17,
    unmet_mm: 6,
  },
  probes: 3,
  forecast_until: at(7).slice(0, 10),
  surface: true,
}

function show(change: Partial<KnownBalance> = {}, pump: FieldBalance['pump'] = null) {
  const balance: FieldBalance = {
    system: 'East Quarter',
    state: 'known',
    computed_at: at(0),
    known: { ...knownBalance, ...change },
    layer_mm: 200,
    layers: 0,
    cells_b64: null,
    pump,
  }
  signIn()
  fakeServer(({ path }) => {
    if (path.startsWith('/api/balance/')) return { json: balance }
    return path === '/api/preferences/'
      ? { json: { unit: 'mm', theme: 'system', language: 'device', provider: false, support_asked: false } }
      : undefined
  })
  mount(<WaterForecast system={testSystem('East Quarter')} now={NOW} />)
}

const ahead = page.getByRole('region', { name: 'Water forecast' })

it('shows when to water, the latest start, the amount and the remainder, with two weeks of water', async () => {
  show()
  await expect.element(ahead.getByText(/Refill in 2 days/)).toBeVisible()
  // 06:00 on Tuesday in Alberta
  await expect
    .element(ahead.getByText(/Start by Tue 06:00 so that the last sector is watered in time\./))
    .toBeVisible()
  await expect
    .element(ahead.getByText(/One pass puts 17\smm into the top 762\smm of soil in 52 hours\./))
    .toBeVisible()
  await expect.element(ahead.getByText(/It stays 6\smm short, which is carried over\./)).toBeVisible()
  await expect.element(ahead.getByText(/Measured: probes have read within a day\./)).toBeVisible()
  const picture = ahead.getByRole('img', {
    name: /90% a week ago, 58% now, 34% in a week without a pass, 70% with one. Rain in the forecast: 13\smm/,
  })
  await expect.element(picture).toBeVisible()
  expect(picture.element().textContent).toMatch(/^FullRefillWater1013/)
  await expect.element(ahead.getByText(/may not come/)).toBeVisible()
  await expect.element(ahead.getByText(/put down by the pivot/)).toBeVisible()
  expect(await barriers()).toEqual([])
})

it('delays the start for likely rain, and says that it is a guess', async () => {
  show({
    rain_likely: { mm: 20, chance_percent: 80, expected_mm: 16, day: '2026-07-07' },
    doubt: 'guessed',
    pass: null,
  })
  await expect.element(ahead.getByText(/Rain is likely: 20\smm at 80%\. Hold off\./)).toBeVisible()
  await expect.element(ahead.getByText(/Guessed: not all of the weather is known\./)).toBeVisible()
  await expect.element(ahead.getByText(/with one pass/)).not.toBeInTheDocument()
})

describe('fields that share a pump', () => {
  const turn = (system: string, starts: number, hours: number, by: number, late = 0) => ({
    system,
    starts_at: at(starts),
    ends_at: new Date(NOW + starts * DAY_MS + hours * HOUR_MS).toISOString(),
    start_by: at(by),
    late_hours: late,
  })
  const bars = () => [...document.querySelectorAll<HTMLElement>('[style*="inline-size"]')]

  it('are in sequence on one timeline', async () => {
    show({}, { pump: 'Canal', fits: true, turns: [turn('West', 0, 24, 0.5), turn('East Quarter', 1, 24, 1)] })
    await expect
      .element(ahead.getByText(/Pump Canal can water every field in time, in this order:/))
      .toBeVisible()
    await expect.element(ahead.getByText(/East Quarter: Tue 12:00, 24 h/)).toBeVisible()
    const [first, second] = bars().map((bar) => bar.getBoundingClientRect())
    expect(second?.left).toBeCloseTo(first?.right ?? -1, 0)
    expect(second?.width).toBeCloseTo(first?.width ?? -1, 0)
    expect(await barriers()).toEqual([])
  })

  it('say if no order is in time', async () => {
    show(
      {},
      {
        pump: 'Canal',
        fits: false,
        turns: [turn('West', 0, 24, -0.5, 12), turn('East Quarter', 1, 24, 0.5, 12)],
      },
    )
    await expect.element(ahead.getByText(/No order on pump Canal waters every field in time\./)).toBeVisible()
    await expect.element(ahead.getByText(/East Quarter: .* 12 h late/)).toBeVisible()
  })
})
