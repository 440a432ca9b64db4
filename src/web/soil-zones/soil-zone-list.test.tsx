/** The list of soil zones where the server fails: each zone says itself what did not happen, and its button tries again. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { SoilZone } from '../../contract/soil-zones.ts'
import { testSystem } from '../systems/testing/test-system.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { SoilZoneList } from './soil-zone-list.tsx'
import { useSoilZonesState } from './use-soil-zones.ts'

const system = testSystem('East Quarter')
const zone = (id: number, name: string): SoilZone => ({
  id,
  system: system.name,
  name,
  texture: 'clay',
  field_capacity: null,
  wilting_point: null,
  limits: { field_capacity: 0.4, wilting_point: 0.25 },
  confirmed: false,
  source: 'drawn',
  polygons: [],
  area_m2: 9000,
  inside_m2: 9000,
})
const systems = [system]

function Zones() {
  const state = useSoilZonesState(systems)
  return <SoilZoneList state={state} />
}

it.each([
  ['Confirm West knoll', 'PUT'],
  ['Delete West knoll', 'DELETE'],
])('%s fails beside it, and works when it is pressed again', async (name, method) => {
  signIn()
  let fails = true
  const requests = fakeServer((call) => {
    if (call.method === 'GET') return { json: [zone(1, 'East slough'), zone(2, 'West knoll')] }
    if (fails) return { status: 503, json: {} }
    return method === 'PUT' ? { json: { ...zone(2, 'West knoll'), confirmed: true } } : { status: 204 }
  })
  mount(<Zones />)
  const entry = page.getByRole('listitem').filter({ hasText: 'West knoll' })
  await entry.getByRole('button', { name }).click()
  const press = () =>
    method === 'PUT'
      ? entry.getByRole('button', { name }).click()
      : entry.getByRole('button', { name: 'Yes, delete' }).click()
  if (method === 'DELETE') await press()
  await expect.element(entry.getByRole('alert')).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(1)
  fails = false
  await press()
  await expect.poll(() => page.getByRole('alert').elements()).toEqual([])
  expect(requests.filter((call) => call.method === method)).toHaveLength(2)
})
