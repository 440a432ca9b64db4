/** Sign Up: terms, password strength, validation before anything is sent, and each failure message. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { barriers } from '../testing/accessibility.ts'
import { mount } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { SignupPage } from './signup-page.tsx'

const PASSWORD = 'gravel-Heron-92-canal'

const field = (name: string) => page.getByLabelText(name, { exact: true })
const register = page.getByRole('button', { name: 'Register' })
const agreed = field('I agree to the terms')
const failure = page.getByRole('dialog', { name: 'Sign Up Error' })

async function fill(overrides: Record<string, string> = {}): Promise<void> {
  const values = {
    Name: 'Pat Grower',
    Email: 'pat@farm.example',
    Password: PASSWORD,
    'Confirm Password': overrides['Password'] ?? PASSWORD,
    ...overrides,
  }
  for (const [name, value] of Object.entries(values)) await field(name).fill(value)
}

let at = () => ''
beforeEach(() => {
  at = mount(<SignupPage />).at
})

it('has Register disabled until the terms are ticked', async () => {
  await expect.element(register).toBeDisabled()
  await agreed.click()
  await expect.element(register).toBeEnabled()
  await agreed.click()
  await expect.element(register).toBeDisabled()
})

describe('the terms', () => {
  const termsButton = page.getByRole('button', { name: 'Terms of Service' })
  const terms = page.getByRole('dialog', { name: 'Terms of Service' })

  it('scroll, contain every point, and I Agree ticks the box', async () => {
    await termsButton.click()
    for (const point of [
      /at least 18 years/,
      /owner and every user whom the owner authorises/,
      /update .* automatically/,
      /No uptime guarantee/,
      /fees that you paid in the 12 months/,
      /arbitration under the law of the Province of Alberta/,
      /Last updated August 1, 2024/,
    ])
      expect(terms.element().textContent).toMatch(point)
    const text = terms.getByRole('group').element()
    expect(text.scrollHeight).toBeGreaterThan(text.clientHeight)
    expect(await barriers()).toEqual([])
    await terms.getByRole('button', { name: 'I Agree' }).click()
    await expect.element(terms).not.toBeInTheDocument()
    await expect.element(agreed).toBeChecked()
    await expect.element(termsButton).toHaveFocus()
  })

  it('close on Esc without agreeing', async () => {
    await termsButton.click()
    await userEvent.keyboard('{Escape}')
    await expect.element(terms).not.toBeInTheDocument()
    await expect.element(agreed).not.toBeChecked()
  })
})

it('calls a password Weak, Moderate or Strong, with the hint below', async () => {
  for (const [password, strength] of [
    ['abcde', 'Weak'],
    ['abcdef', 'Moderate'],
    ['abcdefghijk', 'Moderate'],
    ['abcdefghijkl', 'Strong'],
  ] as const) {
    await field('Password').fill(password)
    await expect.element(page.getByText(`Password strength: ${strength}`)).toBeVisible()
  }
  await expect
    .element(field('Password'))
    .toHaveAccessibleDescription(/not only numbers, and no parts of your name or email/)
  await expect.element(field('Password')).toHaveAttribute('placeholder', 'At least 8 characters')
})

it('sends nothing unless all fields are filled and the passwords match', async () => {
  const requests = fakeServer()
  await agreed.click()
  await register.click()
  for (const name of ['Name', 'Email', 'Password', 'Confirm Password'])
    await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Name')).toHaveFocus()
  expect(await barriers()).toEqual([])
  await fill({ Password: '12345' })
  await register.click()
  await expect.element(page.getByText('A password needs at least 6 characters.').first()).toBeVisible()
  await fill({ 'Confirm Password': 'another-one' })
  await register.click()
  await expect.element(field('Confirm Password')).toHaveAccessibleDescription(/not the same/)
  expect(requests).toEqual([])
})

const answers: [number, unknown, string][] = [
  [
    400,
    { password: ['This password is entirely numeric.'] },
    'Sign up failed. Please choose a different password. Passwords cannot be numerical-only or contain parts of your email or name.',
  ],
  [
    400,
    { password: ['The password is too similar to the email.'] },
    'Your password is too similar to your email. Please choose a different password.',
  ],
  [
    400,
    { name: ['Ensure this field has no more than 255 characters.'] },
    'Invalid signup information. Please check your details.',
  ],
  [401, {}, 'Authentication failed. Please check your credentials.'],
  [409, {}, 'An account with this email already exists.'],
  [429, { detail: 'Request was throttled.' }, 'An error occurred during signup.'],
  [503, {}, 'An error occurred during signup.'],
]
it.each(answers)('shows for an answer of %i %j: %s', async (status, json, sentence) => {
  fakeServer(() => ({ status, json }))
  await fill()
  await agreed.click()
  await register.click()
  await expect.element(failure.getByText(sentence)).toBeVisible()
  await failure.getByRole('button', { name: 'Close' }).click()
  await expect.element(failure).not.toBeInTheDocument()
  await expect.element(field('Name')).toHaveValue('Pat Grower')
})

it('shows every failure without accessibility barriers', async () => {
  fakeServer(() => ({ status: 400, json: { password: ['This password is too common.'] } }))
  await fill()
  await agreed.click()
  await register.click()
  await expect.element(failure.getByText('This password is too common.')).toBeVisible()
  expect(await barriers()).toEqual([])
})

it('sends the form once, says that an email was sent, and links to the login', async () => {
  const requests = fakeServer(() => ({ status: 201, json: {} }))
  await fill()
  await agreed.click()
  await register.click()
  const created = page.getByRole('dialog', { name: 'Account Created' })
  await expect.element(created.getByText(/check your email to activate.*junk or spam/)).toBeVisible()
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    [
      '/auth/users/',
      { name: 'Pat Grower', email: 'pat@farm.example', password: PASSWORD, re_password: PASSWORD },
    ],
  ])
  expect(await barriers()).toEqual([])
  await created.getByRole('button', { name: 'Close' }).click()
  await expect.poll(at).toBe('/login')
})

it('works with password managers and has no accessibility barriers', async () => {
  for (const [name, value] of Object.entries({
    Name: 'name',
    Email: 'email',
    Password: 'new-password',
    'Confirm Password': 'new-password',
  }))
    await expect.element(field(name)).toHaveAttribute('autocomplete', value)
  expect(await barriers()).toEqual([])
})
