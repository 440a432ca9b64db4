/** What every screen must pass: no finding of axe, on a phone and on a desk. */
import { expect, type Page } from '@playwright/test'
import core from 'axe-core'

const EVERY_RULE = {
  type: 'tag' as const,
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** Those that go by how large and where things are; the others have the same answer at every width. */
const OF_LAYOUT = { type: 'rule' as const, values: ['target-size', 'scrollable-region-focusable'] }

/** Findings as lines that say where. These pages have no frames. */
async function findings(page: Page, runOnly: typeof EVERY_RULE | typeof OF_LAYOUT): Promise<string[]> {
  // once a page, and straight away: half a megabyte for each look, and its whole report, take twice as long as looking
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(core.source)
  const options = {
    runOnly,
    resultTypes: ['violations' as const],
  }
  return page.evaluate(async (how) => {
    const engine: typeof core = Reflect.get(globalThis, 'axe')
    const { violations } = await engine.run(document, how)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, options)
}

/**
 * Looks at the page as it stands, at two widths, the first of them in the darkest theme. What stands out from what is the
 * same in every theme: the tokens' own test holds the others to it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [width, theme, rules] of [
    [375, 'dark', EVERY_RULE],
    [1280, 'light', OF_LAYOUT],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    // from its top, where the bar covers nothing
    await page.evaluate(() => window.scrollTo(0, 0))
    await wear(page, theme)
    expect(await findings(page, rules), `${width} px, ${theme}`).toEqual([])
    expect(await sideways(page), `${width} px, ${theme}: scrolls sideways`).toBe(0)
    // its letters are the widest
    await wear(page, 'sunlight')
    expect(await sideways(page), `${width} px, sunlight: scrolls sideways`).toBe(0)
  }
}

/** Every rule, what stands out included, in each of these themes at once. */
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
