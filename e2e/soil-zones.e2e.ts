/** Soil Zones: drawn with mouse and keyboard, imported from files, and their effect on a prescription. */
import { expectAccessible, smallTargets } from './accessibility.ts'
import {
  type ConnectedSystem,
  expect,
  type Farm,
  FIELD,
  holdBack,
  newSystem,
  type Page,
  signInByCall,
  test,
} from './farm.ts'

type Offset = [x: number, y: number]

const EARTH_M = 6_378_137
const DEGREE = Math.PI / 180

/** Longitude and latitude of a place, metres east and north of the pivot. */
function position([x, y]: Offset): [number, number] {
  return [
    FIELD.lng + x / (EARTH_M * Math.cos(FIELD.lat * DEGREE) * DEGREE),
    FIELD.lat + y / (EARTH_M * DEGREE),
  ]
}

const EAST: Offset[] = [
  [0, -260],
  [260, -260],
  [260, 260],
  [0, 260],
]
const WEST: Offset[] = [
  [-260, -260],
  [0, -260],
  [0, 260],
  [-260, 260],
]

function polygon(properties: Record<string, unknown>, corners: Offset[]) {
  const ring = corners.map(position)
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } }
}

function file(name: string, features: unknown[]) {
  const buffer = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
  return { name, mimeType: 'application/geo+json', buffer }
}

const survey = file('survey.geojson', [
  polygon({ mukey: '1', muname: 'Maddock loamy fine sand', wthirdbar_r: 12, wfifteenbar_r: 4.5 }, EAST),
  polygon({ mukey: '2', muname: 'Fargo silty clay', wthirdbar_r: 36, wfifteenbar_r: 22 }, WEST),
  polygon({ mukey: '3', muname: 'Elsewhere loam' }, [
    [2000, 2000],
    [2100, 2000],
    [2100, 2100],
  ]),
])

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const entries = (page: Page) => page.getByRole('region', { name: /^Soil zones of / }).getByRole('listitem')

async function openPage(page: Page, farm: Farm, word: string): Promise<string> {
  const { system } = await openField(page, farm, word)
  return system
}

async function openField(page: Page, farm: Farm, word: string): Promise<ConnectedSystem> {
  const email = await signInByCall(page, farm)
  const name = newSystem(word)
  const connected = await farm.connect(email, name)
  await page.goto(`/soil-zones?system=${encodeURIComponent(name)}`)
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.getByText('Loading map...')).toBeHidden()
  await expect(page.getByLabel('Select a system')).toHaveValue(name)
  return connected
}

async function clickMap(page: Page, [x, y]: Offset): Promise<void> {
  const canvas = page.locator('canvas')
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('no map')
  await page.mouse.click(box.x + box.width / 2 + x, box.y + box.height / 2 + y)
}

async function choose(page: Page, surveyFile: ReturnType<typeof file>): Promise<void> {
  await button(page, 'Import a File').click()
  await page.getByLabel('Choose a file').setInputFiles(surveyFile)
}

test('drawn with the mouse, saved, found again, changed and deleted', async ({ page, farm }) => {
  const system = await openPage(page, farm, 'Zone')
  await expect(page.getByText(/^None yet: every cell uses/)).toBeVisible()
  await expect(button(page, 'Save Soil Zone')).toBeDisabled()
  await button(page, 'Add Pins').click()
  for (const at of [
    [20, -60],
    [80, -60],
    [80, 60],
    [20, 60],
  ] as Offset[])
    await clickMap(page, at)
  await button(page, 'Stop Adding Pins').click()
  await expect(page.getByText('not saved')).toBeVisible()

  await button(page, 'Save Soil Zone').click()
  const dialog = page.getByRole('dialog', { name: 'Save Soil Zone' })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('The name of a soil zone is 1 to 80 characters.')).toBeVisible()
  await expect(
    dialog.getByText('A soil zone needs a texture, or field capacity and wilting point.'),
  ).toBeVisible()
  await dialog.getByLabel('Name of the zone').fill('Knoll')
  await dialog.getByLabel('Texture').selectOption('sand')
  // closed before the answer
  const answer = await holdBack(page, '**/api/soil-zones/?system=*')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  answer()
  await expect(entries(page)).toHaveCount(1)
  await expect(button(page, 'Update & Save')).toBeVisible()
  await expect(page.getByText('not saved')).toBeHidden()
  await expect(entries(page).first()).toContainText('Sand: full at 12%, wilting at 4.5%.')
  await expect(entries(page).first()).toContainText('Confirmed')

  await page.reload()
  await expect(page.getByLabel('Select a system')).toHaveValue(system)
  await button(page, 'Edit Knoll').click()
  await expect(page.getByRole('button', { name: /^Pin \d+ \(/ })).toHaveCount(4)
  await button(page, 'Update & Save').click()
  const update = page.getByRole('dialog', { name: 'Update & Save' })
  await update.getByLabel('Field capacity').fill('15')
  await update.getByLabel('I have checked these figures').uncheck()
  await update.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(entries(page).first()).toContainText('full at 15%')
  await expect(entries(page).first()).toContainText('Guessed')
  await button(page, 'Confirm Knoll').click()
  await expect(entries(page).first()).toContainText('Confirmed')

  await button(page, 'Delete Knoll').click()
  await expect(button(page, 'Keep it')).toBeFocused()
  await button(page, 'Yes, delete').click()
  await expect(page.getByText(/^None yet: every cell uses/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pin \d+ \(/ })).toHaveCount(0)
})

test('by keyboard alone: places are typed, crossing sides refused, the zone saved', async ({
  page,
  farm,
}) => {
  await openPage(page, farm, 'ZoneKeys')
  const corners: Offset[] = [
    [0, 0],
    [100, 100],
    [100, 0],
    [0, 100],
  ]
  await page.getByLabel('Latitude of a new pin').focus()
  for (const [lng, lat] of corners.map(position)) {
    await page.keyboard.type(lat.toFixed(6))
    await page.keyboard.press('Tab')
    await page.keyboard.type(lng.toFixed(6))
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('The outline of a soil zone must not cross itself.')).toBeVisible()
  await expect(button(page, 'Save Soil Zone')).toBeDisabled()
  await button(page, 'Order pins around the centre').focus()
  await page.keyboard.press('Enter')
  await button(page, 'Undo').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The outline of a soil zone must not cross itself.')).toBeVisible()
  await button(page, 'Order pins around the centre').focus()
  await page.keyboard.press('Enter')
  await button(page, 'Save Soil Zone').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name of the zone')).toBeFocused()
  await page.keyboard.type('Typed')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('36')
  await page.keyboard.press('Tab')
  await page.keyboard.type('22')
  await page.keyboard.press('Enter')
  await expect(entries(page).first()).toContainText('Full at 36%, wilting at 22%.')
  // a hundred metres square
  await expect(entries(page).first()).toContainText('(1 ha) inside the circle')
})

test('a survey is previewed, stored only on confirmation, and shown in open windows', async ({
  page,
  farm,
  context,
}) => {
  const name = await openPage(page, farm, 'Survey')
  const otherPage = await context.newPage()
  await otherPage.goto(`/soil-zones?system=${encodeURIComponent(name)}`)
  await expect(otherPage.getByText(/^None yet: every cell uses/)).toBeVisible()

  await choose(page, survey)
  await expect(
    page.getByText(
      'GeoJSON, SSURGO survey, 3 rows: name from muname, field capacity from wthirdbar_r, wilting point from wfifteenbar_r.',
    ),
  ).toBeVisible()
  const zones = page.getByRole('list', { name: 'Zones of the file' }).getByRole('listitem')
  await expect(zones).toHaveCount(2)
  await expect(page.getByText('Elsewhere loam: outside the wetted circle.')).toBeVisible()
  await expect(page.getByText(/coarser than variable rate needs/)).toBeVisible()
  await expect(page.getByLabel('Field capacity').filter({ visible: true })).toHaveCount(2)
  await page.getByLabel('Name of zone 1').fill('Sand side')
  await button(page, 'Import 2 zones').click()
  await expect(page.getByText(`2 soil zones imported into ${name}.`)).toBeVisible()
  await expect(entries(page)).toHaveCount(2)
  await expect(entries(page).filter({ hasText: 'Sand side' })).toContainText('SSURGO survey')
  await expect(entries(page).filter({ hasText: 'Fargo silty clay' })).toContainText('Guessed')
  // the other window is updated
  await expect(entries(otherPage)).toHaveCount(2)
})

test('a zone with several outlines and a hole is edited by keyboard, and unsaved changes survive a reload', async ({
  page,
  farm,
}) => {
  await openPage(page, farm, 'Rings')
  const ring = (corners: Offset[]) => [...corners, corners[0] ?? [0, 0]].map(position)
  const square = (x: number, y: number, half: number): Offset[] => [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ]
  const unit = {
    type: 'Feature',
    properties: { muname: 'Patches', wthirdbar_r: 30, wfifteenbar_r: 15 },
    geometry: {
      type: 'MultiPolygon',
      coordinates: [[ring(square(-100, 0, 60)), ring(square(-100, 0, 20))], [ring(square(100, 0, 30))]],
    },
  }
  await choose(page, file('patches.geojson', [unit]))
  await button(page, 'Import 1 zone').click()
  // 120 m and 60 m square, less 40 m square: 1.44 + 0.36 - 0.16 ha
  await expect(entries(page).first()).toContainText('(1.64 ha) inside the circle')

  const edit = button(page, 'Edit Patches')
  await edit.focus()
  await page.keyboard.press('Enter')
  const rings = page.getByLabel('Outline to edit')
  await expect(rings.locator('option')).toContainText(['Outline 1', 'Hole 1 in outline 1', 'Outline 2'])
  await rings.selectOption({ label: 'Hole 1 in outline 1' })
  await expect(page.getByRole('button', { name: /^Pin \d+ \(/ })).toHaveCount(4)
  const remove = button(page, 'Remove hole 1 in outline 1')
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(rings.locator('option')).toContainText(['Outline 1', 'Outline 2'])
  await expect(page.getByText('not saved')).toBeVisible()

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Your unsaved drawing is back.')).toBeVisible()
  await rings.selectOption({ label: 'Outline 2' })
  await expect(page.getByRole('button', { name: /^Pin \d+ \(/ })).toHaveCount(4)
  await button(page, 'Cut a hole').click()
  for (const [lng, lat] of square(100, 0, 10).map(position)) {
    await page.getByLabel('Latitude of a new pin').fill(lat.toFixed(6))
    await page.getByLabel('Longitude of a new pin').fill(lng.toFixed(6))
    await page.keyboard.press('Enter')
  }
  await button(page, 'Update & Save').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Update', exact: true }).click()
  // 1.44 + 0.36 - 0.04 ha
  await expect(entries(page).first()).toContainText('(1.76 ha) inside the circle')
  await page.reload()
  await expect(entries(page)).toHaveCount(1)
  await expect(page.getByText('Your unsaved drawing is back.')).toBeHidden()
})

test('a file without soil asks for it; one that cannot be read says why; nothing is stored', async ({
  page,
  farm,
}) => {
  await openPage(page, farm, 'Unclear')
  await choose(page, { name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('PK no archive') })
  await expect(
    page.getByText('This is neither GeoJSON nor a zipped Shapefile that can be read.'),
  ).toBeVisible()
  await page
    .getByLabel('Choose another file')
    .setInputFiles(file('plain.json', [polygon({ crop: 'wheat' }, EAST)]))
  await expect(page.getByText('Give a soil to Zone 1.')).toBeVisible()
  await expect(button(page, 'Import 1 zone')).toBeDisabled()
  await page.getByLabel('Texture', { exact: true }).selectOption('clay')
  await expect(button(page, 'Import 1 zone')).toBeEnabled()
  await button(page, 'Back without importing').click()
  await expect(page.getByText(/^None yet: every cell uses/)).toBeVisible()
})

test('conductivity is split into the chosen number of zones, each of which needs a soil', async ({
  page,
  farm,
}) => {
  const name = await openPage(page, farm, 'Conductivity')
  const points = Array.from({ length: 900 }, (_, i): Offset => [
    -232 + (i % 30) * 16,
    -232 + Math.floor(i / 30) * 16,
  ])
  const features = points.map((at) => ({
    type: 'Feature',
    properties: { EC_SH: (at[0] < 0 ? 12 : 60) + (at[1] % 3) },
    geometry: { type: 'Point', coordinates: position(at) },
  }))
  await choose(page, file('veris.geojson', features))
  await expect(page.getByText(/Conductivity says where the soil changes/)).toBeVisible()
  await page.getByText('Choose the columns yourself').click()
  await page.getByLabel('Split into').selectOption('2')
  const zones = page.getByRole('list', { name: 'Zones of the file' }).getByRole('listitem')
  await expect(zones).toHaveCount(2)
  for (const [at, soil] of [
    [0, 'sandy_loam'],
    [1, 'clay'],
  ] as const)
    await zones.nth(at).getByLabel('Texture', { exact: true }).selectOption(soil)
  await button(page, 'Import 2 zones').click()
  await expect(page.getByText(`2 soil zones imported into ${name}.`)).toBeVisible()
  await expect(entries(page)).toHaveCount(2)
})

test('sand and clay of equal moisture get different water, and the cell names the source of its soil', async ({
  page,
  farm,
}) => {
  const { system: name, gateway } = await openField(page, farm, 'Mixed')
  const access = await page.evaluate(() => localStorage.getItem('access'))
  const headers = { authorization: `JWT ${access}` }
  const probes = [position([100, 0]), position([-100, 0])].map(([lng, lat], i) => [lat, lng, String(i + 1)])
  const at = new Date().toISOString()
  const readings = [1, 2].map((probe) => ({ probe, depthCm: 45, at, vwc: 0.12 }))
  const towers = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((tower) => [tower, false]))
  const settings = {
    system_name: name,
    is_system_on: true,
    is_test_pattern_on: false,
    is_speed_switch_on: false,
    application_rate: 2,
    root_depth: 36,
    target_moisture: 90,
    towers,
  }
  const saved = await page.request.post('/api/save-probes/', { headers, data: { fieldName: name, probes } })
  const ingested = await page.request.post('/api/ingest/readings/', {
    headers: { authorization: `Device ${gateway.id}:${gateway.secret}` },
    data: { batch: 'b1', readings },
  })
  await choose(page, survey)
  await page.getByLabel('I have checked these figures').check()
  await button(page, 'Import 2 zones').click()
  await expect(entries(page)).toHaveCount(2)
  const applied = await page.request.post('/api/system-input/', { headers, data: settings })
  expect([saved.ok(), ingested.ok(), applied.ok()]).toEqual([true, true, true])

  await page.goto('/probelocation')
  await page.getByLabel('Select Saved Probes').selectOption({ index: 1 })
  await page.getByRole('main').locator('button[aria-expanded]').first().click()
  await expect(page.getByText(/, of the soil zone “Maddock loamy fine sand”/)).toBeVisible()

  await page.goto('/geofence')
  await page.getByLabel('Select a system').selectOption(name)
  await button(page, 'Show Prescription').click()
  const panel = page.getByRole('region', { name: 'Prescription' })
  await panel.getByLabel('Tower').selectOption('2')
  await panel.getByLabel('Bearing').fill('90')
  // sand that holds 12 % by volume is full, clay is below its wilting point; between them the share falls
  await expect(panel.getByText(/of the soil zone 'Maddock loamy fine sand'/)).toBeVisible()
  await expect(panel.getByText(/Gets 0\.\d+\sinches in one pass\./)).toBeVisible()
  await panel.getByLabel('Bearing').fill('270')
  await expect(panel.getByText(/of the soil zone 'Fargo silty clay'/)).toBeVisible()
  await expect(panel.getByText(/Gets 2\sinches in one pass\./)).toBeVisible()
  await page.getByRole('link', { name: 'Soil Zones', exact: true }).click()
  await expect(entries(page)).toHaveCount(2)
})

test('is accessible: contrast, names, targets, no sideways scroll', async ({ page, farm }) => {
  await openPage(page, farm, 'Access')
  await choose(page, survey)
  await expect(button(page, 'Import 2 zones')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Import 2 zones').click()
  await expect(entries(page)).toHaveCount(2)
  // under the sticky bar a button would count as covered
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
})
