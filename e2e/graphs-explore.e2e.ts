/** Explore on Soil Probe Graphs: days to refill, values by keyboard and pointer, the table, the CSV file. */
import { readFile } from 'node:fs/promises'
import { expectAccessible, smallTargets } from './accessibility.ts'
import { expect, type Farm, type Page, test } from './farm.ts'
import { anotherField, dryAt, fourDays, LAST, type ProbedField, probedField } from './probed-field.ts'

const graph = (page: Page) => page.getByRole('application')

/** The graph of probe 3 from the 6th to the 9th of July. */
async function explore(page: Page, farm: Farm, word: string): Promise<ProbedField> {
  const field = await probedField(page, farm, word)
  await field.send(fourDays())
  await openGraph(page, field)
  return field
}

async function openGraph(page: Page, field: { name: string; season: string }): Promise<void> {
  await page.goto('/probes')
  await page.getByLabel('Select System').selectOption({ label: field.season })
  await page.getByRole('button', { name: 'Whole season' }).click()
  await expect(page.getByPlaceholder('Enter Start Date')).toHaveValue('06/07/2026')
  await expect(page.getByPlaceholder('Enter End Date')).toHaveValue('09/07/2026')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('button', { name: 'Explore' }).click()
  await expect(
    page.getByRole('heading', { name: `Explore ${field.name}, 06/07/2026 to 09/07/2026` }),
  ).toBeFocused()
  await expect(graph(page)).toBeVisible()
}

/** Lines of the file with all readings. */
async function exported(page: Page): Promise<{ path: string; lines: string[] }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const path = await (await download).path()
  return { path, lines: (await readFile(path, 'utf8')).split('\r\n') }
}

/** Values under the cursor, as shown. */
const readouts = (page: Page) => page.locator('[data-line]').allTextContents()

test('a graph is explored: days to refill, table, file, drag, root zone, another probe', async ({
  page,
  farm,
}) => {
  const consoleErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  const field = await explore(page, farm, 'Drying')

  await test.step('days to refill are computed from the drying, and values are read by keyboard', async () => {
    // loam: full 25 %, wilting point 12 %, target 70 %, so refill at 21.1 %; the drying is 0.5 % a day
    const daysLeft = (dryAt(LAST) - 0.211) / 0.005
    await expect(page.getByText(`Probe 3: about ${Math.round(daysLeft)} days to refill`)).toBeVisible()
    await expect(
      page.getByText(/If the root zone keeps drying as it has since 6 Jul, by 0\.5% of volume a day/),
    ).toBeVisible()
    const percent = (100 * dryAt(LAST)).toFixed(1)
    await expect(page.getByText(`20\u00A0cm: 24.5% at the start, ${percent}% at the end`)).toBeVisible()

    await graph(page).focus()
    await page.keyboard.press('End')
    await expect.poll(() => readouts(page)).toEqual([`${percent}%`, `${percent}%`])
    await expect(page.getByText(`9 Jul, 04:00: 20\u00A0cm ${percent}%`)).toBeAttached()
    await page.keyboard.press('Home')
    await expect.poll(() => readouts(page)).toEqual(['24.5%', '24.5%'])
    // three zooms show less than a day, and the cursor's row moves back into view
    for (const key of ['+', '+', '+', 'Shift+ArrowRight', 'ArrowLeft', '-', '0'])
      await page.keyboard.press(key)
    await expect(page.locator('[data-at]')).toHaveText('6 Jul, 09:00')
    // nothing refused by the content security policy
    expect(consoleErrors).toEqual([])
  })

  await test.step('the data is available as a table and as a file with all readings', async () => {
    await page.getByText('Day by day as a table').click()
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(4)
    await expect(rows.nth(0)).toHaveText(/Day20 cm40 cmWater given, in/)
    // the 7th began at 24.0 % and ended, an hour before midnight, at 23.5 %
    await expect(rows.nth(2)).toHaveText(/07\/07\/202623\.5 – 24\.023\.5 – 24\.0/)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`${field.name} probe 3 2026-07-06 to 2026-07-09.csv`)
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n').slice(0, -1)
    const readings = fourDays().filter(([probe, depth]) => probe === 3 && depth === 20)
    expect(lines).toHaveLength(readings.length + 1)
    expect(lines[0]).toBe(
      '\u{FEFF}time (UTC),time (America/Edmonton),P3-20cm (% by volume),P3-40cm (% by volume)',
    )
    expect(lines[1]).toBe('2026-07-06T06:00:00.000Z,2026-07-06 00:00:00,24.5,24.5')
  })

  await test.step('is accessible', async () => {
    // targets half under the navigation bar would count as too small
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
    expect(await smallTargets(page)).toEqual([])
  })

  await test.step('a drag moves and a double click shows all: only the canvas is redrawn', async () => {
    const area = page.locator('.u-over')
    const picture = () =>
      page
        .locator('canvas')
        .evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''))
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(picture).not.toBe('')
    const before = await picture()
    await page.evaluate(() => {
      const changes = new MutationObserver((records) => {
        const outside = records.filter(
          ({ target }) => !(target instanceof Element && target.closest('.uplot, [data-at], [data-line]')),
        )
        Reflect.set(globalThis, 'rendered', Number(Reflect.get(globalThis, 'rendered') ?? 0) + outside.length)
      })
      changes.observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    const box = await area.boundingBox()
    if (!box) throw new Error('no graph')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2, { steps: 12 })
    await page.mouse.up()
    await expect.poll(picture).not.toBe(before)
    expect(await page.evaluate(() => Number(Reflect.get(globalThis, 'rendered') ?? 0))).toBe(0)
    await area.dblclick()
    await expect(graph(page)).toBeVisible()
  })

  await test.step('the exported file can be imported into another system, and its export is identical', async () => {
    const original = await exported(page)
    expect(original.lines.length).toBeGreaterThan(10)
    const copy = await anotherField(page, farm, field.email, 'Copy')
    await page.goto('/systems')
    await page.getByLabel('Select a System').selectOption(copy.name)
    await page.getByRole('button', { name: 'Import readings' }).click()
    const section = page.getByRole('region', { name: 'Import readings' })
    await section.getByLabel(/Choose a/).setInputFiles(original.path)
    await section.getByRole('button', { name: /^Store readings/ }).click()
    await expect(section).toContainText('Already there: 0.')
    await openGraph(page, copy)
    expect((await exported(page)).lines).toEqual(original.lines)
  })

  await test.step('depths are summed over the root zone, in inches and in per cent of available water', async () => {
    await page.getByRole('radio', { name: 'Root zone' }).check()
    await page.getByRole('radio', { name: 'inches' }).check()
    await expect(page.getByText('Inches of water in the root zone, times of America/Edmonton')).toBeVisible()
    await graph(page).focus()
    await page.keyboard.press('End')
    // no root depth is set: layers of 0-30 and 30-50 cm, so 500 mm
    const inches = (dryAt(LAST) * 500) / 25.4
    await expect.poll(() => readouts(page)).toEqual([`${inches.toFixed(2)}\u00A0in`])
    await page.getByRole('radio', { name: '% available' }).check()
    await graph(page).focus()
    await page.keyboard.press('End')
    const available = (100 * (dryAt(LAST) - 0.12)) / (0.25 - 0.12)
    await expect.poll(() => readouts(page)).toEqual([`${available.toFixed(0)}%`])
    await page.getByRole('radio', { name: 'Stacked' }).check()
    await expect(page.locator('[data-line]')).toHaveCount(2)
    await expect(page.getByRole('radio', { name: 'inches' })).toHaveCount(0)
  })

  await test.step('another probe is explored, and the pictures come back', async () => {
    await openGraph(page, field)
    await page.getByLabel('Probe', { exact: true }).selectOption('Probe 7')
    // 20.0 % is below refill
    await expect(page.getByText('Probe 7: at the refill line or below')).toBeVisible()
    await page.getByRole('button', { name: 'Show the pictures' }).click()
    await expect(
      page.getByRole('dialog', { name: 'Graphs Generated Successfully!' }).getByRole('img'),
    ).toHaveCount(3)
  })
})

test('a failure to fetch the readings, and a long range', async ({ page, farm }) => {
  const requests: string[] = []
  // as the server answers a range with more readings than a graph can show
  await page.route('**/api/graph-data/**', async (route) => {
    const query = new URL(route.request().url()).searchParams
    const [from, to] = [query.get('start'), query.get('end')]
    requests.push(`${from} ${to}`)
    const answer = await route.fetch()
    const body: unknown = await answer.json()
    await route.fulfill({ response: answer, json: { ...Object(body), reduced: from !== to } })
  })
  await page.route('**/api/graph-data/?*', (route) =>
    route.fulfill({ status: 400, json: { message: 'Not today.' } }),
  )

  await test.step('a failure to fetch the readings can be tried again', async () => {
    const field = await probedField(page, farm, 'Broken')
    await field.send(fourDays())
    await page.goto('/probes')
    await page.getByLabel('Select System').selectOption({ label: field.season })
    await page.getByRole('button', { name: 'Whole season' }).click()
    await page.getByRole('button', { name: 'Generate' }).click()
    await page.getByRole('button', { name: 'Explore' }).click()
    await expect(page.getByText('The readings could not be fetched. Not today.')).toBeVisible()
    await page.unroute('**/api/graph-data/?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(graph(page)).toBeVisible()
  })

  await test.step('a long range shows the extremes; zooming in or downloading gives every reading', async () => {
    await expect(page.getByText('zoom in for every reading')).toBeVisible()
    await graph(page).focus()
    await page.keyboard.press('Home')
    for (let zooms = 0; zooms < 4; zooms++) await page.keyboard.press('+')
    await expect.poll(() => requests).toContain('2026-07-06 2026-07-06')
    await expect(page.getByText('zoom in for every reading')).toBeHidden()
    // the cursor stays on its reading when more are loaded
    await expect(page.locator('[data-at]')).toHaveText('6 Jul, 00:00')
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('[data-at]')).toHaveText('6 Jul, 01:00')
    await page.keyboard.press('0')
    await expect(page.getByText('zoom in for every reading')).toBeVisible()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n').slice(1, -1)
    const readings = fourDays().filter(([probe, depth]) => probe === 3 && depth === 20)
    expect(lines.map((line) => line.split(',')[0])).toEqual(readings.map(([, , at]) => at))
  })
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 812 } })

  test('a tap reads values, a pinch zooms, a sideways drag moves', async ({ page, farm }) => {
    await explore(page, farm, 'Finger')
    const area = page.locator('.u-over')
    await area.scrollIntoViewIfNeeded()
    await area.tap()
    await expect(page.locator('[data-at]')).toHaveText(/Jul, /)
    const box = await area.boundingBox()
    if (!box) throw new Error('no graph')
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: xs.map((x, id) => ({ x: box.x + x, y: box.y + box.height / 2, id })),
      })
    const picture = () =>
      page
        .locator('canvas')
        .evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''))
    const wholePicture = await picture()
    await touch('touchStart', 90, 110)
    for (const apart of [20, 35, 50]) await touch('touchMove', 100 - apart, 100 + apart)
    await touch('touchEnd')
    await expect.poll(picture).not.toBe(wholePicture)
    const closer = await picture()
    await touch('touchStart', 150)
    for (const x of [130, 100, 60]) await touch('touchMove', x)
    await touch('touchEnd')
    await expect.poll(picture).not.toBe(closer)
    await page.getByRole('button', { name: 'Show all' }).click()
    expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1)
  })
})

/** After a tap the browser sends mouse events at the mouse's position with the next frame. */
const nextFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  )

test.describe('by touch and mouse', () => {
  test.use({ hasTouch: true, viewport: { width: 820, height: 1180 } })

  test('a tapped reading stays until the mouse moves on the graph', async ({ page, farm }) => {
    await explore(page, farm, 'Tablet')
    const area = page.locator('.u-over')
    const at = page.locator('[data-at]')
    await area.scrollIntoViewIfNeeded()
    const box = await area.boundingBox()
    if (!box) throw new Error('no graph')
    const mouse = (x: number, y = box.height / 2) => page.mouse.move(box.x + x, box.y + y)
    const tap = async (x: number) => {
      await area.tap({ position: { x, y: box.height / 2 } })
      await nextFrames(page)
    }
    const right = 0.8 * box.width

    // the mouse is outside the graph
    await mouse(10, -60)
    await tap(right)
    await expect(at).toHaveText(/^8 Jul, /)
    await mouse(20, -60)
    await expect(at).toHaveText(/^8 Jul, /)
    // entering shows its reading, leaving hides it
    await mouse(10)
    await expect(at).toHaveText(/^6 Jul, /)
    await mouse(10, -60)
    await expect(at).toHaveText(/^Point at the graph/)

    // it is on the graph during a tap, and leaves without moving there
    await mouse(10)
    await tap(right)
    await expect(at).toHaveText(/^8 Jul, /)
    await mouse(10, -60)
    await nextFrames(page)
    await expect(at).toHaveText(/^8 Jul, /)
    await mouse(10)
    await expect(at).toHaveText(/^6 Jul, /)

    // a graph recreated in other colours under the mouse keeps the reading
    const overlay = await page.locator('.u-over').elementHandle()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => overlay?.evaluate((element) => element.isConnected)).toBe(false)
    await expect(at).toHaveText(/^6 Jul, /)
    await mouse(10, -60)
    await expect(at).toHaveText(/^Point at the graph/)

    // leaving with the mouse does not hide the keys' reading
    await mouse(10)
    await graph(page).focus()
    await page.keyboard.press('End')
    await expect(at).toHaveText('9 Jul, 04:00')
    await mouse(10, -60)
    await nextFrames(page)
    await expect(at).toHaveText('9 Jul, 04:00')
  })
})
