/** Live Maps: the dropdowns, the viewer, and a map that follows the readings. */
import { expectAccessible, smallTargets } from './accessibility.ts'
import { expect, newSystem, type Page, signInByCall, test } from './farm.ts'
import { mappedField, placeProbes, PROBES as probes } from './mapped-field.ts'

const month = (page: Page) => page.getByLabel('Select Month')

/** Width of the picture that the viewer shows; 0 while it shows none. */
function pictureWidth(page: Page): Promise<number> {
  const picture = page.getByRole('dialog').getByRole('img')
  return picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
}

test('the map of a connected system is chosen, shown, follows its readings, and is closed', async ({
  page,
  farm,
}) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('West')
  const system = await farm.connect(email, name)

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
  await expect(page.getByLabel('Live Map:').locator('option')).toHaveText([name])
  await view.click()
  const viewer = page.getByRole('dialog')
  await expect(
    viewer.getByText('Right-click to "Save image as..." or hold to save image on mobile device'),
  ).toBeVisible()
  await expect.poll(() => pictureWidth(page)).toBe(760)
  const box = await viewer.boundingBox()
  expect(box?.width).toBeLessThanOrEqual(380)

  await test.step('without probes the picture says so, in any colours', async () => {
    const viewer = page.getByRole('dialog', { name: 'Live Map' })
    await expect(viewer.getByText(/^As of/)).toBeHidden()
    await viewer.getByLabel('Colours').selectOption('Yellow to grey-blue')
    await expect(viewer.getByRole('img')).toHaveAttribute('src', /ramp=cividis/)
    await viewer.getByRole('button', { name: 'How sure is it?' }).click()
    await expect(viewer.getByRole('img')).toHaveAttribute('src', /layer=uncertainty/)
    await expect.poll(() => pictureWidth(page)).toBe(760)
  })

  await test.step('an open viewer shows a new picture when readings arrive', async () => {
    await page.getByRole('button', { name: 'How sure is it?' }).click()
    await placeProbes(page)
    const picture = page.getByRole('dialog').getByRole('img')
    await expect(picture).not.toHaveAttribute('src', /layer=uncertainty/)
    const before = await picture.getAttribute('src')
    const machine = await farm.simulate(system, { readings: { everyMs: 600_000, probes } })
    machine.order({ do: 'read' })
    await expect.poll(() => picture.getAttribute('src')).not.toBe(before)
    await expect.poll(() => pictureWidth(page)).toBeGreaterThan(300)
  })

  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()

  await systems.selectOption('')
  await expect(page.getByLabel('Live Map:')).toBeHidden()
  await expect(view).toBeDisabled()
})

test('the map of a field with probes: thumbnail, viewer, quantity, theme and warnings', async ({
  page,
  farm,
}) => {
  const field = await mappedField(page, farm, 'Small')
  await field.send(new Date(Date.now() - 3 * 3_600_000).toISOString(), 0.18)
  await page.goto('/livemaps')

  await test.step('every field has a thumbnail', async () => {
    const small = page.getByRole('list', { name: 'Live maps of all fields' }).getByRole('button')
    await expect(small).toHaveText([field.name])
    await expect
      .poll(() =>
        small
          .locator('img')
          .evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
      )
      .toBe(760)
    // the heading of its picture is cut off where the field begins: name, subject and time, 86 of 380 wide
    const cut = () => small.locator('img').evaluate((image) => -parseFloat(image.style.marginTop) * 3.8)
    expect(await cut()).toBeCloseTo(86, 0)
  })

  await test.step('by keyboard alone, and accessible', async () => {
    const systems = page.getByLabel('Select System:')
    await expect(systems).toBeEnabled()
    await systems.focus()
    await page.keyboard.type(field.name.slice(0, 8))
    await expect(page.getByLabel('Live Map:')).toHaveValue(field.name)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const view = page.getByRole('button', { name: 'View Live Map' })
    await expect(view).toBeFocused()
    await expectAccessible(page)
    expect(await smallTargets(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => pictureWidth(page)).toBe(760)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(view).toBeFocused()
  })

  await test.step('a click on a thumbnail opens its picture', async () => {
    await page.getByLabel('Select System:').selectOption('')
    const small = page.getByRole('list', { name: 'Live maps of all fields' }).getByRole('button')
    await small.click()
    await expect.poll(() => pictureWidth(page)).toBe(760)
    await expect(page.getByLabel('Select System:')).toHaveValue(field.name)
  })

  await test.step('new readings appear in the open viewer, with their time', async () => {
    const viewer = page.getByRole('dialog', { name: 'Live Map' })
    await expect.poll(() => pictureWidth(page)).toBe(760)
    await expect(viewer.getByText(/^As of 3 h ago \(\d\d:\d\d\)$/)).toBeVisible()
    const picture = viewer.getByRole('img')
    const shownUrl = await picture.getAttribute('src')
    await field.send(new Date().toISOString(), 0.22)
    await expect(picture).not.toHaveAttribute('src', shownUrl ?? '')
    await expect(viewer.getByText(/^As of just now/)).toBeVisible()
    await expect.poll(() => pictureWidth(page)).toBe(760)
    // in other colours it is another picture, not only another address
    const usual = await picture.screenshot()
    await viewer.getByLabel('Colours').selectOption('Below and above target')
    await expect(picture).toHaveAttribute('src', /ramp=target/)
    await expect.poll(async () => usual.equals(await picture.screenshot())).toBe(false)
  })

  await test.step('the quantity is chosen by keyboard and announced to screen readers', async () => {
    const viewer = page.getByRole('dialog', { name: 'Live Map' })
    const picture = viewer.getByRole('img')
    await viewer.getByLabel('Colours').selectOption('Yellow to blue')
    const show = viewer.getByLabel('Show')
    await expect(show).toHaveValue('classes')
    await expect(picture).not.toHaveAttribute('src', /ramp=target/)
    await expect
      .poll(() => picture.evaluate((element) => element instanceof HTMLImageElement && element.complete))
      .toBe(true)
    await expect(picture).toHaveAttribute('alt', /Soil assumed \(loam\) until it is confirmed\./)
    const shots = [await picture.screenshot()]
    await show.focus()
    for (const layer of ['share', 'volume']) {
      await page.keyboard.press('ArrowDown')
      await expect(picture).toHaveAttribute('src', new RegExp(`layer=${layer}`))
      await expect
        .poll(async () => (await picture.screenshot()).equals(shots.at(-1) ?? Buffer.of()))
        .toBe(false)
      shots.push(await picture.screenshot())
    }
    await expectAccessible(page)
  })

  const access = await page.evaluate(() => localStorage.getItem('access'))
  const towers = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((tower) => [tower, false]))
  const switches = { is_system_on: true, is_test_pattern_on: false, is_speed_switch_on: false, towers }
  const amounts = { application_rate: 0.8, root_depth: 60, target_moisture: 70 }
  const set = await page.request.post('/api/system-input/', {
    headers: { authorization: `JWT ${access}` },
    data: { system_name: field.name, ...switches, ...amounts },
  })
  expect(set.status()).toBe(200)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await page.getByRole('button', { name: 'View Live Map' }).click()

  await test.step('the quantity is remembered on this device', async () => {
    await expect(page.getByRole('dialog').getByLabel('Show')).toHaveValue('volume')
    expect(await page.evaluate(() => localStorage.getItem('mapShown'))).toBe('volume')
  })

  await test.step('a warning is shown if sensors cover little of the root zone', async () => {
    // sensors at 20 and 50 cm reach 65 cm of 60 in, which are 152 cm
    await expect(
      page
        .getByRole('dialog')
        .getByText('The sensors reach at most 43% of the root zone of 60\u00A0in: the rest is not measured.'),
    ).toBeVisible()
  })

  await test.step('in the dark theme the picture has no white panels', async () => {
    const picture = page.getByRole('dialog').getByRole('img')
    await expect(picture).toHaveAttribute('src', /paper=dark/)
    // behind the heading: as dark as the dialog around it
    const plate = () =>
      picture.evaluate((image) => {
        const canvas = document.createElement('canvas')
        const brush = canvas.getContext('2d')
        if (!(image instanceof HTMLImageElement) || !brush) return []
        brush.drawImage(image, 0, 0)
        return [...brush.getImageData(12, 12, 1, 1).data]
      })
    // the address changes before its picture has come
    await expect.poll(plate).toEqual([29, 33, 30, 255])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(picture).not.toHaveAttribute('src', /paper=dark/)
  })

  await test.step('the URL has the system, and the next page takes it from there or from storage', async () => {
    await expect(page).toHaveURL(/\/livemaps\?system=Small/)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Historic Maps' }).first().click()
    await month(page).selectOption('July')
    await expect(page.getByLabel('Select System')).toHaveValue(field.name)
  })
})

test('failures have their messages', async ({ page, farm }) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('Fails')
  await farm.connect(email, name)

  await test.step('a failure to load the systems has its message', async () => {
    await page.route('**/dev4/fetchSystems*', (route) =>
      route.fulfill({ status: 500, json: { message: 'x' } }),
    )
    await page.goto('/livemaps')
    const error = page.getByRole('dialog', { name: 'Error' })
    await expect(
      error.getByText('Sorry, we cannot fetch your systems at this time. Please try again later.'),
    ).toBeVisible()
  })

  await test.step('an answer without systems has its message', async () => {
    await page.unroute('**/dev4/fetchSystems*')
    await page.route('**/dev4/fetchSystems*', (route) => route.fulfill({ json: { nothing: true } }))
    await page.goto('/livemaps')
    const error = page.getByRole('dialog', { name: 'Error' })
    await expect(error.getByText('Invalid response received. Please try again later.')).toBeVisible()
    await error.getByRole('button', { name: 'Close' }).click()
    await expect(error).toBeHidden()
  })

  await page.unroute('**/dev4/fetchSystems*')

  await test.step('a failed picture is reported in the overlay, and a missing user in the console', async () => {
    const messages: string[] = []
    page.on('console', (message) => message.type() === 'error' && messages.push(message.text()))
    await page.goto('/livemaps?system=Nobody')
    await expect(page.getByLabel('Select System:')).toBeEnabled()
    await expect.poll(() => messages).toContain('The selected map was not found: Nobody')
    await page.route('**/plots/**', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByLabel('Select System:').selectOption(name)
    await page.getByRole('button', { name: 'View Live Map' }).click()
    const error = page.getByRole('dialog', { name: 'Error' })
    await expect(error.getByText(`The live map of ${name} cannot be shown at this time.`)).toBeVisible()
    await page.unroute('**/plots/**')
    await error.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => pictureWidth(page)).toBe(760)
    await page.keyboard.press('Escape')
    // removed without the page noticing
    await page.evaluate(() => localStorage.removeItem('access'))
    await page.getByLabel('Select System:').selectOption('')
    await expect.poll(() => messages).toContain('No token found. Please log in again.')
  })
})
