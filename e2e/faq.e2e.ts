/** FAQ and Data Use & Consent: what is asked, found, opened and promised. */
import { expectAccessible, smallTargets } from './accessible.ts'
import { expect, test, type Page } from './farm.ts'

const question = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
const search = (page: Page) => page.getByPlaceholder('Search for a question...')

test.beforeEach(async ({ page }) => {
  await page.goto('/faq')
})

test('one entry is open at a time, and a click on the open one closes it', async ({ page }) => {
  const [first, second] = [question(page, /What does Headgate do/), question(page, /install/)]
  await expect(first).toContainText('+')
  await first.click()
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  await expect(first).toContainText('−')
  await second.click()
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  await expect(second).toHaveAttribute('aria-expanded', 'true')
  await second.click()
  await expect(second).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('region')).toHaveCount(0)
})

test('the search filters by a part of the question in any case', async ({ page }) => {
  await search(page).fill('INSTALL')
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1)
  await expect(question(page, 'Do I need to install anything?')).toBeVisible()
  // A word that only an answer holds is no match.
  await search(page).fill('satellite dish')
  await expect(page.getByText('No results found for "satellite dish"')).toBeVisible()
  await search(page).fill('')
  await expect(question(page, 'Do I need to install anything?')).toBeVisible()
})

test('what was searched is shown as text', async ({ page }) => {
  const payload = '<img src=x onerror="document.title=\'hit\'">'
  await search(page).fill(payload)
  await expect(page.getByText(`No results found for "${payload}"`)).toBeVisible()
  await expect(page).not.toHaveTitle('hit')
})

const topics: [RegExp, RegExp][] = [
  [/What does Headgate do/, /geofences/],
  [/install/, /browser of your phone/],
  [/get started/, /schedule the setup of your systems/],
  [/verification e-mail/, /junk or spam folder/],
  [/Sorry, we have not set up your Systems yet/, /normal after you have signed up/],
  [/OFF/, /OFF sets all prescriptions to 100%.*does not turn off/s],
  [/location not detected/, /iPhone, Safari.*Location Services.*Android, Chrome.*Permissions/s],
]
for (const [asked, answered] of topics) {
  test(`answers ${asked}`, async ({ page }) => {
    await question(page, asked).click()
    await expect(page.getByRole('region')).toHaveText(answered)
  })
}

test('an answer is at most 500 px high and scrolls inside, by keyboard too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await question(page, /location not detected/).click()
  const answer = page.getByRole('region')
  expect((await answer.boundingBox())?.height).toBeLessThanOrEqual(500)
  expect(await answer.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeGreaterThan(0)
  await page.keyboard.press('Tab')
  await expect(answer).toBeFocused()
})

test('nothing for axe to find, open and closed and without a result', async ({ page }) => {
  await question(page, /location not detected/).click()
  await expectAccessible(page)
  await search(page).fill('nothing of the kind')
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await smallTargets(page)).toEqual([])
})

test('data consent: what is collected, in which form, and what for', async ({ page }) => {
  await page.goto('/dataconsent')
  const text = page.getByRole('main')
  await expect(text.getByRole('heading', { level: 1 })).toHaveText('Data Use & Consent')
  for (const words of [
    /may collect/,
    /non-identifying form/,
    /device/,
    /system software and application software/,
  ]) {
    await expect(text).toContainText(words)
  }
  for (const words of [/peripherals/, /updates/, /support/, /improve/])
    await expect(text).toContainText(words)
  await expectAccessible(page)
})
