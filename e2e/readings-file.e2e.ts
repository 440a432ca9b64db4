/** A logger's file with the real server: the owner and the provider see how it is read, correct that, and only then store it. */
import { expectAccessible } from './accessibility.ts'
import { expect, newSystem, type Page, signInByCall, test } from './farm.ts'

const METER = [
  'z6-04321,Port 1,Port 1,Port 2',
  '2 records,TEROS 12,TEROS 12,TEROS 21',
  'Timestamp,m³/m³ Water Content,°C Soil Temperature,kPa Matric Potential',
  '07/14/2026 10:00,0.21,18.5,-33',
  '07/14/2026 11:00,0.205,19,-34',
].join('\n')

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const section = (page: Page) => page.getByRole('region', { name: 'Import readings' })

test("an owner assigns the sensors, and the logger's next file is recognised", async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('Loggers')
  await farm.connect(email, name)
  await page.goto('/systems')
  await page.getByLabel('Select a System').selectOption(name)
  await page.getByRole('button', { name: 'Import readings' }).click()
  await section(page)
    .getByLabel(/Choose a/)
    .setInputFiles(file('z6.csv', METER))
  await expect(section(page)).toContainText('it is not said how deep Port 1, Port 2 are')
  await section(page).getByLabel('Which sensor Port 1 is').fill('P3-20cm')
  await section(page).getByLabel('Which sensor Port 2 is').fill('P3-40cm')
  await section(page).getByRole('button', { name: 'Read again' }).click()
  await expect(section(page)).toContainText('Lines: 2. Readings: 4, of which 4 new, 0 already stored')
  await expect(section(page)).toContainText('probe 3 at 40 cm, 2026-07-14T16:00:00.000Z: 33 kPa')
  await expectAccessible(page)
  await section(page).getByRole('button', { name: 'Store readings (4)' }).click()
  await expect(section(page)).toContainText('Readings stored: 4. Already there: 0.')
  await section(page)
    .getByLabel(/Choose a/)
    .setInputFiles(file('again.csv', METER))
  await expect(section(page)).toContainText('as said for this logger on')
  await expect(section(page)).toContainText('of which 0 new, 4 already stored')
})

test('the provider imports a file for a customer', async ({ page, farm }) => {
  const customer = await signInByCall(page, farm)
  const name = newSystem('Taken over')
  await farm.connect(customer, name)
  const email = await signInByCall(page, farm, 'Prairie Support')
  await farm.makeProvider(email)
  await page.goto(`/provider/systems/${encodeURIComponent(name)}`)
  await section(page)
    .getByLabel(/Choose a/)
    .setInputFiles(file('wide.csv', 'time,P7-20cm (%),raw\n2026-07-14T10:00:00Z,23.5,1200\n'))
  await expect(section(page)).toContainText('raw counts of a sensor are no measurement')
  await expect(section(page)).toContainText('probe 7 at 20 cm, 2026-07-14T10:00:00.000Z: 0.235 m3/m3')
  await section(page).getByRole('button', { name: 'Store readings (1)' }).click()
  await expect(section(page)).toContainText('Readings stored: 1.')
  await expect(page.getByRole('region', { name: 'Readings', exact: true })).toContainText('7')
})
