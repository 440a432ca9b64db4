/** What a browser must load before a page is usable: bytes of script, gzipped, as fetched by a visit of the built pages. */
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { launchOptions } from '../scripts/browser.mjs'

export async function scriptWeights(url: string, pages: string[]): Promise<Map<string, number>> {
  const browser = await chromium.launch(launchOptions())
  try {
    const weights = new Map<string, number>()
    for (const address of pages) {
      const page = await browser.newPage()
      const bodies: Promise<Buffer>[] = []
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') bodies.push(response.body())
      })
      await page.goto(url + address, { waitUntil: 'networkidle' })
      const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length)
      weights.set(
        address,
        sizes.reduce((sum, size) => sum + size, 0),
      )
      await page.close()
    }
    return weights
  } finally {
    await browser.close()
  }
}
