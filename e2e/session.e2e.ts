/** The session across tabs and over time: log-out, silent renewal, a refusal in the middle of a form, no network. */
import type { Response } from '@playwright/test'
import { accountPaths } from '../src/contract/accounts/account-paths.ts'
import { expectAccessible } from './accessibility.ts'
import {
  becomeCustomer,
  expect,
  type Farm,
  type Page,
  PASSWORD,
  provesRow,
  signInByCall,
  test,
} from './farm.ts'

// one farm with these settings, not one per worker
test.describe.configure({ mode: 'default' })

// Short enough that tokens expire during a test.
test.use({ settings: { ACCESS_TTL: '3s' } })

const storedItem = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const rate = (page: Page) => page.getByRole('spinbutton', { name: 'Application Rate' })

/** How it is displayed on this device, whoever signs in. */
const OF_THE_DEVICE = new Set(['theme', 'language', 'language-untold', 'mapColours', 'mapShown'])

const foreignKeys = async (page: Page) =>
  (await page.evaluate(() => Object.keys(localStorage))).filter((key) => !OF_THE_DEVICE.has(key))

/** Accounts whose last known data is kept on this device for offline use. */
const storedStates = (page: Page) =>
  page.evaluate(async () => {
    // opening would create it
    if (!(await indexedDB.databases()).some(({ name }) => name === 'headgate')) return 0
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const opening = indexedDB.open('headgate')
    opening.addEventListener('error', reject)
    opening.addEventListener('success', () => {
      const counting = opening.result.transaction('last-state').objectStore('last-state').count()
      counting.addEventListener('success', () => {
        opening.result.close()
        resolve(counting.result)
      })
    })
    return promise
  })

const isRenewal = (answer: Response) => answer.url().endsWith(accountPaths.refresh) && answer.ok()
const isRefusal = (answer: Response) => answer.url().endsWith(accountPaths.refresh) && answer.status() === 401

/** A call that does not affect the form: the theme belongs to the account. */
async function changeTheme(page: Page): Promise<void> {
  const theme = page.getByLabel('Theme')
  await theme.selectOption((await theme.inputValue()) === 'dark' ? 'light' : 'dark')
}

/** Expects the form as typed, in a page that was not reloaded. */
async function expectUntouched(page: Page): Promise<void> {
  await expect(rate(page)).toHaveValue('0.77')
  expect(await page.evaluate(() => Reflect.get(globalThis, 'neverReloaded'))).toBe(true)
}

async function logOut(page: Page): Promise<void> {
  const dialog = page.waitForEvent('dialog')
  const pressed = page.getByRole('button', { name: 'Log Out' }).click()
  const alert = await dialog
  expect([alert.type(), alert.message()]).toEqual(['alert', 'Signing you out of your session'])
  await alert.accept()
  await pressed
  await expect(page).toHaveURL(/\/login$/)
}

/** A customer with a chosen system and an unsent rate. */
async function halfFilled(page: Page, farm: Farm): Promise<string> {
  const email = await signInByCall(page, farm)
  await farm.connect(email, `Quarter ${email.slice(8, 16)}`)
  await openForm(page)
  return email
}

async function openForm(page: Page): Promise<void> {
  await page.goto('/systems')
  await page.getByLabel('Select a System').selectOption({ index: 1 })
  const power = page.getByRole('switch', { name: 'System' })
  if (!(await power.isChecked())) await power.click()
  await rate(page).fill('0.77')
  await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))
}

test(
  "log-out removes the session's data, here and in a second tab; the back button shows nothing",
  { tag: '@promise' },
  async ({ page, farm, context }) => {
    await halfFilled(page, farm)
    const second = await context.newPage()
    await second.goto('/livemaps')
    await expect(second.getByRole('heading', { name: 'Live Moisture Maps' })).toBeVisible()
    // the offline state is written with a delay
    await expect.poll(() => storedStates(page), { timeout: 30_000 }).toBe(1)
    await page.evaluate(() => {
      localStorage.setItem('selectedThing', '"North"')
      localStorage.setItem('systemStates', '{}')
      for (const draft of ['probeDraft', 'geofenceDraft', 'soilZoneDraft'])
        localStorage.setItem(draft, '{"fieldName":"North"}')
    })
    await page.goto('/faq')
    await logOut(page)
    await expect(second).toHaveURL(/\/login$/)
    for (const tab of [page, second]) {
      expect(await foreignKeys(tab)).toEqual([])
      // the router's scroll positions
      expect(await tab.evaluate(() => Object.entries(sessionStorage).join())).not.toMatch(/Quarter|@/)
    }
    await expect.poll(() => storedStates(page)).toBe(0)
    const names = (await context.cookies()).map(({ name }) => name)
    expect(names).toEqual([])
    for (let back = 0; back < 2; back++) {
      await page.goBack()
      await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['Log In', 'Sign Up', 'FAQ'])
      await expect(page.getByText('Quarter ', { exact: false })).toHaveCount(0)
      await expect(page.getByLabel('Select a System')).toHaveCount(0)
    }
    // nor did a tab that was still open write anything afterwards
    expect(await storedStates(page)).toBe(0)
    expect(await foreignKeys(page)).toEqual([])
    provesRow('H7', 1)
  },
)

test('tokens are renewed silently, and no tab loses its half-filled form', async ({
  page,
  farm,
  context,
}) => {
  await halfFilled(page, farm)
  const second = await context.newPage()
  await openForm(second)
  for (let renewals = 0; renewals < 2; renewals++) {
    const before = await storedItem(page, 'refresh')
    const renewal = context.waitForEvent('response', isRenewal)
    await expect(async () => {
      await changeTheme(renewals === 0 ? page : second)
      expect(await storedItem(page, 'refresh')).not.toBe(before)
    }).toPass()
    await renewal
  }
  for (const tab of [page, second]) {
    await expectUntouched(tab)
    await expect(tab.getByRole('dialog')).toHaveCount(0)
    await expect(tab).toHaveURL(/\/systems\?system=/)
  }
})

test('a session refused during editing asks for the password without leaving the page, in both tabs', async ({
  page,
  farm,
  context,
}) => {
  await halfFilled(page, farm)
  const second = await context.newPage()
  await openForm(second)
  const refused = context.waitForEvent('response', isRefusal)
  await page.route('**/auth/jwt/refresh/', (route) =>
    route.fulfill({ status: 401, json: { detail: 'Token is invalid or expired', code: 'token_not_valid' } }),
  )
  const ended = (tab: Page) => tab.getByRole('dialog', { name: 'Your session has ended' })
  await second.route('**/auth/jwt/refresh/', (route) => route.abort())
  await expect(async () => {
    await changeTheme(page)
    await expect(ended(page)).toBeVisible({ timeout: 500 })
  }).toPass()
  await refused
  await expect(ended(second)).toBeVisible()
  expect(await storedItem(page, 'access')).toBeNull()
  await expectAccessible(page)
  await page.unroute('**/auth/jwt/refresh/')
  await second.unroute('**/auth/jwt/refresh/')
  await ended(page).getByLabel('Password', { exact: true }).fill('wrong-password')
  await ended(page).getByRole('button', { name: 'Continue' }).click()
  await expect(ended(page).getByText(/No active account/)).toBeVisible()
  await ended(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
  await ended(page).getByRole('button', { name: 'Continue' }).click()
  for (const tab of [page, second]) {
    await expect(ended(tab)).toBeHidden()
    await expectUntouched(tab)
  }
})

test('without a server the pages open from stored data, and say so', async ({ page, farm }) => {
  await becomeCustomer(page, farm)
  await page.route(/\/(auth|api|dev4|dates)\//, (route) => route.abort())
  await page.reload()
  await expect(page.getByText('No connection')).toBeVisible()
  await expect(page).toHaveURL(/\/systems$/)
  expect(await storedItem(page, 'access')).not.toBeNull()
  await page.unroute(/\/(auth|api|dev4|dates)\//)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('No connection')).toBeHidden()
})

test('a token that expired while the browser was closed is renewed at the start', async ({ page, farm }) => {
  await signInByCall(page, farm)
  const access = await storedItem(page, 'access')
  await page.goto('about:blank')
  await page.waitForTimeout(3500)
  await page.goto('/systems')
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await expect(page).toHaveURL(/\/systems$/)
  expect(await storedItem(page, 'access')).not.toBe(access)
})

test('while the session is checked, the window shows the navigation bar and a loading text', async ({
  page,
  farm,
}) => {
  await signInByCall(page, farm)
  await page.goto('about:blank')
  const { promise: requested, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/auth/jwt/{refresh,verify}/', async (route) => {
    await requested
    await route.continue()
  })
  await page.waitForTimeout(3500)
  await page.goto('/systems')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('main').getByText('Loading…')).toBeVisible()
  await expectAccessible(page)
  answer()
  await expect(page.getByRole('heading', { name: 'Set Systems' })).toBeVisible()
})

test('the theme follows the account to another device', async ({ page, farm, browser }) => {
  const email = await becomeCustomer(page, farm)
  const saveResponse = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  await page.getByLabel('Theme').selectOption('Dark')
  await saveResponse
  const otherPage = await (await browser.newContext({ baseURL: farm.url })).newPage()
  await otherPage.goto('/login')
  await otherPage.getByLabel('Email').fill(email)
  await otherPage.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await otherPage.keyboard.press('Enter')
  await expect(otherPage.locator('html')).toHaveAttribute('data-theme', 'dark')
  await otherPage.context().close()
})
