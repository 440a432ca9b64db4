/** Connecting systems on a bad line: what was typed and the chosen file stay, and one press tries again. */
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, signIn } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { ConnectPage } from './connect-page.tsx'

beforeEach(signIn)

it.each([
  ['an error of the server', { status: 500, json: {} }],
  ['no network', undefined],
])('a file of systems is read again after %s', async (_, failure) => {
  let fails = true
  const line = { line: 2, name: 'East Quarter', owner: 'pat@example.com', latitude: 50, longitude: -112 }
  fakeServer(({ method }) => {
    if (method !== 'POST' || fails) return failure
    return {
      json: { preview: true, lines: [{ ...line, wetted_radius_m: 400, problem: null }], connected: [] },
    }
  })
  mount(<ConnectPage />)
  const file = new File(['owner,name'], 'systems.csv', { type: 'text/csv' })
  await userEvent.upload(page.getByLabelText('Choose a file'), file)
  const part = page.getByRole('region', { name: 'From a file' })
  await expect.element(part.getByRole('alert')).toBeVisible()
  fails = false
  await part.getByRole('button', { name: 'Try again' }).click()
  await expect.element(part.getByText('East Quarter')).toBeVisible()
  fails = true
  // what fails at the end of a long table is said at the end
  await part.getByRole('button', { name: /^Connect/ }).click()
  await expect.element(part.getByRole('alert')).toBeVisible()
  await expect.element(part.getByText('East Quarter')).toBeVisible()
  expect(part.element().lastElementChild?.matches('[role=alert]')).toBe(true)
})
