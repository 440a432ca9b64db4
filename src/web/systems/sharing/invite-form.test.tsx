/** An invitation that gets no answer, or is refused: said where it belongs, and nothing typed is lost. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer } from '../../testing/fake-server.ts'
import { mount, signIn } from '../../testing/mount.tsx'
import { InviteForm } from './invite-form.tsx'

const HAND = 'hired.hand@farm.example'
const email = page.getByLabelText('Email')

beforeEach(signIn)

async function invite(): Promise<void> {
  mount(<InviteForm name="North" members={[]} />)
  await email.fill(HAND)
  await page.getByRole('button', { name: 'Invite' }).click()
}

it('without an answer is not blamed on the address, and is sent again with one press', async () => {
  let signal = false
  const member = { id: 7, email: HAND, name: null, role: 'operator', state: 'invited' }
  const requests = fakeServer(() => (signal ? { json: member } : undefined))
  await invite()
  const alert = page.getByRole('alert')
  await expect.element(alert).toBeVisible()
  await expect.element(email).toHaveValue(HAND)
  await expect.element(email).not.toHaveAttribute('aria-invalid', 'true')
  signal = true
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.element(email).toHaveValue('')
  await expect.element(alert).not.toBeInTheDocument()
  expect(requests.at(-1)?.body).toEqual({ email: HAND, role: 'operator' })
})

it('that is refused says why at the address', async () => {
  fakeServer(() => ({
    status: 400,
    json: { code: 'already_owner', field: 'email', message: 'That person owns the system.' },
  }))
  await invite()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText('That person owns the system.')).toBeVisible()
  await expect.element(email).toHaveValue(HAND)
})
