/** From an empty account to a setting that the machine applied, and the same with the machine away. */
import { becomeCustomer, expect, test } from './farm.ts'

test('a new customer sees that nothing is connected yet', async ({ page, farm }) => {
  await becomeCustomer(page, farm)
  await expect(page.getByText('Error: Sorry, we have not set up your Systems yet.')).toBeVisible()
})

test('a setting climbs from Saved to Applied because the machine applied it, then OFF with its rate', async ({
  page,
  farm,
}) => {
  const email = await becomeCustomer(page, farm)
  const system = await farm.connect(email, 'North Quarter')
  const machine = await farm.simulate(system, { apply: { delayMs: 1500, reject: null } })
  await page.reload()

  await page.getByLabel('Select a System').selectOption('North Quarter')
  await page.getByLabel('Application rate').fill('0.8')
  await page.getByLabel('Root depth').fill('24')
  await page.getByLabel('Target moisture').fill('70')
  await page.getByRole('button', { name: 'Apply Settings' }).click()

  const confirmed = page.getByRole('dialog', { name: 'Settings Confirmed!' })
  await expect(confirmed).toBeVisible()
  await expect(confirmed.getByRole('listitem').filter({ hasText: /^Saved/ })).toHaveAttribute(
    'data-reached',
    'true',
  )
  await expect(confirmed.getByRole('listitem').filter({ hasText: /^Sent/ })).toHaveAttribute(
    'data-reached',
    'true',
  )
  await expect(confirmed.getByRole('listitem').filter({ hasText: /^Received/ })).toHaveAttribute(
    'data-reached',
    'true',
  )
  await expect(confirmed.getByRole('listitem').filter({ hasText: /^Applied/ })).toHaveAttribute(
    'data-reached',
    'true',
  )
  expect(machine.events.filter(({ event }) => event === 'applied')).toHaveLength(1)
  await confirmed.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('switch').click()
  await page.getByRole('button', { name: 'Apply Settings' }).click()
  const off = page.getByRole('dialog', { name: 'Turn System OFF - Application Rate Required' })
  await off.getByLabel('Application rate').fill('3')
  await off.getByRole('button', { name: 'Confirm & Apply' }).click()
  await expect(off.getByText('Application rate must be between 0.2 and 2 inches.')).toBeVisible()
  await off.getByLabel('Application rate').fill('0.5')
  await off.getByRole('button', { name: 'Confirm & Apply' }).click()
  await expect(confirmed).toBeVisible()
  await expect(confirmed.getByRole('listitem').filter({ hasText: /^Applied/ })).toHaveAttribute(
    'data-reached',
    'true',
  )
  expect(machine.events.findLast(({ event }) => event === 'applied')).toMatchObject({ mode: 'UNIFORM' })
})

test('while the machine is away nothing is called applied; it applies when it is back', async ({
  page,
  farm,
}) => {
  const email = await becomeCustomer(page, farm)
  const system = await farm.connect(email, 'South Quarter')
  const machine = await farm.simulate(system)
  await page.reload()
  await page.getByLabel('Select a System').selectOption('South Quarter')
  machine.order({ do: 'offline' })
  await expect(page.getByText(/offline/i).first()).toBeVisible()

  await page.getByLabel('Application rate').fill('1')
  await page.getByLabel('Root depth').fill('30')
  await page.getByLabel('Target moisture').fill('60')
  await page.getByRole('button', { name: 'Apply Settings' }).click()
  const confirmed = page.getByRole('dialog', { name: 'Settings Confirmed!' })
  await expect(confirmed.getByText(/It will apply when the controller is back/)).toBeVisible()
  const applied = confirmed.getByRole('listitem').filter({ hasText: /^Applied/ })
  await page.waitForTimeout(2000)
  await expect(applied).toHaveAttribute('data-reached', 'false')
  expect(machine.events.filter(({ event }) => event === 'applied')).toHaveLength(0)

  machine.order({ do: 'online' })
  await expect(applied).toHaveAttribute('data-reached', 'true')
  expect(machine.events.filter(({ event }) => event === 'applied')).toHaveLength(1)
})
