/** Taps on the list of all fields: the first picture after a tap has its answer, and what takes longer comes after it. */
import { beforeEach, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { SystemView } from '#contract/systems.ts'
import { barriers } from '../../testing/accessibility.ts'
import { mount, signIn } from '../../testing/mount.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { SystemsPage } from '../systems-page.tsx'
import { running, testSystem } from '../testing/test-system.ts'

const NAMES = Array.from({ length: 30 }, (_, at) => `Field ${at + 1}`)
let systems: SystemView[] = []

beforeEach(async () => {
  signIn()
  localStorage.removeItem('selectedThing')
  await page.viewport(375, 812)
  systems = NAMES.map((name) => testSystem(name))
  fakeServer(({ path }) => {
    if (path === '/api/system-group/') return { json: { system_group: systems.map(({ name }) => name) } }
    if (path === '/api/systems/') return { json: systems }
    if (path !== '/api/preferences/') return undefined
    return {
      json: { unit: 'in', theme: 'system', language: 'device', provider: false, support_asked: false },
    }
  })
})

const list = page.getByRole('region', { name: /All/ })
const rows = () => list.getByRole('listitem').elements().length
const form = page.getByRole('form', { name: 'Settings' })
const systemDropdown = page.getByLabelText('Select a System')

/** What a look at the page finds in the frame that answers a click. */
async function inItsFrame<T>(pressed: Locator, look: () => T): Promise<T> {
  const element = pressed.element()
  const frame = new Promise<T>((resolve) => {
    element.addEventListener('click', () => requestAnimationFrame(() => resolve(look())), { once: true })
  })
  await pressed.click()
  return frame
}

it('a field that is opened has its name and its place at once, its settings after that', async () => {
  mount(<SystemsPage />)
  const name = (fieldName: string) => list.getByRole('button', { name: fieldName, exact: true })
  await expect.poll(rows).toBe(NAMES.length)
  // loads the code, which answers no tap
  await name('Field 2').click()
  await expect.element(form).toBeVisible()
  await systemDropdown.selectOptions('')
  await expect.element(name('Field 3')).toBeVisible()

  const first = await inItsFrame(name('Field 3'), () => ({
    chosen: systemDropdown.element().matches('select') && Reflect.get(systemDropdown.element(), 'value'),
    rows: rows(),
    forms: form.elements().length,
  }))
  expect(first).toEqual({ chosen: 'Field 3', rows: 0, forms: 0 })
  await expect.element(form).toBeVisible()
  // taken down after the form is drawn, which takes its time on a busy machine
  await expect.poll(() => document.querySelectorAll('li[class*=row]').length).toBe(0)
})

it('a list that is unfolded begins with the rows in sight, at the height of all', async () => {
  mount(<SystemsPage />)
  await expect.poll(rows).toBe(NAMES.length)
  await list.getByRole('button', { name: 'Field 2', exact: true }).click()
  await expect.element(form).toBeVisible()
  const heightPx = () => list.getByRole('list').element().getBoundingClientRect().height
  const emptyInSight = () =>
    [...list.getByRole('list').element().querySelectorAll('li[aria-hidden]')].filter(
      (place) => place.getBoundingClientRect().top < innerHeight,
    ).length
  const first = await inItsFrame(list.getByRole('button', { name: 'All 30 fields' }), () => ({
    rows: rows(),
    empty: emptyInSight(),
    heightPx: heightPx(),
  }))
  expect(first.empty).toBe(0)
  expect(first.rows).toBeGreaterThan(0)
  expect(first.rows).toBeLessThan(NAMES.length / 2)
  await expect.poll(rows).toBe(NAMES.length)
  // what stands below may not move under the finger
  expect(Math.abs(first.heightPx / heightPx() - 1)).toBeLessThan(0.15)
})

it('Apply without a field has its sentence before the focus gets there', async () => {
  mount(<SystemsPage />)
  const apply = page.getByRole('button', { name: 'Apply Settings' })
  await expect.element(apply).toBeVisible()
  const described = new Promise<string>((resolve) => {
    systemDropdown.element().addEventListener('focus', ({ target }) => {
      const ids = target instanceof Element ? target.getAttribute('aria-describedby') : null
      resolve(
        ids
          ?.split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' ') ?? '',
      )
    })
  })
  await apply.click()
  expect(await described).toContain('Please select a system.')
})

const LONG = 'North of the coulee by the old grain elevator past the slough '
const longest = (number: number) => `${LONG}${number}`.padEnd(64, 'x')

it('a field that never connected has its badge and no dashes; names of 64 characters fit, level with their box', async () => {
  const at = new Date().toISOString()
  const recent = { last_seen: at, telemetry: { ...running, at } }
  systems = [
    testSystem(longest(10), { online: false, last_seen: null, telemetry: null }),
    ...Array.from({ length: 8 }, (_, index) => testSystem(longest(11 + index), recent)),
  ]
  mount(<SystemsPage />)
  await expect.poll(rows).toBe(9)
  const wordsOf = (name: string) =>
    list
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
      .find((words) => words.includes(name))
  expect(wordsOf(longest(10))).toMatch(/Not connected/i)
  expect(wordsOf(longest(10))).not.toContain('Depth now')
  expect(wordsOf(longest(11))).toContain('Depth now')
  expect(await barriers()).toEqual([])

  const boxOf = (locator: Locator) => locator.element().getBoundingClientRect()
  await page.viewport(375, 812)
  const name = list.getByRole('button', { name: longest(11) })
  const words = document.createRange()
  words.selectNodeContents(name.element())
  const line = words.getClientRects()[0]
  const tick = boxOf(page.getByLabelText(`Tick ${longest(11)}`))
  const middle = ({ top, height }: DOMRect) => top + height / 2
  expect(line && Math.abs(middle(line) - middle(tick))).toBeLessThan(2)

  await page.viewport(1280, 900)
  const sort = boxOf(page.getByText('Sort by'))
  const search = boxOf(page.getByText('Search fields'))
  expect(Math.abs(middle(sort) - middle(search))).toBeLessThan(2)
})
