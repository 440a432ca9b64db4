/** Sign In: validation before anything is sent, and the message of a failed login. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { barriers } from '../testing/accessibility.ts'
import { mount } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { LoginPage } from './login-page.tsx'

const email = page.getByLabelText('Email')
const password = page.getByLabelText('Password', { exact: true })
const signIn = page.getByRole('button', { name: 'Sign In' })

it('refuses a missing or wrong email and a short password before anything is sent', async () => {
  const requests = fakeServer()
  mount(<LoginPage />)
  await signIn.click()
  await expect.element(page.getByText('Please enter your email.')).toBeVisible()
  await expect.element(page.getByText('Please enter a password.')).toBeVisible()
  await expect.element(email).toHaveFocus()
  expect(await barriers()).toEqual([])
  await email.fill('not-an-address')
  await password.fill('12345')
  await signIn.click()
  await expect.element(email).toHaveAccessibleDescription('Please enter a valid email address.')
  await expect.element(password).toHaveAccessibleDescription('A password needs at least 6 characters.')
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  expect(requests).toEqual([])
})

it('shows Login Failed with the detail of the server, and keeps the email', async () => {
  const detail = 'No active account found with the given credentials'
  const requests = fakeServer(() => ({ status: 401, json: { detail } }))
  mount(<LoginPage />)
  await email.fill('nobody@farm.example')
  await password.fill('wrong-password')
  await userEvent.keyboard('{Enter}')
  const failedDialog = page.getByRole('dialog', { name: 'Login Failed' })
  await expect.element(failedDialog.getByText(detail)).toBeVisible()
  expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/auth/jwt/create/', { email: 'nobody@farm.example', password: 'wrong-password' }],
  ])
  expect(await barriers()).toEqual([])
  await failedDialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(failedDialog).not.toBeInTheDocument()
  await expect.element(email).toHaveValue('nobody@farm.example')
})

it('says Login failed without a detail', async () => {
  fakeServer(() => ({ status: 502 }))
  mount(<LoginPage />)
  await email.fill('pat@farm.example')
  await password.fill('long-enough')
  await signIn.click()
  await expect.element(page.getByRole('dialog').getByText('Login failed', { exact: true })).toBeVisible()
})

it.each([
  ['Sign Up', '/signup'],
  [/password/, '/reset-password'],
])('has a link %s to %s', async (name, address) => {
  const { at } = mount(<LoginPage />)
  await page.getByRole('link', { name }).click()
  await expect.poll(at).toBe(address)
})

it('works with password managers and has no accessibility barriers', async () => {
  mount(<LoginPage />)
  await expect.element(email).toHaveAttribute('autocomplete', 'username')
  await expect.element(password).toHaveAttribute('autocomplete', 'current-password')
  expect(await barriers()).toEqual([])
})
