/** Panning the graph of a probe: five depths of 35,000 readings each. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type GraphData, graphPaths } from '../src/contract/graphs.ts'
import { readingPaths } from '../src/contract/readings.ts'
import type { Bench } from './bench.ts'
import {
  dragFigures,
  dragger,
  dragRounds,
  isSmooth,
  isWithinFrame,
  medianDrag,
  MOVES,
  openBrowser,
  signIn,
} from './dragging.ts'
import { type Customer, type Field, startField } from './field.ts'
import type { MachineWorth } from './machine-worth.ts'
import { print } from './measure.ts'
import { post } from './product.ts'

const DEPTHS_CM = [20, 40, 60, 80, 100]
const READINGS = 35_000
const EVERY_S = 900
const DAY_MS = 86_400_000

/** A few real readings, so that a season can be chosen; the data of the graph is generated here. */
async function sendReadings({ url, gateways }: Field): Promise<void> {
  const [gateway] = gateways
  const yesterday = Date.now() - DAY_MS
  const readings = DEPTHS_CM.map((depthCm) => ({
    probe: 3,
    depthCm,
    at: new Date(yesterday).toISOString(),
    vwc: 0.2,
  }))
  const headers = { authorization: `Device ${gateway?.id}:${gateway?.secret}` }
  const response = await post(url + readingPaths.ingest, { batch: 'one', readings }, headers)
  if (response.status !== 200) throw new Error(`readings refused: ${await response.text()}`)
}

/** A year of drying and irrigation, later and weaker with depth. */
function yearOfReadings(system: string): GraphData {
  const end = Math.floor(Date.now() / 1000)
  const times = Array.from({ length: READINGS }, (_, i) => end - (READINGS - i) * EVERY_S)
  const series = DEPTHS_CM.map((depth_cm, k) => ({
    sensor: `P3-${depth_cm}cm`,
    probe: 3,
    depth_cm,
    gap_s: 4 * EVERY_S,
    values: times.map((_, i) => 0.2 + (0.06 / (k + 1)) * Math.sin(i / 300 - k) + 0.004 * Math.sin(i * 1.7)),
  }))
  const bands = series.map(({ sensor }) => ({ sensor, full: 0.25, refill: 0.21, wilting_point: 0.12 }))
  const field = { system, time_zone: 'America/Edmonton', root_depth_in: 30, target_percent: 70 }
  return { ...field, reduced: false, times, series, bands, events: [] }
}

async function openGraph(page: Page, url: string, customer: Customer): Promise<void> {
  const body = JSON.stringify(yearOfReadings(customer.systems[0] ?? ''))
  await page.route(`**${graphPaths.data}**`, (route) =>
    route.fulfill({ contentType: 'application/json', body }),
  )
  await signIn(page, url, customer)
  await page.goto(`${url}/probes`)
  await page.getByLabel('Select System').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Whole season' }).click()
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('button', { name: 'Explore' }).click()
  await page.getByRole('application').waitFor()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.locator('.u-over').scrollIntoViewIfNeeded()
  await sleep(1500)
}

async function measure(field: Field, worth: MachineWorth): Promise<boolean> {
  const [customer] = field.customers
  if (!customer) throw new Error('no customer')
  await sendReadings(field)
  const browser = await openBrowser(['--disable-gpu'])
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await openGraph(page, field.url, customer)
    const panned = medianDrag(await dragRounds(await dragger(page, '.u-over')))
    print(`A drag of ${MOVES} moves over ${DEPTHS_CM.length} x ${READINGS} readings, without a graphics card`)
    print(`  ${dragFigures(panned)}`)
    return [isWithinFrame(panned, worth), isSmooth(panned, worth)].every(Boolean)
  } finally {
    await browser.close()
  }
}

export const bench: Bench = {
  async run(worth) {
    const field = await startField({ customers: 1, systemsEach: 1, controllers: 1 })
    try {
      return await measure(field, worth)
    } finally {
      await field.stop()
    }
  },
}
