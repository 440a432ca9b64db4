/** What is put off until the answer to a tap is drawn: the frame of the tap is without it, a later one has it. */
import { useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../testing/mount.tsx'
import { useValueAfterPaint } from './use-value-after-paint.ts'

function Opened() {
  const [name, setName] = useState('')
  const painted = useValueAfterPaint(name)
  return (
    <>
      <button type="button" onClick={() => setName('East Quarter')}>
        Open
      </button>
      <h2>{name}</h2>
      {name !== '' && painted === name ? <p>Heavy</p> : null}
    </>
  )
}

it('draws the answer first', async () => {
  mount(<Opened />)
  const openButton = page.getByRole('button', { name: 'Open' })
  await expect.element(openButton).toBeVisible()
  const frame = new Promise<string>((resolve) => {
    openButton.element().addEventListener('click', () =>
      // called once the handlers of the click and what they render are done, before the picture is drawn
      requestAnimationFrame(() => resolve(document.body.innerText)),
    )
  })
  await openButton.click()
  expect(await frame).toContain('East Quarter')
  expect(await frame).not.toContain('Heavy')
  await expect.element(page.getByText('Heavy')).toBeVisible()
})

function Rows() {
  const value = useValueAfterPaint(50, 4)
  return <p>{value} rows</p>
}

it('begins with what the first picture has room for', async () => {
  mount(<Rows />)
  await expect.element(page.getByText('50 rows')).toBeVisible()
})

it('follows in a page that draws nothing', async () => {
  const frames = globalThis.requestAnimationFrame
  globalThis.requestAnimationFrame = () => 0
  try {
    mount(<Rows />)
    await expect.element(page.getByText('50 rows')).toBeVisible()
  } finally {
    globalThis.requestAnimationFrame = frames
  }
})
