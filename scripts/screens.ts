/** Takes the pictures of docs/screens from a demonstration farm of its own: `npm run screens [-- WORD]`. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { launchOptions } from './browser.mjs'

const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = process.env['SCREENS_DIR'] ?? path.join(ROOT, 'docs', 'screens')
const WIDTHS = [375, 1280]
/** Long enough for the machines to send their past and for the maps to be drawn. */
const SETTLE_MS = Number(process.env['SCREENS_SETTLE_MS'] ?? 20_000)

interface Screen {
  word: string
  address: string
  signedIn: boolean
  before?(page: Page): Promise<void>
}

const visitor = (word: string, address: string): Screen => ({ word, address, signedIn: false })
const customer = (word: string, address: string, before?: Screen['before']): Screen => ({
  word,
  address,
  signedIn: true,
  ...(before ? { before } : {}),
})

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

/** As somebody who stands in the field sees it. */
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

const SCREENS: Screen[] = [
  visitor('home', '/'),
  visitor('login', '/login'),
  visitor('signup', '/signup'),
  visitor('activation', '/activate/MQ/a-token'),
  visitor('reset-password', '/reset-password'),
  visitor('reset-confirm', '/password/reset/confirm/MQ/a-token'),
  visitor('dataconsent', '/dataconsent'),
  visitor('faq', '/faq'),
  visitor('not-found', '/nowhere'),
  customer('systems', '/systems', chooseSystem),
  customer('livemaps', '/livemaps'),
  customer('livemaps-viewer', '/livemaps', openMap),
  customer('geofence', '/geofence'),
  customer('soil-zones', '/soil-zones', previewSurvey),
  customer('maps', '/maps', chooseWeek),
  customer('maps-viewer', '/maps', openWeek),
  customer('maps-explorer', '/maps', exploreWeek),
  customer('probes', '/probes'),
  customer('probes-viewer', '/probes', generateGraphs),
  customer('probes-explore', '/probes', exploreGraphs),
  customer('probelocation', '/probelocation', guideToProbe),
]

/** Nothing loads any more, and every picture in sight is there: a busy machine takes longer than a pause. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const words = document.body.innerText
    const waits = /^(Loading|Drawing|Fetching|Summing)\b.*(\.\.\.|…)$/m.test(words)
    return !waits && [...document.images].every((image) => image.complete)
  })
}

interface DemoServer {
  url: string
  email: string
  password: string
  stop(): Promise<void>
}

async function startDemo(): Promise<DemoServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'headgate-screens-'))
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, ['src/server/main.ts', '--demo'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
    await rm(dataDir, { recursive: true, force: true })
  }
  let url = ''
  for await (const line of createInterface({ input: child.stdout })) {
    url ||= /http:\S+/.exec(line)?.[0] ?? ''
    const farmer = /farmer:\s+(\S+)\s+(\S+)/.exec(line)
    if (farmer?.[1] && farmer[2]) return { url, email: farmer[1], password: farmer[2], stop }
  }
  throw new Error('the demonstration did not start')
}

async function logIn(page: Page, { email, password }: DemoServer): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/systems$/)
}

async function take(
  browser: Browser,
  demo: DemoServer,
  width: number,
  wanted: string | undefined,
): Promise<void> {
  const shown = SCREENS.filter(({ word }) => !wanted || word.startsWith(wanted))
  for (const signedIn of [false, true]) {
    const colorScheme = process.env['SCREENS_DARK'] ? 'dark' : 'light'
    const context = await browser.newContext({
      baseURL: demo.url,
      viewport: { width, height: width < 900 ? 812 : 900 },
      deviceScaleFactor: 1,
      colorScheme,
      locale: 'en-CA',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    if (signedIn) await logIn(page, demo)
    for (const screen of shown.filter((each) => each.signedIn === signedIn)) {
      await page.goto(screen.address)
      await page.getByRole('heading').first().waitFor()
      await sleep(700)
      await settled(page)
      await screen.before?.(page)
      await settled(page)
      await page.screenshot({
        path: path.join(FOLDER, `${screen.word}-${width}.png`),
        fullPage: !screen.word.endsWith('viewer'),
      })
    }
    await context.close()
  }
}

const demo = await startDemo()
try {
  await sleep(SETTLE_MS)
  const browser = await chromium.launch(launchOptions())
  for (const width of WIDTHS) await take(browser, demo, width, process.argv[2])
  await browser.close()
} finally {
  await demo.stop()
}
