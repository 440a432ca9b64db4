/** The navigation bar, access to pages, and the page for unknown URLs. */
import { expectAccessible, smallTargets } from './accessibility.ts'
import { becomeCustomer, expect, test, type Page } from './farm.ts'

const links = (page: Page) => page.getByRole('navigation').getByRole('link')
const PUBLIC = [
  '/',
  '/login',
  '/signup',
  '/reset-password',
  '/faq',
  '/dataconsent',
  '/activate/MQ/x',
  '/password/reset/confirm/MQ/x',
]
const PROTECTED = [
  '/systems',
  '/geofence',
  '/soil-zones',
  '/maps',
  '/probes',
  '/probelocation',
  '/livemaps',
  '/season',
  '/alerts',
]

test('a visitor of a customer’s page is redirected to the login', async ({ page }) => {
  for (const address of PROTECTED) {
    await page.goto(address)
    await expect(page, address).toHaveURL(/\/login$/)
  }
})

test('a visitor finds Log In, Sign Up and FAQ on every public page, and the logo links to the home page', async ({
  page,
}) => {
  for (const address of PUBLIC) {
    await page.goto(address)
    await expect(links(page)).toHaveText(['Log In', 'Sign Up', 'FAQ'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
  await page.getByRole('banner').getByRole('link', { name: 'Headgate' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a customer finds the tools, FAQ and Log Out, and the current one is highlighted', async ({
  page,
  farm,
}) => {
  await becomeCustomer(page, farm)
  const tools = [
    'Set Systems',
    'Set Geofences',
    'Place Soil Probes',
    'Soil Probe Graphs',
    'Historic Maps',
    'Live Maps',
  ]
  await expect(links(page)).toHaveText([...tools, 'FAQ'])
  await expect(page.getByRole('navigation').getByRole('button')).toHaveText(['Log Out'])
  const addresses = ['/systems', '/geofence', '/probelocation', '/probes', '/maps', '/livemaps']
  for (const [i, tool] of tools.entries()) {
    const link = links(page).filter({ hasText: tool })
    await link.click()
    await expect(page).toHaveURL(new RegExp(`${addresses[i]}$`))
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('navigation').locator('[aria-current]')).toHaveCount(1)
  }
  for (const [address, tool] of [
    ['/soil-zones', 'Set Geofences'],
    ['/season', 'Set Systems'],
  ] as const) {
    await page.goto(address)
    // not the page itself, but its parent
    await expect(links(page).filter({ hasText: tool })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('navigation').locator('[aria-current]')).toHaveCount(1)
  }
})

test('on a small screen the bar is a menu that opens, closes by Esc and by choosing', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(links(page).first()).toBeHidden()
  await menu.click()
  await expect(links(page)).toHaveText(['Log In', 'Sign Up', 'FAQ'])
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await smallTargets(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(links(page).first()).toBeHidden()
  await menu.click()
  await links(page).filter({ hasText: 'FAQ' }).click()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(links(page).first()).toBeHidden()
})

test('an address that does not exist shows Unexpected Application Error! with its status', async ({
  page,
}) => {
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page.getByText('404')).toBeVisible()
  await expectAccessible(page)
})

test('a page that cannot be loaded shows Unexpected Application Error! with the message', async ({
  page,
}) => {
  await page.goto('/')
  await page.route('**/assets/faq-page-*.js', (route) => route.abort())
  await links(page).filter({ hasText: 'FAQ' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByText(/faq-page|import/)).toBeVisible()
})

test('a page whose script cannot be fetched offers to load it again, and has fetched no font before', async ({
  page,
}) => {
  const fonts: string[] = []
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
  const script = '**/assets/index-*.js'
  await page.route(script, (route) => route.abort())
  await page.goto('/faq')
  const late = page.getByRole('heading', { name: 'Still loading…' })
  await expect(late).toBeHidden()
  await expect(late).toBeVisible()
  expect(fonts).toEqual([])
  await page.unroute(script)
  await page.getByRole('link', { name: 'load it again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible()
  await expect(late).toHaveCount(0)
  expect(fonts).not.toEqual([])
})

test('the first Tab skips to the content', async ({ page }) => {
  await page.goto('/faq')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
