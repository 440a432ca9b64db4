/** From an empty account to a setting that the machine applied, and the same with the machine away. */
import { becomeCustomer, expect, type Machine, type Page, test } from './farm.ts'

/** Fills the form of a system that is on. */
async function fillSettings(page: Page, rate: string, root: string, target: string): Promise<void> {
  const power = page.getByRole('switch', { name: 'System' })
  if (!(await power.isChecked())) await power.click()
  await page.getByRole('spinbutton', { name: 'Application Rate' }).fill(rate)
  await page.getByRole('spinbutton', { name: 'Root Depth' }).fill(root)
  await page.getByRole('spinbutton', { name: 'Target Moisture' }).fill(target)
}

function confirmedIn(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Settings Confirmed!' })
  const rung = (word: string) =>
    dialog.getByRole('listitem').filter({ hasText: new RegExp(`${word}\\s*done`) })
  return { dialog, rung }
}

function applications(machine: Machine) {
  return machine.events.filter(({ event }) => event === 'applied')
}

test('a new customer sees that nothing is connected yet', async ({ page, farm }) => {
  await becomeCustomer(page, farm)
  await expect(page.getByText('Error: Sorry, we have not set up your Systems yet.')).toBeVisible()
})

test('nothing is sent before a system is chosen, and each limit has its sentence', async ({ page, farm }) => {
  const email = await becomeCustomer(page, farm)
  await farm.connect(email, 'East Quarter')
  await page.reload()
  await page.getByRole('button', { name: 'Apply Settings' }).click()
  await expect(page.getByText('Please select a system.')).toBeVisible()
  await page.getByLabel('Select a System').selectOption('East Quarter')
  await fillSettings(page, '2.1', '0', '19')
  await page.getByRole('button', { name: 'Apply Settings' }).click()
  await expect(page.getByText('Application rate must be between 0.2 and 2 inches.')).toBeVisible()
  await expect(page.getByText('Root Depth must be between 0 and 80 inches.')).toBeVisible()
  await expect(page.getByText('Target Moisture must be between 20 and 100 %.')).toBeVisible()
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
  await fillSettings(page, '0.8', '24', '70')
  await page.getByRole('button', { name: 'Apply Settings' }).click()

  const confirmed = confirmedIn(page)
  await expect(confirmed.rung('Saved')).toBeVisible()
  await expect(confirmed.rung('Sent')).toBeVisible()
  await expect(confirmed.rung('Received')).toBeVisible()
  await expect(confirmed.rung('Applied')).toBeVisible()
  expect(applications(machine)).toHaveLength(1)
  await confirmed.dialog.getByRole('button', { name: 'Close', exact: true }).click()

  await page.getByRole('switch', { name: 'System' }).click()
  await page.getByRole('button', { name: 'Apply Settings' }).click()
  const off = page.getByRole('dialog', { name: 'Turn System OFF - Application Rate Required' })
  await off.getByRole('spinbutton').fill('3')
  await off.getByRole('button', { name: 'Confirm & Apply' }).click()
  await expect(off.getByText('Application rate must be between 0.2 and 2 inches.')).toBeVisible()
  await off.getByRole('spinbutton').fill('0.5')
  await off.getByRole('button', { name: 'Confirm & Apply' }).click()
  await expect(confirmed.rung('Applied')).toBeVisible()
  expect(applications(machine).at(-1)).toMatchObject({ mode: 'UNIFORM', settingsRev: 2 })
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

  await fillSettings(page, '1', '30', '60')
  await page.getByRole('button', { name: 'Apply Settings' }).click()
  const confirmed = confirmedIn(page)
  await expect(confirmed.dialog.getByText(/It will apply when the controller is back/)).toBeVisible()
  await expect(confirmed.rung('Sent')).toBeVisible()
  // long enough for a wrong "Applied" to show itself
  await page.waitForTimeout(2000)
  await expect(confirmed.rung('Applied')).toBeHidden()
  expect(applications(machine)).toHaveLength(0)

  machine.order({ do: 'online' })
  await expect(confirmed.rung('Applied')).toBeVisible()
  expect(applications(machine)).toHaveLength(1)
})
