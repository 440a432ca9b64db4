/** The landing page: carousel, logo, sizes and Get Started. */
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { barriers } from '../testing/accessibility.ts'
import { mount } from '../testing/mount.tsx'
import { HomePage } from './home-page.tsx'

const carousel = () => document.querySelector('[aria-roledescription="carousel"]')
const pictures = () => [
  ...document.querySelectorAll<HTMLImageElement>('[aria-roledescription="carousel"] img'),
]
const shownPicture = () => pictures().find((picture) => picture.dataset['shown'] === 'true')
const next = page.getByRole('button', { name: 'Next picture' })

let at = () => ''
beforeEach(() => {
  at = mount(<HomePage />).at
})

it('has four pictures, changed by Next and Previous, wrapping at both ends', async () => {
  await expect.element(next).toBeVisible()
  const urls = [shownPicture()?.src]
  for (let turn = 0; turn < 4; turn++) {
    await next.click()
    urls.push(shownPicture()?.src)
  }
  expect(new Set(urls.slice(0, 4)).size).toBe(4)
  expect(urls[4]).toBe(urls[0])
  await page.getByRole('button', { name: 'Previous picture' }).click()
  expect(shownPicture()?.src).toBe(urls[3])
  expect(pictures()).toHaveLength(4)
  for (const picture of pictures()) {
    expect(picture.alt.length).toBeGreaterThan(40)
    await expect.poll(() => picture.naturalWidth).toBeGreaterThan(0)
  }
})

it('changes with the arrow keys too, and never by itself', async () => {
  await expect.element(next).toBeVisible()
  const first = shownPicture()?.src
  next.element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByText('4 of 4')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByText('1 of 4')).toBeVisible()
  expect(shownPicture()?.src).toBe(first)
  // long enough for an automatic change to happen
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(shownPicture()?.src).toBe(first)
})

it('is 500 px high, 350 px at 768 px of width or less', async () => {
  await expect.element(next).toBeVisible()
  for (const [width, expected] of [
    [1280, 500],
    [769, 500],
    [768, 350],
    [375, 350],
  ] as const) {
    await page.viewport(width, 900)
    expect(carousel()?.getBoundingClientRect().height, `${width} px`).toBe(expected)
  }
})

it('shows a company logo, and Get Started leads to the login', async () => {
  await expect.element(page.getByRole('main').getByText('Headgate', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect.poll(at).toBe('/login')
})

it('has no accessibility barriers', async () => {
  await expect.element(next).toBeVisible()
  expect(await barriers()).toEqual([])
})
