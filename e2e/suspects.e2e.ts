/** A probe that is stuck wet: Set Systems names it, says why, and stores what people answer. */
import { expectAccessible } from './accessible.ts'
import { expect, newSystem, type Page, signInByCall, test } from './farm.ts'
import { placeProbes, PROBES } from './mapped-field.ts'
import { apply, choose, confirmedIn, fillSettings } from './systems-desk.ts'

const HOUR = 3_600_000

const question = (page: Page) => page.getByRole('region', { name: /believed|What you said of probes/ })

/** Probe 3 stays at 0.34 +- 0.002 for 80 hours, the others dry. */
function stuckReadings() {
  const now = Date.now()
  return PROBES.flatMap(({ number: probe }) =>
    Array.from({ length: 81 }, (_, hour) => ({
      probe,
      depthCm: 20,
      at: new Date(now - (80 - hour) * HOUR).toISOString(),
      vwc: probe === 3 ? 0.34 + 0.002 * Math.sin(1 + hour * 7.3) : 0.2 - 0.0001 * hour + probe / 1000,
    })),
  )
}

test('a suspect is named with its reason, answered, and asked about again', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('Stuck')
  const { gateway } = await farm.connect(email, name)
  await placeProbes(page)
  await page.goto('/systems')
  await choose(page, name)
  await fillSettings(page, '0.8', '24', '70')
  await apply(page)
  await confirmedIn(page).close()
  await expect(question(page)).toBeHidden()

  const stored = await page.request.post('/api/ingest/readings/', {
    headers: { authorization: `Device ${gateway.id}:${gateway.secret}` },
    data: { batch: 'stuck', readings: stuckReadings() },
  })
  expect(stored.status()).toBe(200)
  // applying looks through nothing: the job of the readings does, within its minute
  await expect(question(page)).toContainText('Can probe 3 be believed?', { timeout: 100_000 })
  await expect(question(page)).toContainText(
    'Its sensor at 20 cm has stayed above full for three days without water, while the others dried.',
  )
  await expect(question(page)).toContainText('Until you answer, it is drawn and not used.')
  await expect(question(page)).toContainText('Look at the soil beside it.')
  await expectAccessible(page)

  await question(page).getByRole('button', { name: 'Do not use it' }).click()
  await expect(question(page)).toContainText(/said on .+ not to use it\. It is drawn and not used/)
  await page.reload()
  await choose(page, name)
  const again = question(page).getByRole('button', { name: 'Ask again about probe 3' })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText('Can probe 3 be believed?')

  // trusted as a sensor, it still stands alone with its word
  await question(page).getByRole('button', { name: 'Trust this probe' }).click()
  await expect(question(page)).toContainText('Until you answer, it makes no cell drier.')
  await question(page).getByRole('button', { name: 'Trust this probe' }).click()
  await expect(question(page)).toContainText(/trusted it on .+, until /)
})
