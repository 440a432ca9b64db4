/** A pump's minimum flow with the real server: a warning before anything is sent, the remedy, and what is then sent. */
import { geofencesPath } from '../src/contract/geofences.ts'
import { prescriptionPaths, prescriptionView } from '../src/contract/prescriptions.ts'
import { expect, type Farm, newSystem, type Page, test } from './farm.ts'
import {
  apply,
  openSystem,
  choose,
  confirmedIn,
  expectAccessibleDesk,
  field,
  fillSettings,
  section,
} from './systems-page.ts'

const LEAST_GPM = 400

/** A call as the signed-in user. */
function callInPage(page: Page, address: string, json?: unknown): Promise<unknown> {
  return page.evaluate(
    async ({ to, body }) => {
      const headers = {
        authorization: `JWT ${localStorage.getItem('access') ?? ''}`,
        'content-type': 'application/json',
      }
      const answer = await fetch(to, body ? { method: 'POST', headers, body } : { headers })
      return answer.json()
    },
    { to: address, body: json === undefined ? undefined : JSON.stringify(json) },
  )
}

/** A system with a quarter of its field at 20 %, and a pump that needs at least half of the machine's flow. */
async function pumpedSystem(page: Page, farm: Farm): Promise<string> {
  const name = newSystem('Pumped')
  await openSystem(page, farm, name)
  const [system] = Object(await callInPage(page, '/api/systems/'))
  const { latitude, longitude } = system
  const polygon = [
    [latitude, longitude],
    [latitude + 0.01, longitude],
    [latitude + 0.01, longitude + 0.01],
    [latitude, longitude + 0.01],
  ]
  await callInPage(page, geofencesPath(name), { name: 'Low ground', prescription: 20, polygon })
  const water = section(page, 'Water and pump')
  await water.getByRole('button', { name: 'Enter pump' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pump' })
  await dialog.getByLabel('Minimum flow').fill('0')
  await dialog.getByRole('button', { name: 'Save pump' }).click()
  await expect(dialog).toContainText('A pump name is 1 to 64 characters.')
  await dialog.getByLabel('Name').fill('River')
  await dialog.getByRole('button', { name: 'Save pump' }).click()
  await expect(dialog).toContainText('The flow of a pump is above 0')
  await dialog.getByLabel('Minimum flow').fill(String(LEAST_GPM))
  await dialog.getByRole('button', { name: 'Save pump' }).click()
  await expect(water).toContainText(/Pump River: minimum flow 400\sgal\/min\./)
  return name
}

const warning = (page: Page) => page.getByRole('dialog', { name: 'Too little flow for the pump' })

test("a pass below the pump's minimum flow is reported, and sent only with raised percentages", async ({
  page,
  farm,
}) => {
  const name = await pumpedSystem(page, farm)
  await fillSettings(page, '0.8', '24', '70')
  await apply(page)
  await expect(warning(page)).toContainText(/River needs at least 400\sgal\/min/)
  await expect(warning(page).getByRole('listitem').first()).toContainText(/0–90°: as little as 160\sgal\/min/)
  await expectAccessibleDesk(page)
  await warning(page).getByRole('button', { name: 'Do not start this pass' }).last().click()
  await expect(warning(page)).toBeHidden()
  await expect(field(page, 'Application Rate')).toHaveValue('0.8')
  await expect(page.getByText('Nothing has been changed on this system yet.')).toBeVisible()

  await apply(page)
  await warning(page).getByRole('button', { name: 'Raise the lowest percentages' }).click()
  const { dialog, step, close } = confirmedIn(page)
  await expect(step('Applied')).toBeVisible()
  await expect(dialog).toContainText('Lowest percentages raised')
  await close()
  await expect(page.getByRole('button', { name: 'Raise for the Pump', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const address = `${prescriptionPaths.current}?system=${encodeURIComponent(name)}`
  const { totals } = prescriptionView.parse(await callInPage(page, address))
  expect(Math.min(...(totals?.sector_flow_gpm ?? [0]))).toBeGreaterThanOrEqual(LEAST_GPM)
})

test('a preview reports it too, and shows the raised pass', async ({ page, farm }) => {
  const name = await pumpedSystem(page, farm)
  await choose(page, name)
  await fillSettings(page, '0.8', '24', '70')
  await page.getByRole('button', { name: 'Preview prescription' }).click()
  const preview = page.getByRole('dialog', { name: 'Prescription with these settings' })
  await expect(preview).toContainText(/0–90°: as little as 160\sgal\/min/)
  await preview.getByRole('button', { name: 'Raise the lowest percentages' }).click()
  await expect(preview).toContainText(/River draws at least 400\sgal\/min all the way/)
  await preview.getByRole('button', { name: 'Back to the settings' }).click()
  await apply(page)
  await expect(confirmedIn(page).step('Applied')).toBeVisible()
})

test("flow and pressure are next to their predictions at the arm's position", async ({ page, farm }) => {
  await openSystem(page, farm, newSystem('Measured'))
  await fillSettings(page, '0.8', '24', '70')
  await apply(page)
  await expect(confirmedIn(page).step('Applied')).toBeVisible()
  await confirmedIn(page).close()
  await expect(page.getByRole('main')).toContainText(/Flow \d+\sgal\/min, as predicted/)
  await expect(page.getByRole('main')).toContainText(/Pressure \d+\spsi/)
  // it has just started: the usual pressure is unknown
  await expect(page.getByRole('main')).not.toContainText(/Pressure \d+\spsi,/)
  await expectAccessibleDesk(page)
})
