/** Soil Probe Graphs: every specified message, listed days only, correct pictures, and access to one's own only. */
import { expectAccessible, smallTargets } from './accessibility.ts'
import { expect, newSystem, signInByCall, test } from './farm.ts'
import {
  addresses,
  colourOf,
  day,
  dialog,
  DONE,
  end,
  generate,
  generated,
  LOADED,
  open,
  start,
  system,
  type,
} from './graphs-form.ts'
import { anotherField, fourDays, probedField } from './probed-field.ts'

const HINT = 'Select a System, choose Start & End Dates, then press the Generate button below'
const WAIT = 'Please wait, fetching available dates...'
const SAVE = 'Right-click to "Save image as..." or hold to save image on mobile device'

test('initial state: texts, and Generate disabled; no script or style is refused', async ({ page, farm }) => {
  const consoleErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  const field = await probedField(page, farm, 'Look')
  await field.send(fourDays())
  await page.goto('/probes')
  await expect(page.getByRole('heading', { name: 'Soil Probe Graphs' })).toBeVisible()
  await expect(page.getByText(HINT)).toBeVisible()
  await expect(system(page).locator('option')).toHaveText(['Select System', field.season])
  // the thirty days that end with the newest reading are drawn before anything is chosen
  const newest = page.getByRole('region', { name: `${field.name}, 10/06/2026 to 09/07/2026` })
  await expect(newest.locator('canvas').first()).toBeVisible()
  await expect(newest.getByLabel('Probe', { exact: true }).locator('option')).toHaveText([
    'Probe 3',
    'Probe 7',
  ])
  await expect(generate(page)).toBeDisabled()
  await expect(generate(page)).toHaveCSS('background-color', await colourOf(page, '--sunken'))
  await expect(page.getByText(LOADED)).toBeHidden()
  await start(page).press('Enter')
  await expect(page.getByText('Please select a database.')).toBeVisible()
  await system(page).selectOption({ label: field.season })
  await expect(page.getByText('Please select a database.')).toBeHidden()
  await start(page).press('Enter')
  await expect(page.getByText('Both start and end dates are required.')).toBeVisible()
  await start(page).fill('6/7/2026')
  await expect(page.getByText('Both start and end dates are required.')).toBeHidden()
  await start(page).press('Enter')
  await expect(start(page)).toHaveValue('06/07/2026')
  await expect(page.getByText('Both start and end dates are required.')).toBeVisible()
  await page.getByRole('button', { name: 'Choose the first day' }).click()
  await expect(day(page, /, 9 July 2026/)).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('dates are fetched for the chosen system, with messages in colour; another system resets them', async ({
  page,
  farm,
}) => {
  const field = await probedField(page, farm, 'East')
  await field.send(fourDays())
  const other = await anotherField(page, farm, field.email, 'West')
  await other.send([[1, 30, '2026-05-02T18:00:00Z', 0.2]])
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/dates\?.*db=/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/probes')
  await system(page).selectOption({ label: field.season })
  await expect(page.getByText(WAIT)).toHaveCSS('color', await colourOf(page, '--ink-soft'))
  release()
  await expect(page.getByText(LOADED)).toHaveCSS('color', await colourOf(page, '--running'))
  await type(page, '06/07/2026', '07/07/2026')
  await expect(generate(page)).toBeEnabled()
  await expect(generate(page)).toHaveCSS('background-color', await colourOf(page, '--running'))
  await system(page).selectOption({ label: other.season })
  await expect(start(page)).toHaveValue('')
  await expect(end(page)).toHaveValue('')
  await expect(generate(page)).toBeDisabled()
  await start(page).fill('06/07/2026')
  await start(page).blur()
  await expect(page.getByText('Only days that have readings can be chosen.')).toBeVisible()
  await start(page).fill('02/05/2026')
  await expect(page.getByText('Only days that have readings can be chosen.')).toBeHidden()
})

test('only listed days can be typed or picked, in order', async ({ page, farm }) => {
  const field = await probedField(page, farm, 'Listed')
  await field.send(fourDays())
  await open(page, field.season)
  const refused: [string, string, string][] = [
    ['08/07/2026', '09/07/2026', 'Only days that have readings can be chosen.'],
    ['31/02/2026', '09/07/2026', 'Enter a day of the calendar.'],
    ['06/07/2026', '10/07/2026', 'Only days that have readings can be chosen.'],
    ['09/07/2026', '06/07/2026', 'The end date must be later than the start date.'],
  ]
  for (const [from, to, sentence] of refused) {
    await type(page, from, to)
    await expect(page.getByText(sentence), sentence).toBeVisible()
    await expect(generate(page)).toBeDisabled()
  }
  await type(page, '06/07/2026', '07/07/2026')
  await expect(generate(page)).toBeEnabled()
  await start(page).fill('09/07/2026')
  await expect(page.getByText('The start date must be earlier than the end date.')).toBeVisible()
  await expect(generate(page)).toBeDisabled()

  await start(page).fill('7.7.2026')
  await start(page).blur()
  await expect(start(page)).toHaveValue('07/07/2026')
  await page.getByRole('button', { name: 'Choose the last day' }).click()
  // the 6th is listed, but before the start; the 8th has no readings
  for (const closed of [/, 6 July 2026/, /, 8 July 2026/])
    await expect(day(page, closed)).toHaveAttribute('aria-disabled', 'true')
  await day(page, /, 8 July 2026/).click({ force: true })
  await expect(end(page)).toHaveValue('07/07/2026')
  await day(page, /, 9 July 2026/).click()
  await expect(end(page)).toHaveValue('09/07/2026')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(generate(page)).toBeEnabled()
})

test('days are chosen and graphs generated by keyboard alone', async ({ page, farm }) => {
  const field = await probedField(page, farm, 'Keys')
  await field.send(fourDays())
  await open(page, field.season)
  await start(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(day(page, /, 9 July 2026/)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  // the 8th has no readings
  await expect(start(page)).toHaveValue('')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(start(page)).toHaveValue('07/07/2026')
  await expect(start(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Choose the first day' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('09072026')
  await page.keyboard.press('Tab')
  await expect(end(page)).toHaveValue('09/07/2026')
  await page.keyboard.press('Enter')
  await expect(day(page, /, 9 July 2026/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Choose the last day' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(generate(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page, DONE)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, DONE)).toBeHidden()
  await expect(generate(page)).toBeFocused()
})

test('pictures: waiting, one per sensor with readings, correct content, and new ones for other days', async ({
  page,
  farm,
}) => {
  const field = await probedField(page, farm, 'Pictures')
  await field.send(fourDays())
  await open(page, field.season)
  await type(page, '06/07/2026', '09/07/2026')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const bodies: unknown[] = []
  await page.route(/\/dates$/, async (route) => {
    bodies.push(route.request().postDataJSON())
    await released
    await route.continue()
  })
  const response = page.waitForResponse(/\/dates$/)
  await generate(page).click()
  await expect(dialog(page, 'Please Wait').getByText('Your graph will be ready soon...')).toBeVisible()
  release()
  const { plot_urls: urls } = addresses.parse(await (await response).json())
  const done = dialog(page, DONE)
  await expect(done).toBeVisible()
  await expect(done.getByText(SAVE)).toBeVisible()
  expect(Object.keys(urls)).toEqual(['P3-20cm', 'P3-40cm', 'P7-20cm'])
  const userId: unknown = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id)
  expect(bodies).toEqual([
    {
      user_id: userId,
      selected_db: `${String(userId)}/${field.season}.db`,
      start_date: '06-07-2026',
      end_date: '09-07-2026',
    },
  ])
  await expect(done.getByRole('img')).toHaveCount(3)
  const words: Record<string, string> = {
    'P3-20cm': 'Probe 3 at 20\u00A0cm',
    'P3-40cm': 'Probe 3 at 40\u00A0cm',
    'P7-20cm': 'Probe 7 at 20\u00A0cm',
  }
  for (const [sensor, url] of Object.entries(urls)) {
    const image = done.getByRole('img', { name: `${words[sensor]} under ${field.name}` })
    await expect(image).toHaveAttribute('src', url)
    await expect
      .poll(() =>
        image.evaluate((one) => one instanceof HTMLImageElement && [one.naturalWidth, one.naturalHeight]),
      )
      .toEqual([1800, 800])
    const picture = await page.request.get(url)
    expect(picture.headers()['content-disposition']).toBe(
      `inline; filename="${field.name} ${sensor} 2026-07-06 to 2026-07-09.png"`,
    )
  }
  const bytes = async (url = '') => (await (await page.request.get(url)).body()).toString('base64')
  const ofFourDays = await bytes(urls['P3-20cm'])
  expect(await bytes(urls['P3-40cm'])).not.toBe(ofFourDays)
  await done.getByRole('button', { name: 'Close' }).click()
  await type(page, '06/07/2026', '07/07/2026')
  const fewer = await generated(page)
  // probe 7 has no readings on these days
  expect(Object.keys(fewer)).toEqual(['P3-20cm', 'P3-40cm'])
  expect(await bytes(fewer['P3-20cm'])).not.toBe(ofFourDays)
})

test('another user sees nothing of it: no season, no dates, no pictures', async ({ page, farm, browser }) => {
  const field = await probedField(page, farm, 'Private')
  await field.send(fourDays())
  await open(page, field.season)
  await type(page, '06/07/2026', '07/07/2026')
  const urls = await generated(page)
  const owner: unknown = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id)
  const context = await browser.newContext({ baseURL: farm.url })
  const otherUser = await context.newPage()
  await signInByCall(otherUser, farm)
  await otherUser.goto('/probes')
  await expect(otherUser.getByText('None of your systems has soil readings yet.')).toBeVisible()
  await expect(system(otherUser).locator('option')).toHaveText(['Select System'])
  const dates = `/dates?user_id=${String(owner)}`
  expect((await otherUser.request.get(dates)).status()).toBe(403)
  expect(
    (
      await otherUser.request.get(`${dates}&db=${String(owner)}/${encodeURIComponent(field.season)}.db`)
    ).status(),
  ).toBe(403)
  for (const url of Object.values(urls)) expect((await otherUser.request.get(url)).status()).toBe(404)
  await context.close()
})

test('without readings the page says so', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  await farm.connect(email, newSystem('Bare'))
  await page.goto('/probes')
  await expect(
    page.getByText('None of your systems has soil readings yet. They appear here with their first reading.'),
  ).toBeVisible()
  await expect(system(page)).toBeDisabled()
})

test('the form and the pictures are accessible, also by touch', async ({ page, farm }) => {
  const field = await probedField(page, farm, 'All')
  await field.send(fourDays())
  await open(page, field.season)
  await type(page, '08/07/2026', '07/07/2026')
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
  await page.getByRole('button', { name: 'Choose the last day' }).click()
  await expect(day(page, /, 9 July 2026/)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await type(page, '06/07/2026', '07/07/2026')
  await generated(page)
  await expectAccessible(page)
})

// UTC+14 and UTC-11: with days by the browser's clock the second one fails
for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
  test.describe(`on a clock of ${timezoneId}`, () => {
    test.use({ timezoneId })

    test("days are in the field's time zone", async ({ page, farm }) => {
      const field = await probedField(page, farm, 'Far')
      await field.send(fourDays())
      await open(page, field.season)
      await page.getByRole('button', { name: 'Choose the first day' }).click()
      await day(page, /, 7 July 2026/).click()
      await expect(start(page)).toHaveValue('07/07/2026')
      await end(page).fill('07/07/2026')
      const sent = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/dates'))
      await generate(page).click()
      expect((await sent).postDataJSON()).toMatchObject({ start_date: '07-07-2026', end_date: '07-07-2026' })
      await expect(dialog(page, DONE)).toBeVisible()
    })
  })
}
