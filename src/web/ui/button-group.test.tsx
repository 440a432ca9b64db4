/** Button groups: within the map's width on a desktop, and whole words in one row on a phone at any text size. */
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../testing/mount.tsx'
import { ButtonGroup } from './button-group.tsx'
import { Button } from './button.tsx'

const WORDS = ['Place Probe', 'Remove Probe', 'Add pin at crosshair', 'Add pin at my location', 'Undo']

function Group({ sticky: strip }: { sticky: boolean }) {
  return (
    <ButtonGroup name="Look" sticky={strip}>
      {WORDS.map((word) => (
        <Button key={word}>{word}</Button>
      ))}
    </ButtonGroup>
  )
}

/** Words that break over two lines. */
function broken(): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(
    document.querySelector('fieldset') ?? document,
    NodeFilter.SHOW_TEXT,
  )
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (range.getClientRects().length > 1) found.push(word)
    }
  return found
}

it('breaks no word on a phone at double text size', async () => {
  await page.viewport(375, 812)
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => void (document.documentElement.style.fontSize = ''))
  mount(<Group sticky />)
  await expect.element(page.getByRole('button', { name: 'Remove Probe' })).toBeVisible()
  expect(broken()).toEqual([])
})

it('is a single row with whole words on a phone of 375 px', async () => {
  await page.viewport(375, 812)
  mount(
    <div style={{ width: 375, padding: 16, boxSizing: 'border-box' }}>
      <Group sticky />
    </div>,
  )
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  const tops = [...document.querySelectorAll('button')].map((button) => button.getBoundingClientRect().top)
  expect(new Set(tops).size).toBe(1)
  expect(broken()).toEqual([])
})

it('is no wider than the map above it', async () => {
  mount(<Group sticky={false} />)
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  const rights = [...document.querySelectorAll('button')].map(
    (button) => button.getBoundingClientRect().right,
  )
  const leftEdge = document.querySelector('fieldset')?.getBoundingClientRect().left ?? 0
  expect(Math.max(...rights) - leftEdge).toBeLessThanOrEqual(500)
})
