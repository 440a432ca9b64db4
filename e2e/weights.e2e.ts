/** Page weights: all gzipped scripts fetched before a page is usable, map worker included; and no layout shift while it loads. */
import { gzipSync } from 'node:zlib'
import { expect, newSystem, type Page, signInByCall, test } from './farm.ts'

/** Returns the KiB loaded so far; each script counts once, because it is cached afterwards. */
function weighed(page: Page): () => Promise<number> {
  const scripts = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!/\.m?js$/.test(pathname)) return
    const body = response.body()
    scripts.set(pathname, body)
    // one still loading when the test was done
    body.catch(() => undefined)
  })
  return async () => {
    const bodies = await Promise.all(scripts.values())
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024
  }
}

test.describe('the first time', () => {
  test.use({ firstVisit: true })

  for (const [address, limit] of [
    ['/', 110],
    ['/login', 116],
    ['/signup', 185],
    ['/faq', 130],
  ] as const) {
    test(`${address} is within its size limit, and nothing moves while it loads`, async ({ page }) => {
      const kib = weighed(page)
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
      const moved = await page.evaluate(() => Reflect.get(Reflect.get(globalThis, 'moved'), 'sum'))
      expect(moved).toBeLessThan(0.01)
      const weight = await kib()
      // less than the size of React means that not everything was counted
      expect(weight).toBeGreaterThan(90)
      expect(weight).toBeLessThan(limit)
      if (address !== '/login') return

      const code = page.waitForResponse(/\/login-attempt-/)
      await page.getByLabel('Email').fill('pat@example.com')
      await code
      await page.waitForLoadState('networkidle')
      expect(await kib()).toBeLessThan(120)
    })
  }
})

test('all fields and a map are within their size limits', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('Light Quarter')
  await farm.connect(email, name)
  await farm.connect(email, newSystem('Second Quarter'))

  const fields = await page.context().newPage()
  const ofFields = weighed(fields)
  await fields.goto('/systems')
  await expect(fields.getByRole('button', { name })).toBeVisible()
  expect(await ofFields()).toBeLessThan(157)

  for (const address of ['/geofence', '/soil-zones', '/probelocation']) {
    const map = await page.context().newPage()
    const ofMap = weighed(map)
    await map.goto(`${address}?system=${encodeURIComponent(name)}`)
    await expect(map.locator('canvas').first()).toBeVisible()
    await expect(map.getByText(/^Loading/)).toHaveCount(0)
    await map.waitForLoadState('load')
    const weight = await ofMap()
    // the worker and the chunks it shares with the page count too
    expect(weight, address).toBeGreaterThan(400)
    expect(weight, address).toBeLessThan(560)
  }
})
