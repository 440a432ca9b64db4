/** What the machine applies and what it left dry: the panel's timer against the settings, passes, and finishing a pass. */
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './farm.ts'
import { applyAndSeeApplied, openSystem, fillSettings, historyRows, section } from './systems-page.ts'

test('another timer on the panel is shown on page and row, with the actual depth', async ({ page, farm }) => {
  const { machine } = await openSystem(page, farm, 'Panel Quarter', { timerPct: 70 })
  await fillSettings(page, '0.6', '24', '70')
  await applyAndSeeApplied(page)
  // 0.3004 inches at 100 % (see systems.e2e.ts): 0.6 in needs 50 %, and 70 % applies 0.3004 / 0.7
  const sentence = /Panel is at 70%, so this pass puts on about 0\.43\sin, not 0\.6\./
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
  await page.getByLabel('Select a System').selectOption('')
  const row = page.getByRole('listitem').filter({ hasText: 'Panel Quarter' })
  await expect(row).toContainText(/Running, panel at 70%/)
  await expect(row).toContainText(sentence)
  machine.order({ do: 'timer', pct: 50 })
  await expect(row).not.toContainText(/panel at/i)
  await expect(row).toContainText('Running')
})

test('finishing a pass that stopped short is offered, previewed, started and ended manually', async ({
  page,
  farm,
}) => {
  const { machine } = await openSystem(page, farm, 'Short Quarter', {
    running: false,
    startAngleDeg: 0,
    timerPct: 100,
    speed100MMin: 30,
    warp: 200,
    telemetryEveryMs: { moving: 200, idle: 200 },
    faults: { stopsAtDeg: 192 },
  })
  await fillSettings(page, '0.6', '24', '70')
  await applyAndSeeApplied(page)
  machine.order({ do: 'start' })
  await expect(page.getByText('Stopped at 192°, 168° got none.', { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  const pass = section(page, 'Passes').getByRole('listitem').first()
  await expect(pass).toContainText('Stopped at 192°, 168° got none')
  await expect(pass).toContainText('0° to 192°, forward, 192°')
  await pass.getByText('Proof of water').click()
  await expect(pass).toContainText(
    /Asked for 0\.6\sin, put down 0\.\d+\sin; no probe was read before and after it\./,
  )
  await expect(pass).toContainText('Whole field')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)

  await test.step('catch cans are compared before they count', async () => {
    await section(page, 'Passes').getByRole('button', { name: 'Catch cans' }).click()
    const cans = page.getByRole('dialog', { name: 'Catch cans' })
    await expect(cans.getByRole('button', { name: 'Compare' })).toBeDisabled()
    await cans.getByLabel('Bearing of the line').fill('20')
    await expect(cans.getByLabel('Can 1: distance')).toHaveAccessibleDescription('ft')
    // a tenth of 0.3004 inches, as the machine goes ten times as fast; the cans hold 0.8 of it
    for (const [at, distance] of [260, 490, 720].entries()) {
      await cans.getByLabel(`Can ${at + 1}: distance`).fill(String(distance))
      await cans.getByLabel(`Can ${at + 1}: water`).fill('0.024')
    }
    await cans.getByRole('button', { name: 'Compare' }).click()
    await expect(cans.getByText(/0\.8 of it/)).toBeVisible()
    await expectAccessible(page)
    await cans.getByRole('button', { name: 'Use 0.8 from now on' }).click()
    await expect(cans).toBeHidden()
    await expect(section(page, 'Passes')).toContainText('by your cans; the panel counts 0.03')
    await section(page, 'Passes').getByText('Catch cans: 0.8 of the panel').click()
    await expect(section(page, 'Passes')).toContainText('inches at 260, 490 and 720 ft along 20°.')
  })

  const offer = 'Finish the 168 degrees that got none'
  await page.getByRole('button', { name: offer }).click()
  const dialog = page.getByRole('dialog', { name: offer })
  await expect(dialog.getByText(/Only the dry part is watered/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send to the pivot' }).click()
  await expect(page.getByText(/Finishing 168° from 192° to 0°: 168° still dry/)).toBeVisible()
  // the machine was never started
  await expect(page.getByRole('img', { name: /The arm is at 192 degrees, stopped, dry/ })).toBeVisible()
  await page.getByRole('button', { name: 'End it now' }).click()
  await expect(page.getByRole('button', { name: offer })).toBeVisible()
  await expect(historyRows(page)).toHaveCount(3)
})
