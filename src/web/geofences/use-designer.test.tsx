/** Saving geofences over a slow or lost connection, and after somebody else has changed them. */
import { Suspense } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Geofence } from '../../contract/geofences.ts'
import { testSystem } from '../systems/testing/test-system.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { Button } from '../ui/button.tsx'
import { SaveButtons } from './design-buttons.tsx'
import { DesignerDialogs } from './designer-dialogs.tsx'
import { useDesigner } from './use-designer.ts'

const SYSTEM = 'East Quarter'
const system = testSystem(SYSTEM, { latitude: 51, longitude: -114 })
const SYSTEMS = [system]
const POLYGON: [number, number][] = [
  [51, -114],
  [51.0005, -114],
  [51.0005, -113.9995],
]
const fence = (id: number, name: string, prescription: number, enabled = true): Geofence => ({
  id,
  system: SYSTEM,
  name,
  prescription,
  polygon: POLYGON.map(([lat, lng]) => [lat, lng + id / 1e4]),
  enabled,
})

/** The page without its map. */
function Designer() {
  const { field, design, saving, open } = useDesigner(SYSTEMS)
  const draw = () => {
    for (const [lat, lng] of POLYGON) design.dispatch({ type: 'add', place: { lat, lng } })
  }
  return (
    <>
      <SaveButtons field={field} design={design} saving={saving} onNew={() => open(null)} reasonId="reason" />
      {field.geofences.data?.map((geofence) => (
        <Button key={geofence.id} onClick={() => open(geofence)}>
          {`${geofence.name} ${geofence.prescription}%`}
        </Button>
      ))}
      <Button onClick={draw}>Draw</Button>
      <Suspense>
        {saving.dialog ? <DesignerDialogs field={field} design={design} saving={saving} /> : null}
      </Suspense>
    </>
  )
}

beforeEach(() => {
  signIn()
  localStorage.setItem('selectedThing', SYSTEM)
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const name = page.getByLabelText('Name your geofence')
const percent = page.getByLabelText('Set Prescription (e.g. 50) %')
const writes = (requests: ReturnType<typeof fakeServer>) =>
  requests
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/geofences/'))
    .map(({ method, path, body }) => [method, path, body])
const seenOf = ({ name, prescription, polygon }: Geofence) => ({ name, prescription, polygon })

it('enables nothing that somebody else has changed since it was shown, says so, and shows it', async () => {
  const shown = fence(1, 'Slough', 0, false)
  let stored = shown
  const requests = fakeServer(({ method, path, body }) => {
    if (!path.startsWith('/api/geofences/')) return undefined
    if (method === 'GET') return { json: [stored] }
    if (stored === shown) {
      stored = { ...shown, prescription: 50 }
      return {
        status: 409,
        json: { code: 'geofence_changed_meanwhile', message: 'Changed.', detail: '', current: stored },
      }
    }
    return { json: { ...stored, ...Object(body) } }
  })
  mount(<Designer />)
  await press('Slough 0%')
  await press('Enable/Disable Geofence')
  await expect.element(page.getByText('Changed.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Slough 50%' })).toBeVisible()
  await press('Enable/Disable Geofence')
  await expect.poll(() => writes(requests)).toHaveLength(2)
  expect(writes(requests)).toEqual(
    [shown, stored].map((seen) => [
      'PUT',
      '/api/geofences/1/',
      { ...seenOf(seen), enabled: true, seen: seenOf(seen) },
    ]),
  )
})

it('replaces what somebody else has changed only after telling it, and keeps what was typed', async () => {
  const shown = fence(1, 'Slough', 0)
  const changed = { ...fence(2, 'Slough', 50), id: 1 }
  const requests = fakeServer(({ method, path, body }) => {
    if (!path.startsWith('/api/geofences/')) return undefined
    if (method === 'GET') return { json: [shown] }
    if (writes(requests).length > 1) return { json: { ...changed, ...Object(body) } }
    return {
      status: 409,
      json: { code: 'geofence_changed_meanwhile', message: 'Changed.', detail: '', current: changed },
    }
  })
  mount(<Designer />)
  await press('Slough 0%')
  await press('Update & Save')
  await percent.fill('30')
  await press('Update')
  await expect
    .element(
      page.getByText(
        'This geofence was changed in the meantime: it is now saved as “Slough” with 50%. Its outline was changed, too. Press Update again to replace it with what you entered here, or cancel and reopen it.',
      ),
    )
    .toBeVisible()
  await expect.element(percent).toHaveValue(30)
  await press('Update')
  await expect.element(page.getByText('Slough is saved with 30%.')).toBeVisible()
  const body = { name: 'Slough', prescription: 30, polygon: shown.polygon }
  expect(writes(requests)).toEqual([
    ['PUT', '/api/geofences/1/', { ...body, seen: seenOf(shown) }],
    ['PUT', '/api/geofences/1/', { ...body, seen: seenOf(changed) }],
  ])
})

it('changes a new geofence that was stored without an answer instead of saving a second one', async () => {
  const stored = { ...fence(0, 'Slough', 0), id: 3 }
  const requests = fakeServer(({ method, path, body }) => {
    if (!path.startsWith('/api/geofences/')) return undefined
    if (method === 'GET') return { json: writes(requests).length > 0 ? [stored] : [] }
    return method === 'POST' ? undefined : { json: { ...stored, ...Object(body) } }
  })
  mount(<Designer />)
  await press('Draw')
  await press('Save Geofence')
  await name.fill('Slough')
  await percent.fill('0')
  await press('Save')
  await expect.element(page.getByText(/^No answer from the server/)).toBeVisible()
  await percent.fill('50')
  await press('Save')
  await expect.element(page.getByText('Slough is saved with 50%.')).toBeVisible()
  const body = { name: 'Slough', polygon: POLYGON }
  expect(writes(requests)).toEqual([
    [
      'POST',
      `/api/geofences/?system=${encodeURIComponent(SYSTEM)}`,
      { ...body, prescription: 0, once: true },
    ],
    ['PUT', '/api/geofences/3/', { ...body, prescription: 50, seen: seenOf(stored) }],
  ])
})

it('does not take the late answer about one geofence for the dialog of the next', async () => {
  const list = [fence(1, 'Slough', 0), fence(2, 'Knoll', 80)]
  const slow = Promise.withResolvers<void>()
  fakeServer(async ({ method, path, body }) => {
    if (!path.startsWith('/api/geofences/')) return undefined
    if (method === 'GET') return { json: list }
    await slow.promise
    list[0] = { ...fence(1, 'Slough', 0), ...Object(body) }
    return { json: list[0] }
  })
  mount(<Designer />)
  await press('Slough 0%')
  await press('Update & Save')
  await percent.fill('10')
  await press('Update')
  await press('Cancel')
  await press('Knoll 80%')
  await press('Update & Save')
  await percent.fill('75')
  slow.resolve()
  await expect.element(page.getByText('Slough 10%')).toBeInTheDocument()
  await expect.element(name).toHaveValue('Knoll')
  await expect.element(percent).toHaveValue(75)
})
