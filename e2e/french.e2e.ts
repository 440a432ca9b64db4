/** French by browser preference or by choice. */
import { expect, test, type Page } from './farm.ts'

/** A browser that prefers French. */
async function preferFrench(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'languages', { get: () => ['fr-CA', 'fr', 'en'] }),
  )
}

test('a browser that prefers French gets it, and the user can choose English', async ({ page }) => {
  await preferFrench(page)
  await page.goto('/login')
  const html = page.locator('html')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Connexion' })).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'fr-CA')
  await page.getByLabel('Langue').selectOption('English')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Log In' })).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'en-CA')
  await page.goto('/faq')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Log In' })).toBeVisible()
})

test('in a browser that prefers English, a choice of French is kept', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Language').selectOption('Français')
  await expect(page.getByLabel('Thème')).toBeVisible()
  await page.goto('/')
  await expect(page.getByLabel('Thème')).toBeVisible()
})

test('if the French texts cannot be loaded, the page is in English', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'fr'))
  await page.route(/\/assets\/french-/, (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Log In' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-CA')
})
