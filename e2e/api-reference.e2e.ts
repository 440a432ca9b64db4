/** The API reference works under its content policy, which allows no inline style but one. */
import { expect, test } from './farm.ts'

test('opens, and shows a call, without anything that its policy refuses', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  page.on('pageerror', (error) => refused.push(String(error)))
  await page.goto('/api/docs')
  const call = page.locator('.opblock').first()
  await call.locator('.opblock-summary-control').click()
  await expect(call.getByText('Responses', { exact: true })).toBeVisible()
  await call.getByRole('button', { name: 'Try it out' }).click()
  await expect(call.getByRole('button', { name: 'Execute' })).toBeVisible()
  expect(refused).toEqual([])
})
