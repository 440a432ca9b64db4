/** Set Systems, sentence by sentence: what it asks, refuses, sends, keeps and clears. */
import { smallTargets } from './accessible.ts'
import { becomeCustomer, expect, signInByCall, test } from './farm.ts'
import {
  applications,
  apply,
  applyAndSeeApplied,
  atTheDesk,
  choose,
  confirmedIn,
  expectAccessibleDesk,
  field,
  fillSettings,
  power,
  stateOf,
  submissionError,
} from './systems-desk.ts'

// Two widths in three themes are looked at in most of these.
test.describe.configure({ timeout: 180_000 })

const NO_TOWERS = { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false }

test('a new customer reads that nothing is set up yet, after the loading text', async ({ page, farm }) => {
  await becomeCustomer(page, farm)
  await expect(page.getByText('Error: Sorry, we have not set up your Systems yet.')).toBeVisible()
  await expectAccessibleDesk(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/system-group/', async (route) => {
    await held
    await route.fulfill({ status: 500, json: {} })
  })
  await page.reload()
  await expect(page.getByText('Please wait, we are loading your Systems...')).toBeVisible()
  answer()
  await expect(page.getByText('Error: Sorry, we have not set up your Systems yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('nothing is sent before a system is chosen, and each limit has its sentence', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  // of two none is chosen by itself
  await farm.connect(email, 'East Quarter')
  await farm.connect(email, 'West Quarter')
  await page.goto('/systems')
  await expect(page.getByRole('listitem').filter({ hasText: 'East Quarter' })).toBeVisible()
  await expect(page.getByRole('main').getByText('OFF')).toHaveCount(0)
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/api/system-input') && sent.push(request.url()))
  await apply(page)
  await expect(page.getByText('Please select a system.')).toBeVisible()
  await expect(page.getByLabel('Select a System')).toBeFocused()
  await choose(page, 'East Quarter')
  await fillSettings(page, '2.1', '0', '19')
  await apply(page)
  await expect(field(page, 'Application Rate')).toHaveAccessibleDescription(
    /Application rate must be between 0\.2 and 2 inches\./,
  )
  await expect(field(page, 'Root Depth')).toHaveAccessibleDescription(
    /Root Depth must be between 0 and 80 inches\./,
  )
  await expect(field(page, 'Target Moisture')).toHaveAccessibleDescription(
    /Target Moisture must be between 20 and 100 %\./,
  )
  await expectAccessibleDesk(page)
  for (const wrong of ['', '0']) {
    await fillSettings(page, wrong, wrong, wrong)
    await apply(page)
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(3)
  }
  expect(sent).toEqual([])
})

test('the dropdown and the fields below it share their edges', async ({ page, farm }) => {
  await atTheDesk(page, farm, 'Edge Quarter')
  for (const width of [1280, 1000, 375]) {
    await page.setViewportSize({ width, height: 900 })
    const edges = (selector: string) =>
      page.locator(selector).evaluate((control) => {
        const { left, right } = (control.parentElement ?? control).getBoundingClientRect()
        return [Math.round(left), Math.round(right)]
      })
    expect(await edges('main select[class*=select] >> nth=0'), `${width} px`).toEqual(
      await edges('input[name=applicationRate]'),
    )
  }
})

test('the tooltip of the switch says what OFF does', async ({ page, farm }) => {
  await atTheDesk(page, farm, 'Tip Quarter')
  const tip = page.getByRole('button', { name: 'About ON and OFF' })
  const words = page.getByText(/When OFF, prescriptions are set to 100%/)
  await tip.hover()
  await expect(words).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(words).toBeHidden()
  await tip.press('Enter')
  await expect(words).toBeVisible()
})

test('a setting climbs from Saved to Applied because the machine applied it, then OFF with its rate', async ({
  page,
  farm,
}) => {
  const { machine } = await atTheDesk(page, farm, 'North Quarter', { apply: { delayMs: 1500, reject: null } })
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
  await apply(page)
  const confirmed = confirmedIn(page)
  for (const word of ['Saved', 'Sent', 'Received', 'Applied'])
    await expect(confirmed.step(word)).toBeVisible()
  expect(applications(machine)).toHaveLength(1)
  await expect(confirmed.dialog.locator('dl > div')).toHaveText([
    'SystemON',
    'Application Rate0.8 inches',
    'Root Depth24 inches',
    'Target Moisture70 %',
    'Test PatternOFF',
    'TowersNone',
    'Speed ControlOFF',
  ])
  await expectAccessibleDesk(page)
  await confirmed.close()

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
  await expectAccessibleDesk(page)
  await off.getByRole('button', { name: 'Confirm & Apply' }).click()
  await expect(off.getByText('Application rate must be between 0.2 and 2 inches.')).toBeVisible()
  await off.getByRole('spinbutton').fill('3')
  await expect(off.getByText('Application rate must be between 0.2 and 2 inches.')).toBeVisible()
  await off.getByRole('button', { name: 'Cancel' }).click()
  await expect(off).toBeHidden()
  expect(applications(machine)).toHaveLength(1)
  await apply(page)
  await expect(off.getByRole('spinbutton')).toHaveValue('3')
  await off.getByRole('spinbutton').fill('0.5')
  await off.getByRole('button', { name: 'Confirm & Apply' }).click()
  await expect(confirmed.step('Applied')).toBeVisible()
  await expect(confirmed.dialog.locator('dl > div')).toHaveText(['SystemOFF', 'Application Rate0.5 inches'])
  expect(applications(machine).at(-1)).toMatchObject({ mode: 'UNIFORM', settingsRev: 2 })
})

test('Test Pattern turns on one tower at a time; Confirm and Cancel do what they say', async ({
  page,
  farm,
}) => {
  const { machine } = await atTheDesk(page, farm, 'Tower Quarter')
  await fillSettings(page, '0.8', '24', '70')
  await page.setViewportSize({ width: 375, height: 812 })
  const button = page.getByRole('button', { name: 'Test Pattern', exact: true })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Test Pattern' })
  const tower = (number: number) => dialog.getByRole('button', { name: `Tower ${number}` })
  await expect(dialog.getByRole('button', { name: /^Tower \d/ })).toHaveCount(9)
  for (const absent of [5, 6, 7, 8, 9]) {
    await expect(tower(absent)).toBeDisabled()
    await expect(tower(absent)).toContainText('not on this machine')
  }
  await expect(dialog).toContainText('after 15 minutes, and the former prescription runs again')
  await tower(2).click()
  await tower(4).click()
  await expect(tower(2)).toHaveAttribute('aria-pressed', 'false')
  await expect(tower(4)).toHaveAttribute('aria-pressed', 'true')
  await expectAccessibleDesk(page)
  await tower(4).click()
  await dialog.getByRole('button', { name: 'Confirm Test Pattern' }).click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')

  await button.click()
  await tower(3).click()
  await dialog.getByRole('button', { name: 'Confirm Test Pattern' }).click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(await stateOf(page, 'Tower Quarter')).toMatchObject({
    isTestPatternOn: true,
    towers: { ...NO_TOWERS, 3: true },
  })
  await button.click()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  expect(await stateOf(page, 'Tower Quarter')).toMatchObject({ isTestPatternOn: false, towers: NO_TOWERS })

  await button.click()
  await tower(1).click()
  await dialog.getByRole('button', { name: 'Confirm Test Pattern' }).click()
  await apply(page)
  const confirmed = confirmedIn(page)
  await expect(confirmed.step('Applied')).toBeVisible()
  await expect(confirmed.dialog.locator('dl > div')).toContainText(['Test PatternON', 'Towers1'])
  expect(applications(machine).at(-1)).toMatchObject({ mode: 'TEST' })
  await expect(
    page.getByText(/The test ends at \d\d:\d\d, and the former prescription runs again/),
  ).toBeVisible()
})

test('Speed Control is a toggle with its tooltip, and is sent', async ({ page, farm }) => {
  await atTheDesk(page, farm, 'Speed Quarter')
  await fillSettings(page, '0.8', '24', '70')
  const button = page.getByRole('button', { name: 'Speed Control', exact: true })
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'About Speed Control' }).press('Enter')
  await expect(page.getByText(/the controller sets the timer of the panel/)).toBeVisible()
  await page.keyboard.press('Escape')
  await button.press('Space')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(await stateOf(page, 'Speed Quarter')).toMatchObject({ isSpeedSwitchOn: true })
  await expect(page.getByText('Speed Control sets this timer.')).toBeVisible()
  await apply(page)
  const confirmed = confirmedIn(page)
  await expect(confirmed.step('Applied')).toBeVisible()
  await expect(confirmed.dialog.locator('dl > div').last()).toHaveText('Speed ControlON')
})

test('beside the rate stand timer and hours; below the picture, when the pass ends', async ({
  page,
  farm,
}) => {
  await atTheDesk(page, farm, 'Pace Quarter')
  await fillSettings(page, '0.8', '24', '70')
  // 2 pi 240 m / 3 m/min = 8.378 h a turn at 100 %; 800 gpm x 8.378 h / (452.571 x 49.30 acres) = 0.3004 inches.
  await expect(page.locator('dl').filter({ hasText: 'Timer' })).toHaveText(
    /Timer37\.5\s%Hours per revolution22\.3/,
  )
  // The panel's own timer of the simulated machine is 50 %: a turn takes 16.8 h.
  await expect(
    page.getByText(/Finishes this circle (today|tomorrow) about \d\d:\d\d, in 16 h \(timer 50\s%\)/),
  ).toBeVisible()
})

test('the server says no: its sentence, else the specified one; what was typed stays', async ({
  page,
  farm,
}) => {
  await atTheDesk(page, farm, 'Refused Quarter')
  await fillSettings(page, '0.8', '24', '70')
  const answers = [
    { body: { message: 'The pump house is locked.', code: 'x' }, shown: 'The pump house is locked.' },
    { body: {}, shown: 'An error occurred during submission. Please try again.' },
  ]
  for (const { body, shown } of answers) {
    await page.route('**/api/system-input/', (route) => route.fulfill({ status: 400, json: body }), {
      times: 1,
    })
    await apply(page)
    await expect(submissionError(page).getByText(shown, { exact: true })).toBeVisible()
    await submissionError(page).getByRole('button', { name: 'Close', exact: true }).click()
    await expect(field(page, 'Application Rate')).toHaveValue('0.8')
    await expect(page.getByText('Not sent', { exact: true })).toBeVisible()
  }
  // a failure that was answered has the specified sentence first, then what is known
  await page.route('**/api/system-input/', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }), {
    times: 1,
  })
  await apply(page)
  await expect(submissionError(page).getByRole('paragraph').first()).toHaveText(
    'An error occurred during submission. Please try again.',
  )
  await expect(submissionError(page).getByText('Not known whether it was stored')).toBeVisible()
  await expect(submissionError(page).getByText('did not answer')).toHaveCount(0)
  await submissionError(page).getByRole('button', { name: 'Close', exact: true }).click()
  await page.reload()
  await expect(field(page, 'Application Rate')).toHaveValue('0.8')
})

test('log-out clears both entries of the screen', async ({ page, farm }) => {
  await atTheDesk(page, farm, 'Leaving Quarter')
  await fillSettings(page, '0.8', '24', '70')
  page.on('dialog', (alert) => void alert.accept())
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  const kept = () =>
    page.evaluate(() => [localStorage.getItem('selectedThing'), localStorage.getItem('systemStates')])
  expect(await kept()).toEqual([null, null])
})

test('everything that is pressed is large enough for a finger', async ({ page, farm }) => {
  await atTheDesk(page, farm, 'Finger Quarter')
  await fillSettings(page, '0.8', '24', '70')
  await applyAndSeeApplied(page)
  await page.setViewportSize({ width: 375, height: 4000 })
  expect(await smallTargets(page)).toEqual([])
})
