/** The alerts page: open alerts, acknowledging for everybody, and preferences that persist. */
import { expectAccessible } from './accessibility.ts'
import { becomeCustomer, expect, newSystem, signInByCall, test } from './farm.ts'

test('an alert is counted, described, and acknowledged', async ({ page, farm }) => {
  const email = await becomeCustomer(page, farm)
  await farm.connect(email, newSystem('Calm'))
  await page.goto('/alerts')
  await expect(page.getByText('Nothing needs attention now.')).toBeVisible()
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

test('alert rules are kept', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  await farm.connect(email, newSystem('Chosen'))
  await page.goto('/alerts')
  const mail = page.getByRole('checkbox', { name: 'Email: Offline' })
  await mail.uncheck()
  await page.getByLabel('After it has lasted: Offline').selectOption({ label: '1 h' })
  await page.getByRole('switch', { name: 'Do not notify me at night' }).click()
  await page.getByRole('button', { name: 'Save quiet hours' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByRole('list').filter({ has: mail })).toHaveAttribute('aria-busy', 'false')
  await page.reload()
  await expect(mail).not.toBeChecked()
  await expect(page.getByLabel('After it has lasted: Offline')).toHaveValue('60')
  await expect(page.getByLabel('From')).toHaveValue('22:00')
  await expectAccessible(page)
})

/** A headless browser refuses notifications, so this records what would be shown. */
const STAND_IN = `if (Notification.permission !== 'granted') {
  const shown = new Map()
  registration.showNotification = async (title, { body, tag, data }) =>
    void shown.set(tag, { title, body, tag, data, close: () => shown.delete(tag) })
  registration.getNotifications = async () => [...shown.values()]
}`

test.describe('on the phone', () => {
  test.use({ firstVisit: true, serviceWorkers: 'allow' })

  test('a push message is shown, and a tap on it opens the page of its system', async ({
    page,
    farm,
    context,
  }) => {
    await context.grantPermissions(['notifications'], { origin: farm.url })
    const name = newSystem('Called')
    await farm.connect(await signInByCall(page, farm), name)
    await page.goto('/alerts')
    await expect(page.getByRole('heading', { name: 'Alerts', exact: true })).toBeVisible()
    const browser = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId)
      })
    })
    await browser.send('ServiceWorker.enable')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    await worker.evaluate(STAND_IN)
    // as a push service delivers it
    const pushed = {
      title: `Stopped, water on: ${name}`,
      body: 'Since 14:32. Nobody is on it yet.',
      url: `/systems?system=${encodeURIComponent(name)}`,
      tag: 'cause-7',
    }
    const deliver = async (data: unknown) =>
      browser.send('ServiceWorker.deliverPushMessage', {
        origin: farm.url,
        registrationId: await registered,
        data: JSON.stringify(data),
      })
    const notifications = () =>
      worker.evaluate(`registration.getNotifications().then((all) =>
        all.map(({ title, body, tag }) => ({ title, body, tag })))`)
    await deliver(pushed)
    const { url: _, ...words } = pushed
    await expect.poll(notifications).toEqual([words])
    // a reminder of the same cause replaces the first
    await deliver({ ...pushed, body: 'Still so.' })
    await expect.poll(notifications).toEqual([{ ...words, body: 'Still so.' }])
    // a notification cannot be clicked from a test: send the worker the same event
    await worker.evaluate(`registration.getNotifications().then(([notification]) =>
      dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification })))`)
    await expect(page).toHaveURL(/\/systems\?system=Called/)
    await expect(page.getByLabel('Select a System')).toHaveValue(name)
    await expect.poll(notifications).toEqual([])
  })
})
