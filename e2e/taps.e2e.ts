/** The number of taps from the page after login to a geofence, to the live map, and between pages of one system. */
import type { Locator } from '@playwright/test'
import { expect, FIELD, newSystem, signInByCall, test, type Page } from './farm.ts'
import { mappedField } from './mapped-field.ts'

test.describe.configure({ timeout: 180_000 })
test.use({ hasTouch: true, viewport: { width: 375, height: 812 } })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const more = (page: Page, system: string, label: string) =>
  page.getByRole('navigation', { name: `More of ${system}` }).getByRole('link', { name: label, exact: true })

/** Taps and counts. */
function thumb() {
  const taps = { count: 0 }
  const on = async (target: Locator) => {
    taps.count += 1
    await target.tap()
  }
  return { taps, on }
}

test('a geofence takes at most ten taps', async ({ page, farm }) => {
  const name = newSystem('Slough')
  await farm.connect(await signInByCall(page, farm), name)
  await page.goto('/systems')
  const { taps, on } = thumb()
  await on(more(page, name, 'Geofences'))
  await expect(page).toHaveURL(/\/geofence\?system=Slough/)
  await expect(page.getByLabel('Select a system')).toHaveValue(name)
  // loading texts of lazy maps are hidden too
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.getByText('Loading map...')).toBeHidden()
  await on(button(page, 'Add Pins'))
  for (const [x, y] of [
    [-60, -50],
    [60, -50],
    [60, 50],
  ] as const) {
    taps.count += 1
    const canvas = page.locator('canvas')
    await canvas.scrollIntoViewIfNeeded()
    const box = await canvas.boundingBox()
    await page.touchscreen.tap(
      (box?.x ?? 0) + (box?.width ?? 0) / 2 + x,
      (box?.y ?? 0) + (box?.height ?? 0) / 2 + y,
    )
  }
  await expect(page.getByRole('button', { name: /^Pin \d+ \(/ })).toHaveCount(3)
  await on(button(page, 'Save Geofence'))
  await on(page.getByLabel('Name your geofence'))
  await page.keyboard.type('Slough')
  await on(page.getByLabel('Set Prescription (e.g. 50) %'))
  await page.keyboard.type('0')
  await on(button(page, 'Save'))
  const savedDialog = page.getByRole('dialog', { name: 'Geofence Saved Successfully!' })
  await on(savedDialog.getByRole('button', { name: 'Close', exact: true }))
  await expect(
    page.getByLabel('Select a geofence').getByRole('option', { name: 'Slough – 0%' }),
  ).toBeAttached()
  expect(taps.count).toBeLessThanOrEqual(10)
})

test('the live map of a field takes two taps', async ({ page, farm }) => {
  const field = await mappedField(page, farm, 'Thumb')
  await field.send(new Date().toISOString(), 0.2)
  await page.goto('/systems')
  const { taps, on } = thumb()
  await on(more(page, field.name, 'Live map'))
  await on(page.getByRole('button', { name: field.name }))
  await expect(page.getByRole('dialog', { name: 'Live Map' }).getByRole('img')).toBeVisible()
  expect(taps.count).toBe(2)
})

test('the pages of one system link to each other, and keep the chosen system', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  const [name, otherName] = [newSystem('Here'), newSystem('There')]
  await farm.connect(email, otherName, { latitude: FIELD.lat + 0.1 })
  await farm.connect(email, name)
  await page.goto(`/systems?system=${encodeURIComponent(name)}`)
  const system = encodeURIComponent(name).replaceAll('%20', String.raw`\+`)
  for (const [label, address, heading, choice] of [
    ['Soil zones', '/soil-zones', 'Soil Zones', 'Select a system'],
    ['Geofences', '/geofence', 'Set Geofences', 'Select a system'],
    ['Live map', '/livemaps', 'Live Moisture Maps', 'Select System:'],
    ['Settings', '/systems', 'Set Systems', 'Select a System'],
  ] as const) {
    await more(page, name, label).tap()
    // the URL changes before the page does
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${address}\\?system=${system}$`))
    await expect(page.getByLabel(choice)).toHaveValue(name)
  }
  // unplaced probes belong to no system: the map moves to the field, and the links stay
  await more(page, name, 'Probes').tap()
  await expect(page).toHaveURL(new RegExp(`/probelocation\\?system=${system}$`))
  await expect(page.getByText('Loading...')).toBeHidden()
  await button(page, 'Place at crosshair').tap()
  await expect(page.getByText(`At the crosshair of the map: ${FIELD.lat}, ${FIELD.lng}.`)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap()
  await more(page, name, 'Settings').tap()
  await expect(page.getByLabel('Select a System')).toHaveValue(name)
})
