/** Set Systems with the real server and machine: the delivery of a setting, a test pattern, and what log-out clears. */
import { smallTargets } from './accessibility.ts'
import { becomeCustomer, expect, test } from './farm.ts'
import {
  applications,
  apply,
  openSystem,
  confirmedIn,
  expectAccessibleDesk,
  fillSettings,
  power,
  stateOf,
} from './systems-page.ts'

const NO_TOWERS = { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false }

test('a new customer sees that nothing is set up yet, after the loading text', async ({ page, farm }) => {
  await becomeCustomer(page, farm)
  await expect(page.getByText('Error: Sorry, we have not set up your Systems yet.')).toBeVisible()
  await expectAccessibleDesk(page)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/system-group/', async (route) => {
    await answered
    await route.fulfill({ status: 500, json: {} })
  })
  await page.reload()
  await expect(page.getByText('Please wait, we are loading your Systems...')).toBeVisible()
  answer()
  await expect(page.getByText('Error: Sorry, we have not set up your Systems yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('settings are applied, the system is turned OFF, a test pattern runs, and log-out clears what was typed', async ({
  page,
  farm,
}) => {
  const { machine } = await openSystem(page, farm, 'North Quarter', {
    apply: { delayMs: 1500, reject: null },
  })

  await test.step('a setting goes from Saved to Applied when the machine has applied it, then OFF with its rate', async () => {
    await fillSettings(page, '0.8', '24', '70')
    expect(await stateOf(page, 'North Quarter')).toMatchObject({
      isSystemOn: true,
      isTestPatternOn: false,
      isSpeedSwitchOn: false,
      applicationRate: '0.8',
      rootDepth: '24',
      targetMoisture: '70',
      towers: NO_TOWERS,
    })
    expect(await page.evaluate(() => localStorage.getItem('selectedThing'))).toBe('North Quarter')
    // 2 pi 240 m / 3 m/min = 8.378 h a turn at 100 %; 800 gpm x 8.378 h / (452.571 x 49.30 acres) = 0.3004 inches.
    await expect(page.locator('dl').filter({ hasText: 'Timer' })).toHaveText(
      /Timer37\.5%Hours per revolution22\.3/,
    )
    // The panel's own timer of the simulated machine is 50 %: a turn takes 16.8 h.
    await expect(
      page.getByText(/Finishes this circle (today|tomorrow) about \d{1,2}:\d\d\s[ap]\.m\. \(timer 50%\)/),
    ).toBeVisible()
    await apply(page)
    const confirmed = confirmedIn(page)
    for (const word of ['Saved', 'Sent', 'Received', 'Applied'])
      await expect(confirmed.step(word)).toBeVisible()
    expect(applications(machine)).toHaveLength(1)
    await expect(confirmed.dialog.locator('dl > div')).toHaveText([
      'SystemON',
      'Application Rate0.8 inches',
      'Root Depth24 inches',
      'Target Moisture70%',
      'Test PatternOFF',
      'TowersNone',
      'Speed ControlOFF',
    ])
    await expectAccessibleDesk(page)
    await confirmed.close()
    await page.setViewportSize({ width: 375, height: 4000 })
    expect(await smallTargets(page)).toEqual([])

    await page.setViewportSize({ width: 1280, height: 900 })
    await power(page).click()
    expect(await stateOf(page, 'North Quarter')).toMatchObject({
      isSystemOn: false,
      isTestPatternOn: false,
      isSpeedSwitchOn: false,
      applicationRate: '',
      rootDepth: '',
      targetMoisture: '',
      towers: NO_TOWERS,
    })
    await apply(page)
    const off = page.getByRole('dialog', { name: 'Turn System OFF - Application Rate Required' })
    await off.getByRole('spinbutton').fill('0.5')
    await off.getByRole('button', { name: 'Confirm & Apply' }).click()
    await expect(confirmed.step('Applied')).toBeVisible()
    await expect(confirmed.dialog.locator('dl > div')).toHaveText(['SystemOFF', 'Application Rate0.5 inches'])
    expect(applications(machine).at(-1)).toMatchObject({ mode: 'UNIFORM', settingsRev: 2 })
    await confirmed.close()
  })

  await test.step('Test Pattern waters the ring of one tower, and says when it ends', async () => {
    await fillSettings(page, '0.8', '24', '70')
    await page.getByRole('button', { name: 'Test Pattern', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Test Pattern' })
    await dialog.getByRole('button', { name: 'Tower 1' }).click()
    await dialog.getByRole('button', { name: 'Confirm Test Pattern' }).click()
    await page.getByRole('button', { name: 'Speed Control', exact: true }).click()
    await apply(page)
    const confirmed = confirmedIn(page)
    await expect(confirmed.step('Applied')).toBeVisible()
    await expect(confirmed.dialog.locator('dl > div')).toContainText([
      'Test PatternON',
      'Towers1',
      'Speed ControlON',
    ])
    expect(applications(machine).at(-1)).toMatchObject({ mode: 'TEST' })
    await confirmed.close()
    await expect(
      page.getByText(/The test ends at \d\d:\d\d, and the earlier prescription runs again/),
    ).toBeVisible()
  })

  await test.step('log-out clears both entries of the screen', async () => {
    await fillSettings(page, '0.8', '24', '70')
    page.on('dialog', (alert) => void alert.accept())
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    const storedChoices = () =>
      page.evaluate(() => [localStorage.getItem('selectedThing'), localStorage.getItem('systemStates')])
    expect(await storedChoices()).toEqual([null, null])
  })
})
