/** Sign In: what it refuses, how it fails, where it leads. */
import { expectAccessible, smallTargets } from './accessible.ts'
import { becomeCustomer, expect, test, type Page } from './farm.ts'

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const signIn = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign In' })

test('refuses a missing or wrong email and a short password before anything is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/auth/') && sent.push(request.url()))
  await page.goto('/login')
  await signIn(page).click()
  await expect(page.getByText('Please enter your email.')).toBeVisible()
  await expect(page.getByText('Please enter a password.')).toBeVisible()
  await expect(email(page)).toBeFocused()
  await email(page).fill('not-an-address')
  await password(page).fill('12345')
  await signIn(page).click()
  await expect(email(page)).toHaveAccessibleDescription('Please enter a valid email address.')
  await expect(password(page)).toHaveAccessibleDescription('A password has at least 6 characters.')
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
})

test('a failed login shows Login Failed with the detail of the server, and Close', async ({ page }) => {
  await page.goto('/login')
  await email(page).fill('nobody@farm.example')
  await password(page).fill('wrong-password')
  await password(page).press('Enter')
  const failed = page.getByRole('dialog', { name: 'Login Failed' })
  await expect(failed).toContainText('No active account found with the given credentials')
  await expectAccessible(page)
  await failed.getByRole('button', { name: 'Close' }).click()
  await expect(failed).toBeHidden()
  await expect(email(page)).toHaveValue('nobody@farm.example')
})

test('without a detail it says Login failed', async ({ page }) => {
  await page.route('**/auth/jwt/create/', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.goto('/login')
  await email(page).fill('pat@farm.example')
  await password(page).fill('long-enough')
  await signIn(page).click()
  await expect(page.getByRole('dialog').getByText('Login failed', { exact: true })).toBeVisible()
})

test('a customer lands on /systems, is named to the server by the JWT header, and is led away from login', async ({
  page,
  farm,
}) => {
  const asked: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/users/me/')) asked.push(request.headers()['authorization'])
  })
  await becomeCustomer(page, farm)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  const access = await page.evaluate(() => localStorage.getItem('access'))
  expect(asked).toContain(`JWT ${access}`)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/systems$/)
  await page.goto('/signup')
  await expect(page).toHaveURL(/\/$/)
})

test('leads to sign-up and to the password reset', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/signup$/)
  await page.goBack()
  await page.getByRole('link', { name: /password/ }).click()
  await expect(page).toHaveURL(/\/reset-password$/)
})

test('password managers know its fields; axe finds nothing', async ({ page }) => {
  await page.goto('/login')
  await expect(email(page)).toHaveAttribute('autocomplete', 'username')
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password')
  await expectAccessible(page)
  await signIn(page).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await smallTargets(page)).toEqual([])
})
