/** Sign Up and activation with the real server: refusals, and the activation email. */
import { expectAccessible, smallTargets } from './accessibility.ts'
import { expect, newAddress, type Page, PASSWORD, signInByCall, test } from './farm.ts'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const register = (page: Page) => page.getByRole('button', { name: 'Register' })

async function fill(page: Page, changed: Record<string, string> = {}): Promise<void> {
  const values = {
    Name: 'Pat Grower',
    Email: newAddress(),
    Password: PASSWORD,
    'Confirm Password': changed['Password'] ?? PASSWORD,
    ...changed,
  }
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
  await field(page, 'I agree to the terms').check()
}

const failure = (page: Page) => page.getByRole('dialog', { name: 'Sign Up Error' })

test.beforeEach(async ({ page }) => {
  await page.goto('/signup')
})

const refused: [Record<string, string>, string][] = [
  [
    { Email: 'oat-grower@farm.example', Password: '8451236970' },
    'Sign up failed. Please choose a different password. Passwords cannot be numerical-only or contain parts of your email or name.',
  ],
  [
    { Email: 'prairie-heron@farm.example', Password: 'prairie-heron' },
    'Your password is too similar to your email. Please choose a different password.',
  ],
]
test('passwords refused by the server have their messages', async ({ page }) => {
  for (const [values, sentence] of refused) {
    await fill(page, values)
    await register(page).click()
    await expect(failure(page)).toContainText(sentence)
    await failure(page).getByRole('button', { name: 'Close' }).click()
    await expect(field(page, 'Name')).toHaveValue('Pat Grower')
  }
})

test('an account is created, activated by its email, and cannot be created twice', async ({ page, farm }) => {
  const email = newAddress()
  await fill(page, { Email: email })
  await register(page).click()
  const created = page.getByRole('dialog', { name: 'Account Created' })
  await expect(created).toContainText(/check your email to activate.*junk or spam/)
  await created.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/login$/)

  const link = await farm.linkIn('activate', email)
  await page.goto(link)
  await expectAccessible(page)
  const done = page.getByRole('dialog', { name: 'Activation Complete' })
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(done).toContainText('Your account is active')
  await done.getByRole('button', { name: 'Proceed to Login' }).click()
  await expect(page).toHaveURL(/\/login$/)

  await page.goto(link)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(done).toContainText('already active')

  await page.goto('/signup')
  await fill(page, { Email: email.toUpperCase() })
  await register(page).click()
  await expect(failure(page)).toContainText('An account with this email already exists.')
})

test('Activation Complete says that a link is invalid, and sends a new email', async ({ page, farm }) => {
  const email = newAddress()
  await fill(page, { Email: email })
  await register(page).click()
  await expect(page.getByRole('dialog', { name: 'Account Created' })).toBeVisible()
  const first = await farm.linkIn('activate', email)
  await page.goto('/activate/MQ/no-such-token')
  await page.getByRole('button', { name: 'Verify' }).click()
  const done = page.getByRole('dialog', { name: 'Activation Complete' })
  await expect(done).toContainText('not valid or has expired')
  await expect(done.getByRole('button', { name: 'Proceed to Login' })).toBeVisible()
  await done.getByLabel('Email').fill(email)
  await done.getByRole('button', { name: 'Send a new email' }).click()
  await expect(done).toContainText('a new email is on its way')
  await expect.poll(() => farm.linkIn('activate', email)).not.toBe(first)
})

test('an authenticated user is redirected to the home page', async ({ page, farm }) => {
  await signInByCall(page, farm)
  await page.goto('/signup')
  await expect(page).toHaveURL(`${farm.url}/`)
})

test('axe finds nothing, and all targets are large enough', async ({ page }) => {
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await smallTargets(page)).toEqual([])
})
