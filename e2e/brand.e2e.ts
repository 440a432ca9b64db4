/** Branding for another company: its name, logo, links and province everywhere. */
import { expect, newAddress, test } from './farm.ts'

const LOGO =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 1'%3E%3Crect width='4' height='1' fill='teal'/%3E%3C/svg%3E"

// one farm with these settings, not one per worker
test.describe.configure({ mode: 'default' })

test.use({
  settings: {
    BRAND_PRODUCT: 'AquaArc',
    BRAND_COMPANY: 'Prairie Water',
    BRAND_ABOUT_URL: 'https://prairie.example/about',
    BRAND_CONTACT_URL: 'https://prairie.example/contact',
    BRAND_SOCIAL_URL: 'https://social.example/prairie',
    BRAND_PROVINCE: 'Saskatchewan',
    BRAND_LOGO_URL: LOGO,
  },
})

test('is on the landing page, in its title and its footer', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  await page.goto('/')
  await expect(page).toHaveTitle('AquaArc')
  for (const logo of [
    page.getByRole('banner').getByRole('img', { name: 'AquaArc' }),
    page.getByRole('main').getByRole('img', { name: 'Prairie Water' }),
  ]) {
    await expect(logo).toHaveAttribute('src', LOGO)
    expect(
      await logo.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
    ).toBeGreaterThan(0)
  }
  const foot = page.getByRole('contentinfo')
  await expect(foot.getByRole('link', { name: 'About' })).toHaveAttribute(
    'href',
    'https://prairie.example/about',
  )
  await expect(foot.getByRole('link', { name: 'Contact' })).toHaveAttribute(
    'href',
    'https://prairie.example/contact',
  )
  await expect(foot.getByRole('link', { name: 'Follow Prairie Water' })).toHaveAttribute(
    'href',
    'https://social.example/prairie',
  )
  await expect(foot).toContainText('Prairie Water')
  expect(refused).toEqual([])
})

test('is in the FAQ, the data consent and the terms', async ({ page }) => {
  await page.goto('/faq')
  await expect(page.getByRole('button', { name: 'What does AquaArc do?' })).toBeVisible()
  await page.goto('/dataconsent')
  await expect(page.getByRole('main')).toContainText('Prairie Water may collect')
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Terms of Service' }).click()
  const terms = page.getByRole('dialog')
  await expect(terms).toContainText('under the law of the Province of Saskatchewan, Canada')
  await expect(terms).toContainText('Prairie Water')
  await expect(page.getByText('Headgate')).toHaveCount(0)
})

test('is in the activation email', async ({ page, farm }) => {
  const email = newAddress()
  await page.request.post('/auth/users/', {
    data: { name: 'Pat', email, password: 'gravel-Heron-92-canal', re_password: 'gravel-Heron-92-canal' },
  })
  expect(await farm.linkIn('activate', email)).toContain(farm.url)
})
