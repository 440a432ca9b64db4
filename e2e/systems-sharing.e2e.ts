/** Roles on a system, its locks, and the unit of depths of each person. */
import { expect, logIn, signInByCall, test } from './farm.ts'
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

test('an owner invites, gives another role and removes; a viewer sees everything and changes nothing', async ({
  page,
  farm,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: farm.url })
  const guestPage = await context.newPage()
  const guest = await signInByCall(guestPage, farm, 'Kim Helper')
  const { email: owner } = await openSystem(page, farm, 'Family Quarter')
  await fillSettings(page, '0.8', '24', '70')
  await applyAndSeeApplied(page)

  const people = section(page, 'People')
  await expect(people).toContainText('You: Owner, can change and share')
  await expect(people).toContainText('Nobody else yet.')
  await people.getByRole('button', { name: 'Invite' }).click()
  await expect(people.getByText('Enter a valid email address.')).toBeVisible()
  await people.getByLabel('Email').fill(owner)
  await people.getByRole('button', { name: 'Invite' }).click()
  await expect(people.getByText('This account owns the system already.')).toBeVisible()
  await people.getByLabel('Email').fill(guest)
  await people.getByLabel('Role').selectOption('viewer')
  await people.getByRole('button', { name: 'Invite' }).click()
  await expect(people.getByRole('listitem')).toContainText(`${guest}Viewer, can look`)
  await people.getByLabel('Email').fill('later@farm.example')
  await people.getByRole('button', { name: 'Invite' }).click()
  await expect(people.getByRole('listitem')).toContainText([guest, 'Invited, has not signed up yet'])
  await expectAccessibleDesk(page)

  await guestPage.goto('/systems')
  await choose(guestPage, 'Family Quarter')
  await expect(guestPage.getByText('View only: ask the owner for access.')).toBeVisible()
  await expect(guestPage.getByRole('button', { name: 'Apply Settings' })).toHaveCount(0)
  await expect(power(guestPage)).toBeDisabled()
  await expect(field(guestPage, 'Application Rate')).toBeDisabled()
  await expect(field(guestPage, 'Application Rate')).toHaveValue('0.8')
  await expect(historyRows(guestPage).getByRole('button')).toHaveCount(0)
  await expect(guestPage.getByRole('switch', { name: 'Local only' })).toBeDisabled()
  await expect(section(guestPage, 'People').getByRole('button')).toHaveCount(0)
  await expectAccessibleDesk(guestPage)

  await page.setViewportSize({ width: 1280, height: 900 })
  await people.getByLabel('Email').fill(guest)
  await people.getByLabel('Role').selectOption('operator')
  await people.getByRole('button', { name: 'Change role' }).click()
  await expect(people.getByRole('listitem').filter({ hasText: guest })).toContainText('Operator, can change')
  await guestPage.reload()
  await field(guestPage, 'Target Moisture').fill('55')
  await applyAndSeeApplied(guestPage)
  await expect(historyRows(page).first()).toContainText('Kim Helper')

  await people.getByRole('button', { name: `Remove ${guest}` }).click()
  const sure = page.getByRole('dialog', { name: 'Remove this person?' })
  await expect(sure).toContainText(`${guest} will no longer see Family Quarter`)
  await expectAccessibleDesk(page)
  await sure.getByRole('button', { name: 'Remove' }).click()
  await expect(people.getByText(guest)).toHaveCount(0)
  await guestPage.reload()
  await expect(guestPage.getByText('Error: Sorry, we have not set up your Systems yet.')).toBeVisible()
  await context.close()
})

test("an owner's locks, the unit of depths, and the connection of one system", async ({
  page,
  farm,
  browser,
}) => {
  const { email, machine } = await openSystem(page, farm, 'Locked Quarter')

  await test.step('local only refuses every setting until the owner turns it off', async () => {
    const lock = page.getByRole('switch', { name: 'Local only' })
    await lock.click()
    const words =
      'This system is set to local only: it takes no new settings until its owner switches that off.'
    await expect(page.getByText(words)).toBeVisible()
    await fillSettings(page, '0.8', '24', '70')
    await apply(page)
    await expect(submissionError(page).getByText(words)).toBeVisible()
    await submissionError(page).getByRole('button', { name: 'Close', exact: true }).click()
    expect(applications(machine)).toHaveLength(0)
    await expectAccessibleDesk(page)
    await page.reload()
    await expect(lock).toBeChecked()
    await lock.click()
    await expect(page.getByText(words)).toHaveCount(0)
    await applyAndSeeApplied(page)
  })

  await test.step("the provider's stop is shown and refuses new settings", async () => {
    await farm.headgate('provider', 'stop', 'on')
    try {
      await page.reload()
      const words = 'New settings are stopped for all systems by the provider. What runs now keeps running.'
      await expect(page.getByText(words)).toBeVisible()
      await expect(page.getByText('Stopped by provider')).toBeVisible()
      await fillSettings(page, '0.8', '24', '70')
      await apply(page)
      await expect(submissionError(page).getByText(words)).toBeVisible()
      await submissionError(page).getByRole('button', { name: 'Close', exact: true }).click()
    } finally {
      await farm.headgate('provider', 'stop', 'off')
    }
  })

  await test.step('millimetres are shown and typed, inches are sent and in error messages', async () => {
    await fillSettings(page, '0.8', '24', '70')
    await page.getByRole('radio', { name: 'mm' }).check()
    const rate = field(page, 'Application Rate')
    await expect(rate).toHaveValue('20.32')
    await expect(field(page, 'Root Depth')).toHaveValue('609.6')
    await rate.fill('51')
    await apply(page)
    await expect(
      page.getByText('Application rate must be between 0.2 and 2 inches.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByText('5.08 to 50.8 mm (0.2 to 2 inches)')).toBeVisible()
    await expectAccessibleDesk(page)
    await rate.fill('25.4')
    const request = page.waitForRequest('**/api/system-input/')
    await apply(page)
    expect((await request).postDataJSON()).toMatchObject({ application_rate: 1, root_depth: 24 })
    await expect(confirmedIn(page).dialog).toContainText('Application Rate25.4 mm')
    await confirmedIn(page).close()

    const context = await browser.newContext({ baseURL: farm.url })
    const elsewhere = await context.newPage()
    await logIn(elsewhere, email)
    await choose(elsewhere, 'Locked Quarter')
    await expect(field(elsewhere, 'Application Rate')).toHaveValue('25.4')
    await elsewhere.getByRole('radio', { name: 'inches' }).check()
    await expect(field(elsewhere, 'Application Rate')).toHaveValue('1')
    await context.close()
  })

  await test.step("the controller's connection has a history", async () => {
    machine.order({ do: 'offline' })
    await expect(page.getByText('Offline', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Controller connection' }).click()
    await expect(
      page.getByRole('region', { name: 'Controller connection' }).getByRole('listitem'),
    ).toContainText([/Link lost/, /Linked/])
  })
})
