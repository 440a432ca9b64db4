/** Accessibility checks for every component state: axe at phone and desktop width, target sizes, and text at twice the size. */
import axe from 'axe-core'
import { page } from 'vitest/browser'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules for whole pages, which the e2e tests check; here it may be a dialog alone. */
const OF_PAGES = ['region', 'landmark-one-main', 'page-has-heading-one', 'document-title']

/** Accessibility problems of the current state, in the dark theme at phone and desktop width; one line each. */
export async function barriers(): Promise<string[]> {
  const allFindings: string[] = []
  for (const [width, theme] of [
    [375, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.viewport(width, 900)
    document.documentElement.dataset['theme'] = theme
    const { scrollWidth, clientWidth } = document.documentElement
    const sideways = scrollWidth === clientWidth ? [] : [`scrolls sideways by ${scrollWidth - clientWidth}`]
    const findings = [...(await axeFindings(theme === 'dark')), ...smallTargets(), ...sideways]
    allFindings.push(...findings.map((line) => `${width} px: ${line}`))
  }
  return [...allFindings, ...(await cutByLargerText())]
}

/** WCAG 1.4.4: nothing is clipped at double text size on a phone. */
async function cutByLargerText(): Promise<string[]> {
  const root = document.documentElement
  await page.viewport(375, 900)
  root.style.fontSize = '200%'
  const wider = root.scrollWidth - root.clientWidth
  root.style.fontSize = ''
  return wider > 0 ? [`text of twice the size scrolls sideways by ${wider}`] : []
}

/** Contrast, the slowest rule, in one theme: tokens.test.ts covers the others. */
async function axeFindings(contrast: boolean): Promise<string[]> {
  const unwanted = contrast ? OF_PAGES : [...OF_PAGES, 'color-contrast']
  const rules = Object.fromEntries(unwanted.map((rule) => [rule, { enabled: false }]))
  const runOnly = { type: 'tag' as const, values: TAGS }
  const { violations } = await axe.run(document, { runOnly, rules, resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Interactive elements below the minimum target size; links in running text are exempt. */
function smallTargets(): string[] {
  const inText = (element: Element) => element.matches('p a, p button, li li a, td a, section li a')
  return [...document.querySelectorAll('a, button, select, input:not([type=checkbox])')]
    .filter((element) => element.checkVisibility() && !inText(element))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.height < 43.5)
    .map(
      ({ element, box }) => `too small: ${element.textContent || element.tagName} ${box.width}x${box.height}`,
    )
}
