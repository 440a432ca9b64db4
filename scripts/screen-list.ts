/** The screenshots to take: page, user, and the steps before each. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** The user: a visitor, the farmer or the provider of the demonstration, or the owner of a number of systems. */
export type Viewer = 'visitor' | 'farmer' | 'provider' | (typeof GROWERS)[number]
export const GROWERS = [0, 1, 3, 15, 50] as const

export interface Screen {
  word: string
  address: string
  as: Viewer
  /** The visible window instead of the whole page: dialogs. */
  window?: boolean
  /** Without the service worker, whose cache would have what is to be missing. */
  uncached?: boolean
  before?(page: Page): Promise<void>
}

/** A name of maximum length. */
export const LONG_NAME = 'North of the coulee by the old grain elevator past the slough '

type Before = NonNullable<Screen['before']>

const screen = (word: string, address: string, as: Viewer, before?: Before): Screen => ({
  word,
  address,
  as,
  ...(before ? { before } : {}),
})
const inWindow = (entry: Screen): Screen => ({ ...entry, window: true })

const press = (name: string | RegExp) => async (page: Page) => {
  await page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
  await sleep(900)
}

/** Wide windows have the links in the bar. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
}

/** Without the field remembered from the screenshot before. */
async function chooseNone(page: Page): Promise<void> {
  await page.getByLabel('Select a System').selectOption('')
  await sleep(1500)
}

async function chooseSystem(page: Page): Promise<void> {
  await page.getByLabel('Select a System').selectOption('Homestead Quarter')
  await sleep(2500)
}

async function openMap(page: Page): Promise<void> {
  await page.getByLabel('Select System').selectOption('Homestead Quarter')
  await page.getByRole('button', { name: 'View Live Map' }).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
  await sleep(1500)
}

async function confirmSettings(page: Page): Promise<void> {
  await chooseSystem(page)
  await page.getByRole('button', { name: 'Apply Settings' }).click()
  await page.getByRole('dialog').waitFor()
  await sleep(1500)
}

/** Every collapsed section. */
async function unfoldAll(page: Page): Promise<void> {
  await chooseSystem(page)
  const folded = page.locator('main button[aria-expanded="false"]')
  for (let left = await folded.count(); left > 0; left -= 1) await folded.first().click()
  await sleep(3000)
  await page.evaluate(() => scrollTo(0, 0))
}

async function refuseSettings(page: Page): Promise<void> {
  await chooseSystem(page)
  await page.getByRole('spinbutton', { name: 'Application Rate' }).fill('9')
  await page.getByRole('button', { name: 'Apply Settings' }).click()
  await sleep(900)
}

async function setOneRate(page: Page): Promise<void> {
  await page.getByLabel('Select a System').selectOption('')
  for (const box of await page.getByRole('checkbox', { name: /^Tick / }).all()) await box.check()
  await page.getByRole('button', { name: /^Set one rate/ }).click()
  await page.getByRole('dialog').getByRole('spinbutton').fill('1.2')
  await sleep(2500)
}

/** As without a signal: the data stored on the device is shown. */
async function loseSignal(page: Page): Promise<void> {
  await chooseSystem(page)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await sleep(8000)
  await page.context().setOffline(true)
  await page.goto('/systems')
  await page.getByText('No connection').waitFor()
}

/** The file of a survey, before it is imported. */
async function previewSurvey(page: Page): Promise<void> {
  await page.getByLabel('Select a system').selectOption('Homestead Quarter')
  await page.getByRole('button', { name: 'Import a File' }).click()
  const soils: [string, number, number, [number, number][]][] = [
    [
      'Maddock loamy fine sand',
      14,
      5.5,
      [
        [-0.006, -0.004],
        [0.006, -0.004],
        [0.006, 0.004],
        [-0.006, 0.004],
      ],
    ],
    [
      'Fargo silty clay',
      36,
      22,
      [
        [-0.005, -0.001],
        [-0.001, -0.0015],
        [0.0005, 0.001],
        [-0.003, 0.003],
      ],
    ],
  ]
  const features = soils.map(([muname, wthirdbar_r, wfifteenbar_r, corners]) => ({
    type: 'Feature',
    properties: { muname, wthirdbar_r, wfifteenbar_r },
    geometry: {
      type: 'Polygon',
      coordinates: [corners.map(([east, north]) => [-112.4113 + east, 50.7021 + north])],
    },
  }))
  const buffer = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
  const file = { name: 'survey.geojson', mimeType: 'application/geo+json', buffer }
  await page.getByLabel('Choose a file').setInputFiles(file)
  await page.getByRole('list', { name: 'Zones of the file' }).waitFor()
  await sleep(1500)
  await page.evaluate(() => scrollTo(0, 0))
}

/** As seen by a user standing in the field. */
async function guideToProbe(page: Page): Promise<void> {
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 50.7005, longitude: -112.4105, accuracy: 4 })
  await page.reload()
  await page.getByLabel('Select Saved Probes').selectOption({ label: 'Homestead - 9 probes' })
  await page.getByRole('button', { name: /#3 \(/ }).last().click()
  await page.getByRole('button', { name: 'Guide me to probe 3' }).click()
  await sleep(1500)
  await page.evaluate(() => scrollTo(0, 0))
}

async function chooseWeek(page: Page): Promise<void> {
  const month = page.getByLabel('Select Month')
  const now = new Date()
  await month.selectOption(String(new Date(now.getTime() - 30 * 86_400_000).getUTCMonth() + 1))
  await page.getByLabel('Select System').selectOption('Homestead Quarter')
  await page.getByLabel('Select Start Date').selectOption({ index: 1 })
}

async function openWeek(page: Page): Promise<void> {
  await chooseWeek(page)
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
  await sleep(1500)
}

async function exploreWeek(page: Page): Promise<void> {
  await chooseWeek(page)
  await page.getByRole('button', { name: 'Explore' }).click()
  await page.locator('canvas').waitFor()
  await page.getByText('By sector and tower').click()
  await sleep(3000)
  await page.evaluate(() => window.scrollTo(0, 0))
}

async function generateGraphs(page: Page): Promise<void> {
  await page
    .getByLabel('Select System')
    .selectOption({ label: `Homestead Quarter ${new Date().getFullYear()}` })
  await page.getByRole('button', { name: 'Last 30 days' }).click()
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('dialog').getByRole('img').first().waitFor()
  await sleep(1500)
}

async function exploreGraphs(page: Page): Promise<void> {
  await generateGraphs(page)
  await page.getByRole('button', { name: 'Explore' }).click()
  await page.getByRole('application').waitFor()
  await sleep(1500)
  await page.evaluate(() => scrollTo(0, 0))
}

/** As after an update of the server: its first page refers to other scripts, and a part of the open page no longer exists. */
async function findNewer(page: Page): Promise<void> {
  await page.route(/^[^/]*\/\/[^/]*\/$/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Newer</title>' }),
  )
  await page.route(/\/assets\/historic-maps.*js$/, (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await openMenu(page)
  await page.getByRole('link', { name: 'Historic Maps' }).first().click()
  await page.getByText('There is a new version').waitFor()
  await sleep(900)
}

/** A logger's file, chosen and not imported yet. */
async function chooseReadings(page: Page): Promise<void> {
  const rows = Array.from({ length: 30 }, (_, hour) => {
    const at = new Date(Date.now() - hour * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    return `${at},${(24.5 - hour * 0.05).toFixed(2)},${(28 - hour * 0.02).toFixed(2)}`
  })
  const buffer = Buffer.from(['Time,VWC 20 cm [%],VWC 40 cm [%]', ...rows].join('\n'))
  const part = page.getByRole('region', { name: 'Import readings' })
  await part.getByLabel('Choose a file').setInputFiles({ name: 'logger.csv', mimeType: 'text/csv', buffer })
  await part.getByRole('list', { name: 'Columns of the file' }).waitFor()
  await sleep(1500)
}

async function previewReadings(page: Page): Promise<void> {
  await chooseSystem(page)
  await page.getByRole('button', { name: 'Import readings' }).click()
  await chooseReadings(page)
  await page.evaluate(() => scrollTo(0, 0))
}

async function previewReadingsAtDesk(page: Page): Promise<void> {
  await openSystemOfDesk(page)
  await chooseReadings(page)
  await page.evaluate(() => scrollTo(0, 0))
}

async function openSystemOfDesk(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Homestead Quarter' }).first().click()
  await page.getByRole('heading', { name: 'What you can do' }).waitFor()
  await sleep(1500)
}

const actOfDesk = (name: string) => async (page: Page) => {
  await openSystemOfDesk(page)
  await press(name)(page)
}

export async function typeNewSystem(page: Page): Promise<void> {
  for (const [label, text] of [
    ['Email of the owner', 'farmer@demo.example'],
    ['Name of the system', 'East Quarter'],
    ['Latitude', '50.72'],
    ['Longitude', '-112.4'],
    ['Tower radii, m', '60, 120, 180'],
    ['Overhang, m', '12'],
    ['Time zone', 'America/Edmonton'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.locator('canvas').waitFor()
  await sleep(2500)
}

async function previewConnections(page: Page): Promise<void> {
  const buffer = Buffer.from(
    [
      'owner,name,latitude,longitude,tower_radii_m,overhang_m,time_zone',
      'farmer@demo.example,East Quarter,50.72,-112.4,60 120 180,12,America/Edmonton',
      'nobody@demo.example,West Quarter,50.72,-112.5,60 50,12,America/Edmonton',
    ].join('\n'),
  )
  const file = { name: 'systems.csv', mimeType: 'text/csv', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  await sleep(1500)
}

const ofPerson = (name: string) => async (page: Page) => {
  await page.getByLabel('Search by name or email').fill('farmer@demo.example')
  await sleep(1500)
  await press(name)(page)
}

/** Every call fails, or hangs. */
const answering =
  (failure: 'fails' | 'waits', address: string): Before =>
  async (page) => {
    await page.route(/\/(api|auth)\//, (route) =>
      failure === 'fails'
        ? route.fulfill({ status: 500, json: {} })
        : sleep(30_000).then(() => route.abort()),
    )
    await page.goto(address)
    await sleep(3500)
  }

const DESK = '/provider'

/** Stored in docs/screens. */
export const SCREENS: Screen[] = [
  screen('home', '/', 'visitor'),
  screen('login', '/login', 'visitor'),
  screen('signup', '/signup', 'visitor'),
  screen('activation', '/activate/MQ/a-token', 'visitor'),
  screen('reset-password', '/reset-password', 'visitor'),
  screen('reset-confirm', '/password/reset/confirm/MQ/a-token', 'visitor'),
  screen('dataconsent', '/dataconsent', 'visitor'),
  screen('faq', '/faq', 'visitor'),
  screen('not-found', '/nowhere', 'visitor'),
  screen('systems', '/systems', 'farmer', chooseSystem),
  screen('systems-all', '/systems', 'farmer', chooseNone),
  screen('systems-offline', '/systems', 'farmer', loseSignal),
  screen('alerts', '/alerts', 'farmer'),
  screen('season', '/season', 'farmer'),
  screen('readings-file', '/systems', 'farmer', previewReadings),
  screen('support-access', '/support-access', 'farmer'),
  screen('livemaps', '/livemaps', 'farmer'),
  inWindow(screen('livemaps-viewer', '/livemaps', 'farmer', openMap)),
  screen('geofence', '/geofence', 'farmer'),
  screen('soil-zones', '/soil-zones', 'farmer', previewSurvey),
  screen('maps', '/maps', 'farmer', chooseWeek),
  inWindow(screen('maps-viewer', '/maps', 'farmer', openWeek)),
  screen('maps-explorer', '/maps', 'farmer', exploreWeek),
  screen('probes', '/probes', 'farmer'),
  inWindow(screen('probes-viewer', '/probes', 'farmer', generateGraphs)),
  screen('probes-explore', '/probes', 'farmer', exploreGraphs),
  screen('probelocation', '/probelocation', 'farmer', guideToProbe),
  screen('provider', DESK, 'provider'),
  screen('provider-systems', '/provider/systems', 'provider'),
  screen('provider-system', '/provider/systems', 'provider', openSystemOfDesk),
  screen('provider-import', '/provider/systems', 'provider', previewReadingsAtDesk),
  screen('provider-connect', '/provider/connect', 'provider', typeNewSystem),
  screen('provider-people', '/provider/people', 'provider'),
  screen('provider-record', '/provider/record', 'provider'),
]

/** For review, not stored: screens with other numbers of systems, before and after use, and with failing calls. */
export const STATES: Screen[] = [
  inWindow(screen('systems-confirmed', '/systems', 'farmer', confirmSettings)),
  screen('systems-refused', '/systems', 'farmer', refuseSettings),
  screen('systems-unfolded', '/systems', 'farmer', unfoldAll),
  inWindow(screen('systems-one-rate', '/systems', 'farmer', setOneRate)),
  inWindow(screen('terms', '/signup', 'visitor', press('Terms of Service'))),
  { ...inWindow(screen('systems-newer', '/systems', 'farmer', findNewer)), uncached: true },
  inWindow(screen('nav-open', '/systems', 'farmer', openMenu)),
  ...GROWERS.flatMap((count) => [
    screen(`systems-of-${count}`, '/systems', count),
    screen(`livemaps-of-${count}`, '/livemaps', count),
    screen(`probes-of-${count}`, '/probes', count),
    screen(`geofence-of-${count}`, '/geofence', count),
  ]),
  ...['soil-zones', 'maps', 'probelocation', 'season', 'alerts', 'transfers'].flatMap((word) =>
    ([0, 3] as const).map((count) => screen(`${word}-of-${count}`, `/${word}`, count)),
  ),
  ...[
    'systems',
    'livemaps',
    'probes',
    'geofence',
    'soil-zones',
    'maps',
    'probelocation',
    'season',
    'alerts',
    'transfers',
  ].flatMap((word) =>
    (['fails', 'waits'] as const).map((failure) =>
      screen(`${failure}-${word}`, `/${word}`, 'farmer', answering(failure, `/${word}`)),
    ),
  ),
  screen('provider-systems-map', '/provider/systems', 'provider', press('Show them on a map')),
  screen('provider-connect-empty', '/provider/connect', 'provider', press('Connect')),
  screen('provider-connect-file', '/provider/connect', 'provider', previewConnections),
  ...[
    'Stop new settings',
    'Edit geometry',
    'New controller credential',
    'Replace the controller',
    'Transfer to another owner',
    'Decommission',
  ].map((act) =>
    inWindow(
      screen(`desk-${act.split(' ')[0]?.toLowerCase()}`, '/provider/systems', 'provider', actOfDesk(act)),
    ),
  ),
  inWindow(screen('desk-stop-all', DESK, 'provider', press('Stop all new settings'))),
  inWindow(screen('desk-erase', '/provider/people', 'provider', ofPerson('Erase'))),
  inWindow(screen('desk-disable', '/provider/people', 'provider', ofPerson('Disable'))),
  ...['provider', 'provider/systems', 'provider/people', 'provider/record'].flatMap((address) =>
    (['fails', 'waits'] as const).map((failure) =>
      screen(
        `${failure}-${address.replace('/', '-')}`,
        `/${address}`,
        'provider',
        answering(failure, `/${address}`),
      ),
    ),
  ),
]
