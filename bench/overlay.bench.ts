/** Dragging the map under a prescription of 1,620 cells: frames, main-thread work and layouts, compared with a bare map. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { geofencesPath } from '../src/contract/geofences.ts'
import { type PrescriptionView, prescriptionPaths } from '../src/contract/prescriptions.ts'
import { systemPaths } from '../src/contract/systems.ts'
import type { Bench } from './bench.ts'
import {
  dragFigures,
  dragger,
  dragRounds,
  isWithinFrame,
  medianDrag,
  MOVES,
  openBrowser,
  signIn,
} from './dragging.ts'
import { type Customer, type Field, startField } from './field.ts'
import type { MachineWorth } from './machine-worth.ts'
import { median, print, target } from './measure.ts'
import { post } from './product.ts'

const TOWERS_M = [45, 90, 135, 180, 225, 270, 315, 360, 405]
const LEAST_SHARE = 0.9
const MAP = 'canvas.maplibregl-canvas'

const off = Object.fromEntries(TOWERS_M.map((_, at) => [at + 1, false]))

/** Geofences of four sectors each, in every ninth. */
async function addGeofences(url: string, { access, systems }: Customer): Promise<void> {
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
    const response = await post(url + geofencesPath(systems[0] ?? ''), fence, headers)
    if (response.status !== 201) throw new Error(`geofence refused: ${await response.text()}`)
  }
}

/**
 * Makes all cells differ from their neighbours, of which the map would draw equal ones as one shape. The first prescription
 * is answered every time: the figures of a later one, in the middle of a drag, are a layout that the drag did not cause.
 */
async function varyPercents(page: Page): Promise<void> {
  let first: Promise<PrescriptionView> | null = null
  await page.route(
    ({ pathname }) => pathname === prescriptionPaths.current,
    async (route) => {
      first ??= route.fetch().then((response) => response.json())
      const prescription = await first
      const percents = Buffer.from(prescription.percent_b64, 'base64').map(
        (_, cell) => 25 + ((cell * 31) % 76),
      )
      await route.fulfill({
        json: { ...prescription, percent_b64: Buffer.from(percents).toString('base64') },
      })
    },
  )
}

async function openMap(page: Page, url: string, customer: Customer): Promise<void> {
  await signIn(page, url, customer)
  await page.goto(`${url}/geofence`)
  await page.getByLabel('Select a system').selectOption(customer.systems[0] ?? '')
  await page.locator(MAP).waitFor()
  await sleep(2000)
}

async function switchPrescription(page: Page, to: 'Show' | 'Hide'): Promise<void> {
  await page.getByRole('button', { name: `${to} Prescription` }).click()
  await sleep(2000)
}

async function measure({ url, customers }: Field, worth: MachineWorth): Promise<boolean> {
  const [customer] = customers
  if (!customer) throw new Error('no customer')
  await addGeofences(url, customer)
  const browser = await openBrowser(['--use-angle=swiftshader', '--enable-unsafe-swiftshader'])
  try {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 900 },
      // its requests cannot be answered in another way
      serviceWorkers: 'block',
    })
    await varyPercents(page)
    await openMap(page, url, customer)
    const drag = await dragger(page, MAP)
    const rounds = await dragRounds(async () => {
      const bare = await drag()
      await switchPrescription(page, 'Show')
      const overlaid = await drag()
      await switchPrescription(page, 'Hide')
      return { bare, overlaid }
    })
    const [bare, overlaid] = [
      medianDrag(rounds.map((round) => round.bare)),
      medianDrag(rounds.map((round) => round.overlaid)),
    ]
    print(`A drag of ${MOVES} moves, software rendering\n  bare map          ${dragFigures(bare)}`)
    print(`  with prescription ${dragFigures(overlaid)}`)
    // the frame rate itself depends on software rendering
    const shares = rounds.map((round) => round.overlaid.framesPerSecond / round.bare.framesPerSecond)
    const share = median(shares)
    return [
      isWithinFrame(overlaid, worth),
      target(
        `${share.toFixed(2)} of the bare map's frames, median of ${shares.map((one) => one.toFixed(2)).join(', ')}; at least ${LEAST_SHARE}`,
        share >= LEAST_SHARE,
      ),
      target('no layout', overlaid.layouts === 0),
    ].every(Boolean)
  } finally {
    await browser.close()
  }
}

export const bench: Bench = {
  async run(worth) {
    const field = await startField({ customers: 1, systemsEach: 1, controllers: 1, towerRadiiM: TOWERS_M })
    try {
      return await measure(field, worth)
    } finally {
      await field.stop()
    }
  },
}
