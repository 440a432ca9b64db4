/** The dialog of a pump keeps the unit and the pump that it was opened with, and flows that were not touched. */
import { useQueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Pump } from '#contract/pumps.ts'
import { useChooseUnit } from '../../api/preferences.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { mount, signIn } from '../../testing/mount.tsx'
import { testSystem } from '../testing/test-system.ts'
import { PumpSettings } from './pump-settings.tsx'

const NAME = 'East Quarter'
const flows = { least_flow_gpm: 600.123, greatest_flow_gpm: 1000.777 }

function pumpOf(id: number, systems: string[]): Pump {
  const now = { machines: 0, flow_gpm: 0, measured: true }
  return { id, name: `Pump ${id}`, ...flows, systems, others: 0, now }
}

function PumpWithUnit() {
  const choose = useChooseUnit()
  const cache = useQueryClient()
  return (
    <>
      <button type="button" onClick={() => choose.mutate('mm')}>
        Millimetres
      </button>
      <button type="button" onClick={() => void cache.invalidateQueries()}>
        Newer
      </button>
      <PumpSettings system={testSystem(NAME)} />
    </>
  )
}

beforeEach(signIn)

it('sends what was typed to the pump that was opened, in the unit of then', async () => {
  let pumps = [pumpOf(1, [NAME]), pumpOf(2, [])]
  const requests = fakeServer(({ method, path }) => {
    if (method !== 'GET') return { json: path === '/api/preferences/' ? {} : pumps[0] }
    if (path === '/api/pumps/') return { json: pumps }
    const account = { theme: 'system', language: 'device', provider: false, support_asked: false }
    return path === '/api/preferences/' ? { json: { ...account, unit: 'in' } } : undefined
  })
  mount(<PumpWithUnit />)
  await page.getByRole('button', { name: 'Change pump' }).click()
  const least = page.getByRole('spinbutton', { name: 'Minimum flow' })
  await least.fill('700')
  // a modal dialog covers the buttons, which another tab and another person do not need
  pumps = [pumpOf(1, []), pumpOf(2, [NAME])]
  for (const name of ['Millimetres', 'Newer'])
    document.querySelectorAll('button').forEach((button) => button.textContent === name && button.click())
  await expect.poll(() => requests.filter(({ path }) => path === '/api/pumps/').length).toBeGreaterThan(1)
  await expect.poll(() => document.body.innerText).toContain('Pump 2')
  await expect.element(least).toHaveValue(700)
  await page.getByRole('button', { name: 'Save pump' }).click()
  const saved = () => requests.filter(({ method }) => method === 'PUT' || method === 'POST')
  await expect.poll(() => saved().length).toBe(1)
  expect(saved()[0]).toMatchObject({
    path: '/api/pumps/1/',
    body: { name: 'Pump 1', least_flow_gpm: 700, greatest_flow_gpm: flows.greatest_flow_gpm },
  })
})
