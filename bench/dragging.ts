/** Drags something on a page of the product, and counts frames, main-thread work and layouts. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../scripts/browser.mjs'
import type { Customer } from './field.ts'
import type { MachineWorth } from './machine-worth.ts'
import { median, ms, target } from './measure.ts'
import { PASSWORD } from './product.ts'

const ROUNDS = 9
/** Moves of one drag, one each frame of 60 a second, or as soon as the one before is answered. */
export const MOVES = 120
const FRAME_MS = 1000 / 60
/** Of the frames: a timer is late now and then. */
const NEARLY_ALL = 0.98
/** A pointer that stands still for so long before it is lifted does not throw what it drags. */
const STILL_MS = 250
/** The same on a machine that is too slow for it, of its own measure: what a quick one has in a frame. */
const FRAME_HASHES = 3

export interface Drag {
  /** Of those that answer a move: the page may have others, in which nothing is drawn. */
  framesPerSecond: number
  /** Processor time of the page's main thread for each move, milliseconds. */
  workMs: number
  layouts: number
}

export async function openBrowser(args: string[]): Promise<Browser> {
  return chromium.launch(launchOptions(...args))
}

export async function signIn(page: Page, url: string, { email }: Customer): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/systems')
}

async function metrics(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics: listed } = await cdp.send('Performance.getMetrics')
  return Object.fromEntries(listed.map(({ name, value }) => [name, value]))
}

async function drag(page: Page, cdp: CDPSession, selector: string): Promise<Drag> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error('nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 8, y)
  await sleep(200)
  const before = await metrics(cdp)
  const from = performance.now()
  for (let move = 0; move < MOVES; move += 1) {
    const angle = (move / MOVES) * 2 * Math.PI
    await page.mouse.move(x + 8 + 60 * Math.sin(angle), y + 60 * (1 - Math.cos(angle)))
    await sleep(Math.max(0, from + (move + 1) * FRAME_MS - performance.now()))
  }
  const elapsedMs = performance.now() - from
  const after = await metrics(cdp)
  // every drag begins where the first one did: further on, other labels have room
  await page.mouse.move(x, y)
  await sleep(STILL_MS)
  await page.mouse.up()
  await sleep(1500)
  const increase = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  return {
    framesPerSecond: (MOVES * 1000) / elapsedMs,
    workMs: (increase('TaskDuration') * 1000) / MOVES,
    layouts: increase('LayoutCount'),
  }
}

/** What drags an element, once a call. */
export async function dragger(page: Page, selector: string): Promise<() => Promise<Drag>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return () => drag(page, cdp, selector)
}

/** Rounds of drags; what is compared is dragged in each, so that a busy moment of the machine affects both. */
export async function dragRounds<Round>(round: () => Promise<Round>): Promise<Round[]> {
  // to warm up
  await round()
  const rounds: Round[] = []
  while (rounds.length < ROUNDS) rounds.push(await round())
  return rounds
}

/** Medians of drags; layouts of the worst one. */
export function medianDrag(drags: readonly Drag[]): Drag {
  return {
    framesPerSecond: median(drags.map(({ framesPerSecond }) => framesPerSecond)),
    workMs: median(drags.map(({ workMs }) => workMs)),
    layouts: Math.max(...drags.map(({ layouts }) => layouts)),
  }
}

/** As many frames as a quick machine has time for, or, in proportion, one that is too slow. */
export function isSmooth({ framesPerSecond }: Drag, { hash }: MachineWorth): boolean {
  const wanted = (NEARLY_ALL * 1000) / Math.max(FRAME_MS, FRAME_HASHES * hash.median)
  return target(
    `${framesPerSecond.toFixed(0)} frames a second: 60, or one in ${FRAME_HASHES} hashes, ${(FRAME_HASHES * hash.median).toFixed(0)} ms`,
    framesPerSecond >= wanted,
  )
}

/** Whether the main thread leaves time for the rest of the page. */
export function isWithinFrame({ workMs }: Drag, { hash }: MachineWorth): boolean {
  const hashes = workMs / hash.median
  return target(
    `main thread ${ms(workMs)}, ${hashes.toFixed(1)} hashes: under a frame of 60 a second, ${ms(FRAME_MS)}, or ${FRAME_HASHES} hashes`,
    workMs < FRAME_MS || hashes < FRAME_HASHES,
  )
}

export const dragFigures = ({ framesPerSecond, workMs, layouts }: Drag) =>
  `${framesPerSecond.toFixed(0)} frames a second, ${workMs.toFixed(1)} ms of the main thread each, ${layouts} layouts`
