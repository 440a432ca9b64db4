/** Live Maps: the dropdowns, the viewer, and a picture that follows the probes. */
import { becomeCustomer, expect, FIELD, newSystem, type Page, test } from './farm.ts'

const METRES_PER_DEGREE = 111_320

/** Probes around the pivot, each a bearing away from the next, on the ring between towers 2 and 3. */
const probes = [1, 2, 3, 4, 5].map((number) => {
  const angle = (number * 2 * Math.PI) / 5
  const lat = FIELD.lat + (150 * Math.cos(angle)) / METRES_PER_DEGREE
  const lng =
    FIELD.lng + (150 * Math.sin(angle)) / (METRES_PER_DEGREE * Math.cos((FIELD.lat * Math.PI) / 180))
  return { number, lat, lng, depthsCm: [20, 50] }
})

/** Until probes can be placed on a map, they are placed by the call that the map will make. */
async function placeProbes(page: Page): Promise<void> {
  const access = await page.evaluate(() => localStorage.getItem('access'))
  const placed = await page.request.post('/api/save-probes/', {
    headers: { authorization: `JWT ${access}` },
    data: {
      fieldName: 'North field',
      probes: probes.map(({ lat, lng, number }) => [lat, lng, String(number)]),
    },
  })
  expect(placed.status()).toBe(201)
}

/** Width of the picture that the viewer shows; 0 while it shows none. */
function pictureWidth(page: Page): Promise<number> {
  const picture = page.getByRole('dialog').getByRole('img')
  return picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
}

test('a visitor is sent to the login', async ({ page }) => {
  await page.goto('/livemaps')
  await expect(page).toHaveURL(/\/login$/)
})

test('the map of a connected system is chosen, shown and closed', async ({ page, farm }) => {
  const email = await becomeCustomer(page, farm)
  const name = newSystem('West')
  const system = await farm.connect(email, name)
  await placeProbes(page)
  const machine = await farm.simulate(system, { readings: { everyMs: 600_000, probes } })
  machine.order({ do: 'read' })
  await expect.poll(() => machine.events.some(({ event }) => event === 'readings')).toBe(true)

  await page.goto('/livemaps')
  await expect(page.getByRole('heading', { name: 'Live Moisture Maps' })).toBeVisible()
  await expect(page.getByText('Select a System to view its corresponding live map')).toBeVisible()
  const systems = page.getByLabel('Select System:')
  const view = page.getByRole('button', { name: 'View Live Map' })
  await expect(systems).toHaveValue('')
  await expect(view).toBeDisabled()
  await expect(page.getByLabel('Live Map:')).toBeHidden()

  await systems.selectOption(name)
  await expect(page.getByLabel('Live Map:')).toHaveValue(name)
  await view.click()
  const viewer = page.getByRole('dialog')
  await expect(
    viewer.getByText('Right-click to "Save image as..." or hold to save image on mobile device'),
  ).toBeVisible()
  await expect.poll(() => pictureWidth(page)).toBeGreaterThan(300)
  const box = await viewer.boundingBox()
  expect(box?.width).toBeLessThanOrEqual(380)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()

  await systems.selectOption('')
  await expect(page.getByLabel('Live Map:')).toBeHidden()
  await expect(view).toBeDisabled()
})

test('an open viewer shows a new picture when readings arrive', async ({ page, farm }) => {
  const email = await becomeCustomer(page, farm)
  const name = newSystem('Lake')
  const system = await farm.connect(email, name)
  await placeProbes(page)
  await page.goto('/livemaps')
  await page.getByLabel('Select System:').selectOption(name)
  await page.getByRole('button', { name: 'View Live Map' }).click()
  const picture = page.getByRole('dialog').getByRole('img')
  await expect.poll(() => pictureWidth(page)).toBeGreaterThan(300)
  const before = await picture.getAttribute('src')
  const machine = await farm.simulate(system, { readings: { everyMs: 600_000, probes } })
  machine.order({ do: 'read' })
  await expect.poll(() => picture.getAttribute('src')).not.toBe(before)
  await expect.poll(() => pictureWidth(page)).toBeGreaterThan(300)
})

test('a failure to load the systems has its sentence', async ({ page, farm }) => {
  await becomeCustomer(page, farm)
  await page.route('**/dev4/fetchSystems*', (route) => route.fulfill({ status: 500, json: { message: 'x' } }))
  await page.goto('/livemaps')
  const error = page.getByRole('dialog', { name: 'Error' })
  await expect(
    error.getByText('Sorry, we cannot fetch your systems at this time. Please try again later.'),
  ).toBeVisible()
})

test('an answer without systems has its sentence', async ({ page, farm }) => {
  await becomeCustomer(page, farm)
  await page.route('**/dev4/fetchSystems*', (route) => route.fulfill({ json: { nothing: true } }))
  await page.goto('/livemaps')
  const error = page.getByRole('dialog', { name: 'Error' })
  await expect(error.getByText('Invalid response received. Please try again later.')).toBeVisible()
  await error.getByRole('button', { name: 'Close' }).click()
  await expect(error).toBeHidden()
})
