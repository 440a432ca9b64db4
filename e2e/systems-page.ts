/** Helpers for tests of Set Systems. */
import { expectAccessible } from './accessibility.ts'
import { expect, type Farm, type Machine, type Page, signInByCall } from './farm.ts'

/** A customer on the page of one system, with its machine connected. */
export async function openSystem(
  page: Page,
  farm: Farm,
  name: string,
  simulation: Record<string, unknown> = {},
): Promise<{ email: string; machine: Machine }> {
  const email = await signInByCall(page, farm)
  const system = await farm.connect(email, name)
  const machine = await farm.simulate(system, simulation)
  await page.goto('/systems')
  await choose(page, name)
  await expect(page.getByRole('img', { name: /The arm is at/ })).toBeVisible()
  return { email, machine }
}

export async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel('Select a System').selectOption(name)
  await expect(page.getByRole('heading', { name: 'Last change' })).toBeVisible()
}

export const power = (page: Page) => page.getByRole('switch', { name: 'System' })
export const field = (page: Page, name: 'Application Rate' | 'Root Depth' | 'Target Moisture') =>
  page.getByRole('form', { name: 'Settings' }).getByRole('spinbutton', { name })

/** Fills the form of a system that is on. */
export async function fillSettings(page: Page, rate: string, root: string, target: string): Promise<void> {
  if (!(await power(page).isChecked())) await power(page).click()
  await field(page, 'Application Rate').fill(rate)
  await field(page, 'Root Depth').fill(root)
  await field(page, 'Target Moisture').fill(target)
}

export async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Apply Settings' }).click()
}

export function confirmedIn(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Settings Confirmed!' })
  const step = (word: string) =>
    dialog.getByRole('listitem').filter({ hasText: new RegExp(`${word}\\s*(done|ended here)`) })
  const close = () => dialog.getByRole('button', { name: 'Close', exact: true }).click()
  return { dialog, step, close }
}

/** Applies what was typed, waits until the machine reported it, and closes the message. */
export async function applyAndSeeApplied(page: Page): Promise<void> {
  await apply(page)
  const { step, close } = confirmedIn(page)
  await expect(step('Applied')).toBeVisible()
  await close()
}

export const submissionError = (page: Page) => page.getByRole('dialog', { name: 'Submission Error' })

/** The section of that heading. */
export const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Rows of the history, newest first. */
export const historyRows = (page: Page) =>
  section(page, 'History')
    .getByRole('listitem')
    .filter({ has: page.locator('p') })

export function applications(machine: Machine) {
  return machine.events.filter(({ event }) => event === 'applied')
}

/** What the browser has stored about a system, under the specified key. */
export function stateOf(page: Page, system: string): Promise<Record<string, unknown> | undefined> {
  return page.evaluate((name) => JSON.parse(localStorage.getItem('systemStates') ?? '{}')[name], system)
}

/** Checks the page scrolled to the top: targets half under the sticky bar would count as small. */
export async function expectAccessibleDesk(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
}
