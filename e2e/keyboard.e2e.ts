/** The five most common tasks by keyboard alone, without a pointer and without focus set by the test. */
import type { Locator } from '@playwright/test'
import { expect, FIELD, newAddress, newSystem, PASSWORD, test, type Page } from './farm.ts'
import { mappedField } from './mapped-field.ts'
import { applications, confirmedIn, section } from './systems-page.ts'

/** More tab stops than any page has. */
const STOPS = 80

/** Presses Tab until the element has the focus. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled()
  for (let stop = 0; stop < STOPS; stop += 1) {
    const focused = await target.evaluate((element) => element === document.activeElement)
    if (focused) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

async function press(page: Page, target: Locator): Promise<void> {
  await reach(page, target)
  await page.keyboard.press('Enter')
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Presses Shift+Tab until the element has the focus. */
async function backTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Shift+Tab')
  }
  await expect(target).toBeFocused()
}

/** Waits until the map has stopped moving, by the figures at its edges. */
async function mapStopped(page: Page): Promise<void> {
  const firstPinBox = () => page.locator('[data-lat]').first().boundingBox()
  let last = await firstPinBox()
  await expect
    .poll(async () => {
      const before = last
      last = await firstPinBox()
      return JSON.stringify(before) === JSON.stringify(last)
    })
    .toBe(true)
}

test('to sign in and see whether anything is wrong', async ({ page, farm }) => {
  const email = newAddress()
  await farm.openAccount({ name: 'Pat Grower', email })
  const [well, lost] = [newSystem('Well'), newSystem('Lost')]
  await farm.simulate(await farm.connect(email, well))
  const machine = await farm.simulate(await farm.connect(email, lost))
  await page.goto('/login')
  await type(page, page.getByLabel('Email'), email)
  await type(page, page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/systems$/)
  // visible without pressing anything
  const fields = section(page, 'All fields')
  await expect(fields).toContainText(new RegExp(`${lost}Running`))
  machine.order({ do: 'offline' })
  await expect(fields).toContainText('1 needs attention.')
  await expect(fields.getByRole('listitem')).toContainText([
    new RegExp(`${lost}Offline`),
    new RegExp(`${well}Running`),
  ])
})

test('to work on one field, from page to page', async ({ page, farm }) => {
  const field = await mappedField(page, farm, 'Look')
  await field.send(new Date().toISOString(), 0.2)
  const machine = await farm.simulate(field.system)
  await page.goto('/systems')

  await test.step('to set a rate, as far as Applied', async () => {
    const power = page.getByRole('switch', { name: 'System' })
    await reach(page, power)
    if (!(await power.isChecked())) await page.keyboard.press('Space')
    const form = page.getByRole('form', { name: 'Settings' })
    await type(page, form.getByRole('spinbutton', { name: 'Application Rate' }), '0.8')
    await type(page, form.getByRole('spinbutton', { name: 'Root Depth' }), '24')
    await type(page, form.getByRole('spinbutton', { name: 'Target Moisture' }), '70')
    await press(page, button(page, 'Apply Settings'))
    await expect(confirmedIn(page).step('Applied')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(confirmedIn(page).dialog).toBeHidden()
    expect(applications(machine)).toHaveLength(1)
  })

  await test.step('to draw a geofence that forces a percentage', async () => {
    await press(page, page.getByRole('link', { name: 'Geofences', exact: true }))
    await expect(page.getByRole('heading', { name: 'Set Geofences' })).toBeVisible()
    await expect(page.getByText('Loading map...')).toHaveCount(0)
    // arrow keys move the map under the crosshair
    const map = page.locator('canvas')
    const cross = button(page, 'Add pin at crosshair')
    const pins = page.getByRole('list', { name: 'Pins in the order placed' }).getByRole('listitem')
    await press(page, cross)
    await expect(pins).toHaveCount(1)
    for (const [arrow, count] of [
      ['ArrowUp', 2],
      ['ArrowRight', 3],
    ] as const) {
      await backTo(page, map)
      await page.keyboard.press(arrow)
      await mapStopped(page)
      await press(page, cross)
      await expect(pins).toHaveCount(count)
    }
    await press(page, button(page, 'Save Geofence'))
    await expect(page.getByLabel('Name your geofence')).toBeFocused()
    await page.keyboard.type('Slough')
    await page.keyboard.press('Tab')
    await page.keyboard.type('0')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Geofence Saved Successfully!' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(
      page.getByLabel('Select a geofence').getByRole('option', { name: 'Slough – 0%' }),
    ).toBeAttached()
  })

  await test.step('to place a probe', async () => {
    await press(page, page.getByRole('link', { name: 'Probes', exact: true }))
    await expect(page.getByRole('heading', { name: 'Place Soil Probes' })).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    await press(page, button(page, 'Place at crosshair'))
    await expect(page.getByText(`At the crosshair of the map: ${FIELD.lat}, ${FIELD.lng}.`)).toBeVisible()
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^#7 \(51\.0621, -114\.1502\)/ }).first()).toBeVisible()
    await press(page, button(page, 'Finish & Save'))
    await expect(page.getByLabel('Field name')).toBeFocused()
    await page.keyboard.type('North')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Probes saved successfully!' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(
      page.getByLabel('Select Saved Probes').getByRole('option', { name: 'North - 1 probes' }),
    ).toBeAttached()
  })

  await test.step('to look at a live map, and at the graph of the same field', async () => {
    await press(page, page.getByRole('link', { name: 'Live map', exact: true }))
    const small = page.getByRole('button', { name: field.name })
    await press(page, small)
    const viewer = page.getByRole('dialog', { name: 'Live Map' })
    await expect(viewer.getByRole('img')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(small).toBeFocused()
    await press(page, page.getByRole('link', { name: 'Graphs', exact: true }))
    await expect(page.getByRole('heading', { name: 'Soil Probe Graphs' })).toBeVisible()
    await expect(page.getByLabel('Select System')).not.toHaveValue('')
    // the readings of today are drawn on arrival
    await expect(page.getByRole('application').first()).toBeVisible()
  })
})
