/** Edge cases of single calls with the real server: empty responses, a user that fails to load, equal names. */
import { expect, newSystem, signInByCall, test } from './farm.ts'
import { placeProbes, PROBES } from './mapped-field.ts'
import {
  applications,
  openSystem,
  apply,
  confirmedIn,
  fillSettings,
  submissionError,
} from './systems-page.ts'

test('an answered failure shows its message first, then that the result is unknown, then the result', async ({
  page,
  farm,
}) => {
  const { machine } = await openSystem(page, farm, newSystem('Gateway'))
  await fillSettings(page, '0.8', '24', '70')
  await page.route(
    '**/api/system-input/',
    async (route) => {
      // the server stores it; a gateway answers instead
      await route.fetch()
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
    },
    { times: 1 },
  )
  await apply(page)
  const message = submissionError(page).getByRole('paragraph')
  await expect(message.first()).toHaveText('An error occurred during submission. Please try again.')
  await expect(submissionError(page).getByText('We do not know if it was stored')).toBeVisible()
  await expect(confirmedIn(page).step('Applied')).toBeVisible()
  expect(applications(machine)).toHaveLength(1)
})

test('a user who cannot be loaded is reported in the console of Live Maps', async ({ page, farm }) => {
  await signInByCall(page, farm)
  const messages: string[] = []
  page.on('console', (message) => message.type() === 'error' && messages.push(message.text()))
  await page.route('**/auth/users/me/', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/livemaps')
  await expect(page.getByRole('heading', { name: 'Live Moisture Maps' })).toBeVisible()
  await expect.poll(() => messages).toContain('The id of the user could not be fetched.')
})

test('a server that answers with errors is not taken for a lost connection', async ({ page, farm }) => {
  await signInByCall(page, farm)
  await page.route('**/api/events/', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/livemaps')
  await expect(page.getByText('Trouble on our side')).toBeVisible()
  await expect(page.getByText('No connection')).toBeHidden()
  // clicked before the server answers: the page also asks by itself, and would then have no button. Only the button verifies the session
  const verification = page.waitForRequest('**/auth/jwt/verify/')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await verification
  await page.unroute('**/api/events/')
  await expect(page.getByText('Trouble on our side')).toBeHidden()
})

test('two sets of probes with the same name are distinguished', async ({ page, farm }) => {
  await signInByCall(page, farm)
  await placeProbes(page, PROBES.slice(0, 2))
  await placeProbes(page, PROBES.slice(2, 4))
  await page.goto('/probelocation')
  await expect(page.getByLabel('Select Saved Probes').locator('option')).toHaveText([
    'Select Saved Probes',
    'North field - 2 probes (No. 1, 2)',
    'North field - 2 probes (No. 3, 4)',
  ])
})

test('a part that fails to load is loaded with a button, and no input is lost', async ({ page, farm }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const { machine } = await openSystem(page, farm, newSystem('Weak signal'))
  await fillSettings(page, '0.8', '24', '70')
  await apply(page)
  const message = confirmedIn(page)
  await expect(message.step('Applied')).toBeVisible()
  await message.close()
  expect(applications(machine)).toHaveLength(1)
  await page.getByRole('spinbutton', { name: 'Application Rate' }).fill('1.25')
  let signal = false
  await page.route('**/assets/settings-history*.js', (route) => (signal ? route.continue() : route.abort()))
  await page.getByRole('button', { name: 'History' }).click()
  await expect(
    page.getByText('A part of this page could not be loaded. What you typed is kept.'),
  ).toBeVisible()
  signal = true
  // Chromium keeps a module that failed once as failed until the page is reloaded
  await page.getByRole('button', { name: 'Load it' }).click()
  await expect(page.getByText('A part of this page could not be loaded.')).toBeHidden()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Application Rate' })).toHaveValue('1.25')
  expect(applications(machine)).toHaveLength(1)
})
