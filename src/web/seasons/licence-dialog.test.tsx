/** The licence dialog: validation, the request, and the server's errors. */
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SeasonSystem } from '../../contract/seasons.ts'
import { barriers } from '../testing/accessibility.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { LicenceDialog } from './licence-dialog.tsx'

const ADDRESS = '/api/season/licence/?system=North+Quarter&year=2026'
const system: SeasonSystem = {
  system: 'North Quarter',
  time_zone: 'America/Edmonton',
  role: 'owner',
  licence: null,
  volume_m3: 0,
  months: [],
  metered: [],
}
const licensed: SeasonSystem = {
  ...system,
  licence: { volume: 150, unit: 'dam3', volume_m3: 150_000, from_year: 2024 },
}

let closed = 0
beforeEach(() => {
  closed = 0
  signIn()
})

const open = (one: SeasonSystem) =>
  mount(<LicenceDialog system={one} year={2026} unit="acre_feet" onClose={() => (closed += 1)} />)
const volume = page.getByLabelText('Volume a year')
const unit = page.getByLabelText('Unit')
const save = page.getByRole('button', { name: 'Save licence' })
const WRONG = page.getByText('A licence is a volume above 0.')
const writes = (requests: ReturnType<typeof fakeServer>) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

it('refuses an invalid volume before anything is sent', async () => {
  const requests = fakeServer()
  open(system)
  await expect.element(page.getByRole('dialog', { name: 'Licence of North Quarter' })).toBeVisible()
  await expect.element(page.getByText(/It applies from 2026 until you change it\.$/)).toBeVisible()
  // more than a thousand pivots use, so a typing error
  for (const typed of ['', '0', '-5', '1e9']) {
    await volume.fill(typed)
    await save.click()
    await expect.element(WRONG).toBeVisible()
  }
  expect(await barriers()).toEqual([])
  expect(writes(requests)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(closed).toBe(1)
})

it('sends volume and unit, using the keyboard alone', async () => {
  const requests = fakeServer(() => ({ status: 204 }))
  open(system)
  await expect.element(page.getByRole('button', { name: 'No licence' })).not.toBeInTheDocument()
  await expect.element(unit).toHaveValue('acre_feet')
  await volume.click()
  await userEvent.keyboard('120.5{Enter}')
  await expect.poll(() => closed).toBe(1)
  expect(writes(requests)).toEqual([['PUT', ADDRESS, { volume: 120.5, unit: 'acre_feet' }]])
})

it('is prefilled with the current licence in its own unit', async () => {
  const requests = fakeServer(() => ({ status: 204 }))
  open(licensed)
  await expect.element(volume).toHaveValue(150)
  await expect.element(unit).toHaveValue('dam3')
  await unit.selectOptions('m3')
  await save.click()
  await expect.poll(() => closed).toBe(1)
  expect(writes(requests)).toEqual([['PUT', ADDRESS, { volume: 150, unit: 'm3' }]])
})

it('ends a licence', async () => {
  const requests = fakeServer(() => ({ status: 204 }))
  open(licensed)
  await page.getByRole('button', { name: 'No licence' }).click()
  await expect.poll(() => closed).toBe(1)
  expect(writes(requests)).toEqual([['DELETE', ADDRESS, null]])
})

it('stays open with what was typed if the server refuses or does not answer', async () => {
  const answers = [{ status: 403, json: { message: 'Owners alone.', detail: 'Owners alone.', code: 'x' } }]
  fakeServer(() => answers.shift())
  open(licensed)
  await volume.fill('99')
  await save.click()
  await expect.element(page.getByText('Owners alone.')).toBeVisible()
  expect(await barriers()).toEqual([])
  await save.click()
  await expect.element(page.getByText(/^No answer from the server/)).toBeVisible()
  await expect.element(volume).toHaveValue(99)
  expect(closed).toBe(0)
})
