/** Sign In with the real server: its failures and its redirects. */
import { expectAccessible, smallTargets } from './accessibility.ts'
import { becomeCustomer, expect, PASSWORD, signInByCall, test, type Page } from './farm.ts'

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })

test('a failed login shows Login Failed with the detail of the server, and Close', async ({ page }) => {
  await page.goto('/login')
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await smallTargets(page)).toEqual([])
  await email(page).fill('nobody@farm.example')
  await password(page).fill('wrong-password')
  await password(page).press('Enter')
  const failed = page.getByRole('dialog', { name: 'Login Failed' })
  await expect(failed).toContainText('No active account found with the given credentials')
  await failed.getByRole('button', { name: 'Close' }).click()
  await expect(failed).toBeHidden()
  await expect(email(page)).toHaveValue('nobody@farm.example')
})

test('a customer lands on /systems, sends the JWT header, and is redirected away from the login', async ({
  page,
  farm,
}) => {
  const requests: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/users/me/')) requests.push(request.headers()['authorization'])
  })
  await becomeCustomer(page, farm)
  await expect.poll(() => requests.length).toBeGreaterThan(0)
  const access = await page.evaluate(() => localStorage.getItem('access'))
  expect(requests).toContain(`JWT ${access}`)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/systems$/)
  await page.goto('/signup')
  await expect(page).toHaveURL(/\/$/)
})

test('a URL opened without a session is opened after the login', async ({ page, farm }) => {
  const address = await signInByCall(page, farm)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/geofence?system=007')
  await expect(page).toHaveURL(/\/login$/)
  await email(page).fill(address)
  await password(page).fill(PASSWORD)
  await password(page).press('Enter')
  await expect(page).toHaveURL(/\/geofence\?system=007$/)
  await expect(page.getByRole('heading', { name: 'Set Geofences' })).toBeVisible()
  // after a deliberate log-out the next login opens the systems
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Log Out' }).click()
  await email(page).fill(address)
  await password(page).fill(PASSWORD)
  await password(page).press('Enter')
  await expect(page).toHaveURL(/\/systems$/)
})

test("a session refused while the page's code is loading leads to the login", async ({ page, farm }) => {
  await signInByCall(page, farm)
  const over = { status: 401, json: { detail: 'Token is invalid or expired', code: 'token_not_valid' } }
  await page.route(/\/auth\/jwt\/(verify|refresh)\/$/, (route) => route.fulfill(over))
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/systems-page-[^/]+\.js$/, async (route) => {
    await released
    await route.continue()
  })
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/auth/jwt/refresh/'))
  await page.goto('/systems', { waitUntil: 'commit' })
  await refused
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access'))).toBeNull()
  release()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
})
