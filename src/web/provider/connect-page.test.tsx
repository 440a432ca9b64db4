/** Connecting systems on a bad line: what was typed and the chosen file stay, and one press tries again. */
import { Link } from '@tanstack/react-router'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, signIn } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { buttonClass } from '../ui/button.tsx'
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

it('secrets are shown though another file or page was wanted before they came', async () => {
  const connected = Promise.withResolvers<undefined>()
  const line = { line: 2, name: 'East Quarter', owner: 'pat@example.com', latitude: 50, longitude: -112 }
  const lines = [{ ...line, wetted_radius_m: 400, problem: null }]
  const [controller, gateway] = [
    { id: 'ctl-1', kind: 'controller', secret: 'told-once' },
    { id: 'gw-1', kind: 'gateway', secret: 'told-once-too' },
  ]
  fakeServer(async ({ method, path }) => {
    if (method !== 'POST') return undefined
    if (path.endsWith('preview=true')) return { json: { preview: true, lines, connected: [] } }
    await connected.promise
    return { json: { preview: false, lines, connected: [{ system: line.name, controller, gateway }] } }
  })
  const view = mount(
    <>
      <Link to="/elsewhere" className={buttonClass()}>
        Elsewhere
      </Link>
      <ConnectPage />
    </>,
  )
  const choice = page.getByLabelText('Choose a file')
  await userEvent.upload(choice, new File(['owner,name'], 'systems.csv', { type: 'text/csv' }))
  await page.getByRole('button', { name: 'Connect systems: 1' }).click()
  await expect.element(page.getByLabelText('Choose another file')).toBeDisabled()
  await page.getByRole('link', { name: 'Elsewhere' }).click()
  const leaving = page.getByRole('dialog', { name: 'Connecting…' })
  await expect.element(leaving.getByText(/nobody will ever see them/)).toBeVisible()
  connected.resolve(undefined)
  const secrets = page.getByRole('dialog', { name: 'Secrets, shown only once' })
  await expect.element(secrets.getByText('told-once', { exact: true })).toBeVisible()
  await expect.element(leaving).not.toBeInTheDocument()
  expect(view.at()).toBe('/')
})
