/** Weather with the real server: a service on loopback, manual rain beside it, and an outage of the service. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expectAccessible } from './accessibility.ts'
import { expect, newSystem, type Page, signInByCall, test as base } from './farm.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

/** Places south of it have no rain. */
const DRY_BELOW = 49.5

const section = (page: Page) => page.getByRole('region', { name: 'Weather and rain' })
const form = (page: Page) => page.getByRole('form', { name: 'Enter rain' })

async function openWeather(page: Page, name: string): Promise<void> {
  await page.goto('/systems')
  await page.getByLabel('Select a System').selectOption(name)
  await expect(section(page)).toBeVisible()
}

async function typeRain(page: Page, day: string, amount: string): Promise<void> {
  await form(page).getByLabel('Day of the rain').selectOption({ label: day })
  await form(page).getByLabel('Rain in your gauge').fill(amount)
  await form(page).getByRole('button', { name: 'Save rain' }).click()
}

interface Service {
  url: string
  away: boolean
}

async function withService(use: (service: Service) => Promise<void>): Promise<void> {
  const service = { url: '', away: false }
  const server = createServer((request, response) => {
    if (service.away) {
      response.writeHead(503).end()
      return
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', service.url)
    if (pathname !== '/v1/forecast') {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: true, reason: 'Not Found' }))
      return
    }
    const past = Number(searchParams.get('past_days'))
    const first = Math.floor(Date.now() / DAY_MS) * DAY_MS - past * DAY_MS
    const ends = Array.from({ length: (past + 7) * 24 }, (_, i) => first + i * HOUR_MS)
    const daily = (value: number) => ends.map(() => value)
    const dry = Number(searchParams.get('latitude')) < DRY_BELOW
    const hourly = {
      time: ends.map((end) => new Date(end).toISOString().slice(0, 16)),
      temperature_2m: ends.map((_, i) => (i % 24 < 12 ? 10 : 26)),
      dew_point_2m: daily(8),
      wind_speed_10m: daily(3),
      shortwave_radiation: daily(240),
      precipitation: daily(dry ? 0 : 0.25),
      precipitation_probability: daily(40),
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ elevation: 1100, utc_offset_seconds: 0, hourly }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  service.url = `http://127.0.0.1:${address.port}`
  await use(service)
  await new Promise((resolve) => void server.close(resolve))
}

const test = base.extend<object, { service: Service }>({
  // oxlint-disable-next-line no-empty-pattern
  service: [async ({}, use) => withService(use), { scope: 'worker' }],
  settings: [async ({ service }, use) => use({ WEATHER_URL: service.url }), { scope: 'worker' }],
})
// one farm with one service, which has an outage
test.describe.configure({ mode: 'serial' })

test('the forecast appears, and one tap chooses which rain counts', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('Under the cloud')
  await farm.connect(email, name)
  await openWeather(page, name)
  // connecting the system enqueued the fetch, and the page gets a live event
  await expect(section(page)).toContainText('Weather updated', { timeout: 60_000 })
  const tomorrow = section(page).getByRole('row', { name: /Tomorrow/ })
  await expect(tomorrow).toContainText('forecast')
  await expect(tomorrow).toContainText('40')
  const yesterday = section(page).getByRole('row', { name: /Yesterday/ })
  await expect(yesterday).toContainText(/0\.24\sin\s*model/)
  await typeRain(page, 'Yesterday', '1.06')
  await expect(yesterday).toContainText('your gauge 1.06, model 0.24: used gauge')
  await yesterday.getByRole('button', { name: 'Use model for Yesterday' }).click()
  await expect(yesterday).toContainText('used model, chosen by')
  await yesterday.getByRole('button', { name: 'Undo the choice for Yesterday' }).click()
  await expect(yesterday).toContainText('your gauge 1.06, model 0.24: used gauge')
  await expect(yesterday).not.toContainText('chosen by')
  await expect(section(page).getByRole('link', { name: 'Open-Meteo.com' })).toBeVisible()
  await expectAccessible(page)
})

test('entered rain delays the refill, and an outage of the service for two days is shown', async ({
  page,
  farm,
  service,
}) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('Dry for a month')
  await farm.connect(email, name, { latitude: 49 })
  await farm.query(`update systems set connected_at = connected_at - interval '30 days' where name = $1`, [
    name,
  ])
  await openWeather(page, name)
  await expect(section(page)).toContainText('Weather updated', { timeout: 60_000 })
  await page.getByRole('region', { name: 'Crop' }).getByRole('button', { name: 'Set crop' }).click()
  const dialog = page.getByRole('dialog', { name: `Crop of ${name}` })
  await dialog.getByLabel('Crop', { exact: true }).selectOption('Potatoes')
  const planted = new Date(Date.now() - 60 * DAY_MS).toISOString().slice(0, 10)
  await dialog.getByLabel('Planted on').fill(planted.split('-').toReversed().join('/'))
  await dialog.getByRole('button', { name: 'Save crop' }).click()
  await expect(dialog).toBeHidden()
  const forecast = page.getByRole('region', { name: 'Water forecast' })
  const says = (words: string | RegExp) =>
    expect(async () => {
      await openWeather(page, name)
      await expect(forecast).toContainText(words, { timeout: 4000 })
    }).toPass({ timeout: 60_000 })
  await says('Estimated from weather, crop and what the pivot put down.')
  await expect(forecast).toContainText('Refill now')
  await typeRain(page, 'Yesterday', '3')
  // the open page gets a live event
  await expect(forecast).toContainText(/Refill in [2-7] days|Can wait a week/, { timeout: 60_000 })
  service.away = true
  const placeOfSystem = '(select weather_place(latitude, longitude, time_zone) from systems where name = $1)'
  await farm.query(
    `update weather_fetches set fetched_at = fetched_at - interval '2 days', next_at = now() where code = ${placeOfSystem}`,
    [name],
  )
  // the forecast of two days ago for these days was never replaced
  await farm.query(
    `update weather_days set forecast = true where day >= current_date - 2
        and origin_id in (select id from weather_origins where code = ${placeOfSystem})`,
    [name],
  )
  // stored before the page is left
  const stored = page.waitForResponse((response) => response.request().method() !== 'GET')
  await typeRain(page, 'Today', '0')
  expect((await stored).ok()).toBe(true)
  await says('Guessed: not all of the weather is known.')
  await expect(section(page)).toContainText('No new weather since')
  await expect(forecast).toContainText(/Refill in \d days?|Can wait a week/)
  await expect(section(page).getByRole('row', { name: /Yesterday/ })).toContainText(/3\sin\s*gauge/)
  await expectAccessible(page)
  expect((await page.request.get('/readyz')).status()).toBe(200)
})

test('during an outage of the service rain can be entered, replaced and removed', async ({
  page,
  farm,
  service,
}) => {
  service.away = true
  const email = await signInByCall(page, farm)
  const name = newSystem('Dry corner')
  // a place without weather data
  await farm.connect(email, name, { latitude: 50 })
  await openWeather(page, name)
  await expect(section(page)).toContainText('No weather yet.')
  await typeRain(page, 'Yesterday', '-1')
  await expect(form(page)).toContainText('Rain in a day is between 0 and 19.6')
  await expect(form(page).getByLabel('Rain in your gauge')).toHaveValue('-1')
  await typeRain(page, 'Yesterday', '1.06')
  const yesterday = section(page).getByRole('row', { name: /Yesterday/ })
  await expect(yesterday).toContainText('1.06')
  await expect(yesterday).toContainText(/1\.06\sin\s*gauge/)
  await expectAccessible(page)
  await form(page).getByRole('button', { name: 'Remove' }).click()
  await expect(section(page)).toContainText('No rain is known for the last seven days.')
})

test('a station’s file is previewed before it is stored, and can be removed', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('With a station')
  await farm.connect(email, name)
  await openWeather(page, name)
  await section(page).getByRole('button', { name: 'Add a station file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a station file' })
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Edmonton' }).format(Date.now() - DAY_MS)
  const file = (header: string) => ({
    name: 'yard.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${header}\n${day},25.4\nnonsense,1\n`),
  })
  const choose = dialog.getByLabel(/Choose a/)
  await choose.setInputFiles(file('Date,Rain'))
  await expect(dialog.getByRole('alert')).toContainText('the column "Rain" does not say its unit')
  await dialog.getByLabel('Rain in').selectOption('mm')
  await expect(dialog).toContainText('one line a day, for the day that it names')
  await expect(dialog).toContainText('line 3: "nonsense" is not a time')
  await expectAccessible(page)
  await dialog.getByLabel('Name of the station').fill('Yard')
  await dialog.getByRole('button', { name: 'Save 1 day' }).click()
  await expect(dialog).toBeHidden()
  const yesterday = section(page).getByRole('row', { name: /Yesterday/ })
  await expect(yesterday).toContainText('station 1')
  await expect(yesterday).toContainText('used station')
  await expect(section(page)).toContainText('Station: Yard.')
  await section(page).getByRole('button', { name: 'Remove' }).click()
  await page
    .getByRole('dialog', { name: 'Remove your station?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(yesterday).not.toContainText('station')
})
