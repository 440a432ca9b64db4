/** Place Soil Probes with the real server: with a moving position, a denied one and none, on the embedded map. */
import { probeGroupList } from '../src/contract/probes.ts'
import { expectAccessible, smallTargets } from './accessibility.ts'
import {
  expect,
  type Farm,
  FIELD,
  newSystem,
  type Page,
  PASSWORD,
  signInByCall,
  test,
  holdBack,
  watch,
} from './farm.ts'

const DENIED = 'Unable to retrieve your location. Please enable location services.'
const UNSUPPORTED = 'Geolocation is not supported by your browser.'
const EARTH_RADIUS_M = 6_378_137
const METRES_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_M
/** Metres per pixel at the specified zoom 16 for tiles of 256 pixels. */
const METRES_PER_PIXEL =
  (2 * Math.PI * EARTH_RADIUS_M * Math.cos((FIELD.lat * Math.PI) / 180)) / (256 * 2 ** 16)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const prompt = (page: Page) => dialog(page, 'Label Your Probe (Probe Number Only)')
const numberField = (page: Page) => page.getByRole('textbox', { name: 'Probe number', exact: true })
const pins = (page: Page) => page.locator('[data-map-pin]')
const rows = (page: Page) => page.getByRole('list', { name: 'Probes by number' }).getByRole('listitem')
const row = (page: Page, number: string) =>
  page
    .getByRole('list', { name: 'Probes by number' })
    .getByRole('button', { name: new RegExp(`#${number} \\(`) })
const choice = (page: Page) => page.getByLabel('Select Saved Probes')

/** A place so many metres north and east of the field's pivot. */
function at(north: number, east: number): { latitude: number; longitude: number } {
  return {
    latitude: FIELD.lat + north / METRES_PER_DEGREE,
    longitude: FIELD.lng + east / (METRES_PER_DEGREE * Math.cos((FIELD.lat * Math.PI) / 180)),
  }
}
const degrees = ({ latitude, longitude }: ReturnType<typeof at>) =>
  `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`

async function stand(page: Page, north: number, east: number, accuracy = 4): Promise<void> {
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ ...at(north, east), accuracy })
}

async function mapReady(page: Page): Promise<void> {
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.getByText('Loading...', { exact: true })).toBeHidden()
}

async function openPage(page: Page, farm: Farm): Promise<string> {
  const email = await signInByCall(page, farm)
  await page.goto('/probelocation')
  await mapReady(page)
  return email
}

/** The point in the window at an offset in pixels from the centre of the map. */
async function pointAt(page: Page, x: number, y: number): Promise<[number, number]> {
  const canvas = page.locator('canvas')
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('no map')
  return [box.x + box.width / 2 + x, box.y + box.height / 2 + y]
}

const pegman = (page: Page) => page.getByRole('img', { name: 'You are here' })
/** Where the pegman's feet are. */
const feetOf = (page: Page) => offsetOf(page, pegman(page).locator('ellipse'))

/** Offset of an element's centre from the map's centre, pixels. */
async function offsetOf(page: Page, locator: ReturnType<Page['locator']>): Promise<[number, number]> {
  const [box, map] = [await locator.boundingBox(), await page.locator('canvas').boundingBox()]
  if (!box || !map) throw new Error('not on the map')
  return [
    Math.round(box.x + box.width / 2 - map.x - map.width / 2),
    Math.round(box.y + box.height / 2 - map.y - map.height / 2),
  ]
}

async function placeHere(page: Page, number: string): Promise<void> {
  await button(page, 'Place Probe').click()
  await numberField(page).fill(number)
  await button(page, 'Place').click()
  await expect(prompt(page)).toBeHidden()
}

async function saveAs(page: Page, name: string): Promise<void> {
  await button(page, 'Finish & Save').click()
  await page.getByLabel('Field name').fill(name)
  await button(page, 'Save').click()
  const savedDialog = dialog(page, 'Probes saved successfully!')
  await expect(savedDialog).toBeVisible()
  await savedDialog.getByRole('button', { name: 'Close', exact: true }).click()
}

/** Removes the placed probes from the map, and keeps the saved sets. */
async function clear(page: Page): Promise<void> {
  await button(page, 'Clear Placements').click()
  await dialog(page, 'Clear Placements').getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(pins(page)).toHaveCount(0)
}

const closeSaved = (page: Page) =>
  dialog(page, 'Probes saved successfully!').getByRole('button', { name: 'Close', exact: true }).click()

/** What the server has stored. */
async function storedGroups(page: Page) {
  const access = await page.evaluate(() => localStorage.getItem('access'))
  const answer = await page.request.get('/api/saved-probes/', { headers: { authorization: `JWT ${access}` } })
  return probeGroupList.parse(await answer.json())
}

/** The stored sets of that name. */
const storedAs = async (page: Page, name: string) =>
  (await storedGroups(page)).filter(({ field_name: field }) => field === name)

/** Messages of native alerts, each dismissed. */
function alertsOf(page: Page): string[] {
  const alerts: string[] = []
  page.on('dialog', (alert) => {
    alerts.push(`${alert.type()}: ${alert.message()}`)
    void alert.accept()
  })
  return alerts
}

test('without a position probes are placed at the crosshair, by clicks and by keyboard', async ({
  page,
  farm,
}) => {
  await signInByCall(page, farm)
  const alerts = alertsOf(page)

  await test.step('initial state: texts, size, default centre, and a map without other services', async () => {
    const { elsewhere, consoleErrors } = watch(page, farm)
    const release = await holdBack(page, '**/assets/placement-map-*.js')
    await page.goto('/probelocation')
    await expect(page.getByRole('heading', { name: 'Place Soil Probes' })).toBeVisible()
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    release()
    await mapReady(page)
    const canvas = await page.locator('canvas').boundingBox()
    expect([canvas?.width, canvas?.height]).toEqual([500, 500])
    for (const name of ['Place Probe', 'Finish & Save', 'Remove Probe', 'Lock Map', 'Clear Placements'])
      await expect(button(page, name)).toBeEnabled()
    await expect(button(page, 'Get Location')).toBeEnabled()
    await expect(button(page, 'Delete Set of Probes')).toHaveCount(0)
    await expect(choice(page).locator('option')).toHaveText(['Select Saved Probes'])

    // at zoom 16 the default centre is in the middle, and 100 pixels east of it is so many metres
    await button(page, 'Place at crosshair').click()
    await expect(prompt(page).getByText('At the crosshair of the map: 51.0600, -114.1500.')).toBeVisible()
    await numberField(page).fill('1')
    await button(page, 'Place').click()
    await button(page, 'Place Probe').click()
    await button(page, 'Choose on the map').click()
    await page.mouse.click(...(await pointAt(page, 100, 0)))
    await numberField(page).fill('2')
    await button(page, 'Place').click()
    await row(page, '2').click()
    const lng = Number(await page.getByLabel('Longitude of probe 2').inputValue())
    const metres = (lng + 114.15) * METRES_PER_DEGREE * Math.cos((51.06 * Math.PI) / 180)
    expect(metres).toBeGreaterThan(100 * METRES_PER_PIXEL - 3)
    expect(metres).toBeLessThan(100 * METRES_PER_PIXEL + 3)
    await button(page, 'Cancel').click()
    expect(elsewhere).toEqual([])
    expect(consoleErrors).toEqual([])
  })

  await test.step('denied: the message, and probes are placed at the crosshair', async () => {
    await expect(page.getByText(DENIED)).toBeVisible()
    await expect(page.getByRole('link', { name: 'How to allow it' })).toHaveAttribute('href', '/faq')
    await expect(page.getByRole('img', { name: 'You are here' })).toHaveCount(0)
    await button(page, 'Get Location').click()
    await expect(page.getByText(DENIED)).toBeVisible()
    await button(page, 'Place Probe').click()
    await expect(prompt(page).getByText(DENIED)).toBeVisible()
    await expect(prompt(page).getByText('goes to the crosshair of the map: 51.0600, -114.1500')).toBeVisible()
    await numberField(page).fill('3')
    await button(page, 'Place').click()
    await expect(pins(page).last()).toHaveAccessibleName('#3 (51.0600, -114.1500)')
  })

  await test.step('placing and removing are mutually exclusive', async () => {
    await clear(page)
    const tap = async (x: number, y: number, number: string) => {
      await page.mouse.click(...(await pointAt(page, x, y)))
      await numberField(page).fill(number)
      await button(page, 'Place').click()
    }
    await button(page, 'Place Probe').click()
    await button(page, 'Choose on the map').click()
    await expect(button(page, 'Place Probe')).toHaveCount(0)
    await expect(button(page, 'Cancel')).toHaveAttribute('aria-pressed', 'true')
    // after a click on the map place mode stays on
    await tap(-100, 0, '1')
    await tap(0, 0, '2')
    await tap(100, 0, '3')
    await expect(pins(page)).toHaveCount(3)

    await button(page, 'Remove Probe').click()
    await expect(button(page, 'Place Probe')).toHaveAttribute('aria-pressed', 'false')
    await expect(button(page, 'Cancel')).toHaveCount(1)
    await page.mouse.click(...(await pointAt(page, 50, 120)))
    await expect(prompt(page)).toBeHidden()
    await pins(page).nth(1).click()
    await expect(pins(page)).toHaveCount(2)
    await expect(rows(page)).toHaveText([/#1/, /#3/])

    await button(page, 'Place Probe').click()
    await expect(prompt(page)).toBeVisible()
    await button(page, 'Choose on the map').click()
    await expect(button(page, 'Remove Probe')).toHaveAttribute('aria-pressed', 'false')
    await pins(page).nth(0).click()
    await expect(pins(page)).toHaveCount(2)
    await button(page, 'Cancel').click()
    await page.mouse.click(...(await pointAt(page, 50, 120)))
    await expect(prompt(page)).toBeHidden()

    await button(page, 'Clear Placements').click()
    const sure = dialog(page, 'Clear Placements')
    await expect(
      sure.getByText(
        'This will clear all existing probes placed on the field if they have not been saved. Are you sure you want to proceed?',
      ),
    ).toBeVisible()
    await sure.getByRole('button', { name: 'Cancel' }).click()
    await expect(pins(page)).toHaveCount(2)
    await saveAs(page, 'Cleared')
    await button(page, 'Clear Placements').click()
    await sure.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(pins(page)).toHaveCount(0)
    await expect(choice(page)).toHaveValue('')
    await button(page, 'Finish & Save').click()
    await expect(page.getByLabel('Field name')).toHaveValue('')
    await expect(page.getByLabel('Field name')).toBeEnabled()
    await page.getByLabel('Field name').fill('Nothing')
    await button(page, 'Save').click()
    await expect(page.getByText('Please provide a field name and ensure probes are placed.')).toBeVisible()
    // clearing the map deletes nothing on the server
    expect(await storedGroups(page)).toMatchObject([{ field_name: 'Cleared' }])
    await button(page, 'Cancel').click()
  })

  await test.step('a lost signal loses nothing, and a set that had arrived is not saved twice', async () => {
    await button(page, 'Place at crosshair').click()
    await numberField(page).fill('6')
    await button(page, 'Place').click()
    // the server stores it, but the answer is lost
    await page.route('**/api/save-probes/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await button(page, 'Finish & Save').click()
    await page.getByLabel('Field name').fill('Far corner')
    await button(page, 'Save').click()
    const form = dialog(page, 'Your probes are on this field')
    await expect(form.getByText(/Error saving probes\..*Your probes stay here, not saved\./)).toBeVisible()
    await page.unroute('**/api/save-probes/')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await button(page, 'Place at crosshair').click()
    await numberField(page).fill('7')
    await button(page, 'Place').click()
    await button(page, 'Finish & Save').click()
    await button(page, 'Save').click()
    await expect(dialog(page, 'Probes saved successfully!')).toBeVisible()
    await closeSaved(page)
    const sets = (await storedAs(page, 'Far corner')).map(({ probes }) =>
      probes.map(([, , number]) => number),
    )
    expect(sets).toEqual([['6', '7']])
  })

  await test.step('names are never markup on the map, in the list and in dialogs, at any length', async () => {
    await clear(page)
    await button(page, 'Place at crosshair').click()
    await numberField(page).fill('1')
    await button(page, 'Place').click()
    const name = `<img src=x onerror=alert(1)>"'{{7*7}}${'x'.repeat(80)}`.slice(0, 80)
    await saveAs(page, name)
    await expect(choice(page).locator('option:checked')).toHaveText(`${name} - 1 probes`)
    await pins(page).first().click()
    await expect(
      page.locator('.maplibregl-marker').getByText(`${name} #1 (51.0600, -114.1500)`),
    ).toBeVisible()
    await expect(rows(page).getByText(`${name} #1 (51.0600, -114.1500)`)).toBeVisible()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(alerts).toEqual([])
    // no part of the map is below the sticky bar
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
  })

  await test.step('by keyboard alone: typed, corrected, renumbered, removed, saved', async () => {
    await clear(page)
    await page.getByLabel('Number of a new probe').focus()
    for (const [number, north] of [
      ['7', 0],
      ['3', 100],
      ['5', 200],
    ] as const) {
      const { latitude, longitude } = at(north, 0)
      await page.keyboard.type(number)
      await page.keyboard.press('Tab')
      await page.keyboard.type(String(latitude))
      await page.keyboard.press('Tab')
      await page.keyboard.type(String(longitude).replace('.', ','))
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Number of a new probe')).toBeFocused()
    }
    await expect(rows(page)).toHaveText([/#3/, /#5/, /#7/])

    await row(page, '3').focus()
    await page.keyboard.press('Enter')
    await expect(row(page, '3')).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Number of probe 3')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('07')
    await expect(page.getByText('Probe 7 is placed already.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Number of probe 3')).toHaveValue('3')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('4')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Latitude of probe 4')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('91')
    await expect(page.getByLabel('Latitude of probe 4')).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('51.07')
    await page.keyboard.press('Enter')
    await expect(row(page, '4')).toContainText('(51.0700, ')

    const pin = pins(page).first()
    await pin.focus()
    const before = await pin.getAttribute('aria-label')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    await expect(pin).not.toHaveAttribute('aria-label', before ?? '')
    await pins(page).last().focus()
    await page.keyboard.press('Delete')
    await expect(rows(page)).toHaveText([/#4/, /#7/])

    // removing an element never loses the focus
    await button(page, 'Remove probe 4').focus()
    await page.keyboard.press('Enter')
    await expect(row(page, '7')).toBeFocused()
    await button(page, 'Undo').focus()
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveText([/#4/, /#7/])

    await button(page, 'Place at crosshair').focus()
    await page.keyboard.press('Enter')
    await expect(numberField(page)).toBeFocused()
    await page.keyboard.type('9')
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(3)
    await expect(button(page, 'Place at crosshair')).toBeFocused()
    await button(page, 'Finish & Save').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Field name')).toBeFocused()
    await page.keyboard.type('Typed')
    await page.keyboard.press('Enter')
    await expect(dialog(page, 'Probes saved successfully!')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(button(page, 'Finish & Save')).toBeFocused()
    const numbers = (await storedAs(page, 'Typed')).map(({ probes }) => probes.map(([, , number]) => number))
    expect(numbers).toEqual([['7', '4', '9']])
  })

  await test.step('a locked map cannot be moved; unlocked it can', async () => {
    await clear(page)
    await button(page, 'Place at crosshair').click()
    await numberField(page).fill('1')
    await button(page, 'Place').click()
    const place = () => offsetOf(page, pins(page).first())
    const dragMap = async () => {
      const [x, y] = await pointAt(page, 100, 100)
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x - 80, y - 40, { steps: 4 })
      await page.mouse.up()
    }
    await button(page, 'Lock Map').click()
    const before = await place()
    await dragMap()
    await page.mouse.dblclick(...(await pointAt(page, 100, 100)))
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

  await test.step('allowed after all: a retry shows the position', async () => {
    await stand(page, 30, 40)
    await button(page, 'Get Location').click()
    await expect(page.getByText(DENIED)).toBeHidden()
    await expect(page.getByRole('img', { name: 'You are here' })).toBeVisible()
    await expect.poll(() => feetOf(page)).toEqual([0, 0])
  })
})

/** Records every position of the pegman on the screen. */
const noteSteps = (page: Page) =>
  page.evaluate(() => {
    const marker = document.querySelector('[aria-label="You are here"]')?.closest('.maplibregl-marker')
    const seen: string[] = []
    Object.assign(window, { seen })
    if (!(marker instanceof HTMLElement)) throw new Error('no pegman')
    new MutationObserver(() => {
      if (seen.at(-1) !== marker.style.transform) seen.push(marker.style.transform)
    }).observe(marker, { attributeFilter: ['style'] })
  })
const steps = (page: Page) =>
  page.evaluate(() => {
    const { seen } = Object.assign({ seen: [] as string[] }, window)
    return seen
  })

test('at a position probes are placed where one stands', async ({ page, farm }) => {
  await page.addInitScript(() => {
    const watch = Geolocation.prototype.watchPosition
    Geolocation.prototype.watchPosition = function (tell, fail, options) {
      document.documentElement.dataset['watched'] = JSON.stringify(options)
      return watch.call(this, tell, fail, options)
    }
  })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await stand(page, 0, 0)
  await openPage(page, farm)

  await test.step('the position is watched as specified', async () => {
    expect(JSON.parse((await page.locator('html').getAttribute('data-watched')) ?? '{}')).toEqual({
      enableHighAccuracy: true,
      maximumAge: 5000,
      timeout: 10_000,
    })
  })

  await test.step('the pegman is at the position, ignores moves up to 10 m, walks longer ones in at most 30 steps', async () => {
    await expect(pegman(page)).toBeVisible()
    await expect.poll(() => feetOf(page)).toEqual([0, 0])
    await noteSteps(page)

    await stand(page, 9, 0)
    await expect(page.getByText(`You are at ${degrees(at(9, 0))} (±4 m).`)).toBeVisible()
    expect(await feetOf(page)).toEqual([0, 0])

    await stand(page, 0, 60)
    await expect(page.getByText(`You are at ${degrees(at(0, 60))}`)).toBeVisible()
    const expectedPx = Math.round(60 / METRES_PER_PIXEL)
    await expect.poll(async () => (await feetOf(page))[0]).toBe(expectedPx)
    const walked = await steps(page)
    expect(walked.length).toBeGreaterThan(2)
    expect(walked.length).toBeLessThanOrEqual(31)
    // a probe is placed at the position, even while the pegman is walking
    await placeHere(page, '8')
    await expect(pins(page)).toHaveAccessibleName(`#8 (${degrees(at(0, 60))})`)
  })

  await test.step('it jumps with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await clear(page)
    await noteSteps(page)
    await stand(page, 0, 0)
    await expect.poll(async () => (await feetOf(page))[0]).toBe(0)
    expect(await steps(page)).toHaveLength(1)
  })

  await test.step('placed, saved, found again, corrected, updated and deleted', async () => {
    const alerts = alertsOf(page)
    await stand(page, 20, 30)
    await expect(page.getByText(`You are at ${degrees(at(20, 30))}`)).toBeVisible()

    await button(page, 'Place Probe').click()
    await expect(page.locator('button', { hasText: /^Cancel$/ })).not.toHaveCount(0)
    await expect(numberField(page)).toBeFocused()
    await expect(numberField(page)).toHaveValue('')
    await expect(prompt(page).getByText(`At your position: ${degrees(at(20, 30))} (±4 m).`)).toBeVisible()
    await button(page, 'Place').click()
    await expect(prompt(page).getByText('Type the number on the probe.')).toBeVisible()
    await numberField(page).pressSequentially('a1-.2e3')
    await expect(numberField(page)).toHaveValue('123')
    await numberField(page).fill('')
    await numberField(page).pressSequentially('1234567')
    await expect(numberField(page)).toHaveValue('123456')
    await prompt(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(prompt(page)).toBeHidden()
    await expect(button(page, 'Place Probe')).toHaveAttribute('aria-pressed', 'false')
    await expect(pins(page)).toHaveCount(0)

    await placeHere(page, '4')
    await stand(page, -50, 30)
    await expect(page.getByText(`You are at ${degrees(at(-50, 30))}`)).toBeVisible()
    await placeHere(page, '12')
    await expect(rows(page).nth(0)).toContainText(/70.m · 0° N/)
    await expect(page.getByText('2 probes · not saved')).toBeVisible()

    await button(page, 'Place Probe').click()
    await numberField(page).fill('0004')
    await expect(
      prompt(page).getByText(`Probe 4 is placed already, at ${degrees(at(20, 30))}.`),
    ).toBeVisible()
    await button(page, 'Place').click()
    await expect(prompt(page)).toBeVisible()
    await button(page, 'Move probe 4 here').click()
    await expect(pins(page)).toHaveCount(2)
    await expect(rows(page).nth(0)).toContainText(/0.m ·/)
    await button(page, 'Undo').click()
    await expect(rows(page).nth(0)).toContainText(/70.m · 0° N/)

    await button(page, 'Finish & Save').click()
    const form = dialog(page, 'Your probes are on this field')
    await button(page, 'Save').click()
    const incomplete = form.getByText('Please provide a field name and ensure probes are placed.')
    await expect(incomplete).toBeVisible()
    expect(await storedGroups(page)).toEqual([])
    await page.getByLabel('Field name').fill('North Quarter')
    await expect(incomplete).toBeHidden()
    await button(page, 'Cancel').click()
    await expect(form).toBeHidden()
    await saveAs(page, 'North Quarter')
    await expect(page.getByText('2 probes · North Quarter · saved')).toBeVisible()
    const [group] = await storedGroups(page)
    const place = (north: number, east: number, number: string) => {
      const { latitude, longitude } = at(north, east)
      return [Number(latitude.toFixed(6)), Number(longitude.toFixed(6)), number]
    }
    expect(group).toMatchObject({
      field_name: 'North Quarter',
      probes: [place(20, 30, '4'), place(-50, 30, '12')],
    })

    await page.reload()
    await mapReady(page)
    await choice(page).selectOption({ label: 'North Quarter - 2 probes' })
    await expect(pins(page)).toHaveCount(2)
    await expect(pins(page).nth(0)).toHaveAccessibleName(`North Quarter #4 (${degrees(at(20, 30))})`)
    await pins(page).nth(0).click()
    await expect(page.locator('.maplibregl-marker').getByText('North Quarter #4 (')).toBeVisible()

    const box = await pins(page).nth(0).boundingBox()
    if (!box) throw new Error('no pin')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 2, { steps: 5 })
    await page.mouse.up()
    await expect(page.getByText('2 probes · North Quarter · not saved')).toBeVisible()
    await button(page, 'Finish & Save').click()
    await expect(page.getByLabel('Field name')).toBeDisabled()
    await expect(page.getByLabel('Field name')).toHaveValue('North Quarter')
    await button(page, 'Save').click()
    await dialog(page, 'Probes saved successfully!')
      .getByRole('button', { name: 'Close', exact: true })
      .click()
    const [moved, ...otherGroups] = await storedGroups(page)
    expect([moved?.id, otherGroups.length]).toEqual([group?.id, 0])
    const east = ((moved?.probes[0]?.[1] ?? 0) - (group?.probes[0]?.[1] ?? 0)) * METRES_PER_DEGREE
    const expectedM = 20 * METRES_PER_PIXEL
    expect(Math.abs(east * Math.cos((FIELD.lat * Math.PI) / 180) - expectedM)).toBeLessThan(3)

    await button(page, 'Delete Set of Probes').click()
    const sure = dialog(page, 'Confirm Delete')
    await expect(
      sure.getByText('Are you sure you want to delete this set of placed soil probes?'),
    ).toBeVisible()
    await sure.getByRole('button', { name: 'Cancel' }).click()
    expect(await storedGroups(page)).toHaveLength(1)
    await page.route('**/api/delete-probe-group/**', (route) => route.abort())
    await button(page, 'Delete Set of Probes').click()
    await sure.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => alerts).toEqual(['alert: Error deleting probe group.'])
    await expect(sure.getByText('Error deleting probe group.')).toBeVisible()
    await expect(pins(page)).toHaveCount(2)
    await page.unroute('**/api/delete-probe-group/**')
    await sure.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => alerts.at(-1)).toBe('alert: Probe group deleted successfully!')
    await expect(page.getByText('Probe group deleted successfully!')).toBeVisible()
    await expect(pins(page)).toHaveCount(0)
    await expect(choice(page).locator('option')).toHaveText(['Select Saved Probes'])
    await expect(button(page, 'Delete Set of Probes')).toHaveCount(0)
    expect(await storedGroups(page)).toEqual([])
  })
})

test('saved and unsaved probes are not lost', async ({ page, farm }) => {
  alertsOf(page)
  const email = await signInByCall(page, farm)
  const access = await page.evaluate(() => localStorage.getItem('access'))
  const probes = Array.from({ length: 500 }, (_, i) => {
    const { latitude, longitude } = at(Math.floor(i / 25) * 20 - 200, (i % 25) * 20 - 240)
    return [latitude, longitude, String(i + 1)]
  })
  const response = await page.request.post('/api/save-probes/', {
    headers: { authorization: `JWT ${access}` },
    data: { fieldName: 'Dense', probes },
  })
  expect(response.status()).toBe(201)

  await test.step('a list that failed to load is not shown as empty, and a set deleted elsewhere is saved as a new one', async () => {
    await page.route('**/api/saved-probes/', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/probelocation')
    await mapReady(page)
    await expect(page.getByText('Your saved probes could not be fetched.')).toBeVisible()
    await page.unroute('**/api/saved-probes/')
    await page.locator('[role=status]', { hasText: 'could not be' }).getByRole('button').click()
    await expect(page.getByText('Your saved probes could not be fetched.')).toBeHidden()

    await button(page, 'Place at crosshair').click()
    await numberField(page).fill('6')
    await button(page, 'Place').click()
    await saveAs(page, 'Gone')
    const access = await page.evaluate(() => localStorage.getItem('access'))
    const [group] = await storedAs(page, 'Gone')
    await page.request.delete(`/api/delete-probe-group/${group?.id}/`, {
      headers: { authorization: `JWT ${access}` },
    })
    await button(page, 'Finish & Save').click()
    await button(page, 'Save').click()
    await expect(page.getByText('This set was deleted elsewhere.')).toBeVisible()
    await button(page, 'Keep as a new set').click()
    await button(page, 'Save').click()
    await closeSaved(page)
    expect(await storedAs(page, 'Gone')).toMatchObject([{ field_name: 'Gone' }])
  })

  await test.step('unsaved probes survive an ended session, and a reload', async () => {
    await clear(page)
    await button(page, 'Place at crosshair').click()
    await numberField(page).fill('6')
    await button(page, 'Place').click()
    await page.route('**/auth/jwt/refresh/', (route) =>
      route.fulfill({
        status: 401,
        json: { detail: 'Token is invalid or expired', code: 'token_not_valid' },
      }),
    )
    await page.route('**/api/save-probes/', (route) =>
      route.fulfill({ status: 401, json: { detail: 'Given token not valid', code: 'token_not_valid' } }),
    )
    await button(page, 'Finish & Save').click()
    await page.getByLabel('Field name').fill('Kept')
    await button(page, 'Save').click()
    const ended = dialog(page, 'Your session has ended')
    await expect(ended).toBeVisible()
    await page.unroute('**/auth/jwt/refresh/')
    await page.unroute('**/api/save-probes/')
    await ended.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await ended.getByRole('button', { name: 'Continue' }).click()
    await expect(ended).toBeHidden()
    await expect(page.getByText('1 probe · not saved')).toBeVisible()
    await page.reload()
    await mapReady(page)
    await expect(pins(page)).toHaveCount(1)
    await button(page, 'Finish & Save').click()
    await expect(page.getByLabel('Field name')).toHaveValue('Kept')
    await button(page, 'Save').click()
    await closeSaved(page)
    expect(await storedAs(page, 'Kept')).toMatchObject([{ field_name: 'Kept' }])
  })

  await test.step('unsaved probes need a confirmation, survive a reload and are removed by a log-out', async () => {
    const add = async (number: string) => {
      await button(page, 'Place at crosshair').click()
      await numberField(page).fill(number)
      await button(page, 'Place').click()
    }
    await add('2')
    const unsavedDialog = dialog(page, 'Unsaved changes')
    await page.getByRole('link', { name: 'Set Systems' }).click()
    await expect(unsavedDialog.getByText('The changes to “Kept” are not saved.')).toBeVisible()
    await unsavedDialog.getByRole('button', { name: 'Keep placing' }).click()
    await expect(page).toHaveURL(/\/probelocation$/)
    await choice(page).selectOption('')
    await page.keyboard.press('Escape')
    await expect(pins(page)).toHaveCount(2)

    await page.reload()
    await mapReady(page)
    await expect(page.getByText('These probes were placed earlier on this device')).toBeVisible()
    await expect(page.getByText('2 probes · Kept · not saved')).toBeVisible()
    await expect(pins(page)).toHaveCount(2)

    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => localStorage.getItem('probeDraft'))).toBeNull()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/systems$/)
    await page.getByRole('link', { name: 'Place Soil Probes' }).first().click()
    await mapReady(page)
    await expect(page.getByText('0 probes', { exact: true })).toBeVisible()
    await choice(page).selectOption({ label: 'Kept - 1 probes' })
    await add('2')
    await choice(page).selectOption('')
    await unsavedDialog.getByRole('button', { name: 'Discard changes' }).click()
    await expect(pins(page)).toHaveCount(0)
  })

  await test.step('five hundred probes are shown, selected and saved, and no more', async () => {
    await choice(page).selectOption({ label: 'Dense - 500 probes' })
    await expect(pins(page)).toHaveCount(500)
    await expect(button(page, 'Place Probe')).toBeDisabled()
    await expect(page.getByText('A set holds at most 500 probes.')).toBeVisible()
    await row(page, '250').click()
    await button(page, 'Remove probe 250').click()
    await expect(pins(page)).toHaveCount(499)
    await placeHere(page, '600')
    await button(page, 'Finish & Save').click()
    await button(page, 'Save').click()
    await expect(dialog(page, 'Probes saved successfully!')).toBeVisible()
    expect((await storedAs(page, 'Dense'))[0]?.probes).toHaveLength(500)
  })
})

test('probes in the circle of a system: their sensors, the way to them, and the page is accessible', async ({
  page,
  farm,
}) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('Sensors')
  const { gateway } = await farm.connect(email, name)
  const time = new Date(Date.now() - 60_000).toISOString()
  const response = await page.request.post('/api/ingest/readings/', {
    headers: { authorization: `Device ${gateway.id}:${gateway.secret}` },
    data: {
      batch: 'first',
      readings: [4, 9].flatMap((probe) =>
        [20, 40].map((depthCm) => ({ probe, depthCm, at: time, vwc: 0.21 })),
      ),
    },
  })
  expect(await response.json()).toMatchObject({ stored: 4 })
  await stand(page, 50, 50)
  await page.goto('/probelocation')
  await mapReady(page)

  await test.step('probe status: fresh, without a sensor, outside, and reporting without a place', async () => {
    await expect(page.getByText(`${name}: probes 4, 9 report but are not placed.`)).toBeVisible()
    await button(page, 'Place Probe').click()
    await prompt(page).getByRole('button', { name: '4', exact: true }).click()
    await expect(numberField(page)).toHaveValue('4')
    await button(page, 'Place').click()
    await expect(row(page, '4')).toContainText(new RegExp(`${name}: 20, 40.cm, (just now|1 min ago) \\(`))
    await expect(page.getByText(`${name}: probe 9 reports but is not placed.`)).toBeVisible()
    await row(page, '4').click()
    await expect(
      rows(page).getByText(/^Soil: full at 25%, wilting at 12%, assumed from the texture/),
    ).toBeVisible()
    await button(page, 'Change soil').click()
    const soil = dialog(page, 'Soil around probe 4')
    await expectAccessible(page)
    await soil.getByLabel('Texture').selectOption('clay')
    await soil.getByLabel('Field capacity').fill('70')
    await soil.getByRole('button', { name: 'Save soil' }).click()
    await expect(soil.getByText('Field capacity and wilting point are above 0')).toBeVisible()
    await soil.getByLabel('Field capacity').fill('38')
    await soil.getByRole('button', { name: 'Save soil' }).click()
    await expect(soil).toBeHidden()
    await expect(
      rows(page).getByText(/^Soil: full at 38%, wilting at 22%, set for this probe\.$/),
    ).toBeVisible()
    await placeHere(page, '5')
    await expect(row(page, '5')).toContainText(`${name}: no sensor is reporting as number 5.`)
    await stand(page, 900, 0)
    await expect(page.getByText(`You are at ${degrees(at(900, 0))}`)).toBeVisible()
    await placeHere(page, '9')
    await expect(row(page, '9')).toContainText('It is outside every system, so its readings are not used.')
    await expect(page.getByText('2 probes need a look: see the list.')).toBeVisible()
  })

  await test.step('guided to a probe: distance and bearing while walking, until arrival', async () => {
    await clear(page)
    await stand(page, 0, 0)
    await expect(page.getByText(`You are at ${degrees(at(0, 0))}`)).toBeVisible()
    await placeHere(page, '4')
    await stand(page, -100, 0)
    await row(page, '4').click()
    await button(page, 'Guide me to probe 4').click()
    const guide = page.getByRole('region', { name: 'To probe 4' })
    await expect(guide.getByRole('heading')).toBeFocused()
    await expect(guide.getByText(/^(99|100).m$/)).toBeVisible()
    await expect(guide.getByText('0° N')).toBeVisible()
    await stand(page, 0, -40)
    await expect(guide.getByText(/^(39|40).m$/)).toBeVisible()
    await expect(guide.getByText('90° E')).toBeVisible()
    await expect(guide.getByText('Your position is accurate to ±4')).toBeVisible()
    await stand(page, 1, 1)
    await expect(guide.getByText('You are there.')).toBeVisible()
    // the receiver loses its signal: the shown position is marked as old
    await page.context().setGeolocation(null)
    await expect(guide.getByText(/last known (just now|\d+ min ago)/)).toBeVisible()
    await button(page, 'Place Probe').click()
    await expect(prompt(page).getByText(/last known .* The probe goes there: /)).toBeVisible()
    await prompt(page).getByRole('button', { name: 'Cancel' }).click()
    await button(page, 'Stop guiding').click()
    await expect(guide).toBeHidden()
  })

  await test.step('the page is accessible with placed probes, guided, and in its dialogs', async () => {
    await clear(page)
    await stand(page, 60, 0, 40)
    await expect(page.getByText(`You are at ${degrees(at(60, 0))}`)).toBeVisible()
    await placeHere(page, '4')
    await stand(page, -60, 30, 40)
    await row(page, '4').click()
    await button(page, 'Guide me to probe 4').click()
    await expectAccessible(page)
    await button(page, 'Place Probe').click()
    await numberField(page).fill('4')
    await expectAccessible(page)
    await prompt(page).getByRole('button', { name: 'Cancel' }).click()
    await button(page, 'Finish & Save').click()
    await button(page, 'Save').click()
    await expectAccessible(page)
  })
})

test('a browser without geolocation or WebGL', async ({ page, farm }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
    if (localStorage.getItem('noGeolocation'))
      Object.defineProperty(Navigator.prototype, 'geolocation', { value: undefined })
  })
  await signInByCall(page, farm)

  await test.step('a browser without geolocation says so', async () => {
    await page.evaluate(() => localStorage.setItem('noGeolocation', 'true'))
    await page.goto('/probelocation')
    await expect(page.getByText(UNSUPPORTED)).toBeVisible()
    await button(page, 'Get Location').click()
    await expect(page.getByText(UNSUPPORTED)).toBeVisible()
    await page.evaluate(() => localStorage.removeItem('noGeolocation'))
  })

  await test.step('without WebGL the reason is shown and probes can still be placed', async () => {
    await stand(page, 0, 0)
    await page.goto('/probelocation')
    await expect(page.getByText('WebGL 2 is missing or switched off')).toBeVisible()
    await expect(page.getByText('You are at')).toBeVisible()
    await placeHere(page, '2')
    await saveAs(page, 'Blind')
    expect(await storedGroups(page)).toMatchObject([{ field_name: 'Blind' }])
  })
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 812 } })

  test('probes are placed by tapping and dragged on a phone', async ({ page, farm }) => {
    await openPage(page, farm)
    await button(page, 'Place Probe').tap()
    await button(page, 'Choose on the map').tap()
    await page.touchscreen.tap(...(await pointAt(page, 40, 40)))
    await numberField(page).fill('1')
    await button(page, 'Place').tap()
    await button(page, 'Cancel').tap()
    const before = await row(page, '1').textContent()
    const box = await pins(page).first().boundingBox()
    if (!box) throw new Error('no pin')
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    await pointAt(page, 0, 0)
    const now = (await pins(page).first().boundingBox()) ?? box
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    const [x, y] = [now.x + 22, now.y + 22]
    await touch('touchStart', x, y)
    for (const step of [5, 10, 15, 20]) await touch('touchMove', x + step, y + step)
    await touch('touchEnd', x, y)
    await expect(row(page, '1')).not.toHaveText(before ?? '')
    expect(await smallTargets(page)).toEqual([])
  })
})
