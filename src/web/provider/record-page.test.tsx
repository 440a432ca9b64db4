/** The audit log at the desk: what was asked for, and an export that fails. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { barriers } from '../testing/accessibility.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { RecordPage } from './record-page.tsx'

const NAME = 'North of the coulee by the old grain elevator past the slough 01'
const entry = {
  id: 1,
  at: '2026-07-14T16:00:00Z',
  who: null,
  user_id: null,
  action: 'system connect',
  system: NAME,
  outcome: 'accepted',
  before: null,
  after: { name: NAME, overhang_m: 14 },
}

beforeEach(signIn)

it('the name of a system is in its column, not again among the details', async () => {
  fakeServer(() => ({ json: { entries: [entry], next: null } }))
  mount(<RecordPage />)
  await expect.element(page.getByText('overhang_m: 14', { exact: true })).toBeVisible()
  expect(page.getByText(NAME).elements()).toHaveLength(1)
  expect(await barriers()).toEqual([])
})

it('an export that failed is tried again with one press, and the list stays', async () => {
  let fails = true
  const requests = fakeServer(({ path }) => {
    if (!path.includes('export')) return { json: { entries: [entry], next: null } }
    return fails ? undefined : {}
  })
  const exports = () => requests.filter(({ path }) => path.includes('export')).length
  mount(<RecordPage />)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const alert = page.getByRole('alert')
  await expect.element(alert).toBeVisible()
  await expect.element(page.getByText('overhang_m: 14')).toBeVisible()
  const before = exports()
  fails = false
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(exports).toBe(before + 1)
  await expect.element(alert).not.toBeInTheDocument()
})
