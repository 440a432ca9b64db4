/** Every page without axe findings, contrast included: dark and sunlight theme on a phone, light theme on a desktop. */
import { expectClean } from './accessibility.ts'
import { expect, newSystem, type Page, signInByCall, test } from './farm.ts'
import { mappedField } from './mapped-field.ts'

const PHONE = { width: 375, height: 812 }
const VISITORS = ['/', '/login', '/signup', '/reset-password', '/activate/MQ/a-token', '/dataconsent', '/faq']
const MAPS = ['/geofence', '/soil-zones', '/probelocation']
const OTHERS = ['/systems', '/probes', '/maps', '/livemaps', '/season', '/alerts']

async function clean(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/^(Loading|Drawing|Fetching|Summing).*(\.\.\.|…)$/)).toHaveCount(0)
  await expectClean(page, address, ['dark', 'sunlight'])
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectClean(page, `${address} at 1280 px`, ['light'])
  await page.setViewportSize(PHONE)
}

test.describe('on a phone', () => {
  test.beforeEach(({ page }) => page.setViewportSize(PHONE))

  test('pages of visitors', async ({ page }) => {
    for (const address of VISITORS) await clean(page, address)
  })

  for (const [pageKind, addresses] of [
    ['maps', MAPS],
    ['other pages', OTHERS],
  ] as const)
    test(`${pageKind} of a customer`, async ({ page, farm }) => {
      const field = await mappedField(page, farm, 'Themes')
      await field.send(new Date().toISOString(), 0.2)
      for (const address of addresses)
        await clean(page, `${address}?system=${encodeURIComponent(field.name)}`)
    })

  test('the menu, and a dialog', async ({ page, farm }) => {
    await farm.connect(await signInByCall(page, farm), newSystem('Themes'))
    await page.goto('/systems')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectClean(page, 'menu')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Apply Settings' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectClean(page, 'dialog')
  })
})
