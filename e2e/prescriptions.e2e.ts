/** The prescription on Set Systems with the real server: shown, explained by cell, previewed and downloaded. */
import { readFile } from 'node:fs/promises'
import { expect, newSystem, type Page, test } from './farm.ts'
import { applyAndSeeApplied, openSystem, expectAccessibleDesk, field, fillSettings } from './systems-page.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Prescription', exact: true })
const picture = (page: Page) => panel(page).getByRole('slider', { name: /^Prescription of/ })
const reason = (page: Page) => panel(page).getByRole('status').filter({ hasText: 'tower' })

test('the prescription of a system: before any settings, chosen by cell, previewed, saved as a file', async ({
  page,
  farm,
}) => {
  const name = newSystem('Cells')
  await openSystem(page, farm, name)

  await test.step('before any settings are applied it says so, and offers no file', async () => {
    await expect(panel(page).getByText('Nobody has applied settings to this system yet.')).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'CSV' })).toHaveCount(0)
  })

  await fillSettings(page, '0.8', '24', '70')
  await applyAndSeeApplied(page)

  await test.step('a cell is chosen by keyboard and its reason is read', async () => {
    await expect(picture(page)).toHaveAccessibleName(
      `Prescription of ${name}: every cell gets 100%. Arrow keys choose a cell.`,
    )
    await expect(panel(page).getByText('No probe is placed in this field')).toBeVisible()
    await picture(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect(picture(page)).toHaveAttribute('aria-valuetext', '0 to 2 degrees, tower 1')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowUp')
    await expect(reason(page)).toContainText('2–4°, tower 2')
    await expect(reason(page)).toContainText('100%: no moisture known here, so it gets the full rate')
    await expect(reason(page)).toContainText(/Gets 0\.8\sinches in one pass\./)
  })

  await test.step('a click chooses the cell under it; the table has the same value', async () => {
    const canvas = panel(page).locator('canvas')
    await canvas.scrollIntoViewIfNeeded()
    const box = await canvas.boundingBox()
    if (!box) throw new Error('no picture')
    // just south of east, two thirds of the way out: towers at 60, 120, 180 and 240 m of 252 m
    const radius = box.width / 2 / 1.11
    await canvas.click({ position: { x: box.width / 2 + radius * 0.65, y: box.height / 2 + radius * 0.01 } })
    await expect(reason(page)).toContainText('90–92°, tower 3')
    await panel(page).getByText('As a table').click()
    await expect(panel(page).getByRole('row', { name: '0–360° 100% 100% 100% 100%' })).toBeVisible()
    await expectAccessibleDesk(page)
  })

  await test.step('can be downloaded in four formats', async () => {
    const suffixes = { GeoJSON: 'geojson', CSV: 'csv', Shapefile: 'zip', 'ISO 7673-3 work order': 'xml' }
    for (const [format, suffix] of Object.entries(suffixes)) {
      const downloadEvent = page.waitForEvent('download')
      await panel(page).getByRole('button', { name: format }).click()
      const file = await downloadEvent
      expect(file.suggestedFilename()).toMatch(
        new RegExp(`^prescription-${name.replace(' ', '-')}-rev-\\d+\\.${suffix}$`),
      )
      const bytes = await readFile(await file.path())
      if (suffix === 'zip') expect([...bytes.subarray(0, 4)]).toEqual([0x50, 0x4b, 3, 4])
      if (suffix === 'csv') expect(bytes.toString().trim().split('\n')).toHaveLength(1 + 180 * 4)
    }
  })

  await test.step('unsent settings are previewed, and change nothing', async () => {
    await field(page, 'Application Rate').fill('0.4')
    await page.getByRole('button', { name: 'Preview prescription' }).click()
    const preview = page.getByRole('dialog', { name: 'Prescription with these settings' })
    await expect(preview).toContainText('Every cell keeps its percentage.')
    // 49.3 acres at 0.4 and at 0.8 inches
    await expect(preview).toContainText(/Water for one pass: 19\.7\sacre-inches, now 39\.4\sacre-inches\./)
    await preview.getByRole('button', { name: 'Back to the settings' }).click()
    await expect(field(page, 'Application Rate')).toHaveValue('0.4')
    await expect(panel(page)).toContainText(/39\.4\sacre-inches/)
  })

  await test.step('earlier ones are listed with their saving and its caveats', async () => {
    await page.getByText('Earlier prescriptions', { exact: true }).click()
    const row = page.getByRole('list', { name: 'Earlier prescriptions' }).getByRole('listitem').first()
    await expect(row).toContainText('New settings')
    await expect(row).toContainText(/Less than a uniform pass\s*nothing/)
    // this field has no probes
    await expect(row).toContainText(/Deficit left\s*nothing/)
    await expect(row).toContainText(/No data\s*100%\s*of the field/)
  })

  await test.step('a saving comes with its caveats, and its assumptions open by keyboard', async () => {
    await expect(panel(page).locator('dl').filter({ hasText: 'Less than a uniform pass' })).toContainText(
      /Less than a uniform pass\s*nothing\s*Deficit left\s*nothing\s*No data\s*100%\sof the field/,
    )
    const line = panel(page).getByText(/Assumes 85% efficiency, no rain, no crop use/)
    await expect(line).toBeVisible()
    const explained = panel(page).getByText('The owner sets it under Water and pump.')
    await expect(explained).toBeHidden()
    await line.focus()
    await page.keyboard.press('Enter')
    await expect(explained).toBeVisible()
    await expectAccessibleDesk(page)
    const water = page.getByRole('form', { name: 'Application efficiency' })
    await water.getByRole('spinbutton').fill('20')
    await water.getByRole('button', { name: 'Save efficiency' }).click()
    await expect(water).toContainText('Application efficiency must be between 30 and 100%.')
    await water.getByRole('spinbutton').fill('90')
    await water.getByRole('button', { name: 'Save efficiency' }).click()
    await expect(water.getByRole('button', { name: 'Save efficiency' })).toBeHidden()
    await page.getByRole('button', { name: 'Preview prescription' }).click()
    await expect(page.getByRole('dialog')).toContainText(/Assumes 90% efficiency/)
  })
})
