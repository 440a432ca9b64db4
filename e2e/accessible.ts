/** What every screen must pass: no finding of axe, in light and dark, on a phone and on a desk. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Findings as lines that say where. */
async function findings(page: Page, rules: 'all' | 'of colours'): Promise<string[]> {
  // these pages have no frames of others: the old way needs no second page to gather what each frame found
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules === 'all' ? axe.withTags(RULES) : axe.withRules(COLOUR_RULES)).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Looks at the page as it stands, at two widths and in three themes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of ['light', 'dark', 'sunlight']) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
      // a theme changes colours only
      const found = await findings(page, theme === 'light' ? 'all' : 'of colours')
      expect(found, `${width} px, ${theme}`).toEqual([])
      expect(await sideways(page), `${width} px, ${theme}: scrolls sideways`).toBe(0)
    }
  }
}

/** Pixels by which a page is wider than its window. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Everything that is pressed and is smaller than a finger; links within running text are none of it. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inText = (element: Element) => element.matches('p a, p button, li li a, td a, section li a')
    const shown = [...document.querySelectorAll('a, button, select, input:not([type=checkbox])')].filter(
      (element) => element.checkVisibility() && !inText(element),
    )
    return shown
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > 0 && box.height < 43.5)
      .map(({ element, box }) => `${element.textContent || element.tagName} ${box.width}x${box.height}`)
  })
}
