/** Sign Up and activation: terms, strength, each sentence of failure, and the mail that opens the account. */
import { expectAccessible, smallTargets } from './accessible.ts'
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

test('Register is disabled until the terms are ticked', async ({ page }) => {
  await expect(register(page)).toBeDisabled()
  await field(page, 'I agree to the terms').check()
  await expect(register(page)).toBeEnabled()
  await field(page, 'I agree to the terms').uncheck()
  await expect(register(page)).toBeDisabled()
})

test('the terms scroll, say every point, and I Agree ticks the box', async ({ page }) => {
  await page.getByRole('button', { name: 'Terms of Service' }).click()
  const terms = page.getByRole('dialog', { name: 'Terms of Service' })
  const points = [
    /at least 18 years/,
    /owner and every user whom the owner authorises/,
    /update .* automatically/,
  ]
  points.push(
    /No uptime guarantee/,
    /fees that you paid in the 12 months/,
    /arbitration under the law of the Province of Alberta/,
  )
  points.push(/Last updated August 1, 2024/)
  for (const point of points) await expect(terms).toContainText(point)
  const text = terms.getByRole('group')
  expect(await text.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true)
  await expectAccessible(page)
  await terms.getByRole('button', { name: 'I Agree' }).click()
  await expect(terms).toBeHidden()
  await expect(field(page, 'I agree to the terms')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Terms of Service' })).toBeFocused()
})

test('Esc leaves the terms without agreeing', async ({ page }) => {
  await page.getByRole('button', { name: 'Terms of Service' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(field(page, 'I agree to the terms')).not.toBeChecked()
})

test('strength is Weak, Moderate or Strong, with the hint below', async ({ page }) => {
  for (const [password, strength] of [
    ['abcde', 'Weak'],
    ['abcdef', 'Moderate'],
    ['abcdefghijk', 'Moderate'],
    ['abcdefghijkl', 'Strong'],
  ] as const) {
    await field(page, 'Password').fill(password)
    await expect(page.getByText(`Password strength: ${strength}`)).toBeVisible()
  }
  await expect(field(page, 'Password')).toHaveAccessibleDescription(
    /not only numbers, and no parts of your name or email/,
  )
  await expect(field(page, 'Password')).toHaveAttribute('placeholder', /at least 8 characters/i)
})

test('nothing is sent unless everything is there and the passwords are the same', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/auth/users/') && sent.push(request.url()))
  await field(page, 'I agree to the terms').check()
  await register(page).click()
  for (const name of ['Name', 'Email', 'Password', 'Confirm Password']) {
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(field(page, 'Name')).toBeFocused()
  await fill(page, { Password: '12345' })
  await register(page).click()
  await expect(page.getByText('A password has at least 6 characters.').first()).toBeVisible()
  await fill(page, { 'Confirm Password': 'another-one' })
  await register(page).click()
  await expect(field(page, 'Confirm Password')).toHaveAccessibleDescription(/not the same/)
  expect(sent).toEqual([])
})

const refused: [string, Record<string, string>, string][] = [
  [
    'numbers only',
    { Email: 'oat-grower@farm.example', Password: '8451236970' },
    'Sign up failed. Please choose a different password. Passwords cannot be numerical-only or contain parts of your email or name.',
  ],
  [
    'too similar to the email',
    { Email: 'prairie-heron@farm.example', Password: 'prairie-heron' },
    'Your password is too similar to your email. Please choose a different password.',
  ],
]
for (const [what, values, sentence] of refused) {
  test(`a password refused by the server: ${what}`, async ({ page }) => {
    await fill(page, values)
    await register(page).click()
    await expect(failure(page)).toContainText(sentence)
    await failure(page).getByRole('button', { name: 'Close' }).click()
    await expect(field(page, 'Name')).toHaveValue('Pat Grower')
  })
}

const answers: [number, unknown, string][] = [
  [
    400,
    { name: ['Ensure this field has no more than 255 characters.'] },
    'Invalid signup information. Please check your details.',
  ],
  [401, {}, 'Authentication failed. Please check your credentials.'],
  [429, { detail: 'Request was throttled.' }, 'An error occurred during signup.'],
  [503, {}, 'An error occurred during signup.'],
]
for (const [status, json, sentence] of answers) {
  test(`an answer of ${status}: ${sentence}`, async ({ page }) => {
    await page.route('**/auth/users/', (route) => route.fulfill({ status, json }))
    await fill(page)
    await register(page).click()
    await expect(failure(page)).toContainText(sentence)
  })
}

test('an account is created, activated by its mail, and cannot be created twice', async ({ page, farm }) => {
  const email = newAddress()
  await fill(page, { Email: email })
  await register(page).click()
  const created = page.getByRole('dialog', { name: 'Account Created' })
  await expect(created).toContainText(/check your email to activate.*junk or spam/)
  await expectAccessible(page)
  await created.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/login$/)

  const link = await farm.linkIn('activate', email)
  await page.goto(link)
  await expectAccessible(page)
  const done = page.getByRole('dialog', { name: 'Activation Complete' })
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(done).toContainText('Your account is active')
  await expectAccessible(page)
  await done.getByRole('button', { name: 'Proceed to Login' }).click()
  await expect(page).toHaveURL(/\/login$/)

  await page.goto(link)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(done).toContainText('already active')

  await page.goto('/signup')
  await fill(page, { Email: email.toUpperCase() })
  await register(page).click()
  await expect(failure(page)).toContainText('An account with this email already exists.')
  await expectAccessible(page)
})

test('Activation Complete tells of a link that is not valid, and sends a new mail', async ({
  page,
  farm,
}) => {
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
  await done.getByRole('button', { name: 'Send a new mail' }).click()
  await expect(done).toContainText('a new mail is on its way')
  await expect.poll(() => farm.linkIn('activate', email)).not.toBe(first)
})

test('Activation Complete says when nobody answered', async ({ page }) => {
  await page.route('**/auth/users/activation/', (route) => route.abort())
  await page.goto('/activate/MQ/a-token')
  await page.getByRole('button', { name: 'Verify' }).click()
  const done = page.getByRole('dialog', { name: 'Activation Complete' })
  await expect(done).toContainText('not known whether your account is active')
  await expect(done.getByRole('button', { name: 'Proceed to Login' })).toBeVisible()
})

test('an authenticated user is led home', async ({ page, farm }) => {
  await signInByCall(page, farm)
  await page.goto('/signup')
  await expect(page).toHaveURL(`${farm.url}/`)
})

test('password managers know its fields; axe finds nothing', async ({ page }) => {
  const wanted = {
    Name: 'name',
    Email: 'email',
    Password: 'new-password',
    'Confirm Password': 'new-password',
  }
  for (const [name, value] of Object.entries(wanted)) {
    await expect(field(page, name)).toHaveAttribute('autocomplete', value)
  }
  await expectAccessible(page)
  await field(page, 'I agree to the terms').check()
  await register(page).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await smallTargets(page)).toEqual([])
})
