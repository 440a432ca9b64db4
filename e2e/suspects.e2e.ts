/** A probe that is stuck wet: Set Systems names it, says why, and stores the verdict. */
import { geofencesPath } from '../src/contract/geofences.ts'
import { prescriptionPaths, prescriptionView } from '../src/contract/prescriptions.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, newSystem, type Page, signInByCall, test } from './farm.ts'
import { placeProbes, PROBES } from './mapped-field.ts'
import { apply, choose, confirmedIn, fillSettings } from './systems-page.ts'

const HOUR = 3_600_000

const question = (page: Page) => page.getByRole('region', { name: /trusted|What you said about probes/ })

/** Probe 3 stays at 0.34 +- 0.002 for 80 hours while the others dry. */
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

/** About 20 m on each side of the probe. */
async function fenceProbe(page: Page, system: string, number: number): Promise<void> {
  const probe = PROBES.find((candidate) => candidate.number === number) ?? { lat: 0, lng: 0 }
  const corners = [
    [-2e-4, -3e-4],
    [-2e-4, 3e-4],
    [2e-4, 3e-4],
    [2e-4, -3e-4],
  ] as const
  const access = await page.evaluate(() => localStorage.getItem('access'))
  const response = await page.request.post(geofencesPath(system), {
    headers: { authorization: `JWT ${access}` },
    data: {
      name: 'Slough',
      prescription: 0,
      polygon: corners.map(([lat, lng]) => [probe.lat + lat, probe.lng + lng]),
    },
  })
  expect(response.status()).toBe(201)
}

test('a suspect is listed with its reason, gets a verdict, and can be asked about again', async ({
  page,
  farm,
}) => {
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

  const response = await page.request.post('/api/ingest/readings/', {
    headers: { authorization: `Device ${gateway.id}:${gateway.secret}` },
    data: { batch: 'stuck', readings: stuckReadings() },
  })
  expect(response.status()).toBe(200)
  // applying does not check sensors: the readings' job does, within a minute
  await expect(question(page)).toContainText('Can probe 3 be trusted?', { timeout: 100_000 })
  await expect(question(page)).toContainText(
    /Its sensor at 7\.9\sinches \(20\scm\) has stayed above full for three days without water, while the others dried\./,
  )
  await expect(question(page)).toContainText('Until you answer, it is shown but not used.')
  await expect(question(page)).toContainText('Look at the soil beside it.')
  await expectAccessible(page)

  // it is also listed where probes are placed, with buttons; one in a geofence of 0 % is marked
  await fenceProbe(page, name, 1)
  await page.goto('/probelocation')
  await page.getByLabel('Select Saved Probes').selectOption({ index: 1 })
  const suspectRegion = page.getByRole('region', { name: `${name}: Can probe 3 be trusted?` })
  await expect(suspectRegion).toContainText('has stayed above full for three days without water')
  await expect(suspectRegion).toContainText('Look at the soil beside it.')
  await expect(suspectRegion.getByRole('button', { name: 'Trust this probe' })).toBeVisible()
  const listed = page.getByRole('list', { name: 'Probes by number' }).getByRole('listitem')
  await expect(listed.first()).toContainText(
    /“Slough”, a 0% geofence, so prescriptions elsewhere do not use it/,
  )
  await expect(listed.nth(1)).not.toContainText('geofence')
  await expect(page.getByRole('button', { name: /#1 .*, needs a look/ })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/systems')
  await choose(page, name)

  await question(page).getByRole('button', { name: 'Do not use it' }).click()
  await expect(question(page)).toContainText(/said on .+ not to use it\. It is shown but not used/)
  await page.reload()
  await choose(page, name)
  const again = question(page).getByRole('button', { name: 'Ask again about probe 3' })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText('Can probe 3 be trusted?')

  // trusted as a sensor, it still differs from all others
  await question(page).getByRole('button', { name: 'Trust this probe' }).click()
  await expect(question(page)).toContainText('Until you answer, it makes no cell drier.')
  await question(page).getByRole('button', { name: 'Trust this probe' }).click()
  await expect(question(page)).toContainText(/trusted it on .+, until /)
})

test('a single probe does not keep a whole pass dry before there is a verdict', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('Lone')
  const { gateway } = await farm.connect(email, name)
  await placeProbes(page, PROBES.slice(0, 1))
  const sendReading = async (batch: string, vwc: number, agoMs: number) => {
    const at = new Date(Date.now() - agoMs).toISOString()
    const response = await page.request.post('/api/ingest/readings/', {
      headers: { authorization: `Device ${gateway.id}:${gateway.secret}` },
      data: { batch, readings: [{ probe: 1, depthCm: 20, at, vwc }] },
    })
    expect(response.status()).toBe(200)
  }
  await sendReading('dry', 0.18, HOUR)
  await page.goto('/systems')
  await choose(page, name)
  await fillSettings(page, '0.8', '24', '70')
  await apply(page)
  await confirmedIn(page).close()
  await expect(question(page)).toBeHidden()

  // full at 0.25: according to one probe the field needs no water
  await sendReading('full', 0.3, 0)
  await page.reload()
  await choose(page, name)
  await expect(question(page)).toContainText('Can probe 1 be trusted?')
  await expect(question(page)).toContainText(
    'It is the only probe to go by, and it says that no part of the field needs water.',
  )
  await expect(question(page)).toContainText('Until you answer, the pivot keeps the prescription it has.')
  const running = async () => {
    const access = await page.evaluate(() => localStorage.getItem('access'))
    const answer = await page.request.get(`${prescriptionPaths.current}?system=${encodeURIComponent(name)}`, {
      headers: { authorization: `JWT ${access}` },
    })
    const { percent_b64: percent } = prescriptionView.parse(await answer.json())
    return Math.max(...Buffer.from(percent, 'base64'))
  }
  expect(await running()).toBeGreaterThan(0)
  await question(page).getByRole('button', { name: 'Trust this probe' }).click()
  await expect(question(page)).toContainText(/trusted it on .+, until /)
})
