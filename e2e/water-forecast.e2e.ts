/** The water forecast of a field: nothing without a crop, an answer with its certainty once there is one. */
import { expectAccessible } from './accessibility.ts'
import { expect, newSystem, signInByCall, test } from './farm.ts'

test('a field says when it needs water as soon as its crop is set', async ({ page, farm }) => {
  test.slow()
  const email = await signInByCall(page, farm)
  const name = newSystem('Thirsty corner')
  await farm.connect(email, name)
  await page.goto('/systems')
  await page.getByLabel('Select a System').selectOption(name)
  const forecast = page.getByRole('region', { name: 'Water forecast' })
  await expect(forecast).toContainText('Set the crop to see when this field needs water.')
  await page.getByRole('region', { name: 'Crop' }).getByRole('button', { name: 'Set crop' }).click()
  const dialog = page.getByRole('dialog', { name: `Crop of ${name}` })
  await dialog.getByLabel('Crop', { exact: true }).selectOption('Potatoes')
  const day = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Planted on').fill(day.split('-').toReversed().join('/'))
  await dialog.getByRole('button', { name: 'Save crop' }).click()
  await expect(dialog).toBeHidden()
  // the open page gets a live event
  await expect(forecast).toContainText('Driest tenth of the field', { timeout: 60_000 })
  // there is no weather service, and no rain was entered
  await expect(forecast).toContainText('Guessed: not all of the weather is known.')
  await expect(forecast).toContainText('Apply settings to see what a pass does.')
  await expect(forecast.getByRole('img', { name: /Available water of the driest tenth/ })).toBeVisible()
  await expectAccessible(page)
})
