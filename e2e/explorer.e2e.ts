/** The moisture explorer of both map pages: playing a season, depths, changes, uncertainty, values by pointer and as tables. */
import { expectAccessible, smallTargets } from './accessibility.ts'
import { expect, type Farm, type Page, test } from './farm.ts'
import { geofencesPath } from '../src/contract/geofences.ts'
import { mappedField, PROBES } from './mapped-field.ts'
import { applyAndSeeApplied, choose, fillSettings } from './systems-page.ts'

const noon = (day: number) => `2026-07-${String(day).padStart(2, '0')}T18:00:00Z`

/** Four days in July that get one per cent wetter each day, and one without readings. */
async function exploredField(page: Page, farm: Farm, word: string) {
  const field = await mappedField(page, farm, word)
  for (const day of [6, 7, 9, 10]) await field.send(noon(day), 0.14 + 0.01 * day)
  return field
}

async function exploreLive(page: Page, name: string): Promise<void> {
  await page.goto('/livemaps')
  await page.getByLabel('Select System:').selectOption(name)
  await page.getByRole('button', { name: 'Explore' }).click()
  await expect(page.getByRole('heading', { name: `${name}, day by day` })).toBeFocused()
  await expect(slider(page)).toBeVisible()
}

const slider = (page: Page) => page.getByRole('slider', { name: 'Day' })
const sectors = (page: Page) => page.getByRole('group', { name: 'By sector and tower' })

/** Colour near the centre of the map, between the rings. */
async function colourAt(page: Page, share: [number, number]): Promise<string> {
  const shot = await page.locator('canvas').screenshot()
  return page.evaluate(
    async ([bytes, [x, y]]) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      const canvas = new OffscreenCanvas(image.width, image.height)
      const brush = canvas.getContext('2d')
      brush?.drawImage(image, 0, 0)
      return String(brush?.getImageData(image.width * x, image.height * y, 1, 1).data)
    },
    [[...shot], share] as const,
  )
}

test('a season is browsed and played from one response, with the value under the pointer', async ({
  page,
  farm,
}) => {
  const field = await exploredField(page, farm, 'Season')
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/maps/series/')) calls.push(request.url())
  })
  await exploreLive(page, field.name)
  const day = slider(page)
  await expect(day).toHaveAttribute('aria-valuetext', '10 Jul 2026')
  const canvas = page.locator('canvas')
  await expect(canvas).toBeVisible()
  await expect(page.getByText('Loading map...')).toBeHidden()
  const wet = await colourAt(page, [0.55, 0.45])
  await day.focus()
  await page.keyboard.press('Home')
  await expect(day).toHaveAttribute('aria-valuetext', '6 Jul 2026')
  await expect.poll(() => colourAt(page, [0.55, 0.45])).not.toBe(wet)
  const box = await canvas.boundingBox()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2 + 4, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  // the probes surround the pivot, so the pivot gets their mean: 0.20 in loam of 0.12 to 0.25, so 62 %
  await expect(
    page.getByText(/^6[123]%\son target, (19\.9|20(\.\d)?)% by volume\s\d+°, tower 1$/),
  ).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(day).toHaveAttribute('aria-valuetext', '8 Jul 2026, no map')
  // silent for a day: nothing to estimate from
  await expect(page.getByText('No placed probe has a usable reading on 8 Jul 2026.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(day).toHaveAttribute('aria-valuetext', '10 Jul 2026')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  // at most one more, when the map of the newest readings is drawn
  expect(calls.length).toBeLessThanOrEqual(2)
})

test("today's readings appear in the season, and the map keeps its colours", async ({ page, farm }) => {
  const field = await mappedField(page, farm, 'Arriving')
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await field.send(ago(5), 0.15)
  await field.send(ago(4), 0.25)
  await exploreLive(page, field.name)
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.getByText('Loading map...')).toBeHidden()
  await slider(page).focus()
  await page.keyboard.press('Home')
  const first = (await slider(page).getAttribute('aria-valuetext')) ?? ''
  const ground = await colourAt(page, [0.01, 0.5])
  const between = () => colourAt(page, [0.55, 0.45])
  await expect.poll(between).not.toBe(ground)
  const dry = await between()
  await expect(slider(page)).toHaveAttribute('max', '1')
  await field.send(ago(0), 0.3)
  await expect(slider(page)).toHaveAttribute('max', '5')
  await expect(slider(page)).toHaveAttribute('aria-valuetext', first)
  await expect.poll(between).toBe(dry)
})

test('tables by sector and tower, and of probes, have the same values', async ({ page, farm }) => {
  const field = await exploredField(page, farm, 'Tables')
  await exploreLive(page, field.name)
  await page.getByText('By sector and tower').click()
  await expect(sectors(page).getByRole('row')).toHaveCount(13)
  await expect(sectors(page).getByRole('columnheader')).toHaveText([
    'Bearing',
    'Tower 1',
    'Tower 2',
    'Tower 3',
    'Tower 4',
  ])
  await page.locator('summary').filter({ hasText: 'Probes' }).click()
  const probes = page.getByRole('group', { name: 'Probes' })
  await expect(probes.getByRole('row')).toHaveCount(PROBES.length + 1)
  // probe 3 sends this value, the others two per cent apart; sensors at 20 and 50 cm cover 65 cm
  await expect(probes.getByRole('row', { name: /^3 92% 24\.0% 100% measured$/ })).toBeVisible()
  await page.getByLabel('Show').selectOption('Change since another day')
  await page.getByLabel('Since').selectOption('7 Jul 2026')
  const cells = await sectors(page).getByRole('cell').allTextContents()
  // 0.03 of 0.13 m3/m3
  expect(new Set(cells)).toEqual(new Set(['+23%']))
  await page.getByLabel('Show').selectOption('How sure it is')
  await expect(sectors(page).getByRole('cell').first()).toHaveText(/^± \d/)
})

test('a probe in a geofence of 0 % has a star on the map and in the table, explained below', async ({
  page,
  farm,
}) => {
  const field = await exploredField(page, farm, 'Fenced')
  const [third] = PROBES.slice(2)
  const corner = (dLat: number, dLng: number) => [(third?.lat ?? 0) + dLat, (third?.lng ?? 0) + dLng]
  const access = await page.evaluate(() => localStorage.getItem('access'))
  const response = await page.request.post(geofencesPath(field.name), {
    headers: { authorization: `JWT ${access}` },
    data: {
      name: 'Slough',
      prescription: 0,
      polygon: [corner(-4e-4, -6e-4), corner(-4e-4, 6e-4), corner(4e-4, 6e-4), corner(4e-4, -6e-4)],
    },
  })
  expect(response.status()).toBe(201)
  await exploreLive(page, field.name)
  await expect(
    page.getByText('* Probe 3 is in a 0% geofence: prescriptions elsewhere do not use it.'),
  ).toBeVisible()
  const numbers = page.locator('.maplibregl-marker').filter({ hasText: /^\d/ })
  await expect(numbers).toHaveText(['1', '2', '3*', '4', '5'])
  await page.locator('summary').filter({ hasText: 'Probes' }).click()
  const probes = page.getByRole('group', { name: 'Probes' })
  await expect(probes.getByRole('rowheader').nth(2)).toHaveText('3*')
})

test('one depth, and remembered colours', async ({ page, farm }) => {
  const field = await exploredField(page, farm, 'Depth')
  await exploreLive(page, field.name)
  const depth = page.getByLabel('Depth', { exact: true })
  await expect(depth.locator('option')).toHaveText(['Root zone, 0 to 24 in', '20 cm', '50 cm'])
  const request = page.waitForRequest(/\/api\/maps\/series\/.*depth=50/)
  await depth.selectOption('50 cm')
  await request
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '10 Jul 2026')
  await page.getByLabel('Colours').selectOption('Below and above target')
  await page.getByRole('button', { name: 'View Live Map' }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toHaveAttribute('src', /ramp=target/)
})

test('the quantity is chosen by keyboard, remembered, and the same in picture, legend and tables', async ({
  page,
  farm,
}) => {
  const field = await exploredField(page, farm, 'Shown')
  await exploreLive(page, field.name)
  const show = page.getByLabel('Show', { exact: true })
  const legend = page.getByRole('figure', { name: 'Legend' })
  await expect(show).toHaveValue('classes')
  await expect(legend.getByRole('listitem')).toHaveText([
    /very dry under 35%/,
    /dry 35% to 59\.5%/,
    /on target 59\.5% to 85%/,
    /wet 85% to 100%/,
    /very wet over 100%/,
  ])
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.getByText('Loading map...')).toBeHidden()
  const classes = await colourAt(page, [0.55, 0.45])
  await show.focus()
  await page.keyboard.press('ArrowDown')
  await expect(show).toHaveValue('share')
  await expect(legend.getByText('100% or more')).toBeVisible()
  await expect.poll(() => colourAt(page, [0.55, 0.45])).not.toBe(classes)
  await page.keyboard.press('ArrowDown')
  await expect(show).toHaveValue('volume')
  await expect(legend.getByText('30% or more')).toBeVisible()
  await page.getByText('By sector and tower').click()
  await expect(sectors(page).getByRole('cell').first()).toHaveText(/^2\d\.\d%$/)
  await expectAccessible(page)
  expect(await page.evaluate(() => localStorage.getItem('mapShown'))).toBe('volume')
  await page.getByRole('button', { name: 'View Live Map' }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toHaveAttribute('src', /layer=volume/)
})

test('the best place for another probe is named, and shown as a ring', async ({ page, farm }) => {
  const field = await exploredField(page, farm, 'Next')
  await exploreLive(page, field.name)
  const best = page.getByRole('button', { name: 'Best place for another probe' })
  await best.click()
  await expect(best).toHaveAttribute('aria-pressed', 'true')
  await expect(
    page.getByText(/^At 51\.\d{5}, -114\.\d{5}, in the dashed ring: the map would be .+ more certain\.$/),
  ).toBeVisible()
  await best.click()
  await expect(page.getByText(/in the dashed ring/)).toBeHidden()
})

test('it opens at the week of a historic map', async ({ page, farm }) => {
  const field = await exploredField(page, farm, 'Week')
  await page.goto('/maps')
  await page.getByLabel('Select Month').selectOption('July')
  await page.getByLabel('Select System').selectOption(field.name)
  await page.getByLabel('Select Start Date').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Generate' }).click()
  const dialog = page.getByRole('dialog')
  // a picture that comes under the pointer moves the button away
  await expect(dialog.getByText('Drawing the map…')).toBeHidden()
  await dialog.getByRole('button', { name: 'Explore' }).click()
  await expect(dialog).toBeHidden()
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '6 Jul 2026')
})

test('today shows the arm and the area it watered, a past day does not', async ({ page, farm }) => {
  const field = await mappedField(page, farm, 'Arm')
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await field.send(ago(2), 0.15)
  await field.send(ago(0), 0.2)
  const machine = await farm.simulate(field.system, {
    running: false,
    startAngleDeg: 0,
    timerPct: 100,
    speed100MMin: 30,
    warp: 200,
    telemetryEveryMs: { moving: 200, idle: 200 },
    faults: { stopsAtDeg: 192 },
  })
  await page.goto('/systems')
  await choose(page, field.name)
  await fillSettings(page, '0.6', '24', '70')
  await applyAndSeeApplied(page)
  machine.order({ do: 'start' })
  // opened before the arm stops, it would show the old position for a minute
  await expect(page.getByText('Stopped at 192°, 168° got none.', { exact: true })).toBeVisible()
  await exploreLive(page, field.name)
  const words = page.getByText(/^Line: the arm at 19[13]°\. Rim: 192° watered in its last pass, since /)
  await expect(words).toBeVisible()
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.getByText('Loading map...')).toBeHidden()
  // outside the circle of 398 pixels, on the band: watered in the east, not in the west
  const width = (await page.locator('canvas').boundingBox())?.width ?? 0
  const [east, west] = [0.5 + 203 / width, 0.5 - 203 / width]
  const ground = await colourAt(page, [west, 0.5])
  await expect.poll(() => colourAt(page, [east, 0.5])).not.toBe(ground)
  await expectAccessible(page)
  await slider(page).focus()
  await page.keyboard.press('Home')
  await expect(words).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(() => colourAt(page, [east, 0.5])).toBe(await colourAt(page, [west, 0.5]))
})

test('is accessible, and works without a map', async ({ page, farm }) => {
  const field = await exploredField(page, farm, 'Eyes')
  await exploreLive(page, field.name)
  await page.getByText('By sector and tower').click()
  await page.locator('summary').filter({ hasText: 'Probes' }).click()
  await expect(page.locator('canvas')).toBeVisible()
  // elements half covered by the sticky bar at the current scroll position are not what is tested
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await exploreLive(page, field.name)
  await expect(
    page.getByText('WebGL 2 is missing or switched off. The tables show the same values.'),
  ).toBeVisible()
  await page.getByText('By sector and tower').click()
  await expect(sectors(page).getByRole('row')).toHaveCount(13)
})

test('a failure is shown with a retry, and a field without history says so', async ({ page, farm }) => {
  const field = await mappedField(page, farm, 'Fails')
  await page.route('**/api/maps/series/*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/livemaps')
  await page.getByLabel('Select System:').selectOption(field.name)
  await page.getByRole('button', { name: 'Explore' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/api/maps/series/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('has no readings yet: there is nothing to explore.')).toBeVisible()
})
