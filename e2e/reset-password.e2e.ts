/** A forgotten password: the request, the mail, the new password, and the ends of every login before it. */
import { expectAccessible, smallTargets } from './accessible.ts'
import { PASSWORD, becomeCustomer, expect, logIn, newAddress, test, type Page } from './farm.ts'

const NEW_PASSWORD = 'culvert-Plover-37-berm'

const request = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Reset Password' })
const failed = (page: Page) => page.getByRole('dialog', { name: 'Reset Failed' })

async function setPassword(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm New Password').fill(repeated)
  await request(page).click()
}

test('asks for an email, then says Request Sent, whoever has an account', async ({ page }) => {
  await page.goto('/reset-password')
  await request(page).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email.')
  await expectAccessible(page)
  await page.getByLabel('Email').fill(newAddress())
  await request(page).click()
  const sent = page.getByRole('dialog', { name: 'Request Sent' })
  await expect(sent).toBeVisible()
  await expectAccessible(page)
  await sent.getByRole('button', { name: 'Close' }).click()
  await expect(sent).toBeHidden()
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await smallTargets(page)).toEqual([])
})

test('a request that fails says so and keeps what was typed', async ({ page }) => {
  await page.route('**/auth/users/reset_password/', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill('pat@farm.example')
  await request(page).click()
  const failure = page.getByRole('dialog')
  await expect(failure).toContainText('Password reset failed. Please try again.')
  await failure.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('pat@farm.example')
})

test('both fields are required, of at least 6 characters, and the same', async ({ page }) => {
  await page.goto('/password/reset/confirm/MQ/a-token')
  const [first, second] = [
    page.getByLabel('New Password', { exact: true }),
    page.getByLabel('Confirm New Password'),
  ]
  await request(page).click()
  await expect(first).toHaveAccessibleDescription(/Please enter a password/)
  await expect(second).toHaveAccessibleDescription(/Please enter a password/)
  await expectAccessible(page)
  await setPassword(page, '12345')
  await expect(first).toHaveAccessibleDescription(/at least 6 characters/)
  await setPassword(page, NEW_PASSWORD, 'another-one')
  await expect(second).toHaveAccessibleDescription(/not the same/)
  await expect(first).toHaveAttribute('autocomplete', 'new-password')
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await smallTargets(page)).toEqual([])
})

test('a link that is not valid says so and leads to a new one', async ({ page }) => {
  await page.goto('/password/reset/confirm/MQ/a-token')
  await setPassword(page, NEW_PASSWORD)
  await expect(failed(page)).toContainText('Password reset failed. Please try again.')
  await expect(failed(page)).toContainText('This link is not valid')
  await expectAccessible(page)
  await failed(page).getByRole('link', { name: 'Have a new link sent' }).click()
  await expect(page).toHaveURL(/\/reset-password$/)
})

test('the mail sets a new password once, removes authToken, and ends the logins before it', async ({
  page,
  farm,
  browser,
}) => {
  const email = await becomeCustomer(page, farm)
  const elsewhere = await (await browser.newContext({ baseURL: farm.url })).newPage()
  await elsewhere.goto('/reset-password')
  await elsewhere.getByLabel('Email').fill(email)
  await request(elsewhere).click()
  await expect(elsewhere.getByRole('dialog', { name: 'Request Sent' })).toBeVisible()

  const link = await farm.linkIn('confirm', email)
  await elsewhere.goto(link)
  await elsewhere.evaluate(() => localStorage.setItem('authToken', 'old'))
  await setPassword(elsewhere, '845123697012')
  await expect(failed(elsewhere)).toContainText('This password is entirely numeric.')
  await failed(elsewhere).getByRole('button', { name: 'Close' }).click()
  await setPassword(elsewhere, NEW_PASSWORD)
  const success = elsewhere.getByRole('dialog', { name: 'Success' })
  await expect(success).toContainText('Password Changed Successfully')
  await expectAccessible(elsewhere)
  expect(await elsewhere.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  await success.getByRole('link', { name: 'Log In' }).click()
  await expect(elsewhere).toHaveURL(/\/login$/)
  await logIn(elsewhere, email, NEW_PASSWORD)

  await elsewhere.goto(link)
  await setPassword(elsewhere, PASSWORD)
  await expect(failed(elsewhere)).toContainText('This link is not valid')

  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('access'))).toBeNull()
  await elsewhere.context().close()
})
