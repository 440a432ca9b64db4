/** Screens where what was pressed fails, in the dialogs and parts that save something; looked at, and not kept. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type Screen, typeNewSystem } from './screen-list.ts'

type Failing = 'errors' | 'unreachable'
type Steps = (page: Page) => Promise<void>

const FIELD = 'Homestead Quarter'

/** Everything that changes something fails from now on. */
async function fail(page: Page, failure: Failing): Promise<void> {
  await page.route(/\/(api|auth)\//, (route) => {
    if (route.request().method() === 'GET') return route.continue()
    return failure === 'errors' ? route.fulfill({ status: 500, json: {} }) : route.abort()
  })
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first()

/** What was drawn for the screen before is kept on the device. */
async function forgetDrafts(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (/draft/i.test(key)) localStorage.removeItem(key)
  })
  await page.reload()
}

/** Three pins around the middle of the map. */
async function draw(page: Page): Promise<void> {
  await forgetDrafts(page)
  await page.getByLabel('Select a system').selectOption(FIELD)
  await page.locator('canvas').waitFor()
  await sleep(2500)
  await button(page, 'Add Pins').click()
  const box = await page.locator('canvas').boundingBox()
  for (const [x, y] of [
    [-50, -40],
    [50, -40],
    [30, 45],
  ] as const)
    await page.mouse.click(
      (box?.x ?? 0) + (box?.width ?? 0) / 2 + x,
      (box?.y ?? 0) + (box?.height ?? 0) / 2 + y,
    )
}

async function saveGeofence(page: Page): Promise<void> {
  await draw(page)
  await button(page, 'Save Geofence').click()
  await page.getByLabel('Name your geofence').fill('Slough and the bluff beside it')
  await page.getByLabel('Set Prescription (e.g. 50) %').fill('0')
  await button(page, 'Save').click()
}

async function saveSoilZone(page: Page): Promise<void> {
  await draw(page)
  await button(page, 'Save Soil Zone').click()
  await page.getByLabel('Name of the zone').fill('Sand on the knoll')
  await page.getByRole('dialog').getByRole('combobox').first().selectOption('sand')
  await button(page, 'Save').click()
}

async function openSystem(page: Page, fold: string): Promise<void> {
  await page.getByLabel('Select a System').selectOption(FIELD)
  await page.getByRole('form', { name: 'Settings' }).waitFor()
  await sleep(1500)
  const heading = page.getByRole('button', { name: fold, exact: true })
  if (await heading.isVisible()) await heading.click()
  await sleep(1500)
}

async function chooseReadings(page: Page): Promise<void> {
  const buffer = Buffer.from('Time,VWC 20 cm [%]\n2026-07-14 10:00,24.5\n2026-07-14 11:00,24.4\n')
  const file = { name: 'logger-of-the-north-east-corner.csv', mimeType: 'text/csv', buffer }
  await page.getByRole('region', { name: 'Import readings' }).locator('input[type=file]').setInputFiles(file)
}

const invite = async (page: Page) => {
  await openSystem(page, 'People')
  const form = page.getByRole('form', { name: 'Share this system' })
  await form.getByLabel('Email').fill('the.hired.man.who.looks.after.the.pivots@example.com')
  await form.getByRole('button').click()
}

async function importConnections(page: Page): Promise<void> {
  const buffer = Buffer.from('owner,name\n')
  const file = { name: 'systems.csv', mimeType: 'text/csv', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
}

async function connect(page: Page): Promise<void> {
  await typeNewSystem(page)
  await button(page, 'Connect').click()
}

/** A pass that stopped short, or one that is being finished. */
const passes = (state: object) => async (page: Page) => {
  await page.route(/\/api\/passes\/\?/, (route) =>
    route.fulfill({ json: { passes: [], next: null, finish: null, finishing: null, factors: [], ...state } }),
  )
  await page.reload()
  await openSystem(page, 'Passes')
}
const SINCE = '2026-07-14T16:00:00Z'
const stopped = passes({ finish: { arc: [190, 230], degrees: 40, clockwise: true, since: SINCE } })
const finishing = passes({ finishing: { arc: [190, 230], degrees: 40, dry_deg: 25, since: SINCE } })

async function chooseProbe(page: Page): Promise<void> {
  await page.getByLabel('Select Saved Probes').selectOption({ label: 'Homestead - 9 probes' })
  await sleep(2500)
}

async function endSession(page: Page): Promise<void> {
  await page.getByLabel('Select a System').selectOption(FIELD)
  await page.getByRole('spinbutton', { name: 'Application Rate' }).fill('1.1')
  await page.route(/\/(api|auth)\//, (route) =>
    route.fulfill({ status: 401, json: { code: 'token_not_valid', detail: 'Token is invalid or expired' } }),
  )
  await button(page, 'Apply Settings').click()
  await page.getByRole('dialog').waitFor()
}

/** The server responds, but a part of the page is gone. */
async function missPart(page: Page): Promise<void> {
  await page.route(/\/assets\/settings-history.*js$/, (route) => route.abort())
  await page.reload()
  await openSystem(page, 'History')
  await page.getByText('A part of this page could not be loaded.').waitFor()
}

const screen = (word: string, address: string, before: Steps, overrides: Partial<Screen> = {}): Screen => ({
  word,
  address,
  as: 'farmer',
  before: async (page) => {
    await before(page)
    await sleep(2500)
  },
  ...overrides,
})

/** The same with an error of the server and without an answer. */
const failing = (word: string, address: string, steps: Steps, overrides: Partial<Screen> = {}): Screen[] =>
  (['errors', 'unreachable'] as const).map((failure) =>
    screen(
      `${word}-${failure}`,
      address,
      async (page) => {
        await fail(page, failure)
        await steps(page)
      },
      overrides,
    ),
  )

const IN_WINDOW = { window: true }
const AT_DESK = { as: 'provider' } as const

export const FAILING: Screen[] = [
  ...failing('save-geofence', '/geofence', saveGeofence, IN_WINDOW),
  ...failing('save-soil-zone', '/soil-zones', saveSoilZone, IN_WINDOW),
  ...failing('save-readings', '/systems', async (page) => {
    await openSystem(page, 'Import readings')
    await chooseReadings(page)
  }),
  ...failing('save-person', '/systems', invite),
  ...failing('save-finished', '/systems', async (page) => {
    await finishing(page)
    await button(page, 'End it now').click()
  }),
  screen('pass-stopped', '/systems', stopped),
  ...failing('desk-connecting', '/provider/connect', connect, AT_DESK),
  ...failing('desk-importing', '/provider/connect', importConnections, AT_DESK),
  screen(
    'probe-label',
    '/probelocation',
    async (page) => {
      await chooseProbe(page)
      await button(page, 'Place at crosshair').click()
    },
    IN_WINDOW,
  ),
  screen(
    'probe-soil',
    '/probelocation',
    async (page) => {
      await chooseProbe(page)
      await button(page, /#3 \(/).click()
      await button(page, 'Change soil').click()
    },
    IN_WINDOW,
  ),
  screen(
    'unsaved',
    '/geofence',
    async (page) => {
      await draw(page)
      await page.getByRole('link', { name: 'Soil zones' }).first().click()
    },
    IN_WINDOW,
  ),
  screen('waits-missing-part', '/systems', missPart, { ...IN_WINDOW, uncached: true }),
  screen('session-ended', '/systems', endSession, IN_WINDOW),
]
