/** The landing page: its carousel, logo, way in and footer; its weight. */
import { gzipSync } from 'node:zlib'
import { expectAccessible, smallTargets } from './accessible.ts'
import { expect, test, type Page } from './farm.ts'

const shown = (page: Page) => page.locator('[aria-roledescription="carousel"] img[data-shown="true"]')
const source = async (page: Page) => (await shown(page).getAttribute('src')) ?? ''

test('four own pictures, turned by next and previous, wrapping at both ends', async ({ page }) => {
  await page.goto('/')
  const seen = [await source(page)]
  for (let turn = 0; turn < 4; turn++) {
    await page.getByRole('button', { name: 'Next picture' }).click()
    seen.push(await source(page))
  }
  expect(new Set(seen.slice(0, 4)).size).toBe(4)
  expect(seen[4]).toBe(seen[0])
  await page.getByRole('button', { name: 'Previous picture' }).click()
  expect(await source(page)).toBe(seen[3])
  for (const picture of await page.locator('[aria-roledescription="carousel"] img').all()) {
    expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(40)
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
})

test('the arrow keys turn it too, and only by hand', async ({ page }) => {
  await page.goto('/')
  const first = await source(page)
  await page.getByRole('button', { name: 'Next picture' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('4 of 4')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  expect(await source(page)).toBe(first)
  await page.waitForTimeout(1500)
  expect(await source(page)).toBe(first)
})

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

test('the hero is 500 px high, 350 px at 768 px of width or less', async ({ page }) => {
  await page.goto('/')
  const height = async () => (await page.locator('[aria-roledescription="carousel"]').boundingBox())?.height
  for (const [width, expected] of [
    [1280, 500],
    [769, 500],
    [768, 350],
    [375, 350],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    expect(await height(), `${width} px`).toBe(expected)
  }
})

test('a company logo, and Get Started leads to the login', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('main').getByText('Headgate', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('the footer: social profile, About, Contact, data consent, this year', async ({ page }) => {
  await page.goto('/')
  const foot = page.getByRole('contentinfo')
  await expect(foot.getByRole('link', { name: 'About' })).toHaveAttribute('href', /^https:/)
  await expect(foot.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', /^https:/)
  await expect(foot.getByRole('link', { name: /Follow/ })).toHaveAttribute('href', /social/)
  await expect(foot.getByText(`© ${new Date().getFullYear()}`)).toBeVisible()
  await foot.getByRole('link', { name: 'Data Use & Consent' }).click()
  await expect(page).toHaveURL(/\/dataconsent$/)
})

test('nothing for axe to find, nothing smaller than a finger', async ({ page }) => {
  await page.goto('/')
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await smallTargets(page)).toEqual([])
})

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
    expect(await page.evaluate(() => Reflect.get(Reflect.get(globalThis, 'moved'), 'sum'))).toBeLessThan(0.01)
  })
}
