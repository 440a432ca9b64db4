/** Password reset and activation: their pages, from the request to the page behind the link. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { barriers } from '../testing/accessibility.ts'
import { mount } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { ActivationPage } from './activation-page.tsx'
import { ConfirmPasswordPage } from './confirm-password-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

const NEW_PASSWORD = 'culvert-Plover-37-berm'

const reset = page.getByRole('button', { name: 'Reset Password' })

describe('Reset Password', () => {
  const email = page.getByLabelText('Email')

  it('asks for an email, then shows Request Sent whether or not there is an account', async () => {
    const requests = fakeServer(() => ({ status: 204 }))
    mount(<ResetPasswordPage />)
    await reset.click()
    await expect.element(email).toHaveAccessibleDescription('Please enter your email.')
    expect(await barriers()).toEqual([])
    expect(requests).toEqual([])
    await email.fill('pat@farm.example')
    await reset.click()
    const sentDialog = page.getByRole('dialog', { name: 'Request Sent' })
    await expect.element(sentDialog).toBeVisible()
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      ['/auth/users/reset_password/', { email: 'pat@farm.example' }],
    ])
    expect(await barriers()).toEqual([])
    await sentDialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(sentDialog).not.toBeInTheDocument()
  })

  it('says that a request failed, and keeps what was typed', async () => {
    fakeServer(() => ({ status: 503, json: {} }))
    mount(<ResetPasswordPage />)
    await email.fill('pat@farm.example')
    await reset.click()
    const failure = page.getByRole('dialog', { name: 'Request Failed' })
    await expect.element(failure.getByText('Password reset failed. Please try again.')).toBeVisible()
    await failure.getByRole('button', { name: 'Close' }).click()
    await expect.element(email).toHaveValue('pat@farm.example')
  })
})

describe('a new password', () => {
  const [first, second] = [
    page.getByLabelText('New Password', { exact: true }),
    page.getByLabelText('Confirm New Password'),
  ]
  const open = () =>
    mount(<ConfirmPasswordPage />, {
      path: '/password/reset/confirm/$uid/$token',
      at: '/password/reset/confirm/MQ/a-token',
    })
  async function set(password: string, repeated = password): Promise<void> {
    await first.fill(password)
    await second.fill(repeated)
    await reset.click()
  }

  it('is required twice, of at least 6 characters, and the same', async () => {
    const requests = fakeServer()
    open()
    await reset.click()
    await expect.element(first).toHaveAccessibleDescription(/Please enter a password/)
    await expect.element(second).toHaveAccessibleDescription(/Please enter a password/)
    expect(await barriers()).toEqual([])
    await set('12345')
    await expect.element(first).toHaveAccessibleDescription(/at least 6 characters/)
    await set(NEW_PASSWORD, 'another-one')
    await expect.element(second).toHaveAccessibleDescription(/not the same/)
    await expect.element(first).toHaveAttribute('autocomplete', 'new-password')
    expect(requests).toEqual([])
  })

  it('is sent with both parts of the link, and then there is a link to the login', async () => {
    const requests = fakeServer(() => ({ status: 204 }))
    const { at } = open()
    await set(NEW_PASSWORD)
    const success = page.getByRole('dialog', { name: 'Success' })
    await expect.element(success.getByText('Password Changed Successfully')).toBeVisible()
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      [
        '/auth/users/reset_password_confirm/',
        { uid: 'MQ', token: 'a-token', new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD },
      ],
    ])
    expect(await barriers()).toEqual([])
    await success.getByRole('link', { name: 'Log In' }).click()
    await expect.poll(at).toBe('/login')
  })

  it('is refused for an expired link, with a way to request a new one', async () => {
    fakeServer(() => ({ status: 400, json: { token: ['Invalid token for given user.'] } }))
    const { at } = open()
    await set(NEW_PASSWORD)
    const failedDialog = page.getByRole('dialog', { name: 'Reset Failed' })
    await expect.element(failedDialog.getByText('Password reset failed. Please try again.')).toBeVisible()
    await expect.element(failedDialog.getByText(/This link is not valid/)).toBeVisible()
    expect(await barriers()).toEqual([])
    await failedDialog.getByRole('link', { name: 'Send a new link' }).click()
    await expect.poll(at).toBe('/reset-password')
  })
})

describe('Activation Complete', () => {
  const done = page.getByRole('dialog', { name: 'Activation Complete' })
  const verify = () => page.getByRole('button', { name: 'Verify' }).click()
  const open = () => mount(<ActivationPage />, { path: '/activate/$uid/$token', at: '/activate/MQ/a-token' })

  it('says that the account is active, with a link to the login', async () => {
    const requests = fakeServer(() => ({ status: 204 }))
    const { at } = open()
    expect(await barriers()).toEqual([])
    await verify()
    await expect.element(done.getByText(/Your account is active/)).toBeVisible()
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      ['/auth/users/activation/', { uid: 'MQ', token: 'a-token' }],
    ])
    expect(await barriers()).toEqual([])
    await done.getByRole('button', { name: 'Proceed to Login' }).click()
    await expect.poll(at).toBe('/login')
  })

  it('says that the link is invalid, and has a new email sent', async () => {
    const requests = fakeServer(({ path }) =>
      path.includes('resend') ? { status: 204 } : { status: 400, json: { token: ['Invalid token.'] } },
    )
    open()
    await verify()
    await expect.element(done.getByText(/not valid or has expired/)).toBeVisible()
    await expect.element(done.getByRole('button', { name: 'Proceed to Login' })).toBeVisible()
    expect(await barriers()).toEqual([])
    await done.getByLabelText('Email').fill('pat@farm.example')
    await done.getByRole('button', { name: 'Send a new email' }).click()
    await expect.element(done.getByText(/a new email is on its way/)).toBeVisible()
    expect(requests.at(-1)?.body).toEqual({ email: 'pat@farm.example' })
  })

  it('says when nobody answered', async () => {
    fakeServer()
    open()
    await verify()
    await expect.element(done.getByText(/do not know whether your account is active/)).toBeVisible()
    await expect.element(done.getByRole('button', { name: 'Proceed to Login' })).toBeVisible()
  })
})
