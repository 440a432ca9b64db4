/**
 * Lighthouse, mobile, on the landing page, the login page and, signed in, all fields; run by npx, because it is larger than the
 * product. It simulates a phone that is a number of times slower than this machine, 4 by default: here the one of `taps`.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { chromium } from '@playwright/test'
import { findBrowser, launchOptions } from '../scripts/browser.mjs'
import type { Bench } from './bench.ts'
import { signIn } from './dragging.ts'
import { type Customer, freePort, startField } from './field.ts'
import { median, print, target } from './measure.ts'
import { phoneSlowdown } from './phone.ts'

const VERSION = '13.5.0'
const RUNS = 3
const SYSTEMS = 15

interface PageOf {
  address: string
  signedIn: boolean
  least: Record<string, number>
}

const OPEN = { Performance: 97, Accessibility: 100, 'Best Practices': 100, SEO: 100 }
const PAGES: PageOf[] = [
  { address: '/', signedIn: false, least: OPEN },
  { address: '/login', signedIn: false, least: OPEN },
  // not visible to search engines
  {
    address: '/systems',
    signedIn: true,
    least: { Performance: 90, Accessibility: 100, 'Best Practices': 100 },
  },
]

const run = promisify(execFile)

const report = z.object({
  categories: z.record(z.string(), z.object({ title: z.string(), score: z.number().nullable() })),
})

/**
 * Does the work with the port of a signed-in browser. Each run has its own: to one whose renderer has shown the pages before,
 * Lighthouse attaches itself within the time that it measures, which takes as long as the heap is large.
 */
async function withSignedIn<T>(
  customer: Customer,
  url: string,
  work: (port: number) => Promise<T>,
): Promise<T> {
  const profile = await mkdtemp(path.join(tmpdir(), 'headgate-lighthouse-profile-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(
    profile,
    launchOptions(`--remote-debugging-port=${port}`),
  )
  try {
    const page = await context.newPage()
    await signIn(page, url, customer)
    await page.close()
    return await work(port)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

interface SimulatedPhone {
  /** How many times slower than this machine it is. */
  slowed: number
  /** Of a signed-in browser; without one Lighthouse starts its own. */
  port?: number
}

/** Scores from 0 to 100 by title. */
async function scoresOf(
  url: string,
  folder: string,
  { slowed, port }: SimulatedPhone,
): Promise<Map<string, number>> {
  const output = path.join(folder, 'report.json')
  const browser = findBrowser()
  const flags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])].join(' ')
  const browserArgs = port ? [`--port=${port}`, '--disable-storage-reset'] : [`--chrome-flags=${flags}`]
  const speed = `--throttling.cpuSlowdownMultiplier=${slowed.toFixed(2)}`
  const args = ['--yes', `lighthouse@${VERSION}`, url, '--quiet', speed, ...browserArgs]
  const env = { ...process.env, ...(browser ? { CHROME_PATH: browser } : {}) }
  await run('npx', [...args, '--output=json', `--output-path=${output}`], { env })
  const { categories } = report.parse(JSON.parse(await readFile(output, 'utf8')))
  return new Map(Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]))
}

/** @param runOnce measures the page once */
async function measurePage(
  { address, least }: PageOf,
  runOnce: () => Promise<Map<string, number>>,
): Promise<boolean> {
  print(`${address}, median of ${RUNS} runs`)
  const runs: Map<string, number>[] = []
  for (let at = 0; at < RUNS; at += 1) runs.push(await runOnce())
  const lines = Object.entries(least).map(([title, score]) => {
    const medianScore = median(runs.map((scores) => scores.get(title) ?? 0))
    return target(`${title} at least ${score}: ${medianScore}`, medianScore >= score)
  })
  return lines.every(Boolean)
}

export const bench: Bench = {
  async run(worth) {
    const slowed = phoneSlowdown(worth)
    print(`processor slowed ${slowed.toFixed(1)} times`)
    const folder = await mkdtemp(path.join(tmpdir(), 'headgate-lighthouse-'))
    const field = await startField({ customers: 1, systemsEach: SYSTEMS, controllers: SYSTEMS })
    try {
      const [customer] = field.customers
      if (!customer) return false
      let passed = true
      for (const page of PAGES) {
        const url = field.url + page.address
        const open = () => scoresOf(url, folder, { slowed })
        const signedIn = () =>
          withSignedIn(customer, field.url, (port) => scoresOf(url, folder, { slowed, port }))
        passed = (await measurePage(page, page.signedIn ? signedIn : open)) && passed
      }
      return passed
    } finally {
      await field.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
