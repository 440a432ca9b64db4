/** The map with a configured imagery source: its attribution, and the outlines if it does not respond. */
import { deflateSync } from 'node:zlib'
import { expect, newSystem, type Page, signInByCall, test } from './farm.ts'

// one farm with these settings, not one per worker
test.describe.configure({ mode: 'default' })

const ORIGIN = 'https://imagery.example'
test.use({
  settings: {
    MAP_SATELLITE_URL: `${ORIGIN}/tiles/{z}/{x}/{y}.png?key=abc`,
    MAP_ATTRIBUTION: `<a href="${ORIGIN}/terms">Imagery & Co</a>`,
  },
})

/** CRC of a PNG chunk, bit by bit. */
function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return (value ^ 0xffffffff) >>> 0
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, check])
}

/** A single-colour tile, 256 x 256. */
function tile(red: number, green: number, blue: number): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 0, 0, 1, 0, 8, 2, 0, 0, 0])
  const row = Buffer.from([0, ...Array.from({ length: 256 }, () => [red, green, blue]).flat()])
  const data = deflateSync(Buffer.concat(Array.from({ length: 256 }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const FAILED = 'Satellite imagery is not loading. Outlines are shown instead.'

async function openMap(page: Page): Promise<void> {
  await page.goto('/geofence')
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.getByText('Loading map...')).toBeHidden()
}

test('tiles are fetched only from the configured source, within the content security policy', async ({
  page,
  farm,
}) => {
  const email = await signInByCall(page, farm)
  const name = newSystem('Above')
  await farm.connect(email, name)
  const consoleErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  const requests: string[] = []
  const cors = { 'access-control-allow-origin': '*' }
  await page.route(`${ORIGIN}/**`, (route) => {
    requests.push(route.request().url())
    return route.fulfill({ contentType: 'image/png', headers: cors, body: tile(70, 90, 50) })
  })
  await openMap(page)
  await expect.poll(() => requests.length).toBeGreaterThan(0)
  await page.getByLabel('Select a system').selectOption(name)
  // zoom 15.5 of 256-pixel tiles uses tiles of level 15 or 16
  await expect
    .poll(() => requests.some((url) => /\/tiles\/1[56]\/\d+\/\d+\.png\?key=abc$/.test(url)))
    .toBe(true)
  await expect(page.getByRole('link', { name: 'Imagery & Co' })).toHaveCSS(
    'text-decoration-line',
    'underline',
  )
  await expect(page.getByText(FAILED)).toBeHidden()
  expect(consoleErrors).toEqual([])
})

test('if the source does not respond, the map shows outlines and says so', async ({ page, farm }) => {
  await signInByCall(page, farm)
  await page.route(`${ORIGIN}/**`, (route) => route.abort())
  await openMap(page)
  await expect(page.getByText(FAILED)).toBeVisible()
  await expect(page.getByText('100° W')).toBeVisible()
})
