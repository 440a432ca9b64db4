/** Seasonal water use with the real server: recorded volumes, a licence, print and CSV. */
import { readFile } from 'node:fs/promises'
import { expectAccessible } from './accessibility.ts'
import { expect, type Farm, newSystem, type Page, signInByCall, test } from './farm.ts'
import { applyAndSeeApplied, choose, fillSettings } from './systems-page.ts'

const water = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A machine that runs a thousand times faster than a real one, until it has recorded water. */
async function recordedSystem(page: Page, farm: Farm): Promise<string> {
  const name = newSystem('Metered')
  const email = await signInByCall(page, farm)
  const system = await farm.connect(email, name)
  await farm.simulate(system, { warp: 2000 })
  await page.goto('/systems')
  await choose(page, name)
  await fillSettings(page, '0.8', '24', '70')
  await applyAndSeeApplied(page)
  return name
}

test('the water of the year is next to its licence, and is exported as CSV', async ({ page, farm }) => {
  const name = await recordedSystem(page, farm)
  await page.getByRole('link', { name: 'Water used this year' }).click()
  await expect(page).toHaveURL(/\/season$/)
  const year = new Date().getFullYear()
  await expect(page.getByRole('heading', { name: `Water used in ${year}` })).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(water(page, name).getByRole('row', { name: /^Year .*As-applied records/ })).toBeVisible({
      timeout: 2000,
    })
  }).toPass()
  await expect(water(page, name)).toContainText('No licence is entered.')
  await water(page, name).getByRole('button', { name: 'Enter licence' }).click()
  const dialog = page.getByRole('dialog', { name: `Licence of ${name}` })
  await dialog.getByRole('button', { name: 'Save licence' }).click()
  await expect(dialog).toContainText('A licence is a volume above 0.')
  await dialog.getByLabel('Volume a year').fill('120')
  await dialog.getByLabel('Unit').selectOption('acre-feet')
  await dialog.getByRole('button', { name: 'Save licence' }).click()
  await expect(water(page, name)).toContainText(/Licence: 120\sacre-feet a year, from \d{4} on/)
  await expect(water(page, name)).toContainText(/of the licence is used/)
  await expectAccessible(page)

  const downloadEvent = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await downloadEvent
  expect(file.suggestedFilename()).toBe(`water-${year}.csv`)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(14)
  expect(lines[0]).toContain('diverted_m3')
  expect(lines[13]).toContain(',total,')
  expect(lines[13]).toContain(',120,acre_feet')
})

test('is reached without choosing a system first', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  const names = [newSystem('One'), newSystem('Two')]
  for (const name of names) await farm.connect(email, name)
  await page.goto('/systems')
  await page.getByRole('link', { name: 'Water used this year' }).click()
  await expect(page).toHaveURL(/\/season$/)
  for (const name of names) await expect(water(page, name)).toContainText('No licence is entered.')
  // with several fields the months are folded; print has them all
  const months = (name: string) => page.getByRole('table', { name: `Months of ${name}` })
  await expect(months(names[0] ?? '')).toBeHidden()
  await water(page, names[0] ?? '')
    .getByRole('button', { name: `Months of ${names[0]}` })
    .press('Enter')
  await expect(months(names[0] ?? '')).toBeVisible()
  await expect(months(names[1] ?? '')).toBeHidden()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  for (const name of names) await expect(months(name)).toBeVisible()
  await page.emulateMedia({ media: null })
})

test('print has the figures and no controls', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('On paper')
  await farm.connect(email, name)
  await page.goto('/season')
  await expect(water(page, name)).toContainText('No licence is entered.')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByText(/calendar year \d{4}, volumes in acre-feet\. Printed/)).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  for (const format of ['A4', 'Letter'])
    expect((await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})
