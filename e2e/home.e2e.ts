/** The landing page: how its pictures fade, its footer, and what a first visit weighs. */
import { gzipSync } from 'node:zlib'
import { expectAccessible, smallTargets } from './accessible.ts'
import { expect, test, type Page } from './farm.ts'

const shown = (page: Page) => page.locator('[aria-roledescription="carousel"] img[data-shown="true"]')

test('one fades into the other in 400 ms, at once under reduced motion', async ({ page }) => {
  const fade = () => shown(page).evaluate((img) => getComputedStyle(img).transitionDuration.split(',')[0])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  expect(await fade()).toBe('0.4s')
  await page.getByRole('button', { name: 'Next picture' }).click()
  const before = page.locator('[aria-roledescription="carousel"] img').first()
  // The one that leaves stays visible until it has faded.
  await expect(before).toHaveCSS('transition-delay', '0s, 0.4s')
  await expect(shown(page)).toHaveCSS('opacity', '1')
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

/** What a first visit loads and moves. */
test.describe('the first time', () => {
  test.use({ firstVisit: true })

  /** KiB of script, each file by itself under gzip, that an address loads before anything is touched. */
  async function scriptKiB(page: Page, address: string): Promise<number> {
    let bytes = 0
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'script') bytes += gzipSync(await response.body()).length
    })
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    return bytes / 1024
  }

  test('at most 110 KiB of script for the landing page', async ({ page }) => {
    expect(await scriptKiB(page, '/')).toBeLessThanOrEqual(110)
  })

  test('at most 130 KiB of script for the login', async ({ page }) => {
    expect(await scriptKiB(page, '/login')).toBeLessThanOrEqual(130)
  })

  for (const address of ['/', '/login', '/signup', '/faq']) {
    test(`nothing moves while ${address} comes`, async ({ page }) => {
      await page.addInitScript(() => {
        const moved = { sum: 0 }
        Object.assign(globalThis, { moved })
        const count = (entries: PerformanceObserverEntryList) => {
          for (const entry of entries.getEntries()) moved.sum += Number(Reflect.get(entry, 'value'))
        }
        new PerformanceObserver(count).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(300)
      expect(await page.evaluate(() => Reflect.get(Reflect.get(globalThis, 'moved'), 'sum'))).toBeLessThan(
        0.01,
      )
    })
  }
})
