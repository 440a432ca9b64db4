/** Live messages: the guessed meaning of each field is corrected and saved, and what is missing is named. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { LiveFields } from '../../../contract/accounts/live-readings.ts'
import { barriers } from '../../testing/accessibility.ts'
import { mount, signIn } from '../../testing/mount.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { LiveMessages } from './live-messages.tsx'

const looked: LiveFields = {
  type: '*',
  types: ['*'],
  network: 'JSON',
  device: 'barn',
  device_probe: null,
  at: null,
  said: false,
  fields: [
    { path: 'device', value: 'barn', use: 'device', unit: null, depth_cm: null, probe: null },
    { path: 'when', value: '2026-07-06T10:00:00Z', use: null, unit: null, depth_cm: null, probe: null },
    { path: 'soil_moisture', value: '23.5', use: 'moisture', unit: null, depth_cm: null, probe: null },
  ],
  readings: [],
  trouble: 'probe',
  saved: false,
}

it('shows how each field is read, accepts changes, and saves them', async () => {
  signIn()
  const requests = fakeServer(({ method, body }) => {
    if (method === 'GET') return { json: { types: [{ type: 'LSE01', said: false, heard_at: null }] } }
    const { save, fields } = Object(body)
    const reading = { use: 'moisture', value: 0.235, number: 7, depth_cm: 20, at: '2026-07-06T10:00:00.000Z' }
    return { json: fields ? { ...looked, readings: [reading], trouble: null, saved: save } : looked }
  })
  mount(<LiveMessages system="North" />)
  await expect.element(page.getByRole('button', { name: 'Look at LSE01' })).toBeVisible()
  await page.getByRole('textbox', { name: 'A message, as it is sent' }).fill('{"device":"barn"}')
  await page.getByRole('button', { name: 'Read the message' }).click()
  await expect.element(page.getByText('We do not know which probe this is', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Its time is not known', { exact: false })).toBeVisible()
  // the unit that fits the value
  await expect.element(page.getByRole('combobox', { name: 'Unit of soil_moisture' })).toHaveValue('%')
  expect(await barriers()).toEqual([])
  await page.getByRole('textbox', { name: 'Which probe barn is' }).fill('7')
  await page.getByRole('combobox', { name: 'when is' }).selectOptions('time')
  await page.getByRole('textbox', { name: 'Depth of soil_moisture (cm)' }).fill('20')
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect.element(page.getByText('moisture, probe 7 at 20 cm: 0.235 m³/m³')).toBeVisible()
  await page.getByRole('button', { name: 'Save for messages like this' }).click()
  await expect.element(page.getByText('Saved.', { exact: false })).toBeVisible()
  const place = { depth_cm: null, probe: null }
  expect(requests.findLast(({ method }) => method === 'POST')?.body).toEqual({
    system: 'North',
    sample: '{"device":"barn"}',
    type: '*',
    device_probe: 7,
    save: true,
    fields: [
      { path: 'device', use: 'device', unit: '', ...place },
      { path: 'when', use: 'time', unit: '', ...place },
      { path: 'soil_moisture', use: 'moisture', unit: '%', depth_cm: 20, probe: null },
    ],
  })
})
