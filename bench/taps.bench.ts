/** How soon a tap shows its effect on a phone whose processor is slowed 4 times: the browser's own time from the touch to the next picture. */
import type { Locator, Page } from '@playwright/test'
import type { Bench } from './bench.ts'
import { openBrowser, signIn } from './dragging.ts'
import { type Customer, startField } from './field.ts'
import { median, ms, say, target } from './measure.ts'

const SLOWED = 4
const LIMIT_MS = 100
const ROUNDS = 3
const SYSTEMS = 15
const PHONE = { width: 375, height: 812 }

interface Tap {
  word: string
  address: (system: string) => string
  at: (page: Page, system: string) => Locator
}

const chosen = (address: string) => (system: string) => `${address}?system=${encodeURIComponent(system)}`
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

const rows = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'All fields' }) })
    .getByRole('listitem')
/** What a tap takes here that does next to nothing: the rest of each figure is the product's. */
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
    address: chosen('/systems'),
    at: (page) => page.getByRole('switch', { name: 'System' }),
  },
  { word: 'all fields again', address: chosen('/systems'), at: (page) => button(page, /^All \d+ fields/) },
  { word: 'history', address: chosen('/systems'), at: (page) => page.getByText('History', { exact: true }) },
  { word: 'Add Pins', address: chosen('/geofence'), at: (page) => button(page, 'Add Pins') },
  {
    word: 'Add pin at crosshair',
    address: chosen('/probelocation'),
    at: (page) => button(page, 'Add pin at crosshair'),
  },
  { word: 'graphs of 30 days', address: () => '/probes', at: (page) => button(page, 'Last 30 days') },
]

/** From now on, keeps the longest time from a touch to the picture that shows it. */
async function watchTaps(page: Page): Promise<void> {
  await page.evaluate(() => {
    Reflect.set(globalThis, 'longestTap', 0)
    const how = { type: 'event', durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('interactionId' in entry) || !entry.interactionId) continue
        Reflect.set(globalThis, 'longestTap', Math.max(Reflect.get(globalThis, 'longestTap'), entry.duration))
      }
    }).observe(how)
  })
}

/** Zero: sooner than the browser tells, which is 16 ms. */
async function delayOf(page: Page, { address, at }: Tap, system: string): Promise<number> {
  await page.goto(address(system))
  const place = at(page, system)
  await place.waitFor()
  await page.waitForTimeout(3000)
  await place.scrollIntoViewIfNeeded()
  await watchTaps(page)
  await place.tap()
  await page.waitForTimeout(1500)
  return page.evaluate((): number => Reflect.get(globalThis, 'longestTap'))
}

async function measure(url: string, customer: Customer): Promise<boolean> {
  const browser = await openBrowser(['--use-angle=swiftshader', '--enable-unsafe-swiftshader'])
  try {
    const context = await browser.newContext({
      baseURL: url,
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
    })
    const page = await context.newPage()
    await signIn(page, url, customer)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    say(
      `median of ${ROUNDS} taps each, processor slowed ${SLOWED} times, ${SYSTEMS} systems; the browser tells from 16 ms`,
    )
    let held = true
    for (const tap of TAPS) {
      const delays: number[] = []
      for (let round = 0; round < ROUNDS; round += 1)
        delays.push(await delayOf(page, tap, customer.systems[0] ?? ''))
      const found = median(delays)
      held =
        target(
          `${tap.word}: ${ms(found, 0)} (${delays.join(', ')}), at most ${LIMIT_MS}`,
          found <= LIMIT_MS,
        ) && held
    }
    return held
  } finally {
    await browser.close()
  }
}

export const bench: Bench = {
  async run() {
    const field = await startField({ customers: 1, systemsEach: SYSTEMS, controllers: SYSTEMS })
    try {
      const [customer] = field.customers
      return customer ? await measure(field.url, customer) : false
    } finally {
      await field.stop()
    }
  },
}
