/** Buttons under a map: within its width on a desk, and whole words in the row of a phone, however large letters are. */
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../testing/mount.tsx'
import { ButtonGroup } from './button-group.tsx'
import { Button } from './button.tsx'

const WORDS = ['Place Probe', 'Remove Probe', 'Add pin at crosshair', 'Add pin at my location', 'Undo']

function Group({ strip }: { strip: boolean }) {
  return (
    <ButtonGroup name="Look" strip={strip}>
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
  mount(<Group strip />)
  await expect.element(page.getByRole('button', { name: 'Remove Probe' })).toBeVisible()
  expect(broken()).toEqual([])
})

it('is a single row with whole words on a phone of 375 px', async () => {
  await page.viewport(375, 812)
  mount(
    <div style={{ width: 375, padding: 16, boxSizing: 'border-box' }}>
      <Group strip />
    </div>,
  )
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  const tops = [...document.querySelectorAll('button')].map((each) => each.getBoundingClientRect().top)
  expect(new Set(tops).size).toBe(1)
  expect(broken()).toEqual([])
})

it('is no wider than the map above it', async () => {
  mount(<Group strip={false} />)
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  const rights = [...document.querySelectorAll('button')].map((each) => each.getBoundingClientRect().right)
  const left = document.querySelector('fieldset')?.getBoundingClientRect().left ?? 0
  expect(Math.max(...rights) - left).toBeLessThanOrEqual(500)
})
