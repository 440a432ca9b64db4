/** A forgotten password with the real server: the request, the email, the new password, and the end of all earlier sessions. */
import { expectAccessible, smallTargets } from './accessibility.ts'
import { PASSWORD, becomeCustomer, expect, logIn, test, type Page } from './farm.ts'

const NEW_PASSWORD = 'culvert-Plover-37-berm'

const request = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Reset Password' })
const failed = (page: Page) => page.getByRole('dialog', { name: 'Reset Failed' })

async function setPassword(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm New Password').fill(repeated)
  await request(page).click()
}

test("the email's link sets a new password once, removes authToken, and ends earlier sessions", async ({
  page,
  farm,
  browser,
}) => {
  const email = await becomeCustomer(page, farm)
  const elsewhere = await (await browser.newContext({ baseURL: farm.url })).newPage()
  await elsewhere.goto('/reset-password')
  await expectAccessible(elsewhere)
  expect(await smallTargets(elsewhere)).toEqual([])
  await elsewhere.getByLabel('Email').fill(email)
  await request(elsewhere).click()
  await expect(elsewhere.getByRole('dialog', { name: 'Request Sent' })).toBeVisible()

  const link = await farm.linkIn('confirm', email)
  await elsewhere.goto(link)
  await expectAccessible(elsewhere)
  expect(await smallTargets(elsewhere)).toEqual([])
  await elsewhere.evaluate(() => localStorage.setItem('authToken', 'old'))
  await setPassword(elsewhere, '845123697012')
  await expect(failed(elsewhere)).toContainText('This password is entirely numeric.')
  await failed(elsewhere).getByRole('button', { name: 'Close' }).click()
  await setPassword(elsewhere, NEW_PASSWORD)
  const success = elsewhere.getByRole('dialog', { name: 'Success' })
  await expect(success).toContainText('Password Changed Successfully')
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
