/** Layout of the pass numbers: side by side where there is room, without overlap at double text size. */
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../testing/mount.tsx'
import { testSystem, NOW } from '../testing/test-system.ts'
import { PassNumbers } from './pass-numbers.tsx'

afterEach(() => document.documentElement.style.removeProperty('font-size'))

async function show(): Promise<DOMRect[]> {
  mount(
    <PassNumbers
      system={testSystem('East Quarter')}
      freshness="live"
      now={NOW}
      unit="in"
      water={{ headline: 'Refill in 6 days', doubt: 'measured' }}
    />,
  )
  await expect.element(page.getByText('Refill in 6 days')).toBeVisible()
  return [...document.querySelectorAll('dd')].map((element) => {
    expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth)
    return element.getBoundingClientRect()
  })
}

it.each([375, 320])('do not overlap or overflow at %d px with double text size', async (width) => {
  await page.viewport(width, 812)
  document.documentElement.style.fontSize = '200%'
  expect(await show()).toHaveLength(4)
  expect(document.documentElement.scrollWidth).toBe(width)
})

it('are in one line from 600 px on', async () => {
  await page.viewport(768, 900)
  const lines = new Set((await show()).map(({ bottom }) => bottom))
  expect(lines.size).toBe(1)
})
