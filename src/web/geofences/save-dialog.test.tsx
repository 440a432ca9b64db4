/** Save Geofence: validation, the request, and the server's errors. */
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Geofence } from '../../contract/geofences.ts'
import { useSaveGeofence } from '../api/geofences.ts'
import { emptyDraft } from '../shared/pins/outline-draft.ts'
import { barriers } from '../testing/accessibility.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { checkFence } from './fence-check.ts'
import { SaveDialog } from './save-dialog.tsx'

const SYSTEM = 'North Quarter'
const POLYGON: [number, number][] = [
  [51, -114],
  [51.001, -114],
  [51.001, -113.999],
]
const pins = POLYGON.map(([lat, lng]) => ({ lat, lng }))
const corner: Geofence = {
  id: 7,
  system: SYSTEM,
  name: 'Wet corner',
  prescription: 60,
  polygon: POLYGON,
  enabled: false,
}

let cancelled = 0
let saved: Geofence[] = []
beforeEach(() => {
  cancelled = 0
  saved = []
  signIn()
})

/** The dialog with the mutation that the page passes to it. */
function Dialog({ edited, stored = edited }: { edited?: Geofence; stored?: Geofence | undefined }) {
  const save = useSaveGeofence()
  const design = {
    draft: { ...emptyDraft, pins, saved: edited ?? null },
    check: checkFence(pins, undefined, []),
    stored,
  }
  const saving = {
    save,
    saveAs: async (fields: { name: string; prescription: number }) => {
      save.mutate(
        {
          system: SYSTEM,
          id: edited?.id ?? null,
          body: { ...fields, polygon: POLYGON, enabled: edited?.enabled ?? true },
        },
        { onSuccess: (geofence) => void saved.push(geofence) },
      )
    },
    setDialog: () => (cancelled += 1),
  }
  return <SaveDialog name={SYSTEM} design={design} saving={saving} />
}

const name = page.getByLabelText('Name your geofence')
const percent = page.getByLabelText('Set Prescription (e.g. 50) %')
const save = page.getByRole('button', { name: 'Save', exact: true })
const NAME = page.getByText('A geofence name is 1 to 80 characters.')
const PERCENT = page.getByText('A geofence prescription is a whole number from 0 to 100%.')
const writes = (requests: ReturnType<typeof fakeServer>) =>
  requests.filter(({ path }) => path.startsWith('/api/geofences/'))

it('asks for the name first, and validates before sending', async () => {
  const requests = fakeServer()
  mount(<Dialog />)
  await expect.element(name).toHaveFocus()
  await save.click()
  await expect.element(NAME).toBeVisible()
  await expect.element(PERCENT).toBeVisible()
  expect(await barriers()).toEqual([])
  for (const wrong of ['101', '-1', '50.5']) {
    await percent.fill(wrong)
    await expect.element(PERCENT).toBeVisible()
  }
  await percent.fill('0')
  await expect.element(PERCENT).not.toBeInTheDocument()
  await name.fill('   ')
  await save.click()
  await expect.element(NAME).toBeVisible()
  await name.fill('x'.repeat(81))
  await expect.element(NAME).toBeVisible()
  expect(writes(requests)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(cancelled).toBe(1)
})

it('sends what was typed, using the keyboard alone', async () => {
  const requests = fakeServer(({ method, body }) =>
    method === 'POST' ? { status: 201, json: { ...corner, ...Object(body), id: 8 } } : undefined,
  )
  mount(<Dialog />)
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('Typed{Tab}25{Enter}')
  await expect
    .poll(() => saved.map((geofence) => [geofence.id, geofence.name, geofence.prescription]))
    .toEqual([[8, 'Typed', 25]])
  expect(
    writes(requests)
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => body),
  ).toEqual([{ name: 'Typed', prescription: 25, polygon: POLYGON, enabled: true, once: true }])
})

it('is prefilled with the saved geofence, and keeps it disabled', async () => {
  const requests = fakeServer(({ method, body }) =>
    method === 'PUT' ? { json: { ...corner, ...Object(body) } } : undefined,
  )
  mount(<Dialog edited={corner} />)
  await expect.element(page.getByRole('dialog', { name: 'Update & Save' })).toBeVisible()
  await expect.element(name).toHaveValue('Wet corner')
  await expect.element(percent).toHaveValue(60)
  await percent.fill('0')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => saved).toHaveLength(1)
  const request = writes(requests).find(({ method }) => method === 'PUT')
  expect([request?.path, request?.body]).toEqual([
    '/api/geofences/7/',
    { name: 'Wet corner', prescription: 0, polygon: POLYGON, enabled: false },
  ])
})

it('is prefilled with the geofence as it is now, not as it was opened', async () => {
  fakeServer()
  mount(<Dialog edited={corner} stored={{ ...corner, name: 'Corner', prescription: 80 }} />)
  await expect.element(name).toHaveValue('Corner')
  await expect.element(percent).toHaveValue(80)
})

it('shows no changes of another percentage than the typed one', async () => {
  const slow = Promise.withResolvers<void>()
  const none = { percent_b64: '', reason_b64: '', reasons: [], geofence_b64: '', cover_b64: null }
  const pivot = { latitude: 51, longitude: -114, tower_radii_m: [180], wetted_radius_m: 200, arc: null }
  const preview = {
    ...none,
    system: SYSTEM,
    sectors: 180,
    zones: 9,
    timer_pct: null,
    sha256: '',
    totals: null,
    inputs: {
      ...pivot,
      settings: null,
      flow_gpm: null,
      speed_100_m_min: null,
      probes: [],
      geofences: [],
      basis: 'no_probes',
      uniform: true,
    },
    changes: {
      former_rev: 0,
      former_percent_b64: '',
      cells: 7,
      more: 0,
      less: 7,
      volume_m3: null,
      hours: null,
    },
  }
  fakeServer(async ({ path, body }) => {
    if (!path.startsWith('/api/prescription/')) return undefined
    if (JSON.stringify(body).includes('"prescription":0')) await slow.promise
    return { json: preview }
  })
  mount(<Dialog edited={corner} />)
  const told = page.getByText('Changes 7 cells: 0 get more water, 7 get less.')
  await expect.element(told).toBeVisible()
  await percent.fill('0')
  await expect.element(told).not.toBeInTheDocument()
  slow.resolve()
  await expect.element(told).toBeVisible()
})

it.each([
  ['at its field', { message: 'This name is not possible.', field: 'name' }],
  ['below the fields', { message: 'The system is gone.' }],
])("shows the server's error about %s, and keeps what was typed", async (_, answer) => {
  fakeServer(({ path }) =>
    path.startsWith('/api/geofences/')
      ? { status: 400, json: { code: 'x', detail: '', ...answer } }
      : undefined,
  )
  mount(<Dialog />)
  await name.fill('Wet corner')
  await percent.fill('40')
  await save.click()
  await expect.element(page.getByText(answer.message)).toBeVisible()
  await expect.element(name).toHaveValue('Wet corner')
  await expect.element(percent).toHaveValue(40)
  expect(await barriers()).toEqual([])
})
