/** Soil Probe Graphs when something fails: each failure has its message and a way forward, and no choice is lost. */
import { expect, PASSWORD, test } from './farm.ts'
import { colourOf, dialog, DONE, generate, open, start, system, type } from './graphs-form.ts'
import { fourDays, probedField } from './probed-field.ts'

test('failures of the graphs have their messages, and no choice is lost', async ({ page, farm }) => {
  const field = await probedField(page, farm, 'Faults')
  await field.send(fourDays())

  await test.step('a failure to fetch the newest days is reported, and can be retried', async () => {
    const throttled = {
      message: 'Request was throttled.',
      detail: 'Request was throttled.',
      code: 'throttled',
    }
    await page.route('**/api/graph-data/newest/**', (route) =>
      route.fulfill({ status: 429, json: throttled }),
    )
    await page.goto('/probes')
    const statusMessage = page.getByRole('status').filter({ hasText: 'The readings could not be fetched.' })
    await expect(statusMessage).toContainText('Too many requests. Please try again later.')
    await page.unrouteAll()
    await statusMessage.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: field.name })).toBeVisible()
    await expect(statusMessage).toBeHidden()
  })

  await test.step('failures have their messages and a retry', async () => {
    const broken = { status: 500, json: { message: 'x', detail: 'x', code: 'internal' } }

    await page.route(/\/dates\?user_id=\d+$/, (route) => route.fulfill(broken))
    await page.goto('/probes')
    await expect(page.getByText('Your systems could not be fetched.')).toBeVisible()
    await page.unroute(/\/dates\?user_id=\d+$/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Your systems could not be fetched.')).toBeHidden()

    await page.route(/\/dates\?.*db=/, (route) => route.fulfill(broken))
    await system(page).selectOption({ label: field.season })
    const failed = page.getByText('Error fetching dates. Please try again.')
    await expect(failed).toHaveCSS('color', await colourOf(page, '--fault'))
    await page.unroute(/\/dates\?.*db=/)
    await page.route(/\/dates\?.*db=/, (route) => route.fulfill({ json: { dates: [] } }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No dates found.')).toBeVisible()
    await page.unroute(/\/dates\?.*db=/)

    await open(page, field.season)
    await type(page, '06/07/2026', '07/07/2026')
    await page.route(/\/dates$/, (route) => route.fulfill(broken))
    await generate(page).click()
    const error = dialog(page, 'Error')
    await expect(error.getByText('Failed to generate the graph. Please try again.')).toBeVisible()
    await page.unroute(/\/dates$/)
    await page.route(/\/dates$/, (route) => route.fulfill({ json: { plot_urls: {} } }))
    await error.getByRole('button', { name: 'Try again' }).click()
    await expect(error.getByText('Graph generation succeeded, but no URLs were returned.')).toBeVisible()
    await page.unroute(/\/dates$/)
    await page.route(/\/dates$/, (route) => route.fulfill({ json: {} }))
    await error.getByRole('button', { name: 'Try again' }).click()
    await expect(error.getByText('Graph generation succeeded, but no URLs were returned.')).toBeVisible()
    await page.unroute(/\/dates$/)
    await error.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page, DONE).getByRole('img')).toHaveCount(2)
    await page.keyboard.press('Escape')
  })

  await test.step('an ended session asks for the password, and keeps the choices', async () => {
    const ended = { status: 401, json: { detail: 'x', code: 'token_not_valid' } }
    await page.route(/\/dates$/, (route) => route.fulfill(ended))
    await page.route('**/auth/jwt/refresh/', (route) => route.fulfill(ended))
    await generate(page).click()
    const question = dialog(page, 'Your session has ended')
    await expect(question).toBeVisible()
    await expect(page.getByText('No token found. Please log in again.')).toBeVisible()
    await page.unroute(/\/dates$/)
    await page.unroute('**/auth/jwt/refresh/')
    await question.getByLabel('Password').fill(PASSWORD)
    await question.getByRole('button', { name: 'Continue' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByText('No token found. Please log in again.')).toBeHidden()
    await expect(start(page)).toHaveValue('06/07/2026')
    await generate(page).click()
    await expect(dialog(page, DONE)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('closing the waiting dialog cancels; a failed picture can be retried', async () => {
    await page.route(/\/dates$/, () => undefined)
    await generate(page).click()
    await expect(dialog(page, 'Please Wait')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(start(page)).toHaveValue('06/07/2026')
    await page.unroute(/\/dates$/)
    await page.route('**/plots/graphs/**', (route) => route.fulfill({ status: 404, body: '' }))
    await generate(page).click()
    const notice = dialog(page, DONE).getByText(
      'The picture of Probe 3 at 20\u00A0cm cannot be shown at this time.',
    )
    await expect(notice).toBeVisible()
    await page.unroute('**/plots/graphs/**')
    await page.keyboard.press('Escape')
  })

  await test.step('without a token the screen says so, even if the cookie is valid', async () => {
    await page.evaluate(() => localStorage.removeItem('access'))
    let requests = 0
    await page.route(/\/dates$/, (route) => {
      requests += 1
      return route.continue()
    })
    await generate(page).click()
    await expect(page.getByText('No token found. Please log in again.')).toBeVisible()
    expect(requests).toBe(0)
  })
})
