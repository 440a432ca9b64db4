/** The list of passes: newest first, older ones on request, and unique button names. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { PassView } from '#contract/passes.ts'
import { barriers } from '../../testing/accessibility.ts'
import { mount, signIn } from '../../testing/mount.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { testSystem } from '../testing/test-system.ts'
import { PassesPanel } from './passes-panel.tsx'

/** A full circle that began on this day of July at noon in Alberta. */
function circle(day: number): PassView {
  return {
    from: `2026-07-${String(day).padStart(2, '0')}T18:00:00Z`,
    to: `2026-07-${String(day + 1).padStart(2, '0')}T16:00:00Z`,
    day: `2026-07-${String(day).padStart(2, '0')}`,
    clockwise: true,
    start_deg: 0,
    end_deg: 0,
    swept_deg: 360,
    unrecorded_deg: 0,
    hours: 22,
    ended: 'FINISHED',
    code: null,
    dry_arc: null,
    dry_deg: 0,
    depth_in: 0.5,
    volume_m3: 6000,
    pumped_m3: null,
    unexplained_m3: null,
    unexplained_percent: null,
    alarm: false,
    depth_factor: null,
    corrected_depth_in: null,
    corrected_volume_m3: null,
  }
}

it('shows the newest five, then the rest of the page, then fetches older ones', async () => {
  signIn()
  const pages = [
    { passes: [20, 18, 16, 14, 12, 10, 8].map(circle), next: '2026-07-08T18:00:00.000Z' },
    { passes: [6, 4].map(circle), next: null },
  ]
  const requests = fakeServer(({ path }) => {
    if (!path.startsWith('/api/passes/?')) return undefined
    const part = pages[path.includes('before=') ? 1 : 0]
    return { json: { ...part, finish: null, finishing: null, factors: [] } }
  })
  // as on its page, because link-like buttons extend beyond the text's edge
  mount(
    <main style={{ padding: '0 16px' }}>
      <PassesPanel system={testSystem('East Quarter')} />
    </main>,
  )
  const cans = page.getByRole('button', { name: /^Catch cans, / })
  const older = page.getByRole('button', { name: 'Show older' })
  await expect.poll(() => cans.elements().length).toBe(5)
  const names = cans.elements().map((element) => element.getAttribute('aria-label'))
  expect(names).toEqual([20, 18, 16, 14, 12].map((day) => `Catch cans, ${day} Jul, 12:00`))
  expect(await barriers()).toEqual([])
  await older.click()
  await expect.poll(() => cans.elements().length).toBe(7)
  await older.click()
  await expect.poll(() => cans.elements().length).toBe(9)
  await expect.element(older).not.toBeInTheDocument()
  expect(requests.filter(({ path }) => path.includes('before='))).toHaveLength(1)
})
