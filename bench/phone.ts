/** Pages on a phone: a customer of fifteen fields signed in on a separate server, in a browser of phone size. */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { openBrowser, signIn } from './dragging.ts'
import { type Customer, startField } from './field.ts'
import type { MachineWorth } from './machine-worth.ts'

export const SYSTEMS = 15
/** A bare hash on the phone. */
const PHONE_HASH_MS = 21

/** How many times slower than this machine the phone is, the same one on every machine: about 4 times on a quick one. */
export function phoneSlowdown({ hash }: MachineWorth): number {
  return Math.max(1, PHONE_HASH_MS / hash.median)
}

export interface Phone {
  context: BrowserContext
  /** Signed in, on all fields. */
  page: Page
  customer: Customer
}

/** The rows of all fields. */
export const rows = (page: Page): Locator =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'All fields' }) })
    .getByRole('listitem')

/** @param browserArgs in addition to the usual ones */
export async function onPhone<R>(browserArgs: string[], work: (phone: Phone) => Promise<R>): Promise<R> {
  const field = await startField({ customers: 1, systemsEach: SYSTEMS, controllers: SYSTEMS })
  let browser: Browser | undefined
  try {
    const [customer] = field.customers
    if (!customer) throw new Error('no customer')
    browser = await openBrowser(browserArgs)
    const context = await browser.newContext({
      baseURL: field.url,
      viewport: { width: 375, height: 812 },
      hasTouch: true,
      isMobile: true,
    })
    const page = await context.newPage()
    await signIn(page, field.url, customer)
    return await work({ context, page, customer })
  } finally {
    await browser?.close()
    await field.stop()
  }
}
