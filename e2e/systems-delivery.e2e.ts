/** The delivery of settings: offline, stale, refused, replaced, expired, lost on the way, or in conflict with somebody else's. */
import { connectAsync } from 'mqtt'
import { controllerTopic, type UpwardTopic } from '../src/contract/controller.ts'
import { geofencesPath } from '../src/contract/geofences.ts'
import {
  type ConnectedSystem,
  expect,
  type Farm,
  FIELD,
  logIn,
  type Page,
  signInByCall,
  test,
} from './farm.ts'
import {
  applications,
  apply,
  applyAndSeeApplied,
  openSystem,
  choose,
  confirmedIn,
  expectAccessibleDesk,
  field,
  fillSettings,
  historyRows,
  power,
  section,
  submissionError,
} from './systems-page.ts'

/** Validity of settings. */
const VALID_MS = 72 * 3_600_000

/** Half the water on a square next to the pivot, so that the prescription is not uniform. */
async function forceHalf(page: Page, system: string): Promise<void> {
  const access = await page.evaluate(() => localStorage.getItem('access'))
  const at = (north: number, east: number) => [FIELD.lat + north, FIELD.lng + east]
  const answer = await page.request.post(geofencesPath(system), {
    headers: { authorization: `JWT ${access}` },
    data: {
      name: 'Half',
      prescription: 50,
      polygon: [at(0, 0), at(0.001, 0), at(0.001, 0.001), at(0, 0.001)],
    },
  })
  expect(answer.status()).toBe(201)
}

/** Publishes invalid messages as the system's controller. */
async function sendInvalidMessages(
  farm: Farm,
  { controller }: ConnectedSystem,
  topics: UpwardTopic[],
): Promise<void> {
  const { id, secret } = controller
  const client = await connectAsync(farm.mqttUrl, { clientId: id, username: id, password: secret })
  const systemId = id.replace(/-controller$/, '')
  for (const topic of topics) await client.publishAsync(controllerTopic(systemId, topic), '{}', { qos: 1 })
  await client.endAsync()
}

test('while the machine is offline nothing shows as applied; it applies on reconnecting', async ({
  page,
  farm,
}) => {
  const { machine } = await openSystem(page, farm, 'South Quarter')
  machine.order({ do: 'offline' })
  await expect(page.getByText('Offline', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /The arm was at \d+ degrees, seen/ })).toBeVisible()
  await fillSettings(page, '1', '30', '60')
  await apply(page)
  const confirmed = confirmedIn(page)
  await expect(
    confirmed.dialog.getByText(/It will apply when the controller is back \(last seen .*\d\d:\d\d\)/),
  ).toBeVisible()
  await expect(confirmed.step('Sent')).toBeVisible()
  // long enough for a wrong "Applied" to appear
  await page.waitForTimeout(2000)
  await expect(confirmed.step('Applied')).toBeHidden()
  expect(applications(machine)).toHaveLength(0)
  await confirmed.close()
  await expectAccessibleDesk(page)

  machine.order({ do: 'online' })
  await expect(section(page, 'What the machine is running')).toContainText(
    'Running your settings: ON, 1 inches',
  )
  expect(applications(machine)).toHaveLength(1)
})

test('a refusal shows the reason, the running settings and what to do; the newer setting replaces it in the history', async ({
  page,
  farm,
}) => {
  const { machine } = await openSystem(page, farm, 'Refusing Quarter')
  await fillSettings(page, '0.8', '24', '70')
  await applyAndSeeApplied(page)
  machine.order({ do: 'reject', code: 'TIMER_UNSUPPORTED' })
  await page.getByRole('button', { name: 'Speed Control', exact: true }).click()
  await apply(page)
  const confirmed = confirmedIn(page)
  await expect(confirmed.step('Rejected')).toBeVisible()
  await expect(confirmed.dialog).toContainText(
    'The pivot refused it: this pivot has no speed control. It keeps running what it ran before. Turn Speed Control off and Apply Settings.',
  )
  await confirmed.close()
  const runs = section(page, 'What the machine is running')
  await expect(runs).toContainText('Not your latest settings: ON, 0.8 inches')
  await expect(runs.getByRole('row', { name: 'Speed Control OFF ON' })).toBeVisible()
  await expectAccessibleDesk(page)

  machine.order({ do: 'reject', code: null })
  await page.setViewportSize({ width: 1280, height: 900 })
  await field(page, 'Target Moisture').fill('55')
  await applyAndSeeApplied(page)
  await expect(historyRows(page)).toHaveCount(3)
  await expect(historyRows(page).nth(1)).toContainText(
    /Speed Control OFF → ON.*Rejected \d\d:\d\d · Superseded/,
  )
})

test('the history shows who changed what and its delivery, and restores it in two taps', async ({
  page,
  farm,
}) => {
  const { machine } = await openSystem(page, farm, 'Former Quarter')
  await expect(section(page, 'History')).toContainText('Nothing has been changed on this system yet.')
  await fillSettings(page, '0.8', '24', '70')
  await applyAndSeeApplied(page)
  await field(page, 'Application Rate').fill('1.2')
  await applyAndSeeApplied(page)
  const rows = historyRows(page)
  await expect(rows.first()).toContainText(
    /Pat Grower.*Applied.*Application Rate 0\.8\sinches → 1\.2\sinches/,
  )
  await expect(rows.first()).toContainText(
    /Saved \d\d:\d\d · Sent \d\d:\d\d · Received \d\d:\d\d · Applied \d\d:\d\d/,
  )
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await rows.last().getByRole('button', { name: 'Put this back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Put these settings back?' })
  await expect(dialog.getByRole('row', { name: 'Application Rate 1.2 inches 0.8 inches' })).toBeVisible()
  await expectAccessibleDesk(page)
  await dialog.getByRole('button', { name: 'Put back' }).click()
  const confirmed = confirmedIn(page)
  await expect(confirmed.step('Applied')).toBeVisible()
  await confirmed.close()
  await expect(field(page, 'Application Rate')).toHaveValue('0.8')
  expect(applications(machine).at(-1)).toMatchObject({ settingsRev: 3 })
})

test('an older setting that never arrived is replaced', async ({ page, farm }) => {
  const { machine } = await openSystem(page, farm, 'Replaced Quarter')
  machine.order({ do: 'offline' })
  await expect(page.getByText('Offline', { exact: true }).first()).toBeVisible()
  for (const rate of ['1', '1.1']) {
    await fillSettings(page, rate, '30', '60')
    await apply(page)
    await expect(confirmedIn(page).step('Sent')).toBeVisible()
    await confirmedIn(page).close()
  }
  await expect(historyRows(page).last()).toContainText('Superseded')
})

test('a lost answer shows as unknown, is retried with the same key, and is applied once', async ({
  page,
  farm,
}) => {
  await openSystem(page, farm, 'Lossy Quarter')
  await fillSettings(page, '0.8', '24', '70')
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/system-input/')) keys.push(request.headers()['idempotency-key'])
  })
  const lose = async () =>
    page.route(
      '**/api/system-input/',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
  await lose()
  await apply(page)
  await expect(submissionError(page).getByText('We do not know if it was sent')).toBeVisible()
  await expectAccessibleDesk(page)
  await expect(confirmedIn(page).step('Applied')).toBeVisible()
  await confirmedIn(page).close()
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  await expect(historyRows(page)).toHaveCount(1)
})

test('without a signal it says not sent, keeps what was typed, and sends on reconnecting', async ({
  page,
  farm,
  context,
}) => {
  const { machine } = await openSystem(page, farm, 'Signal Quarter')
  await fillSettings(page, '0.8', '24', '70')
  await context.setOffline(true)
  await apply(page)
  await expect(submissionError(page).getByText('Not sent', { exact: true })).toBeVisible()
  await expect(submissionError(page)).toContainText('What you typed is kept.')
  expect(applications(machine)).toHaveLength(0)
  await context.setOffline(false)
  await expect(confirmedIn(page).step('Applied')).toBeVisible()
  expect(applications(machine)).toHaveLength(1)
})

test('of two users the second sees what changed and by whom, and chooses', async ({
  page,
  farm,
  browser,
}) => {
  const { email } = await openSystem(page, farm, 'Shared Quarter')
  await fillSettings(page, '0.8', '24', '70')
  await applyAndSeeApplied(page)
  await field(page, 'Application Rate').fill('1.5')
  const context = await browser.newContext({ baseURL: farm.url })
  const second = await context.newPage()
  await logIn(second, email)
  await choose(second, 'Shared Quarter')
  await field(second, 'Target Moisture').fill('44')
  await applyAndSeeApplied(second)

  await expect(
    page.getByText('Not sent. Somebody else changed these settings in the meantime.'),
  ).toBeVisible()
  await apply(page)
  const dialog = submissionError(page)
  await expect(dialog).toContainText('Pat Grower changed them just now')
  await expect(dialog.getByRole('row', { name: 'Application Rate 0.8 inches 1.5 inches' })).toBeVisible()
  await expect(dialog.getByRole('row', { name: 'Target Moisture 44% 70%' })).toBeVisible()
  await expectAccessibleDesk(page)
  await page.keyboard.press('Escape')
  await expect(field(page, 'Application Rate')).toHaveValue('1.5')
  await apply(page)
  await field(second, 'Target Moisture').selectText()
  await dialog.getByRole('button', { name: 'Send mine' }).click()
  await expect(confirmedIn(page).step('Applied')).toBeVisible()
  await confirmedIn(page).close()

  // a number that is replaced under the caret is typed over, not continued
  await expect(field(second, 'Target Moisture')).toHaveValue('70')
  await second.keyboard.insertText('50')
  await expect(field(second, 'Target Moisture')).toHaveValue('50')
  await field(page, 'Root Depth').fill('30')
  await applyAndSeeApplied(page)
  await expect(second.getByText(/^Not sent\. Somebody else/)).toBeVisible()
  await apply(second)
  await submissionError(second).getByRole('button', { name: 'Keep theirs' }).click()
  await expect(field(second, 'Root Depth')).toHaveValue('30')
  await expect(field(second, 'Target Moisture')).toHaveValue('70')
  await expect(second.getByText('Not sent')).toHaveCount(0)
  await context.close()
})

test('a machine with expired settings runs its fallback, and says so', async ({ page, farm }) => {
  const name = 'Fallback Quarter'
  // by its own clock three days pass within seconds of applying
  await openSystem(page, farm, name, { faults: { clockAheadMs: VALID_MS - 12_000 } })
  await forceHalf(page, name)
  await fillSettings(page, '0.8', '24', '70')
  await applyAndSeeApplied(page)
  await expect(page.getByText(/expired while the pivot was offline\. It now waters 100%/)).toBeVisible()
  await expect(section(page, 'What the machine is running')).toContainText('Its fallback, not your settings')
  await expectAccessibleDesk(page)
})

test('a machine that gets settings too late ignores them, and says so', async ({ page, farm }) => {
  const { machine } = await openSystem(page, farm, 'Late Quarter', {
    faults: { clockAheadMs: VALID_MS + 3_600_000 },
  })
  await fillSettings(page, '0.8', '24', '70')
  await apply(page)
  await expect(confirmedIn(page).step('Expired')).toBeVisible()
  await confirmedIn(page).close()
  expect(applications(machine)).toEqual([])
  await expect(page.getByText(/The settings expired while the pivot was offline/).first()).toBeVisible()
  await expectAccessibleDesk(page)
})

test('a fault that stopped the machine is shown first, until it starts again', async ({ page, farm }) => {
  const { machine } = await openSystem(page, farm, 'Faulty Quarter')
  machine.order({ do: 'fault', code: 'LOW_PRESSURE' })
  const stopped = page.getByText('Stopped, low water pressure')
  await expect(stopped).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(
    /Low water pressure, just now .* The machine has stopped\. Check it before you start it\./,
  )
  await expectAccessibleDesk(page)
  machine.order({ do: 'start' })
  await expect(stopped).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the keyboard alone can set a system', async ({ page, farm }) => {
  const { machine } = await openSystem(page, farm, 'Keys Quarter')
  await power(page).focus()
  await page.keyboard.press('Space')
  await expect(power(page)).toBeChecked()
  const toType = new Map([
    ['applicationRate', '0.8'],
    ['rootDepth', '24'],
    ['targetMoisture', '70'],
  ])
  for (let tabs = 0; tabs < 16 && toType.size > 0; tabs++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => document.activeElement?.getAttribute('name') ?? '')
    await page.keyboard.type(toType.get(name) ?? '')
    toType.delete(name)
  }
  expect([...toType.keys()]).toEqual([])
  await page.keyboard.press('Enter')
  await expect(confirmedIn(page).step('Applied')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(confirmedIn(page).dialog).toBeHidden()
  expect(applications(machine)).toHaveLength(1)
})

test('unusable messages of a controller are counted with its connection, if there are any', async ({
  page,
  farm,
}) => {
  const name = 'Garbled Quarter'
  const system = await farm.connect(await signInByCall(page, farm), name)
  const link = page.getByRole('region', { name: 'Controller connection' })
  const expectLink = async () => {
    await page.goto('/systems')
    await choose(page, name)
    await page.getByRole('button', { name: 'Controller connection' }).click()
    await expect(link).toContainText('The controller has not connected yet.')
  }
  await expectLink()
  await expect(link.getByRole('list')).toHaveText([''])
  await sendInvalidMessages(farm, system, ['telemetry', 'telemetry', 'readings'])
  await expect.poll(() => farm.headgate('system', 'dropped', name)).toMatch(/readings wrong_shape/)
  await expectLink()
  await expect(link).toContainText('3 messages from this system could not be used in the last 7 days.')
  await expect(link.getByRole('listitem')).toHaveText([
    /^Soil readings: not in the expected form\s*once, just now \(\d\d:\d\d\)$/,
    /^Position: not in the expected form\s*2 times, last just now \(\d\d:\d\d\)$/,
  ])
  await expectAccessibleDesk(page)
})
