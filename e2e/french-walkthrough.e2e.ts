/** The whole product in French: a rate with a decimal comma reaches the pivot, no screen shows English, and another device follows. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { tables } from '../src/web/french/french.ts'
import { expect, newAddress, PASSWORD, test } from './farm.ts'
import { mappedField } from './mapped-field.ts'

test.describe.configure({ timeout: 300_000 })

const WEB = path.join(import.meta.dirname, '..', 'src', 'web')
const readsFrench = (page: Page) => page.addInitScript(() => localStorage.setItem('language', 'fr'))

/** A browser without stored data. */
async function ownDevice(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-CA' })
  return context.newPage()
}

/** All texts of a table; for functions, the parts without parameters. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

/** English texts that are not also French ones. */
async function englishTexts(): Promise<string[]> {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.text.ts'),
  )
  const modules = await Promise.all(files.map((name): Promise<object> => import(path.join(WEB, name))))
  const french = new Set(textsOf(tables))
  return modules
    .flatMap((module) => textsOf('text' in module ? module.text : null))
    .filter((text) => text.length > 3 && !french.has(text))
}

/** Words that are never French. */
const ENGLISH_WORDS = /\b(the|and|of|is|are|with|not|your|was|has|from|this|that|been|no|yet|ago)\b/i

/** Everything visible or announced, line by line. */
function linesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label], [alt], [placeholder], [title]')]
      .filter((element) => element.checkVisibility())
      .flatMap((element) =>
        ['aria-label', 'alt', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
      )
    const options = [...document.querySelectorAll('option')].map((option) => option.text)
    const text = document.body.innerText.split('\n')
    return [...new Set([...text, ...labels, ...options].map((line) => line.trim()))].filter(Boolean)
  })
}

test('from a rate with a decimal comma to Appliqué, with no English on any screen', async ({
  page,
  farm,
}) => {
  const english = new Set(await englishTexts())
  expect(english.size).toBeGreaterThan(500)
  const leftovers: string[] = []
  const read = async (where: string) => {
    await expect(page.getByText(/^(Chargement|Calcul|Dessin)\b.*(\.\.\.|…)$/)).toHaveCount(0)
    const lines = await linesOf(page)
    const wrong = lines.filter((line) => english.has(line) || ENGLISH_WORDS.test(line))
    leftovers.push(...wrong.map((line) => `${where}: ${line}`))
  }

  await readsFrench(page)
  const { name, system, send } = await mappedField(page, farm, 'Quartier')
  await farm.simulate(system)
  await send(new Date().toISOString(), 0.2)
  const addressOf = (address: string) => `${address}?system=${encodeURIComponent(name)}`
  await page.goto(addressOf('/systems'))
  await expect(page.getByRole('heading', { name: 'Dernier changement' })).toBeVisible()
  await page.getByRole('switch', { name: /^Système/ }).click()
  const form = page.getByRole('form', { name: 'Réglages' })
  await form.getByRole('textbox', { name: /Taux d’application/ }).fill('0,75')
  await form.getByRole('textbox', { name: /Profondeur des racines/ }).fill('24')
  await form.getByRole('textbox', { name: /Humidité visée/ }).fill('70')
  await page.getByRole('button', { name: 'Appliquer les réglages' }).click()
  const dialog = page.getByRole('dialog', { name: /Réglages confirmés/ })
  await expect(dialog.getByRole('listitem').filter({ hasText: /Appliqué\s*fait/ })).toBeVisible()
  await expect(dialog).toContainText('0,75')
  await read('confirmed')
  await dialog.getByRole('button', { name: 'Fermer', exact: true }).last().click()
  for (const fold of await page.locator('details > summary').all()) await fold.click()
  await read('/systems')

  for (const address of ['/livemaps', '/maps', '/probes', '/geofence', '/soil-zones', '/probelocation']) {
    await page.goto(addressOf(address))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await read(address)
  }
  for (const address of ['/season', '/faq', '/dataconsent']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await read(address)
  }
  expect(leftovers).toEqual([])
})

test('a chosen language follows the account to another device', async ({ browser, farm }) => {
  const email = newAddress()
  await farm.openAccount({ name: 'Line Tremblay', email })
  const html = (page: Page) => page.locator('html')
  const first = await ownDevice(browser, farm.url)
  await first.goto('/login')
  await first.getByLabel('Email').fill(email)
  await first.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await first.keyboard.press('Enter')
  await expect(first).toHaveURL(/\/systems/)
  await first.getByLabel('Language').selectOption('Français')
  await expect(html(first)).toHaveAttribute('lang', 'fr-CA')

  const second = await ownDevice(browser, farm.url)
  await second.goto('/login')
  await expect(html(second)).toHaveAttribute('lang', 'en-CA')
  await second.getByLabel('Email').fill(email)
  await second.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await second.keyboard.press('Enter')
  await expect(html(second)).toHaveAttribute('lang', 'fr-CA')
  await expect(second).toHaveURL(/\/systems/)
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Systèmes')
  // the bar's longest labels fit into one row on a desktop
  const rows = await second
    .getByRole('navigation', { name: 'Principal' })
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))
  const home = await second.getByRole('banner').getByRole('link').first().boundingBox()
  expect(rows).toHaveLength(8)
  expect(rows.every((top) => home !== null && top >= home.y && top < home.y + home.height)).toBe(true)
  await first.context().close()
  await second.context().close()
})
