/** Map layers: field layers on each of the three maps, tools within reach of a thumb, and the field in the URL. */
import { geofencesPath } from '../src/contract/geofences.ts'
import { smallTargets } from './accessibility.ts'
import type { Locator } from '@playwright/test'
import { expect, FIELD, type Page, test } from './farm.ts'
import { type MappedField, mappedField } from './mapped-field.ts'

const MAPS = [
  { address: '/geofence', link: 'Geofences', heading: 'Set Geofences', own: 'Geofences' },
  { address: '/soil-zones', link: 'Soil zones', heading: 'Soil Zones', own: null },
  { address: '/probelocation', link: 'Probes', heading: 'Place Soil Probes', own: 'Probes' },
] as const

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function mapReady(page: Page): Promise<void> {
  await expect(page.locator('canvas').first()).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

const SLOUGH = [
  [FIELD.lat, FIELD.lng],
  [FIELD.lat + 0.0008, FIELD.lng],
  [FIELD.lat + 0.0008, FIELD.lng + 0.0012],
]

/** Running settings, and a geofence of 0 %. */
async function prescribed(page: Page, { name, send }: MappedField, polygon = SLOUGH): Promise<void> {
  await send(new Date().toISOString(), 0.2)
  const access = await page.evaluate(() => localStorage.getItem('access'))
  const headers = { authorization: `JWT ${access}` }
  const towers = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((tower) => [tower, false]))
  const switches = { is_system_on: true, is_test_pattern_on: false, is_speed_switch_on: false, towers }
  const numbers = { application_rate: 0.8, root_depth: 24, target_moisture: 70 }
  const settingsResponse = await page.request.post('/api/system-input/', {
    headers,
    data: { system_name: name, ...switches, ...numbers },
  })
  expect(settingsResponse.status()).toBe(200)
  const geofenceResponse = await page.request.post(geofencesPath(name), {
    headers,
    data: { name: 'Slough', prescription: 0, polygon, enabled: true },
  })
  expect(geofenceResponse.status()).toBe(201)
}

test('prescription, geofences, moisture and probes are layers of all three maps', async ({ page, farm }) => {
  const field = await mappedField(page, farm, 'Layers')
  await prescribed(page, field)
  await page.goto(`/systems?system=${encodeURIComponent(field.name)}`)
  const fence = page.locator('.maplibregl-marker').filter({ hasText: 'Slough – 0%' })
  const probes = page.locator('.maplibregl-marker').filter({ hasText: /^\d$/ })
  for (const { link, heading, own } of MAPS) {
    await page
      .getByRole('navigation', { name: `More of ${field.name}` })
      .getByRole('link', { name: link, exact: true })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await mapReady(page)
    if (own === 'Geofences') await expect(fence).toBeVisible()
    else {
      await button(page, 'Show Geofences').click()
      await expect(fence).toBeVisible()
      await button(page, 'Hide Geofences').click()
      await expect(fence).toHaveCount(0)
    }
    if (own !== 'Probes') {
      await button(page, 'Show Probes').click()
      await expect(probes).toHaveText(['1', '2', '3', '4', '5'])
      await button(page, 'Hide Probes').click()
      await expect(probes).toHaveCount(0)
    }
    await seeShownAndHidden(
      page,
      'Prescription',
      page.getByRole('list', { name: 'Legend' }).getByText('100%'),
    )
    await seeShownAndHidden(
      page,
      'Moisture',
      page.getByRole('figure', { name: 'Legend' }).getByText('on target'),
    )
    // only one layer colours the field at a time
    await button(page, 'Show Prescription').click()
    await button(page, 'Show Moisture').click()
    await expect(button(page, 'Show Prescription')).toHaveAttribute('aria-pressed', 'false')
  }
})

/** The layer's colours appear with a legend, and disappear without other changes. */
async function seeShownAndHidden(
  page: Page,
  layer: string,
  explained: ReturnType<Page['locator']>,
): Promise<void> {
  const ground = () => page.locator('canvas').first().screenshot()
  const bare = await stillGround(ground)
  await button(page, `Show ${layer}`).click()
  await expect(explained).toBeVisible()
  await expect.poll(async () => bare.equals(await ground())).toBe(false)
  await button(page, `Hide ${layer}`).click()
  await expect(explained).toHaveCount(0)
  await expect.poll(async () => bare.equals(await ground())).toBe(true)
}

/** The map's pixels once two consecutive shots are equal. */
async function stillGround(ground: () => Promise<Buffer>): Promise<Buffer> {
  let last = await ground()
  await expect
    .poll(async () => {
      const before = last
      last = await ground()
      return before.equals(last)
    })
    .toBe(true)
  return last
}

test('a label dragged into view does not lay out the page again', async ({ page, farm }) => {
  const field = await mappedField(page, farm, 'Dragged')
  // from the eastern edge of the field to beyond the map, whose buttons leave no room for the label
  const [edge, beyond] = [FIELD.lng + 0.0034, FIELD.lng + 0.0154]
  await prescribed(page, field, [
    [FIELD.lat, edge],
    [FIELD.lat + 0.0008, edge],
    [FIELD.lat + 0.0008, beyond],
  ])
  await page.goto(`/geofence?system=${encodeURIComponent(field.name)}`)
  await mapReady(page)
  const label = page.locator('.maplibregl-marker').getByText('Slough – 0%')
  await expect(label).toBeAttached()
  await expect(label).toBeHidden()
  const box = await page.locator('canvas').first().boundingBox()
  if (!box) throw new Error('no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const layouts = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN
  }
  // as if it had never had room: it may have had some before the map went to the field
  await label.evaluate((element) => element.style.removeProperty('translate'))
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 8, y)
  // what the press itself lays out
  await page.waitForTimeout(500)
  await expect(label).toBeHidden()
  const before = await layouts()
  await page.mouse.move(x - 150, y, { steps: 20 })
  await expect(label).toBeVisible()
  expect((await layouts()) - before).toBe(0)
  await page.mouse.up()
})

const PARALLELS = '[data-lat]:visible'

const degreesOf = (page: Page, figures: string, key: 'lat' | 'lng') =>
  page.locator(figures).evaluateAll((spans, name) => spans.map((span) => Number(span.dataset[name])), key)

/** Longitude of the map 40 pixels from its left edge, where the figures of parallels are. */
async function longitudeOfFigures(page: Page): Promise<number> {
  const meridians = page.locator('[data-lng]:visible')
  const [first = 0, second = 0] = await degreesOf(page, '[data-lng]:visible', 'lng')
  const map = await page.locator('canvas').first().boundingBox()
  const [west, east] = [await meridians.nth(0).boundingBox(), await meridians.nth(1).boundingBox()]
  if (!map || !west || !east) throw new Error('no graticule')
  return first - (west.x + west.width / 2 - map.x - 40) * ((second - first) / (east.x - west.x))
}

/** Visible figures that the element overlaps. */
async function figuresUnder(page: Page, element: Locator): Promise<number> {
  const label = await element.boundingBox()
  if (!label) throw new Error('not shown')
  const figures = await Promise.all(
    (await page.locator(PARALLELS).all()).map((figure) => figure.boundingBox()),
  )
  return figures.filter(
    (figure) =>
      figure &&
      label.x < figure.x + figure.width &&
      label.y < figure.y + figure.height &&
      figure.y < label.y + label.height,
  ).length
}

test('a label keeps clear of figures that appear after the only move', async ({ page, farm }) => {
  // no animation: one zoom is one move
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const field = await mappedField(page, farm, 'Figures')
  const closer = async () => {
    await page.goto(`/geofence?system=${encodeURIComponent(field.name)}`)
    await mapReady(page)
    await expect(page.locator(PARALLELS).first()).toBeVisible()
    const before = await degreesOf(page, PARALLELS, 'lat')
    await button(page, 'Zoom in').click()
    await expect.poll(async () => (await degreesOf(page, PARALLELS, 'lat')).join()).not.toBe(before.join())
    return (await degreesOf(page, PARALLELS, 'lat')).find((lat) => !before.includes(lat))
  }
  const lat = await closer()
  if (lat === undefined) throw new Error('no figure is new')
  const lng = await longitudeOfFigures(page)
  // a triangle that reaches into the field, with its centroid at the figure
  const [farLat, farLng] = [(3 * lat - FIELD.lat) / 2, (3 * lng - FIELD.lng) / 2]
  await prescribed(page, field, [
    [FIELD.lat, FIELD.lng],
    [farLat - 0.0004, farLng],
    [farLat + 0.0004, farLng],
  ])
  expect(await closer()).toBe(lat)
  const label = page.locator('.maplibregl-marker').getByText('Slough – 0%')
  await expect(label).toBeVisible()
  await expect.poll(() => figuresUnder(page, label)).toBe(0)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 812 } })

  test('all tools are visible below the whole map, each large enough for touch, and a field fits into it', async ({
    page,
    farm,
  }) => {
    const { name } = await mappedField(page, farm, 'Strip')
    for (const { address, link, heading } of MAPS) {
      if (link === 'Geofences') await page.goto(`${address}?system=${encodeURIComponent(name)}`)
      else
        await page
          .getByRole('navigation', { name: `More of ${name}` })
          .getByRole('link', { name: link, exact: true })
          .tap()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await mapReady(page)
      const strip = page.getByRole('group', { name: 'Draw' })
      const map = await page.locator('canvas').first().boundingBox()
      const tools = await Promise.all(
        (await strip.getByRole('button').all()).map((tool) => tool.boundingBox()),
      )
      expect(tools.length).toBeGreaterThanOrEqual(4)
      for (const tool of tools) {
        if (!tool || !map) throw new Error('not shown')
        expect(Math.min(tool.width, tool.height)).toBeGreaterThanOrEqual(44)
        expect([tool.x >= 0, tool.x + tool.width <= 375]).toEqual([true, true])
        expect([tool.y >= 0, tool.y + tool.height <= 812]).toEqual([true, true])
      }
      // a word that does not fit is clipped
      const cut = await strip
        .getByRole('button')
        .evaluateAll(
          (elements) => elements.filter((element) => element.scrollWidth > element.clientWidth).length,
        )
      expect(cut).toBe(0)
      // fluid below 500 pixels
      expect([map?.width, map?.height]).toEqual([343, 343])
      expect(await smallTargets(page)).toEqual([])

      await test.step(`${heading}: the field fits, with the quarter section around it`, async () => {
        await button(page, 'Fit to field').tap()
        // 504 m across, and 128 pixels for figures and buttons: half a mile is 343 pixels, a hundred metres 42
        await expect(page.getByText(/^(100|200)\u00A0m$/)).toBeVisible()
        await expect(page.getByText('▲ N')).toBeVisible()
        for (let press = 0; press < 2; press += 1) await button(page, 'Zoom out').tap()
        await expect(page.getByText('½ mile')).toBeVisible()
      })
    }
  })
})
