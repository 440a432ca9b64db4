/** The landing page: its fading pictures and its footer. */
import { expectAccessible, smallTargets } from './accessibility.ts'
import { expect, test, type Page } from './farm.ts'

const shownPicture = (page: Page) => page.locator('[aria-roledescription="carousel"] img[data-shown="true"]')

test('pictures cross-fade in 400 ms, and change at once with reduced motion', async ({ page }) => {
  const fade = () =>
    shownPicture(page).evaluate((img) => getComputedStyle(img).transitionDuration.split(',')[0])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  expect(await fade()).toBe('0.4s')
  await page.getByRole('button', { name: 'Next picture' }).click()
  const before = page.locator('[aria-roledescription="carousel"] img').first()
  // The old picture stays visible until it has faded.
  await expect(before).toHaveCSS('transition-delay', '0s, 0.4s')
  await expect(shownPicture(page)).toHaveCSS('opacity', '1')
  await expect(before).toHaveCSS('opacity', '0')
  await expect(before).toBeHidden()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await fade()).toBe('0s')
})

test('axe finds nothing; the footer: social profile, About, Contact, data consent, this year', async ({
  page,
}) => {
  await page.goto('/')
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await smallTargets(page)).toEqual([])
  const foot = page.getByRole('contentinfo')
  await expect(foot.getByRole('link', { name: 'About' })).toHaveAttribute('href', /^https:/)
  await expect(foot.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', /^https:/)
  await expect(foot.getByRole('link', { name: /Follow/ })).toHaveAttribute('href', /social/)
  await expect(foot.getByText(`© ${new Date().getFullYear()}`)).toBeVisible()
  await foot.getByRole('link', { name: 'Data Use & Consent' }).click()
  await expect(page).toHaveURL(/\/dataconsent$/)
})
