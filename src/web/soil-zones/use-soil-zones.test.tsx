/** Saving and importing soil zones over a slow or lost connection, and after somebody else has changed them. */
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { SoilFilePreview, SoilZone } from '../../contract/soil-zones.ts'
import { testSystem } from '../systems/testing/test-system.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { Button } from '../ui/button.tsx'
import { ImportPanel } from './import-panel.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { SoilZoneList } from './soil-zone-list.tsx'
import { useImport } from './use-import.ts'
import { useSoilZonesState } from './use-soil-zones.ts'

const SYSTEM = 'East Quarter'
const SYSTEMS = [testSystem(SYSTEM, { latitude: 51, longitude: -114 })]
const RING: [number, number][] = [
  [51, -114],
  [51.0005, -114],
  [51.0005, -113.9995],
]
const zone = (id: number, name: string, texture: SoilZone['texture']): SoilZone => ({
  id,
  system: SYSTEM,
  name,
  texture,
  field_capacity: null,
  wilting_point: null,
  limits: { field_capacity: 0.3, wilting_point: 0.15 },
  confirmed: true,
  source: 'drawn',
  polygons: [[RING.map(([lat, lng]) => [lat, lng + id / 1e4])]],
  area_m2: 9000,
  inside_m2: 9000,
})

/** The page without its map. */
function Zones() {
  const state = useSoilZonesState(SYSTEMS)
  const draw = () => {
    for (const [lat, lng] of RING) state.dispatch({ type: 'add', place: { lat, lng } })
  }
  return (
    <>
      <Button onClick={draw}>Draw</Button>
      <Button onClick={() => state.setDialog('save')}>Open save</Button>
      <SoilZoneList state={state} />
      {state.dialog === 'save' ? <SaveDialog state={state} /> : null}
    </>
  )
}

beforeEach(() => signIn())

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const name = page.getByLabelText('Name of the zone')
const texture = page.getByRole('combobox', { name: 'Texture' })
const writes = (requests: ReturnType<typeof fakeServer>) =>
  requests
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/soil-zones/'))
    .map(({ method, path, body }) => [method, path, body])
const seenOf = ({ name, texture, field_capacity, wilting_point, confirmed, polygons }: SoilZone) => ({
  name,
  texture,
  field_capacity,
  wilting_point,
  confirmed,
  polygons,
})

it('replaces a zone that somebody else has changed only after telling it, and keeps what was typed', async () => {
  await page.viewport(375, 667)
  const shown = zone(1, 'Knoll', 'sand')
  const changed = { ...zone(2, 'Knoll', 'clay'), id: 1 }
  const requests = fakeServer(({ method, path, body }) => {
    if (!path.startsWith('/api/soil-zones/')) return undefined
    if (method === 'GET') return { json: [shown] }
    if (writes(requests).length > 1) return { json: { ...changed, ...Object(body) } }
    return {
      status: 409,
      json: { code: 'soil_zone_changed_meanwhile', message: 'Changed.', detail: '', current: changed },
    }
  })
  mount(<Zones />)
  await press('Edit Knoll')
  await press('Open save')
  await name.fill('Ridge')
  await press('Update')
  await expect
    .element(
      page.getByText(/^This soil zone was changed in the meantime: it is now saved as “Knoll”\. Clay:/),
    )
    .toBeVisible()
  await expect
    .element(page.getByText(/(Confirmed|Guessed)\. Its outline was changed, too\. Press Update again/))
    .toBeVisible()
  await expect.element(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect.element(name).toHaveValue('Ridge')
  await press('Update')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const body = { ...seenOf(shown), name: 'Ridge' }
  expect(writes(requests)).toEqual([
    ['PUT', '/api/soil-zones/1/', { ...body, seen: seenOf(shown) }],
    ['PUT', '/api/soil-zones/1/', { ...body, seen: seenOf(changed) }],
  ])
})

it('changes a new zone that was stored without an answer instead of saving a second one', async () => {
  const stored = { ...zone(0, 'Knoll', 'sand'), id: 3 }
  const requests = fakeServer(({ method, path, body }) => {
    if (!path.startsWith('/api/soil-zones/')) return undefined
    if (method === 'GET') return { json: writes(requests).length > 0 ? [stored] : [] }
    return method === 'POST' ? undefined : { json: { ...stored, ...Object(body) } }
  })
  mount(<Zones />)
  await press('Draw')
  await press('Open save')
  await name.fill('Knoll')
  await texture.selectOptions('sand')
  await press('Save')
  await expect.element(page.getByText(/^No answer from the server/)).toBeVisible()
  await texture.selectOptions('clay')
  await press('Save')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(writes(requests)).toMatchObject([
    ['POST', `/api/soil-zones/?system=${encodeURIComponent(SYSTEM)}`, { texture: 'sand', once: true }],
    ['PUT', '/api/soil-zones/3/', { name: 'Knoll', texture: 'clay', seen: seenOf(stored) }],
  ])
})

it('does not take the late answer about one zone for the dialog of the next', async () => {
  const list = [zone(1, 'Slough', 'clay'), zone(2, 'Knoll', 'sand')]
  const slow = Promise.withResolvers<void>()
  fakeServer(async ({ method, path }) => {
    if (!path.startsWith('/api/soil-zones/')) return undefined
    if (method === 'GET') return { json: list }
    await slow.promise
    list[0] = zone(1, 'Pond', 'clay')
    return { json: list[0] }
  })
  mount(<Zones />)
  await press('Edit Slough')
  await press('Open save')
  await name.fill('Pond')
  await press('Update')
  await press('Cancel')
  await press('Edit Knoll')
  await press('Open save')
  await name.fill('Ridge')
  slow.resolve()
  await expect.element(page.getByText('Pond', { exact: true })).toBeInTheDocument()
  await expect.element(name).toHaveValue('Ridge')
})

const PREVIEW: SoilFilePreview = {
  format: 'geojson',
  source: 'file',
  features: 1,
  columns: [],
  read: { name: null, texture: null, field_capacity: null, wilting_point: null, measure: null },
  notes: [],
  zones: [
    {
      name: 'Sand of the file',
      texture: 'sand',
      texture_said: null,
      field_capacity: null,
      wilting_point: null,
      polygons: [[RING]],
      area_m2: 900,
      inside_m2: 900,
      measure: null,
    },
  ],
  left_out: [],
}

function Import() {
  const [system, setSystem] = useState('North')
  const soilImport = useImport(system, () => undefined)
  return (
    <>
      <Button onClick={() => soilImport.choose(new File(['{}'], 'soils.geojson'))}>Choose</Button>
      <Button onClick={() => setSystem('South')}>South</Button>
      <Button onClick={() => setSystem('North')}>North</Button>
      <ImportPanel name={system} zoneCount={0} soilImport={soilImport} onCancel={() => undefined} />
    </>
  )
}

it('shows a file under the system that it was chosen for, and under no other', async () => {
  const slow = Promise.withResolvers<void>()
  fakeServer(async ({ path }) => {
    if (!path.startsWith('/api/soil-zones/preview/')) return undefined
    await slow.promise
    return { json: PREVIEW }
  })
  mount(<Import />)
  const button = page.getByRole('button', { name: 'Import 1 zone' })
  await press('Choose')
  await press('South')
  slow.resolve()
  await expect.element(page.getByText('soils.geojson')).not.toBeInTheDocument()
  await press('North')
  await expect.element(page.getByText('soils.geojson')).toBeVisible()
  await expect.element(button).toBeVisible()
  await press('South')
  await expect.element(button).not.toBeInTheDocument()
})
