/** Historic Moisture Maps: the choices in sequence, the map of a week, and the messages without one. */
import { expectAccessible, smallTargets } from './accessibility.ts'
import { expect, newSystem, type Page, signInByCall, test } from './farm.ts'
import { mappedField } from './mapped-field.ts'

const HEADING = 'Historic Moisture Maps'
const HINT = 'Select a Month, a System, and an available Date Range to Generate your map'
const NOTE = 'Right-click to "Save image as..." or hold to save image on mobile device'

const month = (page: Page) => page.getByLabel('Select Month')
const system = (page: Page) => page.getByLabel('Select System')
const start = (page: Page) => page.getByLabel('Select Start Date')
const generate = (page: Page) => page.getByRole('button', { name: 'Generate' })

/** The options of the list, the empty one first. */
function offered(page: Page, label: string): Promise<string[]> {
  return page
    .getByLabel(label)
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.textContent ?? ''))
}

async function pictureWidth(page: Page): Promise<number> {
  const picture = page.getByRole('dialog').getByRole('img')
  return picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
}

test("month, system and start date are chosen in sequence, then the week's picture is shown", async ({
  page,
  farm,
}) => {
  const field = await mappedField(page, farm, 'Past')
  await field.send('2026-07-06T18:00:00Z', 0.18)
  await field.send('2026-07-12T18:00:00Z', 0.22)
  await field.send('2025-07-01T18:00:00Z', 0.2)

  await page.goto('/maps')
  await expect(page.getByRole('heading', { name: HEADING })).toBeVisible()
  await expect(page.getByText(HINT)).toBeVisible()
  // the newest week is shown before anything is chosen
  const newest = page.getByRole('region', { name: `${field.name}, 6 Jul 2026 to 12 Jul 2026` })
  await expect(newest.getByRole('img')).toHaveAttribute(
    'src',
    /^\/plots\/user_\d+\/[^/]+\/[0-9a-f]{32}\.png$/,
  )
  expect((await offered(page, 'Select Month')).slice(0, 3)).toEqual(['Select Month', 'January', 'February'])
  expect(await offered(page, 'Select Month')).toHaveLength(13)
  await expect(system(page)).toBeHidden()
  await expect(start(page)).toBeHidden()
  await expect(generate(page)).toBeDisabled()

  await month(page).selectOption('July')
  await expect(system(page)).toBeEnabled()
  await expect(start(page)).toBeHidden()
  await expect(generate(page)).toBeDisabled()
  await system(page).selectOption(field.name)
  await expect(start(page)).toBeEnabled()
  await expect(generate(page)).toBeDisabled()
  expect(await offered(page, 'Select Start Date')).toEqual([
    'Select Start Date',
    '6 Jul 2026 to 12 Jul 2026',
    '30 Jun 2025 to 6 Jul 2025',
  ])
  await start(page).selectOption('6 Jul 2026 to 12 Jul 2026')
  await expect(generate(page)).toBeEnabled()
  await generate(page).click()
  const viewer = page.getByRole('dialog', { name: 'Historic Map' })
  await expect(viewer.getByText(NOTE)).toBeVisible()
  await expect.poll(() => pictureWidth(page)).toBe(760)
  const address = (await viewer.getByRole('img').getAttribute('src')) ?? ''
  expect(address).toMatch(/^\/plots\/user_\d+\/[^/]+\/[0-9a-f]{32}\.png$/)
  expect((await viewer.boundingBox())?.width).toBeLessThanOrEqual(380)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()

  // the same week is the same picture
  await generate(page).click()
  await expect(viewer.getByRole('img')).toHaveAttribute('src', address)
  await viewer.getByRole('button', { name: 'Close' }).click()
  // another month clears the week and keeps the system
  await month(page).selectOption('June')
  await expect(start(page)).toHaveValue('')
  await expect(system(page)).toHaveValue(field.name)
  await expect(generate(page)).toBeDisabled()
})

test('the picture is available in other colours and with its uncertainty', async ({ page, farm }) => {
  const field = await mappedField(page, farm, 'Colours')
  await field.send('2026-07-06T18:00:00Z', 0.18)
  await page.goto('/maps')
  await month(page).selectOption('July')
  await system(page).selectOption(field.name)
  await start(page).selectOption({ index: 1 })
  await generate(page).click()
  const viewer = page.getByRole('dialog', { name: 'Historic Map' })
  const picture = viewer.getByRole('img')
  await expect.poll(() => pictureWidth(page)).toBe(760)
  const addresses = [await picture.getAttribute('src')]
  await viewer.getByLabel('Colours').selectOption('Below and above target')
  await expect.poll(() => picture.getAttribute('src')).not.toBe(addresses[0])
  addresses.push(await picture.getAttribute('src'))
  await viewer.getByRole('button', { name: 'How sure is it?' }).click()
  await expect.poll(() => picture.getAttribute('src')).not.toBe(addresses[1])
  await expect(picture).toHaveAttribute('alt', /How far off/)
  await expectAccessible(page)
  // remembered on this device
  await page.reload()
  expect(await page.evaluate(() => localStorage.getItem('mapColours'))).toBe('target')
})

test('loading texts while systems and dates are loading', async ({ page, farm }) => {
  const field = await mappedField(page, farm, 'Slow')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/api\/(system-group|historic-maps)\//, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/maps')
  await month(page).selectOption('July')
  expect(await offered(page, 'Select System')).toEqual(['Loading systems...'])
  await expect(system(page)).toBeDisabled()
  release()
  await expect(system(page)).toBeEnabled()
  await page.unroute(/\/api\/(system-group|historic-maps)\//)
  let second = () => {}
  const dates = new Promise<void>((resolve) => (second = resolve))
  await page.route('**/api/historic-maps/dates/*', async (route) => {
    await dates
    await route.continue()
  })
  await system(page).selectOption(field.name)
  expect(await offered(page, 'Select Start Date')).toEqual(['Loading graphs...'])
  await expect(start(page)).toBeDisabled()
  second()
  await expect(page.getByText(`${field.name} has no readings in July of any year.`)).toBeVisible()
  await expect(generate(page)).toBeDisabled()
})

test('failures are shown with a retry', async ({ page, farm }) => {
  const field = await mappedField(page, farm, 'Fails')
  await field.send('2026-07-06T18:00:00Z', 0.18)
  await page.route('**/api/system-group/', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/maps')
  await month(page).selectOption('July')
  await expect(page.getByText('Your systems could not be fetched.')).toBeVisible()
  await page.unroute('**/api/system-group/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.route('**/api/historic-maps/dates/*', (route) => route.fulfill({ status: 503, json: {} }))
  await system(page).selectOption(field.name)
  await expect(page.getByText(`The dates of ${field.name} could not be fetched.`)).toBeVisible()
  await page.unroute('**/api/historic-maps/dates/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await start(page).selectOption({ index: 1 })

  const sentence = 'There are no valid readings in this week.'
  await page.route('**/api/historic-maps/', (route) =>
    route.fulfill({ status: 404, json: { message: sentence, detail: sentence, code: 'map_week_empty' } }),
  )
  await generate(page).click()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.unroute('**/api/historic-maps/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Historic Map' })).toBeVisible()
})

test('a customer without systems, and one without probes', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  await page.goto('/maps')
  await month(page).selectOption('July')
  await expect(page.getByText('No systems are connected to your account yet.')).toBeVisible()
  const name = newSystem('Bare')
  const { gateway } = await farm.connect(email, name)
  await page.request.post('/api/ingest/readings/', {
    headers: { authorization: `Device ${gateway.id}:${gateway.secret}` },
    data: { batch: 'b', readings: [{ probe: 1, depthCm: 20, at: '2026-07-06T18:00:00Z', vwc: 0.2 }] },
  })
  await page.reload()
  await month(page).selectOption('July')
  await system(page).selectOption(name)
  await start(page).selectOption({ index: 1 })
  await generate(page).click()
  await expect(page.getByText('No probes are placed inside this circle yet.')).toBeVisible()
})

test('by keyboard alone, and accessible', async ({ page, farm }) => {
  const field = await mappedField(page, farm, 'Keys')
  await field.send('2026-07-06T18:00:00Z', 0.18)
  await page.goto('/maps')
  await month(page).focus()
  await page.keyboard.type('July')
  await expect(system(page)).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(system(page)).toBeFocused()
  await page.keyboard.type(field.name.slice(0, 8))
  await expect(start(page)).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(start(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(generate(page)).toBeFocused()
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Historic Map' })
  await expect.poll(() => pictureWidth(page)).toBe(760)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(generate(page)).toBeFocused()
})
