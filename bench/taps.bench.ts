/** How fast a tap shows its effect on a phone: the browser's own time from the touch to the next frame. */
import type { Locator, Page } from '@playwright/test'
import type { Bench } from './bench.ts'
import { median, ms, print, target } from './measure.ts'
import { onPhone, type Phone, phoneSlowdown, rows, SYSTEMS } from './phone.ts'

/** What people perceive as instantaneous; if the machine needs more for a bare button, four of those. */
const LIMIT_MS = 100
const BARE_TAPS = 4
const ROUNDS = 3

interface Tap {
  word: string
  address: (system: string) => string
  at: (page: Page, system: string) => Locator
}

const addressWith = (address: string) => (system: string) => `${address}?system=${encodeURIComponent(system)}`
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** A tap that does next to nothing: the rest of each figure is the product's. */
const BARE = 'data:text/html,<button onclick="this.textContent=1">Bare</button>'

const TAPS: Tap[] = [
  { word: 'a bare button', address: () => BARE, at: (page) => button(page, 'Bare') },
  { word: 'the menu', address: () => '/systems', at: (page) => button(page, 'Menu') },
  {
    word: 'fields by name',
    address: () => '/systems',
    at: (page) => page.getByText('Name', { exact: true }),
  },
  {
    word: 'a field is ticked',
    address: () => '/systems',
    at: (page) => rows(page).first().getByRole('checkbox'),
  },
  {
    word: 'a field is opened',
    address: () => '/systems',
    at: (page) => rows(page).first().getByRole('button').first(),
  },
  { word: 'Apply without a field', address: () => '/systems', at: (page) => button(page, 'Apply Settings') },
  {
    word: 'the switch of a system',
    address: addressWith('/systems'),
    at: (page) => page.getByRole('switch', { name: 'System' }),
  },
  {
    word: 'all fields again',
    address: addressWith('/systems'),
    at: (page) => button(page, /^All \d+ fields/),
  },
  {
    word: 'history',
    address: addressWith('/systems'),
    at: (page) => page.getByText('History', { exact: true }),
  },
  { word: 'Add Pins', address: addressWith('/geofence'), at: (page) => button(page, 'Add Pins') },
  {
    word: 'Place at crosshair',
    address: addressWith('/probelocation'),
    at: (page) => button(page, 'Place at crosshair'),
  },
  {
    word: 'a live map',
    address: addressWith('/livemaps'),
    at: (page) => button(page, 'View Live Map'),
  },
]

/** Duration of a tap: until its work began, the work, and until the frame was drawn, milliseconds. */
interface TapTimes {
  whole: number
  waited: number
  worked: number
}

/** From now on, records the longest time from a touch to the frame that shows it. */
async function watchTaps(page: Page): Promise<void> {
  await page.evaluate(() => {
    const longest = { whole: 0, waited: 0, worked: 0 }
    Reflect.set(globalThis, 'longestTap', longest)
    const options = { type: 'event', durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!(entry instanceof PerformanceEventTiming) || !entry.interactionId) continue
        if (entry.duration <= longest.whole) continue
        longest.whole = entry.duration
        longest.waited = entry.processingStart - entry.startTime
        longest.worked = entry.processingEnd - entry.processingStart
      }
    }).observe(options)
  })
}

/** Zero: below the browser's resolution, which is 16 ms. */
async function delayOf(page: Page, { address, at }: Tap, system: string): Promise<TapTimes> {
  // the chosen field is remembered
  if (page.url().startsWith('http')) await page.evaluate(() => localStorage.removeItem('selectedThing'))
  await page.goto(address(system))
  const place = at(page, system)
  await place.waitFor()
  await page.waitForTimeout(3000)
  await place.scrollIntoViewIfNeeded()
  await watchTaps(page)
  await place.tap()
  await page.waitForTimeout(1500)
  return page.evaluate((): TapTimes => Reflect.get(globalThis, 'longestTap'))
}

async function measure({ context, page, customer }: Phone, slowed: number): Promise<boolean> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  print(
    `median of ${ROUNDS} taps each, processor slowed ${slowed.toFixed(1)} times, ${SYSTEMS} systems; the browser tells from 16 ms`,
  )
  let passed = true
  let limit = LIMIT_MS
  for (const [at, tap] of TAPS.entries()) {
    const taps: TapTimes[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      taps.push(await delayOf(page, tap, customer.systems[0] ?? ''))
    const medianMs = median(taps.map(({ whole }) => whole))
    if (at === 0) limit = Math.max(LIMIT_MS, BARE_TAPS * medianMs)
    const lines = taps.map(
      (tap) => `${tap.whole} = ${tap.waited.toFixed(0)} + ${tap.worked.toFixed(0)} + picture`,
    )
    passed =
      target(`${tap.word}: ${ms(medianMs, 0)} (${lines.join(', ')}), at most ${limit}`, medianMs <= limit) &&
      passed
  }
  return passed
}

export const bench: Bench = {
  run: (worth) =>
    onPhone(['--use-angle=swiftshader', '--enable-unsafe-swiftshader'], (phone) =>
      measure(phone, phoneSlowdown(worth)),
    ),
}
