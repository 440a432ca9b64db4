/** What every screen must pass: no finding of axe, in light and dark, on a phone and on a desk. */
import { expect, type Page } from '@playwright/test'
import core from 'axe-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

type Rules = { type: 'tag' | 'rule'; values: string[] }

/** Findings as lines that say where. These pages have no frames. */
async function findings(page: Page, runOnly: Rules): Promise<string[]> {
  // once a page, and straight away: half a megabyte for each look, and its whole report, take twice as long as looking
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(core.source)
  return page.evaluate(async (only) => {
    const engine: typeof core = Reflect.get(globalThis, 'axe')
    const { violations } = await engine.run(document, { runOnly: only, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, runOnly)
}

/** Looks at the page as it stands, at two widths and in three themes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of ['light', 'dark', 'sunlight']) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
      // a theme changes colours only
      const rules: Rules =
        theme === 'light' ? { type: 'tag', values: RULES } : { type: 'rule', values: COLOUR_RULES }
      const found = await findings(page, rules)
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
