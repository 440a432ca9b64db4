/** Accessibility checks for every component state: axe at phone and desktop width, target sizes, and text at twice the size. */
import axe from 'axe-core'
import { page } from 'vitest/browser'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Of whole pages, which the browser tests look at; what stands here may be a dialog alone. */
const OF_PAGES = ['region', 'landmark-one-main', 'page-has-heading-one', 'document-title']

/** What keeps people out of the state that is shown, in the dark on a phone and on a desk; a line each. */
export async function barriers(): Promise<string[]> {
  const found: string[] = []
  for (const [width, theme] of [
    [375, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.viewport(width, 900)
    document.documentElement.dataset['theme'] = theme
    const { scrollWidth, clientWidth } = document.documentElement
    const sideways = scrollWidth === clientWidth ? [] : [`scrolls sideways by ${scrollWidth - clientWidth}`]
    const here = [...(await axeFindings(theme === 'dark')), ...smallTargets(), ...sideways]
    found.push(...here.map((line) => `${width} px: ${line}`))
  }
  return [...found, ...(await cutByLargerText())]
}

/** WCAG 1.4.4: somebody whose browser writes twice as large reads all of it on a phone. */
async function cutByLargerText(): Promise<string[]> {
  const root = document.documentElement
  await page.viewport(375, 900)
  root.style.fontSize = '200%'
  const wider = root.scrollWidth - root.clientWidth
  root.style.fontSize = ''
  return wider > 0 ? [`text of twice the size scrolls sideways by ${wider}`] : []
}

/** Contrast, the dearest rule, in one theme: the tokens' own test holds the others to it. */
async function axeFindings(contrast: boolean): Promise<string[]> {
  const unwanted = contrast ? OF_PAGES : [...OF_PAGES, 'color-contrast']
  const rules = Object.fromEntries(unwanted.map((rule) => [rule, { enabled: false }]))
  const runOnly = { type: 'tag' as const, values: TAGS }
  const { violations } = await axe.run(document, { runOnly, rules, resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Everything that is pressed and is smaller than a finger; links within running text are none of it. */
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
