/** Accessibility checks of whole pages: axe at phone and desktop width, target sizes, and overflow. */
import { expect, type Page } from '@playwright/test'
import core from 'axe-core'

const EVERY_RULE = {
  type: 'tag' as const,
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** Rules that depend on layout; all others give the same result at every width. */
const OF_LAYOUT = { type: 'rule' as const, values: ['target-size', 'scrollable-region-focusable'] }

/** Findings as lines with the element. These pages have no frames. */
async function findings(page: Page, runOnly: typeof EVERY_RULE | typeof OF_LAYOUT): Promise<string[]> {
  // injected once per page: injecting half a megabyte for each check, with the full report, takes twice as long as the check
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(core.source)
  return page.evaluate(async (rules) => {
    const engine: typeof core = Reflect.get(globalThis, 'axe')
    const run = (selectors: boolean) =>
      engine.run(document, { runOnly: rules, resultTypes: ['violations'], selectors })
    // selectors of all elements that pass take a quarter of the check: they are only wanted where something is wrong
    if ((await run(false)).violations.length === 0) return []
    const { violations } = await run(true)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, runOnly)
}

/**
 * Checks the current state at two widths, with all rules on a phone in the darkest theme. The colour pairs are the same in every theme:
 * tokens.test.ts checks their contrast. Widths are checked in the theme with the widest text.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.setViewportSize({ width: 375, height: 900 })
  // a page just opened is empty until its script has run
  await page.locator('h1:visible').first().waitFor()
  // scrolled to the top, where the sticky bar covers nothing
  await page.evaluate(() => window.scrollTo(0, 0))
  await wear(page, 'dark')
  expect(await findings(page, EVERY_RULE), '375 px, dark').toEqual([])
  await wear(page, 'sunlight')
  expect(await sideways(page), '375 px, sunlight: scrolls sideways').toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await findings(page, OF_LAYOUT), '1280 px, sunlight').toEqual([])
  expect(await sideways(page), '1280 px, sunlight: scrolls sideways').toBe(0)
}

/** All rules, contrast included, in each of these themes. */
export async function expectClean(
  page: Page,
  where: string,
  themes = ['light', 'dark', 'sunlight'],
): Promise<void> {
  for (const theme of themes) {
    await wear(page, theme)
    expect(await findings(page, EVERY_RULE), `${where}, ${theme}`).toEqual([])
  }
}

async function wear(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
}

/** Pixels by which a page is wider than its window. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Interactive elements below the minimum target size; links in running text are exempt. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inText = (element: Element) => element.matches('p a, p button, li li a, td a, section li a')
    const targets = [...document.querySelectorAll('a, button, select, input:not([type=checkbox])')].filter(
      (element) => element.checkVisibility() && !inText(element),
    )
    return targets
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > 0 && box.height < 43.5)
      .map(({ element, box }) => `${element.textContent || element.tagName} ${box.width}x${box.height}`)
  })
}
