/** One dialog at a time: a newer one replaces the older, unless the older is persistent. */
import { useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../testing/mount.tsx'
import { Dialog } from './dialog.tsx'

function TwoDialogs({ persistent: stays }: { persistent: boolean }) {
  const [first, setFirst] = useState(true)
  const [second, setSecond] = useState(false)
  return (
    <>
      <Dialog open={first} persistent={stays} title="Your session has ended" onClose={() => setFirst(false)}>
        {/* like code that loads late */}
        <button type="button" onClick={() => setSecond(true)}>
          It came
        </button>
      </Dialog>
      <Dialog open={second} title="Set one rate" onClose={() => setSecond(false)} />
    </>
  )
}

const dialog = (name: string) => page.getByRole('dialog', { name })

it('is replaced by a newer one', async () => {
  mount(<TwoDialogs persistent={false} />)
  await page.getByRole('button', { name: 'It came' }).click()
  await expect.element(dialog('Set one rate')).toBeVisible()
  await expect.element(dialog('Your session has ended')).not.toBeInTheDocument()
})

it('with `stays` keeps later ones waiting until it is closed', async () => {
  mount(<TwoDialogs persistent />)
  await page.getByRole('button', { name: 'It came' }).click()
  await expect.element(dialog('Your session has ended')).toBeVisible()
  await expect.element(dialog('Set one rate')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog('Set one rate')).toBeVisible()
})

it('gives its content most of a window as low as at 200 % zoom', async () => {
  await page.viewport(640, 400)
  mount(
    <Dialog
      open
      title="Set one rate"
      onClose={() => undefined}
      actions={<button type="button">Apply</button>}
    >
      {Array.from({ length: 40 }, (_, line) => (
        <p key={line}>A field</p>
      ))}
    </Dialog>,
  )
  await expect.element(dialog('Set one rate')).toBeVisible()
  const { top, bottom } = dialog('Set one rate').element().getBoundingClientRect()
  expect([top >= 0, bottom <= 400]).toEqual([true, true])
  const shownHeight = page.getByText('A field').first().element().parentElement?.clientHeight ?? 0
  expect(shownHeight).toBeGreaterThan(0.6 * 400)
})

it('keeps its actions side by side above the keyboard of a phone', async () => {
  await page.viewport(375, 400)
  mount(
    <Dialog
      open
      title="Crop of Homestead Quarter"
      onClose={() => undefined}
      actions={
        <>
          <button type="button">Cancel</button>
          <button type="button">Save crop</button>
        </>
      }
    />,
  )
  await expect.element(dialog('Crop of Homestead Quarter')).toBeVisible()
  const topOf = (name: string) =>
    page.getByRole('button', { name, exact: true }).element().getBoundingClientRect().top
  expect(topOf('Save crop')).toBe(topOf('Cancel'))
})

function Failing() {
  const [failed, setFailed] = useState(false)
  const save = (
    <button type="button" onClick={() => setFailed(true)}>
      Save
    </button>
  )
  return (
    <Dialog open title="Save Soil Zone" onClose={() => undefined} actions={save}>
      <form>
        {['Name', 'Field capacity', 'Wilting point'].map((label) => (
          <input key={label} aria-label={label} style={{ height: 300 }} />
        ))}
      </form>
      {failed ? <p role="alert">Something went wrong on our side. Please try again.</p> : null}
    </Dialog>
  )
}

it('brings a failure into sight below fields that fill the window', async () => {
  await page.viewport(375, 667)
  mount(<Failing />)
  await page.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByRole('alert')
  await expect.element(alert).toBeInViewport({ ratio: 1 })
})

it('leaves room between the fields of its form', async () => {
  mount(<Failing />)
  await expect.element(page.getByLabelText('Name')).toBeVisible()
  const [first, second] = [...document.querySelectorAll('dialog input')].map((input) =>
    input.getBoundingClientRect(),
  )
  expect((second?.top ?? 0) - (first?.bottom ?? 0)).toBeGreaterThanOrEqual(12)
})
