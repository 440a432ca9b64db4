/** The desk's map: clusters show their count. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { deskPaths } from '#contract/accounts/desk.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { DeskSystemsPage } from './desk-systems-page.tsx'
import { SystemsMap } from './systems-map.tsx'

it('shows the count on a cluster of ten thousand systems', async () => {
  fakeServer()
  const numbers = Array.from({ length: 10_000 }, (_, number) => number)
  const systems = {
    names: numbers.map((number) => `Field ${number}`),
    latitudes: numbers.map(() => 50.7),
    longitudes: numbers.map(() => -112.4),
    states: numbers.map(() => 0),
  }
  mount(
    <div data-testid="map" style={{ position: 'relative', width: '500px', height: '500px' }}>
      <SystemsMap systems={systems} />
    </div>,
  )
  await expect.element(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  // as large as five digits of 14 px: a dot without them would have one colour
  await expect.poll(() => coloursInTheMiddle({ width: 40, height: 10 })).toBeGreaterThan(1)
})

it('the map at the desk says that it is loading, that it failed, and tries again', async () => {
  signIn()
  let answer: (response: { json: unknown } | undefined) => void = () => undefined
  const requests = fakeServer(({ path }) => {
    if (!path.startsWith(deskPaths.map)) return undefined
    return new Promise((resolve) => (answer = resolve))
  })
  const requestCount = () => requests.filter(({ path }) => path.startsWith(deskPaths.map)).length
  mount(<DeskSystemsPage />)
  await page.getByRole('button', { name: 'Show them on a map' }).click()
  await expect.element(page.getByText('Loading map...')).toBeVisible()
  await expect.poll(requestCount).toBe(1)
  answer(undefined)
  const failure = page.getByRole('alert').filter({ hasText: 'The table holds the same systems.' })
  await expect.element(failure).toBeVisible()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(requestCount).toBe(2)
  answer({ json: { names: [], latitudes: [], longitudes: [], states: [] } })
  await expect.element(failure).not.toBeInTheDocument()
})

/** Number of colours that cover more than a twentieth of the middle of the map. */
async function coloursInTheMiddle({ width, height }: { width: number; height: number }): Promise<number> {
  const base64 = await page.getByTestId('map').screenshot({ save: false })
  const picture = new Image()
  picture.src = `data:image/png;base64,${base64}`
  await picture.decode()
  const ink = new OffscreenCanvas(width, height).getContext('2d')
  ink?.drawImage(picture, (width - picture.width) / 2, (height - picture.height) / 2)
  const bytes = ink?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
  const counts = new Map<string, number>()
  for (let at = 0; at < bytes.length; at += 4) {
    // visually the same
    const colour = [...bytes.subarray(at, at + 3)].map((part) => part >> 5).join(' ')
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return [...counts.values()].filter((count) => count > (width * height) / 20).length
}
