/** Pages without a signal: disconnected, stalled, after a server update, days later; each shows the true state and sends nothing by itself. */
import type { Page } from '@playwright/test'
import { expect, type Farm, newSystem, signInByCall, test } from './farm.ts'
import { linkProxy } from './link-proxy.ts'
import {
  applications,
  apply,
  openSystem,
  choose,
  confirmedIn,
  field,
  fillSettings,
  submissionError,
} from './systems-page.ts'

const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'No connection' })
const DAY_MS = 86_400_000

/** The farm at another address. */
function through(farm: Farm, url: string): Farm {
  return Object.create(farm, { url: { value: url } })
}

/** Waits until the application and the page's data are stored. */
async function waitUntilStored(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  // written with a delay
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open('headgate')
            opening.addEventListener('success', () => {
              const database = opening.result
              if (!database.objectStoreNames.contains('last-state')) return resolve(0)
              const counting = database.transaction('last-state').objectStore('last-state').count()
              counting.addEventListener('success', () => {
                database.close()
                resolve(counting.result)
              })
            })
          }),
      ),
    )
    .toBe(1)
}

test.describe('stored on the device', () => {
  test.use({ firstVisit: true, serviceWorkers: 'allow' })

  test('a cold start without a signal, days later, and a log-out', async ({ page, farm, context }) => {
    const name = newSystem('Far')
    await openSystem(page, farm, name)
    await waitUntilStored(page)

    await test.step('it can be installed without user data', async () => {
      const browser = await page.context().newCDPSession(page)
      const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
      expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
      const stored = await page.evaluate(async () => {
        const opened = await Promise.all((await caches.keys()).map((key) => caches.open(key)))
        const requests = await Promise.all(opened.map((cache) => cache.keys()))
        return requests.flat().map(({ url }) => new URL(url).pathname)
      })
      expect(stored.length).toBeGreaterThan(20)
      // the base map without imagery
      expect(stored.filter((path) => /^\/assets\/outlines-.*\.json$/.test(path))).toHaveLength(1)
      expect(stored.filter((path) => /^\/(?:api|auth|dates|dev4|plots)/.test(path))).toEqual([])
    })

    await test.step('a cold start without a signal shows the last state with its age, not as live', async () => {
      await context.setOffline(true)
      await page.goto('about:blank')
      const urls: string[] = []
      page.on('request', (request) => request.method() === 'POST' && urls.push(request.url()))
      await page.goto('/systems')
      await expect(page.getByRole('heading', { name })).toBeVisible()
      await expect(strip(page)).toContainText(/No connection, showing \d\d:\d\d\./)
      await expect(page.getByText(/^(Running|Stopped) at \d\d:\d\d$/).first()).toBeVisible()
      await expect(page.getByRole('img', { name: /The arm was at/ })).toBeVisible()
      // the other pages open too, and this one is restored
      await page.getByRole('link', { name: 'Live Maps' }).first().click()
      await expect(page.getByRole('heading', { name: 'Live Moisture Maps' })).toBeVisible()
      await expect(page.getByText('Unexpected Application Error!')).toBeHidden()
      // its list is not stored; the message covers the links
      const failure = page.getByRole('dialog', { name: 'Error' })
      await expect(failure).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(failure).toBeHidden()
      await page.getByRole('link', { name: 'Set Systems' }).first().click()
      await expect(page.getByRole('heading', { name })).toBeVisible()
      expect(urls.filter((url) => url.includes('/api/'))).toEqual([])
      await context.setOffline(false)
      await expect(strip(page)).toBeHidden()
      await expect(page.getByRole('img', { name: /The arm is at/ })).toBeVisible()
    })

    await test.step('three days later the date is shown, and forecasts are gone', async () => {
      await context.setOffline(true)
      await page.clock.setFixedTime(Date.now() + 3 * DAY_MS)
      await page.reload()
      await expect(strip(page)).toContainText(/No connection, showing \d+ \w+, \d\d:\d\d\./)
      await expect(page.getByText(/^(Running|Stopped) at \d+ \w+, \d\d:\d\d$/).first()).toBeVisible()
      await expect(page.getByText(/Refill|Can wait a week/)).toHaveCount(0)
    })

    await page.clock.setFixedTime(Date.now())
    await context.setOffline(false)
    await expect(strip(page)).toBeHidden()

    await test.step('a log-out clears the rest', async () => {
      await page.getByRole('button', { name: 'Log Out' }).first().click()
      await expect(page).not.toHaveURL(/systems/)
      const left = () =>
        page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              const opening = indexedDB.open('headgate')
              opening.addEventListener('success', () => {
                const counting = opening.result.transaction('last-state').objectStore('last-state').count()
                counting.addEventListener('success', () => resolve(counting.result))
              })
            }),
        )
      await expect.poll(left).toBe(0)
    })
  })
})

test('after a server update an open page says so and loses nothing; a stalled connection is shown', async ({
  page,
  farm,
}) => {
  const proxy = await linkProxy(farm.url)
  try {
    const name = newSystem('Update')
    const email = await signInByCall(page, through(farm, proxy.url))
    const system = await farm.connect(email, name)
    await farm.simulate(system)
    await page.goto(`${proxy.url}/systems`)
    await choose(page, name)
    await expect(page.getByRole('img', { name: /The arm is at/ })).toBeVisible()
    await fillSettings(page, '0.66', '24', '70')
    proxy.deploy()
    await page.getByRole('link', { name: 'Historic Maps' }).first().click()
    await expect(page.getByText('There is a new version of Headgate.')).toBeVisible()
    await expect(field(page, 'Application Rate')).toHaveValue('0.66')
    await expect(page.getByRole('button', { name: 'Load it' })).toBeVisible()

    await test.step('a stalled connection is shown within 20 seconds, without faults of machines', async () => {
      proxy.stall()
      await expect(strip(page)).toBeVisible({ timeout: 20_000 })
      await expect(page.getByText(/^(Running|Stopped) at \d\d:\d\d$/).first()).toBeVisible()
      await expect(page.getByText('Offline', { exact: true })).toHaveCount(0)
    })
  } finally {
    await page.goto('about:blank')
    await proxy.stop()
  }
})

// an empty cache, and a fake clock applies to all pages of a profile
test.describe('in its own profile', () => {
  test.use({ firstVisit: true })

  test('a signal that comes and goes: links and settings', async ({ page, farm, context }) => {
    const { machine } = await openSystem(page, farm, newSystem('Patient'))

    await test.step('a link tapped without a signal leaves the open page as it is', async () => {
      await fillSettings(page, '0.77', '24', '70')
      await context.setOffline(true)
      const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'))
      await page.getByRole('link', { name: 'Set Geofences' }).first().click()
      await missed
      await expect(field(page, 'Application Rate')).toHaveValue('0.77')
      await expect(page.getByText('Unexpected Application Error!')).toBeHidden()
      await context.setOffline(false)
      await expect(page.getByRole('heading', { name: 'Set Geofences' })).toBeVisible()
      // what was typed is kept, also by browsers that need a new page for code that failed to load once
      await page.getByRole('link', { name: 'Set Systems' }).first().click()
      await expect(field(page, 'Application Rate')).toHaveValue('0.77')
    })

    await test.step('settings waiting for a signal while the page was hidden need a confirmation, and are never sent automatically', async () => {
      await fillSettings(page, '0.9', '24', '70')
      await context.setOffline(true)
      await apply(page)
      await expect(submissionError(page).getByText('Not sent', { exact: true })).toBeVisible()
      // hidden for a while
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      })
      await page.evaluate(() => {
        Reflect.deleteProperty(document, 'hidden')
        document.dispatchEvent(new Event('visibilitychange'))
      })
      await expect(
        submissionError(page).getByText(/You pressed Apply at \d\d:\d\d\. Send it now\?/),
      ).toBeVisible()
      const request = page.waitForRequest('**/api/system-input/', { timeout: 8000 }).catch(() => null)
      await context.setOffline(false)
      expect(await request).toBeNull()
      expect(applications(machine)).toHaveLength(0)
      await submissionError(page).getByRole('button', { name: 'Send now' }).click()
      await expect(confirmedIn(page).step('Applied')).toBeVisible()
      await confirmedIn(page).close()
      expect(applications(machine)).toHaveLength(1)
    })

    await test.step('settings from the morning are not sent in the evening', async () => {
      await fillSettings(page, '0.95', '24', '70')
      await context.setOffline(true)
      await apply(page)
      await expect(submissionError(page)).toBeVisible()
      await page.clock.setFixedTime(Date.now() + DAY_MS / 2)
      await expect(submissionError(page).getByText(/too long ago to send it now/)).toBeVisible()
      await expect(submissionError(page).getByRole('button', { name: /Try again|Send now/ })).toHaveCount(0)
      await context.setOffline(false)
      await submissionError(page).getByRole('button', { name: 'Close', exact: true }).click()
      await expect(field(page, 'Application Rate')).toHaveValue('0.95')
      expect(applications(machine)).toHaveLength(1)
    })
  })
})
