/** A file of readings on a bad line: neither the file nor what was said of it is lost, and trying again takes one press. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReadingsFileReport } from '../../../contract/accounts/provider.ts'
import { barriers } from '../../testing/accessibility.ts'
import { mount, signIn } from '../../testing/mount.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { ImportReadings } from './import-readings.tsx'

const report = {
  preview: true,
  lines: 2,
  readings: 2,
  without_moisture: 0,
  empty: 0,
  probes: [3],
  first: '2026-07-01T10:00:00.000Z',
  last: '2026-07-01T11:00:00.000Z',
  refused: 0,
  refusals: [],
  understood: ['columns parted by comma'],
  first_readings: [],
  stored: 2,
  duplicate: 0,
  invalid: 0,
}
const understood: ReadingsFileReport = {
  question: null,
  asked: null,
  kept: null,
  kept_as: null,
  refused_as: [],
  read_as: [],
  columns: [
    { name: 'VWC', group: null, use: 'moisture', unit: '%', depthCm: 20, probe: 3, why: null, because: null },
  ],
  sample: [],
  report,
}
const storedNow: ReadingsFileReport = { ...understood, report: { ...report, preview: false } }

const file = new File(['time,VWC'], 'z.csv', { type: 'text/csv' })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const sensor = page.getByRole('textbox', { name: 'Which sensor VWC is' })

it('a file that could not be read is read by one press', async () => {
  signIn()
  let reachable = false
  const requests = fakeServer(() => (reachable ? { json: understood } : undefined))
  mount(<ImportReadings system="North" />)
  await userEvent.upload(page.getByLabelText(/Choose a/), file)
  await expect.element(page.getByRole('alert').getByText(/^No answer from the server/)).toBeVisible()
  reachable = true
  await button('Try again').click()
  await expect.element(button('Store readings (2)')).toBeVisible()
  expect(requests.at(-1)?.path).toContain('preview=true')
})

it('reading it again in vain keeps its columns and what was typed', async () => {
  signIn()
  let status = 200
  fakeServer(() => ({ status, json: status === 200 ? understood : {} }))
  mount(<ImportReadings system="North" />)
  await userEvent.upload(page.getByLabelText(/Choose a/), file)
  await sensor.fill('P3-40cm')
  status = 503
  await button('Read again').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(sensor).toHaveValue('P3-40cm')
  // what it would store is not what was said last
  expect(button(/^Store readings/).elements()).toEqual([])
})

it.each([
  ['an error of the server', { status: 500, json: {} }],
  ['no network', undefined],
])('storing stands where it was pressed, over %s too', async (_, failure) => {
  signIn()
  let fails = true
  const requests = fakeServer(({ path }) => {
    if (path.includes('preview=true')) return { json: understood }
    return fails ? failure : { json: storedNow }
  })
  mount(
    <main>
      <ImportReadings system="North" />
    </main>,
  )
  await userEvent.upload(page.getByLabelText(/Choose a/), file)
  const store = button('Store readings (2)')
  await store.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(store).toHaveFocus()
  await expect.element(sensor).toBeVisible()
  expect(await barriers()).toEqual([])
  fails = false
  await store.click()
  const done = page.getByText('Readings stored: 2. Already there: 0.')
  await expect.element(done).toBeVisible()
  expect(document.activeElement?.contains(done.element())).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  expect(requests).toHaveLength(3)
})
