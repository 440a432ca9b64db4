/** Set Geofences with the real server: drawing with mouse, finger and keyboard on the embedded map, and saving. */
import { readFile } from 'node:fs/promises'
import { geofencesPath } from '../src/contract/geofences.ts'
import { expectAccessible, smallTargets } from './accessibility.ts'
import {
  expect,
  type Farm,
  FIELD,
  newSystem,
  type Page,
  signInByCall,
  test,
  holdBack,
  watch,
} from './farm.ts'

const EARTH_CIRCUMFERENCE_M = 2 * Math.PI * 6_378_137
/** Metres per pixel at the specified zoom 15.5 for tiles of 256 pixels. */
const METRES_PER_PIXEL = (EARTH_CIRCUMFERENCE_M * Math.cos((FIELD.lat * Math.PI) / 180)) / (256 * 2 ** 15.5)

/** Pixels east and south of the centre of the map. */
type Offset = [x: number, y: number]
const SQUARE: Offset[] = [
  [-60, -60],
  [60, -60],
  [60, 60],
  [-60, 60],
]
const BOW_TIE: Offset[] = [
  [-60, -60],
  [60, 60],
  [60, -60],
  [-60, 60],
]

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const pins = (page: Page) => page.getByRole('button', { name: /^Pin \d+ \(/ })
const rows = (page: Page) =>
  page.getByRole('list', { name: 'Pins in the order placed' }).getByRole('listitem')

async function openDesigner(page: Page, farm: Farm, word: string): Promise<string> {
  const email = await signInByCall(page, farm)
  const name = newSystem(word)
  await farm.connect(email, name)
  await page.goto('/geofence')
  await mapReady(page)
  await page.getByLabel('Select a system').selectOption(name)
  return name
}

async function mapReady(page: Page): Promise<void> {
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.getByText('Loading map...')).toBeHidden()
}

/** The point in the window at an offset from the centre of the map. */
async function pointAt(page: Page, [x, y]: Offset): Promise<[number, number]> {
  const canvas = page.locator('canvas')
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('no map')
  return [box.x + box.width / 2 + x, box.y + box.height / 2 + y]
}

async function placeByMouse(page: Page, offsets: Offset[]): Promise<void> {
  await button(page, 'Add Pins').click()
  for (const offset of offsets) await page.mouse.click(...(await pointAt(page, offset)))
  await button(page, 'Stop Adding Pins').click()
  await expect(pins(page)).toHaveCount(offsets.length)
}

async function saveAs(page: Page, name: string, percent: string): Promise<void> {
  await button(page, 'Save Geofence').click()
  await page.getByLabel('Name your geofence').fill(name)
  await page.getByLabel('Set Prescription (e.g. 50) %').fill(percent)
  await button(page, 'Save').click()
  const savedDialog = page.getByRole('dialog', { name: 'Geofence Saved Successfully!' })
  await expect(savedDialog).toBeVisible()
  await savedDialog.getByRole('button', { name: 'Close', exact: true }).click()
}

const choice = (page: Page) => page.getByLabel('Select a geofence')

/** An empty drawing in place of an unsaved one. */
async function discard(page: Page): Promise<void> {
  await button(page, 'New Design').click()
  await page
    .getByRole('dialog', { name: 'Unsaved changes' })
    .getByRole('button', { name: 'Discard changes' })
    .click()
  await expect(pins(page)).toHaveCount(0)
}

test('a geofence is drawn by mouse, keyboard and position, checked, saved, edited and deleted', async ({
  page,
  farm,
  context,
}) => {
  const email = await signInByCall(page, farm)
  const system = newSystem('Mouse')
  await farm.connect(email, system)

  await test.step('initial state: texts, disabled buttons and a map without other services', async () => {
    const { elsewhere, consoleErrors } = watch(page, farm)
    const release = await holdBack(page, '**/assets/designer-map-*.js')
    await page.goto('/geofence')
    await expect(page.getByText('Loading map...')).toBeVisible()
    await expect(choice(page)).toBeDisabled()
    await expect(choice(page).getByRole('option', { name: 'Select a geofence' })).toBeAttached()
    release()
    await mapReady(page)
    const canvas = await page.locator('canvas').boundingBox()
    expect([canvas?.width, canvas?.height]).toEqual([500, 500])
    // the middle of Canada between two round meridians
    await expect(page.getByText('100° W')).toBeVisible()
    await expect(page.getByText('110° W')).toBeVisible()

    await page.route('**/api/geofences/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue()
    })
    await page.getByLabel('Select a system').selectOption(system)
    await expect(choice(page).getByRole('option', { name: 'Loading geofences...' })).toBeAttached()
    await expect(choice(page).getByRole('option', { name: 'Select a geofence' })).toBeAttached()
    await expect(choice(page)).toBeDisabled()
    for (const label of ['Add Pins', 'Lock Map', 'New Design', 'Delete Design'])
      await expect(button(page, label)).toBeEnabled()
    for (const label of ['Remove Pins', 'Generate Area', 'Save Geofence', 'Enable/Disable Geofence'])
      await expect(button(page, label)).toBeDisabled()
    expect(elsewhere).toEqual([])
    expect(consoleErrors).toEqual([])
    await page.unroute('**/api/geofences/**')
  })

  await test.step('drawn with the mouse, saved, found again, edited, disabled and deleted', async () => {
    await placeByMouse(page, SQUARE)
    // the corner of a square of 120 pixels: half a diagonal from the pivot, north-west first
    const reach = Math.round(60 * Math.SQRT2 * METRES_PER_PIXEL)
    await expect(rows(page).first()).toContainText(
      new RegExp(`31[45]° · (${reach - 1}|${reach}|${reach + 1}).m`),
    )

    const rowText = (await rows(page).first().textContent()) ?? ''

    await button(page, 'Generate Area').click()
    await expect(button(page, 'Remove Area')).toHaveAttribute('aria-pressed', 'true')
    const acres = (120 * METRES_PER_PIXEL) ** 2 / 4046.8564224
    await expect(page.getByText(new RegExp(`^${acres.toFixed(1)}\\d*.acres \\(`))).toBeVisible()

    await button(page, 'Save Geofence').click()
    await button(page, 'Save').click()
    await expect(page.getByText('A geofence name is 1 to 80 characters.')).toBeVisible()
    await expect(page.getByText('A geofence prescription is a whole number from 0 to 100%.')).toBeVisible()
    await page.getByLabel('Set Prescription (e.g. 50) %').fill('101')
    await expect(page.getByText('A geofence prescription is a whole number from 0 to 100%.')).toBeVisible()
    await button(page, 'Cancel').click()
    await saveAs(page, 'Wet corner', '60')
    await expect(page.getByText('60%', { exact: true })).toBeVisible()

    await page.reload()
    await mapReady(page)
    await page.getByLabel('Select a system').selectOption(system)
    await expect(page.getByText('Wet corner – 60%', { exact: true }).last()).toBeVisible()
    await choice(page).selectOption({ label: 'Wet corner – 60%' })
    await expect(pins(page)).toHaveCount(4)
    await expect(rows(page).first()).toHaveText(rowText)

    const first = await pins(page).first().boundingBox()
    if (!first) throw new Error('no pin')
    await page.mouse.move(first.x + first.width / 2, first.y + first.height / 2)
    await page.mouse.down()
    await page.mouse.move(first.x - 10, first.y - 10, { steps: 5 })
    await page.mouse.up()
    await expect(rows(page).first()).not.toHaveText(rowText)
    await button(page, 'Undo').click()
    await expect(rows(page).first()).toHaveText(rowText)
    await button(page, 'Remove Pins').click()
    await pins(page).nth(3).click()
    await button(page, 'Cancel Remove Pins').click()
    await expect(pins(page)).toHaveCount(3)

    await button(page, 'Update & Save').click()
    await expect(page.getByLabel('Name your geofence')).toHaveValue('Wet corner')
    await page.getByLabel('Set Prescription (e.g. 50) %').fill('0')
    await button(page, 'Update').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByText('0%', { exact: true })).toBeVisible()

    const toggle = button(page, 'Enable/Disable Geofence')
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-pressed', 'false')
    await expect(choice(page).getByRole('option', { name: 'Wet corner – 0% (disabled)' })).toBeAttached()

    await button(page, 'Delete Design').click()
    const designs = page.getByRole('dialog', { name: 'Delete Designs' })
    await expect(designs.getByText('Wet corner')).toBeVisible()
    await expect(designs.getByText('0%')).toBeVisible()
    await designs.getByRole('button', { name: 'Delete Wet corner' }).click()
    await designs.getByRole('button', { name: 'Keep it' }).click()
    await designs.getByRole('button', { name: 'Delete Wet corner' }).click()
    // closed while the list is fetched again
    const fetchList = await holdBack(page, '**/api/geofences/?system=*')
    await designs.getByRole('button', { name: 'Yes, delete' }).click()
    await expect(designs.getByText('No geofences available.')).toBeVisible()
    await designs.getByRole('button', { name: 'Close' }).click()
    fetchList()
    await expect(pins(page)).toHaveCount(0)
    await expect(choice(page)).toBeDisabled()
  })

  await test.step('a crossing outline cannot be saved; ordered around the centre it can', async () => {
    await placeByMouse(page, BOW_TIE)
    await expect(page.getByText('The outline of a geofence must not cross itself.')).toBeVisible()
    await expect(page.getByText('between pins 1–2 and 3–4')).toBeVisible()
    await expect(button(page, 'Save Geofence')).toBeDisabled()
    await button(page, 'Order pins around the centre').click()
    await expect(page.getByText('The outline of a geofence must not cross itself.')).toBeHidden()
    await saveAs(page, 'Untied', '40')

    await button(page, 'New Design').click()
    await placeByMouse(page, [
      [0, 0],
      [200, 0],
      [0, -200],
    ])
    await expect(page.getByText(/outside the part that the pivot waters/)).toBeVisible()
    await expect(page.getByText('Overlaps Untied – 40%.')).toBeVisible()
  })

  await test.step('by keyboard alone: places are typed, pins moved with arrows, the geofence saved', async () => {
    await discard(page)
    await page.getByLabel('Latitude of a new pin').focus()
    for (const [lat, lng] of [
      [FIELD.lat, FIELD.lng],
      [FIELD.lat + 0.001, FIELD.lng],
      [FIELD.lat, FIELD.lng + 0.001],
    ]) {
      await page.keyboard.type(String(lat))
      await page.keyboard.press('Tab')
      await page.keyboard.type(String(lng))
      await page.keyboard.press('Enter')
    }
    await expect(rows(page)).toHaveCount(3)
    await expect(rows(page).nth(1)).toContainText('0° · 111 m')

    await pins(page).nth(1).focus()
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(rows(page).nth(1)).toContainText('0° · 122 m')
    await page.getByLabel('Latitude of pin 2').fill('north')
    await expect(page.getByLabel('Latitude of pin 2')).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Escape')
    await page.getByLabel('Latitude of pin 2').fill(String(FIELD.lat + 0.0005))
    await page.keyboard.press('Enter')
    await expect(rows(page).nth(1)).toContainText('0° · 56 m')
    await pins(page).nth(0).focus()
    await page.keyboard.press('Delete')
    await expect(rows(page)).toHaveCount(2)
    await button(page, 'Undo').focus()
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(3)

    await button(page, 'Generate Area').focus()
    await page.keyboard.press('Space')
    await button(page, 'Save Geofence').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Name your geofence')).toBeFocused()
    await page.keyboard.type('Typed')
    await page.keyboard.press('Tab')
    await page.keyboard.type('25')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Geofence Saved Successfully!' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(choice(page).locator('option:checked')).toHaveText('Typed – 25%')
    const access = await page.evaluate(() => localStorage.getItem('access'))
    const response = await page.request.get(geofencesPath(system), {
      headers: { authorization: `JWT ${access}` },
    })
    expect(await response.text()).toContain('"Typed"')
  })

  await test.step('a pin at the current position, and the message if it is denied', async () => {
    await button(page, 'New Design').click()
    await button(page, 'Add pin at my location').click()
    await expect(
      page.getByText('Unable to retrieve your location. Please enable location services.'),
    ).toBeVisible()
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: FIELD.lat, longitude: FIELD.lng + 0.001 })
    await button(page, 'Add pin at my location').click()
    await expect(rows(page).first()).toContainText('90° · 70 m')
    await button(page, 'Add pin at crosshair').click()
    await expect(rows(page).nth(1)).toContainText('· 0 m')
  })

  await test.step('a locked map cannot be moved; unlocked it can', async () => {
    await discard(page)
    await placeByMouse(page, [[0, 0]])
    const place = async () => {
      const [box, map] = [await pins(page).first().boundingBox(), await page.locator('canvas').boundingBox()]
      return [Math.round((box?.x ?? 0) - (map?.x ?? 0)), Math.round((box?.y ?? 0) - (map?.y ?? 0))]
    }
    const dragMap = async () => {
      const [x, y] = await pointAt(page, [100, 100])
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x - 80, y - 40, { steps: 4 })
      await page.mouse.up()
    }
    await button(page, 'Lock Map').click()
    const before = await place()
    await dragMap()
    await page.mouse.dblclick(...(await pointAt(page, [100, 100])))
    await page.mouse.wheel(0, -300)
    await page.locator('canvas').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Equal')
    await page.waitForTimeout(700)
    expect(await place()).toEqual(before)

    await button(page, 'Release Map').click()
    await dragMap()
    await expect.poll(place).not.toEqual(before)
  })

  await test.step('unsaved drawing is not lost without a confirmation', async () => {
    await discard(page)
    await placeByMouse(page, SQUARE)
    const unsavedDialog = page.getByRole('dialog', { name: 'Unsaved changes' })
    await page.getByRole('link', { name: 'Set Systems' }).click()
    await unsavedDialog.getByRole('button', { name: 'Keep drawing' }).click()
    await expect(page).toHaveURL(/\/geofence\?system=/)
    await button(page, 'New Design').click()
    await page.keyboard.press('Escape')
    await expect(pins(page)).toHaveCount(4)
    await page.getByLabel('Select a system').selectOption('')
    await unsavedDialog.getByRole('button', { name: 'Keep drawing' }).click()
    await expect(page.getByLabel('Select a system')).toHaveValue(system)
  })

  await test.step('unsaved pins survive a reload, and are discarded on leaving', async () => {
    await page.reload()
    await mapReady(page)
    await expect(pins(page)).toHaveCount(SQUARE.length)
    await expect(page.getByText('Your unsaved drawing is back.')).toBeVisible()
    await page.getByRole('link', { name: 'Set Systems' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL(/\/systems$/)
    await expect(page.getByRole('heading', { name: 'Set Systems' })).toBeVisible()
    await page.getByRole('link', { name: 'Set Geofences' }).first().click()
    await mapReady(page)
    await expect(pins(page)).toHaveCount(0)
  })
})

test('the prescription is shown, a cell explained, and the effect of a geofence previewed before saving', async ({
  page,
  farm,
}) => {
  const system = await openDesigner(page, farm, 'Cells')
  const access = await page.evaluate(() => localStorage.getItem('access'))
  const off = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((tower) => [tower, false]))
  const settings = { is_system_on: true, is_test_pattern_on: false, is_speed_switch_on: false, towers: off }
  const amounts = { application_rate: 0.8, root_depth: 24, target_moisture: 70 }
  const response = await page.request.post('/api/system-input/', {
    headers: { authorization: `JWT ${access}` },
    data: { system_name: system, ...settings, ...amounts },
  })
  expect(response.status()).toBe(200)

  await placeByMouse(page, SQUARE)
  await button(page, 'Generate Area').click()
  await button(page, 'Show Prescription').click()
  const panel = page.getByRole('region', { name: 'Prescription' })
  await expect(panel.getByText('No probe is placed in this field')).toBeVisible()
  await expect(page.getByText(/The pivot waters in whole cells: [\d.]+.acres/)).toBeVisible()
  await panel.getByText('As a table').click()
  await expect(panel.getByRole('row', { name: '0–360° 100% 100% 100% 100%' })).toBeVisible()

  await button(page, 'Save Geofence').click()
  await page.getByLabel('Set Prescription (e.g. 50) %').fill('40')
  await expect(page.getByText(/Changes \d+ cells: 0 get more water, \d+ get less\./)).toBeVisible()
  await page.getByLabel('Name your geofence').fill('Middle')
  await button(page, 'Save').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(panel.getByRole('cell', { name: '40%' }).first()).toBeVisible({ timeout: 75_000 })

  const downloadEvent = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'CSV' }).click()
  const file = await downloadEvent
  expect(file.suggestedFilename()).toMatch(/^prescription-Cells-\w+-rev-\d+\.csv$/)
  expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toHaveLength(1 + 180 * 4)

  // 30 pixels east of the pivot: tower 2 with its ring from 60 to 120 m, inside the fence
  await page.mouse.click(...(await pointAt(page, [30, 3])))
  await expect(panel.getByText(/^9\d–9\d°, tower 2$/)).toBeVisible()
  await expect(panel.getByText(/geofence 'Middle' forces 40/)).toBeVisible()
  await panel.getByLabel('Bearing').fill('225')
  await panel.getByLabel('Tower').selectOption('4')
  await expect(panel.getByText('224–226°, tower 4')).toBeVisible()

  await test.step('the designer is accessible with a drawn geofence', async () => {
    await expectAccessible(page)
    await button(page, 'Delete Design').click()
    await expectAccessible(page)
  })

  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await button(page, 'Hide Prescription').click()
  await expect(panel).toBeHidden()
})

test('a name typed as markup is text in the list, on the map and in the dialog', async ({ page, farm }) => {
  await openDesigner(page, farm, 'Script')
  const name = '<img src=x onerror=alert(1)>"\'{{7*7}}'
  await placeByMouse(page, SQUARE)
  await saveAs(page, name, '10')
  await button(page, 'New Design').click()
  await expect(page.getByText(`${name} – 10%`, { exact: true }).last()).toBeVisible()
  await button(page, 'Delete Design').click()
  await expect(page.getByRole('dialog').getByText(name, { exact: true })).toBeVisible()
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
})

test('labels on the map do not overlap or cover the pivot; the field fits; the next page has the same system', async ({
  page,
  farm,
}) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('Words')
  await farm.connect(email, name)
  const access = await page.evaluate(() => localStorage.getItem('access'))
  const side = 0.0006
  const corner = (lat: number, lng: number) => [
    [lat, lng],
    [lat, lng + side],
    [lat + side, lng + side],
    [lat + side, lng],
  ]
  // two next to each other, and one on the pivot
  const fences: [string, number, number][] = [
    ['Wet corner', FIELD.lat + 0.0008, FIELD.lng - 0.0008],
    ['The long slough along the north road allowance', FIELD.lat + 0.0009, FIELD.lng - 0.0007],
    ['Yard', FIELD.lat - side / 2, FIELD.lng - side / 2],
  ]
  for (const [fence, lat, lng] of fences) {
    const response = await page.request.post(geofencesPath(name), {
      headers: { authorization: `JWT ${access}` },
      data: { name: fence, prescription: 40, polygon: corner(lat, lng), enabled: true },
    })
    expect(response.status()).toBe(201)
  }
  await page.goto(`/geofence?system=${encodeURIComponent(name)}`)
  const words = fences.map(([fence]) => page.getByText(`${fence} – 40%`, { exact: true }).last())
  await expect
    .poll(async () => Promise.all(words.map((word) => word.isVisible())))
    .toEqual([true, true, true])
  const boxes = await Promise.all(words.map((word) => word.boundingBox()))
  const pivot = (await page.locator('canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const point = { x: pivot.x + pivot.width / 2 - 5, y: pivot.y + pivot.height / 2 - 5, width: 10, height: 10 }
  const shapes = [...boxes.flatMap((box) => (box ? [box] : [])), point]
  const meeting = shapes.flatMap((box, i) =>
    shapes
      .slice(i + 1)
      .filter(
        (other) =>
          Math.min(box.x + box.width, other.x + other.width) > Math.max(box.x, other.x) &&
          Math.min(box.y + box.height, other.y + other.height) > Math.max(box.y, other.y),
      ),
  )
  expect([shapes.length, meeting]).toEqual([4, []])

  const scale = page.getByText(/^\d+\u00A0k?m$/)
  const close = await scale.textContent()
  for (let press = 0; press < 4; press += 1) await button(page, 'Zoom out').click()
  await expect(scale).not.toHaveText(close ?? '')
  await button(page, 'Fit to field').click()
  await expect(scale).toHaveText('100\u00A0m')
  await page
    .getByRole('navigation', { name: `More of ${name}` })
    .getByRole('link', { name: 'Live map' })
    .click()
  await expect(page.getByLabel('Select System:')).toHaveValue(name)
})

test('without WebGL the reason is shown and a geofence can still be drawn', async ({ page, farm }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  const email = await signInByCall(page, farm)
  const name = newSystem('Blind')
  await farm.connect(email, name)
  await page.goto('/geofence')
  await expect(page.getByText('WebGL 2 is missing or switched off')).toBeVisible()
  await page.getByLabel('Select a system').selectOption(name)
  for (const [north, east] of [
    [0, 0],
    [0.001, 0],
    [0, 0.001],
  ] as const) {
    await page.getByLabel('Latitude of a new pin').fill(String(FIELD.lat + north))
    await page.getByLabel('Longitude of a new pin').fill(String(FIELD.lng + east))
    await button(page, 'Add pin').click()
  }
  await saveAs(page, 'Without a map', '30')
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 812 } })

  test('pins are placed and dragged on a phone', async ({ page, farm }) => {
    await openDesigner(page, farm, 'Finger')
    await button(page, 'Add Pins').tap()
    for (const offset of SQUARE) await page.touchscreen.tap(...(await pointAt(page, offset)))
    await expect(pins(page)).toHaveCount(4)
    const before = await rows(page).first().textContent()
    const box = await pins(page).first().boundingBox()
    if (!box) throw new Error('no pin')
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    const [x, y] = [box.x + 22, box.y + 22]
    await touch('touchStart', x, y)
    for (const step of [5, 10, 15, 20]) await touch('touchMove', x + step, y + step)
    await touch('touchEnd', x, y)
    await expect(rows(page).first()).not.toHaveText(before ?? '')
    await expect(pins(page)).toHaveCount(4)
    expect(await smallTargets(page)).toEqual([])
  })
})
