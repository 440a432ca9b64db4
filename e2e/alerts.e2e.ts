/** Alerts on their page: what is open, acknowledged for everybody; and choices that stay. */
import { expectAccessible } from './accessible.ts'
import { becomeCustomer, expect, newSystem, signInByCall, test } from './farm.ts'

test('an alert is counted, said in words, and acknowledged', async ({ page, farm }) => {
  const email = await becomeCustomer(page, farm)
  await farm.connect(email, newSystem('Calm'))
  await page.goto('/alerts')
  await expect(page.getByText('Nothing needs you now.')).toBeVisible()
  const system = await farm.connect(email, newSystem('Faulty'))
  const machine = await farm.simulate(system)
  machine.order({ do: 'fault', code: 'LOW_PRESSURE' })
  const cause = page.getByRole('article', { name: /^Low water pressure, Faulty/ })
  await expect(cause).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('link', { name: /Alerts.*1 not acknowledged/ })).toBeVisible()
  await expectAccessible(page)
  await cause.getByRole('button', { name: /^Acknowledge/ }).click()
  await expect(cause.getByText(/is on it, just now/)).toBeVisible()
  await expect(page.getByRole('link', { name: /not acknowledged/ })).toHaveCount(0)
})

test('what somebody is called for stays as it was chosen', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  await farm.connect(email, newSystem('Chosen'))
  await page.goto('/alerts')
  const mail = page.getByRole('checkbox', { name: 'Email: Offline' })
  await mail.uncheck()
  await page.getByLabel('When it has lasted: Offline').selectOption({ label: '1 h' })
  await page.getByRole('switch', { name: 'No calls at night' }).click()
  await page.getByRole('button', { name: 'Save quiet hours' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(mail).not.toBeChecked()
  await expect(page.getByLabel('When it has lasted: Offline')).toHaveValue('60')
  await expect(page.getByLabel('From')).toHaveValue('22:00')
  await expectAccessible(page)
})
