/** Dragging the map under a prescription of 1,620 cells: frames, main-thread work and layouts, beside a bare map. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { geofencesPath } from '../src/contract/geofences.ts'
import { systemPaths } from '../src/contract/systems.ts'
import { findBrowser } from '../scripts/browser.mjs'
import type { Bench } from './bench.ts'
import { type Customer, type Field, startField } from './field.ts'
import { median, say, target } from './measure.ts'
import { PASSWORD, post } from './product.ts'

const TOWERS_M = [45, 90, 135, 180, 225, 270, 315, 360, 405]
const ROUNDS = 5
/** Moves of one drag, one each frame of 60 a second. */
const MOVES = 120
const FRAME_MS = 1000 / 60

const off = Object.fromEntries(TOWERS_M.map((_, at) => [at + 1, false]))

interface Drag {
  framesPerSecond: number
  /** Processor time of the page's main thread for each frame, milliseconds. */
  workMs: number
  layouts: number
}

/** A wedge in every fourth sector, so that neighbouring cells differ and none can be merged. */
async function fillPrescription(url: string, { access, systems }: Customer): Promise<void> {
  const headers = { authorization: `JWT ${access}` }
  const numbers = { application_rate: 1, root_depth: 30, target_moisture: 70 }
  const switches = { is_system_on: true, is_test_pattern_on: false, is_speed_switch_on: false }
  await post(
    url + systemPaths.input,
    { system_name: systems[0], ...numbers, ...switches, towers: off },
    headers,
  )
  const [lat, lng] = [50, -112]
  const metre = 1 / 111_320
  for (let at = 0; at < 20; at += 1) {
    const corner = (bearing: number, radius: number) => {
      const angle = (bearing * Math.PI) / 180
      const east = (radius * Math.sin(angle) * metre) / Math.cos((lat * Math.PI) / 180)
      return [lat + radius * Math.cos(angle) * metre, lng + east]
    }
    const polygon = [
      corner(at * 18, 60),
      corner(at * 18, 400),
      corner(at * 18 + 8, 400),
      corner(at * 18 + 8, 60),
    ]
    const fence = { name: `Wedge ${at}`, prescription: at * 5, polygon, enabled: true }
    const answer = await post(url + geofencesPath(systems[0] ?? ''), fence, headers)
    if (answer.status !== 201) throw new Error(`geofence refused: ${await answer.text()}`)
  }
}

async function openMap(page: Page, url: string, { email, systems }: Customer): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/systems')
  await page.goto(`${url}/geofence`)
  await page.getByLabel('Select a system').selectOption(systems[0] ?? '')
  await page.locator('canvas.maplibregl-canvas').waitFor()
  await sleep(2000)
}

async function metrics(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics: listed } = await cdp.send('Performance.getMetrics')
  return Object.fromEntries(listed.map(({ name, value }) => [name, value]))
}

async function drag(page: Page, cdp: CDPSession): Promise<Drag> {
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox()
  if (!box) throw new Error('no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 8, y)
  await sleep(200)
  const frames = page.evaluate(
    (moves) =>
      new Promise<number>((resolve) => {
        let seen = 0
        const end = performance.now() + (moves * 1000) / 60
        const next = () => {
          seen += 1
          if (performance.now() < end) requestAnimationFrame(next)
          else resolve(seen)
        }
        requestAnimationFrame(next)
      }),
    MOVES,
  )
  const before = await metrics(cdp)
  const from = performance.now()
  for (let move = 0; move < MOVES; move += 1) {
    const angle = (move / MOVES) * 2 * Math.PI
    await page.mouse.move(x + 8 + 60 * Math.sin(angle), y + 60 * (1 - Math.cos(angle)))
    await sleep(Math.max(0, from + (move + 1) * FRAME_MS - performance.now()))
  }
  const seen = await frames
  const after = await metrics(cdp)
  await page.mouse.up()
  await sleep(1500)
  const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  return {
    framesPerSecond: seen / ((MOVES * FRAME_MS) / 1000),
    workMs: (grown('TaskDuration') * 1000) / seen,
    layouts: grown('LayoutCount'),
  }
}

async function rounds(page: Page, cdp: CDPSession): Promise<Drag> {
  const drags: Drag[] = []
  // the first warms up and does not count
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = await drag(page, cdp)
    if (round > 0) drags.push(one)
  }
  const of = (pick: (each: Drag) => number) => median(drags.map(pick))
  return {
    framesPerSecond: of((each) => each.framesPerSecond),
    workMs: of((each) => each.workMs),
    layouts: Math.max(...drags.map(({ layouts }) => layouts)),
  }
}

const told = ({ framesPerSecond, workMs, layouts }: Drag) =>
  `${framesPerSecond.toFixed(0)} frames a second, ${workMs.toFixed(1)} ms of the main thread each, ${layouts} layouts`

async function measure({ url, customers }: Field): Promise<boolean> {
  const [customer] = customers
  if (!customer) throw new Error('no customer')
  await fillPrescription(url, customer)
  const executablePath = findBrowser()
  const args = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await openMap(page, url, customer)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const bare = await rounds(page, cdp)
    await page.getByRole('button', { name: 'Show Prescription' }).click()
    await sleep(2000)
    const overlaid = await rounds(page, cdp)
    say(`A drag of ${MOVES} moves, software rendering\n  bare map          ${told(bare)}`)
    say(`  with prescription ${told(overlaid)}`)
    return [
      target(
        `main thread under a frame of 60 a second: ${FRAME_MS.toFixed(1)} ms`,
        overlaid.workMs < FRAME_MS,
      ),
      // software rendering decides how many frames there are at all
      target(
        `as many frames as the bare map: ${(overlaid.framesPerSecond / bare.framesPerSecond).toFixed(2)}`,
        overlaid.framesPerSecond >= 0.9 * bare.framesPerSecond,
      ),
      target('no layout', overlaid.layouts === 0),
    ].every(Boolean)
  } finally {
    await browser.close()
  }
}

export const bench: Bench = {
  async run() {
    const field = await startField({ customers: 1, systemsEach: 1, controllers: 1, towerRadiiM: TOWERS_M })
    try {
      return await measure(field)
    } finally {
      await field.stop()
    }
  },
}
