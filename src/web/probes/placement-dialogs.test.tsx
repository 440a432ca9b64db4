/** The dialogs of Place Soil Probes: number, save, clear, delete, and the soil around a probe. */
import { useReducer, useState } from 'react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ProbeGroup, SensorProbe } from '../../contract/probes.ts'
import { useSavedProbes } from '../api/probes.ts'
import type { DevicePosition } from '../kit/device-position.ts'
import { testSystem } from '../systems/testing/test-system.ts'
import { barriers } from '../testing/accessibility.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { Button } from '../ui/button.tsx'
import { emptyPlacement, nextPlacement } from './placement-draft.ts'
import type { PlacementStep } from './placement-draft.ts'
import { SaveButtons } from './placement-buttons.tsx'
import { PlacementDialogs } from './placement-dialogs.tsx'
import { SoilDialog } from './soil-dialog.tsx'
import { usePersistence } from './use-persistence.ts'
import type { PlacementDialog } from './use-placement.ts'
import { usePlacing } from './use-placing.ts'

const CENTRE = { lat: 51.06, lng: -114.15 }
const HERE: DevicePosition = { lat: 51.05, lng: -114.1, accuracyM: 8, headingDeg: null, at: Date.now() }
const SAVED: ProbeGroup = {
  id: 9,
  field_name: 'North',
  probes: [
    [51.06, -114.15, '1'],
    [51.061, -114.151, '4'],
  ],
}
const SOUTH: ProbeGroup = { id: 11, field_name: 'South', probes: [[51.2, -114.3, '7']] }
const TWO: PlacementStep[] = [
  { type: 'place', place: CENTRE, number: '1' },
  { type: 'place', place: { lat: 51.061, lng: -114.151 }, number: '4' },
]
const OPENED: PlacementStep[] = [{ type: 'open', group: SAVED }]

interface Start {
  steps?: PlacementStep[]
  shown?: PlacementDialog
  device?: DevicePosition | null
  error?: string | null
  unplaced?: number[]
}

/** The page without its map. */
function Placement({ steps, shown = null, device = HERE, error = null, unplaced }: Start) {
  const [draft, dispatch] = useReducer(nextPlacement, (steps ?? []).reduce(nextPlacement, emptyPlacement))
  const [dialog, setDialog] = useState(shown)
  const placing = usePlacing({ mode: draft.mode, dispatch, device, centre: () => CENTRE })
  const clear = () => {
    dispatch({ type: 'clear' })
    setDialog(null)
  }
  const keep = usePersistence({ draft, dispatch, onSaved: () => setDialog('saved'), onDeleted: clear })
  const saving = { ...keep, dialog, setDialog, clear }
  useSavedProbes()
  return (
    <>
      <Button onClick={() => dispatch({ type: 'open', group: SOUTH })}>Open South</Button>
      <SaveButtons editingSaved={draft.saved !== null} saving={saving} />
      <Button onClick={placing.togglePlacing}>Place Probe</Button>
      <Button onClick={placing.promptAtCentre}>At the crosshair</Button>
      <p>{`Placed: ${draft.probes.map(({ number, lat, lng }) => `${number} ${lat} ${lng}`).join(', ')}.`}</p>
      <PlacementDialogs
        draft={draft}
        dispatch={dispatch}
        placing={placing}
        device={{ place: device, error, requesting: false, request: async () => device }}
        unplaced={unplaced ?? []}
        saving={saving}
      />
    </>
  )
}

beforeEach(() => signIn())

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const words = (text: string | RegExp) => page.getByText(text)
const number = page.getByLabelText('Probe number')
const fieldName = page.getByLabelText('Field name')
const requestsBy = (requests: ReturnType<typeof fakeServer>, ...methods: string[]) =>
  requests
    .filter(({ method }) => methods.includes(method))
    .map(({ method, path, body }) => [method, path, body])

/** Messages of native alerts. */
function alerts(): string[] {
  const alertMessages: string[] = []
  const device = window.alert
  window.alert = (text) => void alertMessages.push(String(text))
  onTestFinished(() => {
    window.alert = device
  })
  return alertMessages
}

it('asks for the number of a probe, digits only, and places it at the current position', async () => {
  mount(<Placement />)
  await press('Place Probe')
  await expect.element(number).toHaveFocus()
  await expect.element(words(/^At your position: 51\.0500, -114\.1000 \(±8\sm\)\.$/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(words('Type the number on the probe.')).toBeVisible()
  expect(await barriers()).toEqual([])
  await number.click()
  await userEvent.keyboard('x0-7.{Enter}')
  await expect.element(words('Placed: 7 51.05 -114.1.')).toBeVisible()
  await expect.element(number).not.toBeInTheDocument()
})

it('changes nothing when it is cancelled', async () => {
  mount(<Placement />)
  await press('Place Probe')
  await number.fill('7')
  await press('Cancel')
  await expect.element(words('Placed: .')).toBeVisible()
})

it('moves a probe with the same number instead of placing it twice', async () => {
  mount(<Placement steps={TWO} />)
  await press('At the crosshair')
  await number.fill('04')
  await expect.element(words('Probe 4 is placed already, at 51.0610, -114.1510.')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(words('Placed: 1 51.06 -114.15, 4 51.061 -114.151.')).toBeVisible()
  expect(await barriers()).toEqual([])
  await press('Move probe 4 here')
  await expect.element(words('Placed: 1 51.06 -114.15, 4 51.06 -114.15.')).toBeVisible()
})

it.each<[string, Start, RegExp]>([
  [
    'unknown as yet',
    { device: null },
    /Your position is not known yet\. Until it is, the probe goes to the crosshair of the map: 51\.0600, -114\.1500\./,
  ],
  [
    'refused',
    { device: null, error: 'No permission.' },
    /No permission\. Until it is, the probe goes to the crosshair/,
  ],
  [
    'lost',
    { error: 'No signal.' },
    /No signal\. Your position was last known .+ The probe goes there: 51\.0500, -114\.1000\./,
  ],
  [
    'coarse',
    { device: { ...HERE, accuracyM: 60 } },
    /which is only accurate to ±60\sm\. Drag the probe into place afterwards\./,
  ],
])('says where the probe goes while the position is %s', async (_, start, sentence) => {
  mount(<Placement {...start} />)
  await press('Place Probe')
  await expect.element(words(sentence)).toBeVisible()
})

it('offers up to eight numbers of reporting probes without a place', async () => {
  mount(<Placement unplaced={[11, 12, 13, 14, 15, 16, 17, 18, 19]} />)
  await press('At the crosshair')
  await expect.element(words('At the crosshair of the map: 51.0600, -114.1500.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '19', exact: true })).not.toBeInTheDocument()
  await press('18')
  await expect.element(number).toHaveValue('18')
  await press('Place')
  await expect.element(words('Placed: 18 51.06 -114.15.')).toBeVisible()
})

it('requires a name before saving, and sends both', async () => {
  const requests = fakeServer(({ method }) => (method === 'POST' ? { status: 201, json: SAVED } : undefined))
  mount(<Placement steps={TWO} shown="save" />)
  await expect.element(fieldName).toHaveFocus()
  await expect.element(words('2 probes in a new set.')).toBeVisible()
  await fieldName.fill('  ')
  await press('Save')
  await expect.element(words('Please provide a field name and ensure probes are placed.')).toBeVisible()
  expect(await barriers()).toEqual([])
  expect(requestsBy(requests, 'POST', 'PUT')).toEqual([])
  await fieldName.fill('North')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Probes saved successfully!' })).toBeVisible()
  await expect.element(words('North: 2 probes.')).toBeVisible()
  expect(requestsBy(requests, 'POST', 'PUT')).toEqual([
    ['POST', '/api/save-probes/', { fieldName: 'North', probes: SAVED.probes }],
  ])
  expect(await barriers()).toEqual([])
})

it('refuses a set without probes', async () => {
  const requests = fakeServer()
  mount(<Placement shown="save" />)
  await fieldName.fill('North')
  await press('Save')
  await expect.element(words('Please provide a field name and ensure probes are placed.')).toBeVisible()
  expect(requestsBy(requests, 'POST', 'PUT')).toEqual([])
})

it('replaces a saved set under its name, and saves as a new one what was deleted elsewhere', async () => {
  const requests = fakeServer(({ method }) =>
    method === 'PUT'
      ? { status: 404, json: { message: 'Not found.', detail: 'Not found.', code: 'not_found' } }
      : { status: 201, json: { ...SAVED, id: 10 } },
  )
  mount(<Placement steps={OPENED} shown="save" />)
  await expect.element(words('2 probes replace the saved ones.')).toBeVisible()
  await expect.element(fieldName).toBeDisabled()
  await press('Save')
  await expect
    .element(words('Error saving probes. This set was deleted elsewhere. Your probes stay here, not saved.'))
    .toBeVisible()
  expect(await barriers()).toEqual([])
  await press('Keep as a new set')
  await expect.element(words('2 probes in a new set.')).toBeVisible()
  await press('Save')
  await expect.element(words('North: 2 probes.')).toBeVisible()
  const body = { fieldName: 'North', probes: SAVED.probes }
  expect(requestsBy(requests, 'POST', 'PUT')).toEqual([
    ['PUT', '/api/update-probe-group/9/', body],
    ['POST', '/api/save-probes/', body],
  ])
})

it('keeps the placed probes without an answer', async () => {
  fakeServer()
  mount(<Placement steps={TWO} shown="save" />)
  await fieldName.fill('North')
  await press('Save')
  await expect
    .element(words(/^Error saving probes\. No answer from the server.+ Your probes stay here, not saved\.$/))
    .toBeVisible()
  await expect.element(fieldName).toHaveValue('North')
})

it('does not take the late answer about one set for the one opened since', async () => {
  const slow = Promise.withResolvers<void>()
  const requests = fakeServer(async ({ method, path }) => {
    if (method !== 'PUT') return undefined
    if (!path.endsWith('/9/')) return { json: SOUTH }
    await slow.promise
    return { json: SAVED }
  })
  mount(<Placement steps={OPENED} shown="save" />)
  await press('Save')
  await press('Cancel')
  await press('Open South')
  await expect.element(words('Placed: 7 51.2 -114.3.')).toBeVisible()
  slow.resolve()
  // the list is fetched again once the answer has been taken
  await expect.poll(() => requestsBy(requests, 'GET')).toHaveLength(2)
  await press('Finish & Save')
  await expect.element(fieldName).toHaveValue('South')
  await press('Save')
  await expect.element(words('South: 1 probe.')).toBeVisible()
  expect(requestsBy(requests, 'PUT').map(([, path]) => path)).toEqual([
    '/api/update-probe-group/9/',
    '/api/update-probe-group/11/',
  ])
})

it('does not replace a new set that may be stored with the next new one', async () => {
  const requests = fakeServer(({ method, path }) => {
    if (path.startsWith('/api/saved-probes')) return { json: [SAVED] }
    return method === 'POST' && !requestsBy(requests, 'POST')[1] ? undefined : { json: SOUTH }
  })
  mount(<Placement steps={TWO} shown="save" />)
  await fieldName.fill('North')
  await press('Save')
  await expect.element(words(/^Error saving probes\. No answer from the server/)).toBeVisible()
  await press('Cancel')
  await press('Clear Placements')
  await press('Clear')
  await press('At the crosshair')
  await number.fill('7')
  await press('Place')
  await press('Finish & Save')
  await fieldName.fill('South')
  await press('Save')
  await expect.element(words('South: 1 probe.')).toBeVisible()
  expect(requestsBy(requests, 'PUT')).toEqual([])
  expect(requestsBy(requests, 'POST')).toHaveLength(2)
})

it('sends a new set once, also when its dialog is closed and opened again before the answer', async () => {
  const slow = Promise.withResolvers<void>()
  const requests = fakeServer(async ({ method }) => {
    if (method !== 'POST') return undefined
    await slow.promise
    return { status: 201, json: SAVED }
  })
  mount(<Placement steps={TWO} shown="save" />)
  await fieldName.fill('North')
  await press('Save')
  await press('Cancel')
  await press('Finish & Save')
  await expect.element(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  slow.resolve()
  await expect.element(words('North: 2 probes.')).toBeVisible()
  expect(requestsBy(requests, 'POST')).toHaveLength(1)
})

it('keeps the set opened while another one is still being deleted', async () => {
  const alertMessages = alerts()
  const slow = Promise.withResolvers<void>()
  fakeServer(async ({ method }) => {
    if (method !== 'DELETE') return undefined
    await slow.promise
    return { status: 204 }
  })
  mount(<Placement steps={OPENED} shown="delete" />)
  await press('Delete')
  await press('Cancel')
  await press('Open South')
  slow.resolve()
  await expect.poll(() => alertMessages).toEqual(['Probe group deleted successfully!'])
  await expect.element(words('Placed: 7 51.2 -114.3.')).toBeVisible()
})

it('clears after a confirmation, with Cancel first', async () => {
  mount(<Placement steps={TWO} shown="clear" />)
  await expect.element(page.getByRole('dialog', { name: 'Clear Placements' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(await barriers()).toEqual([])
  await press('Clear')
  await expect.element(words('Placed: .')).toBeVisible()
})

it('deletes a saved set, and shows a failure in its dialog', async () => {
  const alertMessages = alerts()
  const statuses = [500, 204]
  const requests = fakeServer(({ method }) => {
    if (method !== 'DELETE') return undefined
    const status = statuses.shift() ?? 500
    return status === 204
      ? { status }
      : { status, json: { message: 'Not now.', detail: '', code: 'internal' } }
  })
  mount(<Placement steps={OPENED} shown="delete" />)
  await expect
    .element(
      words(/^North: 2 probes\. Their readings stay; maps and prescriptions no longer use these places\.$/),
    )
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await press('Delete')
  await expect.element(words(/^Error deleting probe group\. /)).toBeVisible()
  expect(await barriers()).toEqual([])
  await press('Delete')
  await expect.element(words('Placed: .')).toBeVisible()
  expect(requestsBy(requests, 'DELETE')).toEqual(
    Array.from({ length: 2 }, () => ['DELETE', '/api/delete-probe-group/9/', null]),
  )
  expect(alertMessages).toEqual(['Error deleting probe group.', 'Probe group deleted successfully!'])
})

const PROBE: SensorProbe = {
  number: 4,
  place: null,
  field_capacity: 0.25,
  wilting_point: 0.12,
  soil_source: 'system',
  soil_zone: null,
  own_soil: { texture: null, field_capacity: null, wilting_point: null },
  sensors: [],
}

it('sets the soil around a probe in per cent, and refuses impossible values', async () => {
  let closed = 0
  const requests = fakeServer(({ method }) => (method === 'PATCH' ? { json: PROBE } : undefined))
  const storedProbe = { system: testSystem('North Quarter'), probe: PROBE }
  mount(<SoilDialog stored={storedProbe} onClose={() => (closed += 1)} />)
  const capacity = page.getByLabelText('Field capacity')
  const wilting = page.getByLabelText('Wilting point')
  await capacity.fill('12')
  await wilting.fill('25')
  await press('Save soil')
  await expect
    .element(
      words(
        'Field capacity and wilting point are above 0 and at most 0.6, the wilting point the smaller one.',
      ),
    )
    .toBeVisible()
  expect(await barriers()).toEqual([])
  await capacity.fill('36')
  await wilting.fill('')
  await page.getByLabelText('Texture').selectOptions('clay')
  await press('Save soil')
  await expect.poll(() => closed).toBe(1)
  expect(requestsBy(requests, 'PATCH').map(([, , body]) => body)).toEqual([
    { texture: 'clay', field_capacity: 0.36, wilting_point: null },
  ])
})
