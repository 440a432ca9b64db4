/** The provider's desk with the real server: for that role only; what needs attention, all systems, and one. */
import { expectAccessible } from './accessibility.ts'
import type { Locator } from '@playwright/test'
import {
  becomeCustomer,
  expect,
  type Farm,
  FIELD,
  holdBack,
  logIn,
  newAddress,
  newSystem,
  type Page,
  signInByCall,
  test,
} from './farm.ts'
import { apply, applyAndSeeApplied, choose, fillSettings } from './systems-page.ts'

/** Signs in with the provider role. */
async function becomeProvider(page: Page, farm: Farm): Promise<void> {
  const email = await signInByCall(page, farm, 'Prairie Support')
  await farm.makeProvider(email)
  await page.goto('/provider')
  await expect(page.getByRole('heading', { name: 'What needs attention' })).toBeVisible()
}

test('customers never see the desk', async ({ page, farm }) => {
  await becomeCustomer(page, farm)
  await expect(page.getByText('Sorry, we have not set up your Systems yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Desk' })).toHaveCount(0)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/provider')
  await expect(page.getByText('404 Not Found')).toBeVisible()
  expect(requests.filter((path) => /desk|api\/provider/.test(path))).toEqual([])
})

test('a provider is at the desk after signing in, and has no customer pages', async ({ page, farm }) => {
  await becomeProvider(page, farm)
  await page.goto('/systems')
  await expect(page).toHaveURL(/\/provider$/)
  await expect(page.getByRole('link', { name: 'Set Systems' })).toHaveCount(0)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Sign Up' })).toBeVisible()
})

test("a system is found by its owner and shows its machine's state", async ({ page, farm }) => {
  const name = newSystem('Seen')
  const email = await signInByCall(page, farm, 'Olga Owner')
  const system = await farm.connect(email, name)
  await farm.simulate(system)
  await page.goto('/systems')
  await choose(page, name)
  await fillSettings(page, '0.8', '24', '70')
  await applyAndSeeApplied(page)
  await farm.connect(email, newSystem('Unheard'))

  await becomeProvider(page, farm)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Systems', exact: true }).click()
  await page.getByLabel('Search by system, owner or email').fill(email.toUpperCase())
  const rows = page.getByRole('table', { name: 'Systems found' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: name })).toContainText('Applied')
  await page.getByLabel('Show').selectOption('Never connected')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Unheard')
  await expect(page).toHaveURL(/need=waiting/)
  await page.getByLabel('Show').selectOption('All systems')
  await expectAccessible(page)
  await rows.filter({ hasText: name }).getByRole('link').click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const newest = page.getByRole('region', { name: 'Newest setting' })
  await expect(newest).toContainText('0.8 in, 24 in deep to 70%')
  await expect(newest).toContainText('Olga Owner')
  await expect(newest.getByRole('listitem').filter({ hasText: /Applied\s*done/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Machine' })).toContainText('51.06210, -114.15020')
  await expect(page.getByRole('region', { name: 'People' })).toContainText(`${email}owner`)
  await expect(page.getByRole('region', { name: 'Connection log' })).toContainText('Connected')
  await expect(page.getByRole('region', { name: 'Credentials' })).toContainText(system.controller.id)
  await expectAccessible(page)
})

test('all systems are on a map', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  await farm.connect(email, newSystem('On the map'))
  await becomeProvider(page, farm)
  await page.goto('/provider/systems')
  await page.getByRole('button', { name: 'Show them on a map' }).click()
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.getByText('Loading map...')).toBeHidden()
  await expect(page.getByText(/Red: offline or never connected/)).toBeVisible()
  await expectAccessible(page)
})

/** A secret in the dialog, which is shown only once. */
async function secretsIn(
  page: Page,
): Promise<Record<'controller' | 'gateway', { id: string; secret: string }>> {
  const dialog = page.getByRole('dialog', { name: 'Secrets, shown only once' })
  await expect(dialog).toBeVisible()
  const values = await dialog.locator('dd').allTextContents()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  const [id = '', secret = '', otherId = '', otherSecret = ''] = values
  return { controller: { id, secret }, gateway: { id: otherId, secret: otherSecret } }
}

async function leave(page: Page): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

test('a customer is found, connected from the desk alone, and applies a setting; keys are rotated; the field changes hands', async ({
  page,
  farm,
}) => {
  const [owner, buyer, name] = [newAddress(), newAddress(), newSystem('From the desk')]
  await farm.openAccount({ name: 'Olga Waits', email: owner })
  await farm.openAccount({ name: 'Bruno Buys', email: buyer })
  await becomeProvider(page, farm)
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Search by name or email').fill(owner)
  await page.getByRole('link', { name: `Connect a system for ${owner}` }).click()
  await expect(page.getByLabel('Email of the owner')).toHaveValue(owner)
  const form = page.getByRole('form', { name: 'Connect a system' })
  await form.getByLabel('Name of the system').fill(name)
  await form.getByLabel('Latitude').fill(String(FIELD.lat))
  await form.getByLabel('Longitude').fill(String(FIELD.lng))
  await form.getByLabel('Tower radii, m').fill('60 50')
  await form.getByLabel('Overhang, m').fill(String(FIELD.overhang))
  await form.getByLabel('Time zone').fill('America/Edmonton')
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(form.getByText(/^Towers are 1 to 9 cumulative radii/).first()).toBeVisible()
  await expect(form.getByLabel('Name of the system')).toHaveValue(name)
  await expectAccessible(page)
  await form.getByLabel('Tower radii, m').fill(FIELD.towers.join(', '))
  await form.getByRole('button', { name: 'Connect' }).click()
  const issued = await secretsIn(page)
  const machine = await farm.simulate({ system: name, ...issued })

  await leave(page)
  await logIn(page, owner)
  await choose(page, name)
  await fillSettings(page, '0.8', '24', '70')
  await applyAndSeeApplied(page)
  await leave(page)

  await becomeProvider(page, farm)
  await page.goto(`/provider/systems/${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'New controller credential' }).click()
  const rotate = page.getByRole('dialog', { name: 'New controller credential' })
  await rotate.getByRole('button', { name: 'New controller credential' }).click()
  await expect(rotate).toContainText('Say why')
  await rotate.getByLabel('Why').fill('The box was stolen')
  await expectAccessible(page)
  // the secret is shown only once, also when the dialog is closed before the answer
  const answer = await holdBack(page, '**/credentials/')
  await rotate.getByRole('button', { name: 'New controller credential' }).click()
  await rotate.getByRole('button', { name: 'Cancel' }).click()
  await expect(rotate).toBeHidden()
  answer()
  const renewed = (await secretsIn(page)).controller
  const credentials = page.getByRole('region', { name: 'Credentials' })
  await expect(
    credentials.getByRole('listitem').filter({ has: page.getByText(issued.controller.id, { exact: true }) }),
  ).toContainText('Revoked')
  await expect(page.getByText('Offline').first()).toBeVisible()
  await machine.stop()
  const [systemId = ''] = renewed.id.split('-')
  await farm.simulate({ system: name, controller: renewed, gateway: issued.gateway }, { systemId })
  await expect(page.getByText('Online').first()).toBeVisible()

  await page.getByRole('button', { name: 'Transfer to another owner' }).click()
  const transfer = page.getByRole('dialog', { name: 'Transfer to another owner' })
  await transfer.getByLabel('Email of the new owner').fill(buyer)
  await transfer.getByLabel('Why').fill('The land was sold')
  await transfer.getByRole('button', { name: 'Transfer to another owner' }).click()
  await expect(page.getByText(`Offered to Bruno Buys, ${buyer}`)).toBeVisible()
  await leave(page)
  await logIn(page, buyer)
  await page.goto('/transfers')
  await expectAccessible(page)
  await page.getByRole('article', { name }).getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('You have no offers right now.')).toBeVisible()
  await page.getByRole('link', { name: 'To your systems' }).click()
  await choose(page, name)
})

test('many systems are connected from a file once all lines are valid', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  const [first, second] = [newSystem('File'), newSystem('File')]
  await becomeProvider(page, farm)
  await page.goto('/provider/connect')
  const head = 'owner,name,latitude,longitude,tower_radii_m,overhang_m,time_zone'
  const line = (name: string, towers: string) => `${email},${name},51,-114,${towers},10,America/Edmonton`
  const choose = (lines: string[]) =>
    page.getByLabel(/Choose a(nother)? file/).setInputFiles({
      name: 'systems.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([head, ...lines].join('\n')),
    })
  await choose([line(first, '60 120'), line(second, '60 50')])
  await expect(
    page.getByText('Lines with mistakes: 1. Nothing is connected until all of them are right.'),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(second) })).toContainText('Towers are 1 to 9')
  await choose([line(first, '60 120'), line(second, '60 150')])
  await page.getByRole('button', { name: 'Connect systems: 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Secrets, shown only once' })
  await expect(dialog.locator('dd')).toHaveCount(8)
})

/** Support access: requested by the provider, granted by the customer in another browser, used, and ended by the customer. */
async function seeAsCustomer(
  page: Page,
  farm: Farm,
  { person, email, name }: { person: Locator; email: string; name: string },
): Promise<void> {
  await person.getByRole('button', { name: 'Ask to see screens' }).click()
  const ask = page.getByRole('dialog', { name: 'Ask to see screens' })
  await ask.getByLabel('Why').fill('The map looks wrong to you')
  await ask.getByRole('button', { name: 'Ask to see screens' }).click()
  await expect(person).toContainText('not answered yet')

  const context = await page.context().browser()?.newContext({ baseURL: farm.url })
  const customerPage = await context?.newPage()
  if (!context || !customerPage) throw new Error('no second browser')
  await logIn(customerPage, email)
  await customerPage.getByRole('link', { name: 'Answer' }).click()
  await expect(customerPage.getByText('The map looks wrong to you')).toBeVisible()
  await expectAccessible(customerPage)
  await customerPage.getByText('1 hour').click()
  await customerPage.getByRole('button', { name: 'Allow' }).click()
  await expect(customerPage.getByText(/^Support may look until/)).toBeVisible()

  await page.reload()
  await person.getByRole('button', { name: 'See screens' }).click()
  const viewDialog = page.getByRole('dialog', { name: 'See screens' })
  await viewDialog.getByLabel('Why').fill('As agreed by telephone')
  await viewDialog.getByRole('button', { name: 'See screens' }).click()
  const strip = page.getByRole('region', { name: 'The screens of Nora Locked.' })
  await expect(strip).toContainText('Nothing can be changed from here.')
  await choose(page, name)
  await expectAccessible(page)
  await fillSettings(page, '0.8', '24', '70')
  await apply(page)
  await expect(
    page.getByText("You see a customer's screens: nothing can be changed from here."),
  ).toBeVisible()
  // the desk is not available from here, and a reload shows the same screens
  await page.goto('/provider')
  await expect(page.getByText('404 Not Found')).toBeVisible()
  await strip.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible()
  await expect(strip).toHaveCount(0)

  await page.getByLabel('Search by name or email').fill(email)
  await person.getByRole('button', { name: 'See screens' }).click()
  await viewDialog.getByLabel('Why').fill('Once more')
  await viewDialog.getByRole('button', { name: 'See screens' }).click()
  await expect(strip).toBeVisible()
  await customerPage.reload()
  await expect(customerPage.getByText('looking now')).toBeVisible()
  await customerPage.getByRole('button', { name: 'End it now' }).click()
  await expect(page.getByText('Your time is up, or the viewing was ended.')).toBeVisible()
  await expect(customerPage.getByText('looking now')).toHaveCount(0)
  await expect(customerPage.getByText('Nobody else can see your screens.')).toBeVisible()
  await context.close()
}

test('people are found and helped, which is in the record', async ({ page, farm }) => {
  const [email, name] = [newAddress(), newSystem('Imported')]
  await farm.openAccount({ name: 'Nora Locked', email })
  await farm.connect(email, name)
  await becomeProvider(page, farm)
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Search by name or email').fill(email)
  const person = page.getByRole('article', { name: 'Nora Locked' })
  await expect(person).toContainText(`Owner of ${name}`)
  await expectAccessible(page)
  await seeAsCustomer(page, farm, { person, email, name })
  await page.goto('/provider/people')
  await page.getByLabel('Search by name or email').fill(email)
  await person.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable' })
  await dialog.getByLabel('Why').fill('Left the farm')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(person).toContainText('Disabled')
  await person.getByRole('button', { name: 'Enable' }).click()
  const enable = page.getByRole('dialog', { name: 'Enable' })
  await enable.getByLabel('Why').fill('Is back')
  await enable.getByRole('button', { name: 'Enable' }).click()
  await expect(person).toContainText('Active')

  await page.getByRole('link', { name: 'Record' }).click()
  await page.getByLabel('Search by system, action or person').fill('person act')
  const rows = page.getByRole('table', { name: 'Record' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Left the farm' })).toBeVisible()
  await expectAccessible(page)
  const downloadEvent = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await downloadEvent).suggestedFilename()).toBe('audit.csv')
})
