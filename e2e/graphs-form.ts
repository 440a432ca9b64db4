/** Helpers for the form of Soil Probe Graphs. */
import { z } from 'zod'
import { expect, type Page } from './farm.ts'

export const LOADED = '✅ Available dates loaded'
export const DONE = 'Graphs Generated Successfully!'

export const system = (page: Page) => page.getByLabel('Select System')
export const start = (page: Page) => page.getByPlaceholder('Enter Start Date')
export const end = (page: Page) => page.getByPlaceholder('Enter End Date')
export const generate = (page: Page) => page.getByRole('button', { name: 'Generate' })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
export const day = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('button', { name })

export const addresses = z.object({ plot_urls: z.record(z.string(), z.string()) })

/** The current value of a colour token. */
export function colourOf(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.createElement('span')
    probe.style.color = `var(${name})`
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, token)
}

export async function open(page: Page, season: string): Promise<void> {
  await page.goto('/probes')
  await system(page).selectOption({ label: season })
  await expect(page.getByText(LOADED)).toBeVisible()
}

export async function type(page: Page, from: string, to: string): Promise<void> {
  await start(page).fill(from)
  await end(page).fill(to)
  await end(page).blur()
}

/** Generates, and returns the URLs in the response. */
export async function generated(page: Page): Promise<Record<string, string>> {
  const response = page.waitForResponse(
    (candidate) => candidate.request().method() === 'POST' && candidate.url().endsWith('/dates'),
  )
  await generate(page).click()
  const { plot_urls: urls } = addresses.parse(await (await response).json())
  await expect(dialog(page, DONE)).toBeVisible()
  return urls
}
