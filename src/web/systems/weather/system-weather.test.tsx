/** Rain entered on a bad line: it keeps its unit, and a late answer takes away nothing that was typed since. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Weather, WeatherDay } from '#contract/weather.ts'
import { useChooseUnit, useUnit } from '../../api/preferences.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { mount, signIn } from '../../testing/mount.tsx'
import { NOW, testSystem } from '../testing/test-system.ts'
import { SystemWeather } from './system-weather.tsx'

const NAME = 'East Quarter'

function dryDay(day: string): WeatherDay {
  return {
    day,
    forecast: false,
    min_c: null,
    max_c: null,
    reference_et_mm: null,
    et_method: null,
    et_certainty: null,
    et_source: null,
    rain_chance_pct: null,
    rain: {
      used_mm: null,
      used: null,
      chosen: null,
      typed_mm: null,
      typed: null,
      gauge_mm: null,
      station_mm: null,
      station: null,
      model_mm: null,
    },
  }
}

const weather: Weather = {
  system: NAME,
  file: null,
  state: 'off',
  fetched_at: null,
  failure: null,
  simulated: false,
  networks: [],
  today: '2026-07-12',
  days: [dryDay('2026-07-11'), dryDay('2026-07-12')],
}

/** `change` answers what changes something. */
function serve(change: (path: string) => Promise<void>) {
  return fakeServer(async ({ method, path }) => {
    if (method !== 'GET') {
      await change(path)
      return path === '/api/rain/' ? { status: 204 } : undefined
    }
    if (path.startsWith('/api/weather/')) return { json: weather }
    const account = { theme: 'system', language: 'device', provider: false, support_asked: false }
    return path === '/api/preferences/' ? { json: { ...account, unit: 'in' } } : undefined
  })
}

function WeatherWithUnit() {
  const { unit } = useUnit()
  const choose = useChooseUnit()
  return (
    <>
      <button type="button" onClick={() => choose.mutate('mm')}>
        Millimetres
      </button>
      <p>{`Depths in ${unit}`}</p>
      <SystemWeather system={testSystem(NAME)} now={NOW} />
    </>
  )
}

const amount = page.getByRole('spinbutton', { name: 'Rain in your gauge' })
const save = page.getByRole('button', { name: 'Save rain' })

beforeEach(signIn)

it('rain typed in millimetres stays that rain when the unit could not be saved', async () => {
  const refused = Promise.withResolvers<void>()
  const requests = serve((path) => (path === '/api/preferences/' ? refused.promise : Promise.resolve()))
  mount(<WeatherWithUnit />)
  await expect.element(amount).toBeVisible()
  await page.getByRole('button', { name: 'Millimetres' }).click()
  await expect.element(page.getByText('Depths in mm')).toBeVisible()
  await amount.fill('12')
  refused.resolve()
  await expect.element(page.getByText('Depths in in')).toBeVisible()
  await save.click()
  const entered = () => requests.filter(({ path }) => path === '/api/rain/').map(({ body }) => body)
  await expect.poll(entered).toEqual([{ system: NAME, day: '2026-07-12', mm: 12 }])
})

it('a late answer leaves the rain that was typed for another day', async () => {
  const stored = Promise.withResolvers<void>()
  const requests = serve(() => stored.promise)
  mount(<SystemWeather system={testSystem(NAME)} now={NOW} />)
  await amount.fill('0.5')
  await save.click()
  await page.getByLabelText('Day of the rain').selectOptions('2026-07-11')
  await amount.fill('0.7')
  const lists = () => requests.filter(({ path }) => path.startsWith('/api/weather/')).length
  const before = lists()
  stored.resolve()
  await expect.poll(lists).toBeGreaterThan(before)
  await expect.element(page.getByRole('button', { name: 'Save rain' })).toBeVisible()
  await expect.element(amount).toHaveValue(0.7)
})
