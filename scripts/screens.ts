/**
 * Takes the screenshots of docs/screens from a separate demonstration farm: `npm run screens [-- WORD…]`. Other states, widths,
 * themes and languages are selected by `SCREENS_WIDTHS=375,768,1280`, `SCREENS_THEMES=light,dark,sunlight` and
 * `SCREENS_LANGUAGE=fr`, and written to the folder `SCREENS_DIR`.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { openInstallation } from '../src/server/installation/installation.ts'
import { systemClock } from '../src/server/kit/clock.ts'
import { readConfig } from '../src/server/kit/config.ts'
import { createLog } from '../src/server/kit/log.ts'
import { createProvider } from '../src/server/provider/provider.service.ts'
import { openAccountQuickly, PASSWORD } from '../src/server/testing/accounts.ts'
import { launchOptions } from './browser.mjs'
import { FAILING } from './failing-screens.ts'
import { GROWERS, LONG_NAME, type Screen, SCREENS, STATES, type Viewer } from './screen-list.ts'

const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = process.env['SCREENS_DIR'] ?? path.join(ROOT, 'docs', 'screens')
const WIDTHS = (process.env['SCREENS_WIDTHS'] ?? '375,1280').split(',').map(Number)
const THEMES = (process.env['SCREENS_THEMES'] ?? 'light').split(',')
const LANGUAGE = process.env['SCREENS_LANGUAGE'] ?? 'en'
/** What is not there after this time will not come, even on a busy machine. */
const PATIENCE_MS = 60_000
/** Long enough for the machines to send their history and for the maps to be drawn. */
const SETTLE_MS = Number(process.env['SCREENS_SETTLE_MS'] ?? 20_000)

/** Nothing is loading, no placeholder is shown, and every visible picture is complete: on a busy machine a fixed pause would be too short. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const words = document.body.innerText
    const waits = /^(Loading|Drawing|Fetching|Adding up)\b.*(\.\.\.|…)$/m.test(words)
    const inSight = (image: Element) => image.getBoundingClientRect().top < innerHeight
    const standIns = document.querySelector('[class*="skeleton"]')
    return !waits && !standIns && [...document.images].every((image) => image.complete || !inSight(image))
  })
}

interface DemoServer {
  url: string
  /** The account for each user. */
  signIn: Record<Exclude<Viewer, 'visitor'>, { email: string; password: string }>
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
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
  let url = ''
  const people: { email: string; password: string }[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    url ||= /http:\S+/.exec(line)?.[0] ?? ''
    const person = /as the (?:farmer|provider):\s+(\S+)\s+(\S+)/.exec(line)
    if (person?.[1] && person[2]) people.push({ email: person[1], password: person[2] })
    const [farmer, provider] = people
    if (!farmer || !provider) continue
    await openGrowers(env)
    const growers = GROWERS.map((count) => [count, { email: growerOf(count), password: PASSWORD }])
    return { url, signIn: { farmer, provider, ...Object.fromEntries(growers) }, stop }
  }
  throw new Error('the demonstration did not start')
}

const growerOf = (count: number) => `owner-of-${count}@demo.example`

/** Owners of so many systems with names of maximum length; their machines have never been online. */
async function openGrowers(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const { kit, release } = await openInstallation(config, createLog(config), systemClock, { beside: true })
  const provider = createProvider(kit)
  for (const count of GROWERS) {
    const owner = growerOf(count)
    await openAccountQuickly(kit, { name: 'Wilhelmina Featherstonehaugh-Kowalchuk', email: owner })
    for (let number = 1; number <= count; number += 1)
      await provider.connect({
        owner,
        name: `${LONG_NAME}${count}${String(number).padStart(2, '0')}`.slice(-64),
        latitude: 50.6 + number * 0.008,
        longitude: -112.2,
        towerRadiiM: [54, 108, 162, 216, 270, 324, 378, 432, 486],
        overhangM: 14,
        timeZone: 'America/Edmonton',
        flowGpm: 850,
        speed100MMin: 3,
        texture: 'loam',
      })
  }
  await kit.database.close()
  await release()
}

const A_MINUTE = 60_000

/** Messages of the machines of the owner of many: every fourth is running, one is stopped with its water on, others are offline or have a fault. */
async function tellOfMachines(context: BrowserContext): Promise<void> {
  await context.route('**/api/systems/', async (route) => {
    const response = await route.fetch()
    const systems: object[] = await response.json()
    const changedSystems = systems.map((system, index) => {
      const ago = (minutes: number) => new Date(Date.now() - minutes * A_MINUTE).toISOString()
      const away = index % 5 === 3
      const stopped = index % 4 === 1
      const telemetry = {
        angle_deg: (index * 37) % 360,
        direction: stopped ? 'STOPPED' : 'FORWARD',
        wet: !stopped || index === 1,
        moving: !stopped,
        timer_pct: stopped ? null : 45,
        at: ago(away ? 300 : 0),
        stopped_wet_since: index === 1 ? ago(34) : null,
      }
      const fault = index % 7 === 2 ? { code: 'VALVE_FAULT', at: ago(20) } : null
      return { ...system, online: !away, last_seen: telemetry.at, telemetry, fault }
    })
    await route.fulfill({ response, json: changedSystems })
  })
}

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/(systems|provider)$/)
}

async function shoot(page: Page, screen: Screen, file: string): Promise<void> {
  await page.goto(screen.address)
  await page.getByRole('heading').first().waitFor()
  await sleep(700)
  await settled(page)
  await screen.before?.(page)
  const loads = screen.word.startsWith('waits')
  if (!loads) await settled(page)
  // steps find elements by their English names
  if (LANGUAGE === 'fr') {
    await page.evaluate(() => localStorage.setItem('language', 'fr'))
    await page.reload()
    await page.getByRole('heading').first().waitFor()
    // a lost connection is told after two seconds
    await sleep(3500)
    if (!loads) await settled(page)
    await page.evaluate(() => localStorage.setItem('language', 'en'))
  }
  for (const trouble of await page.evaluate(findTroubles)) process.stdout.write(`${file}: ${trouble}\n`)
  await page.screenshot({ path: file, fullPage: !screen.window })
}

/** Elements that overflow the page, are clipped, too small to read or to hit: runs in the browser. */
function findTroubles(): string[] {
  const troubles: string[] = []
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 40)}"`
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) troubles.push(`the page is ${scrollWidth - clientWidth} px too wide`)
  for (const element of document.querySelectorAll('main *, header *, footer *, dialog *')) {
    const { width, height } = element.getBoundingClientRect()
    if (width < 2 || height < 2 || element.closest('svg, canvas, [aria-hidden="true"], .maplibregl-map'))
      continue
    const style = getComputedStyle(element)
    if (style.visibility === 'hidden' || style.clip !== 'auto') continue
    const speaks = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    const cuts = style.overflowX === 'hidden' || style.overflowX === 'clip'
    if (cuts && speaks && element.scrollWidth > element.clientWidth + 1)
      troubles.push(`cut: ${nameOf(element)}`)
    if (
      !cuts &&
      style.overflowX === 'visible' &&
      speaks &&
      style.display !== 'inline' &&
      element.scrollWidth > element.clientWidth + 2
    )
      troubles.push(`runs over by ${element.scrollWidth - element.clientWidth} px: ${nameOf(element)}`)
    if (speaks && Number.parseFloat(style.fontSize) < 13.9)
      troubles.push(`${style.fontSize}: ${nameOf(element)}`)
    const pressed = element.matches('button, select, input:not([type=hidden], [type=file]), summary')
    const target = element.closest('label') ?? element
    if (pressed && target.getBoundingClientRect().height < 43.5)
      troubles.push(`${Math.round(height)} px high: ${nameOf(element)}`)
  }
  return [...new Set(troubles)]
}

async function take(
  browser: Browser,
  demo: DemoServer,
  { width, theme }: { width: number; theme: string },
  prefixes: string[],
): Promise<void> {
  // the last of those that fail ends the session
  const allScreens = process.env['SCREENS_DIR'] ? [...STATES, ...SCREENS, ...FAILING] : SCREENS
  const chosenScreens = allScreens.filter(
    ({ word }) => prefixes.length === 0 || prefixes.some((prefix) => word.startsWith(prefix)),
  )
  const groups = [...new Set(chosenScreens.map((screen) => screen.as))].flatMap((viewer) =>
    [false, true].map((uncached) => ({
      viewer,
      uncached,
      screens: chosenScreens.filter(
        (screen) => screen.as === viewer && (screen.uncached ?? false) === uncached,
      ),
    })),
  )
  for (const { viewer, uncached, screens } of groups) {
    if (screens.length === 0) continue
    const context = await browser.newContext({
      baseURL: demo.url,
      viewport: { width, height: width < 900 ? 812 : 900 },
      deviceScaleFactor: 1,
      colorScheme: theme === 'dark' ? 'dark' : 'light',
      contrast: theme === 'sunlight' ? 'more' : 'no-preference',
      locale: 'en-CA',
      serviceWorkers: uncached ? 'block' : 'allow',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    if (viewer !== 'visitor') await logIn(page, demo.signIn[viewer])
    if (viewer === 50 || viewer === 15) await tellOfMachines(context)
    for (const screen of screens) {
      const name = [screen.word, width, ...(theme === 'light' ? [] : [theme])].join('-')
      await shoot(page, screen, path.join(FOLDER, `${name}.png`)).catch((error: unknown) => {
        process.exitCode = 1
        process.stderr.write(`${name}: ${String(error)}\n`)
      })
      await context.setOffline(false)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    await context.close()
  }
}

const demo = await startDemo()
try {
  await sleep(SETTLE_MS)
  const browser = await chromium.launch(launchOptions())
  for (const theme of THEMES)
    for (const width of WIDTHS) await take(browser, demo, { width, theme }, process.argv.slice(2))
  await browser.close()
} finally {
  await demo.stop()
}
