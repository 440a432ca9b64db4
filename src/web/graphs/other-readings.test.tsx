/** Graphs of other quantities than soil water: the choice of quantity and probe, and the band by texture. */
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { OtherReadings } from '../../contract/graphs.ts'
import { barriers } from '../testing/accessibility.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { OtherReadingsSection } from './other-readings.tsx'

const HOUR = 3600
const T0 = Date.UTC(2026, 6, 6) / 1000
const otherReadings: OtherReadings = {
  system: 'North',
  time_zone: 'UTC',
  quantities: ['tension', 'battery'],
  quantity: 'tension',
  unit: 'kPa',
  reduced: false,
  times: [T0, T0 + HOUR, T0 + 2 * HOUR],
  series: [
    { number: 3, depth_cm: 30, gap_s: 2 * HOUR, values: [20, 45, 80] },
    { number: 3, depth_cm: 60, gap_s: 2 * HOUR, values: [15, 20, 25] },
    { number: 4, depth_cm: 30, gap_s: 2 * HOUR, values: [12, 13, 14] },
  ],
  bands: [
    { number: 3, curve: 'loam', full: 33, refill: 94.1 },
    { number: 4, curve: null, full: null, refill: null },
  ],
}

function show(readings: OtherReadings) {
  signIn()
  fakeServer(({ path }) => (path.startsWith('/api/graph-data/others/') ? { json: readings } : { json: {} }))
  mount(<OtherReadingsSection system="North" start="2026-07-06" end="2026-07-06" />)
}

function Switched() {
  const [system, setSystem] = useState('North')
  return (
    <>
      <button onClick={() => setSystem('South')}>South</button>
      <OtherReadingsSection system={system} start="2026-07-06" end="2026-07-06" />
    </>
  )
}

describe('other readings', () => {
  it('of tension have their own scale, with a band by texture, or say what is missing', async () => {
    show(otherReadings)
    await expect.element(page.getByRole('application', { name: 'Graph of Soil water tension' })).toBeVisible()
    await expect
      .element(page.getByText('Between 33 and 94 kPa loam holds what the crop wants', { exact: false }))
      .toBeVisible()
    const words = page.getByRole('listitem').first().element().textContent
    expect(words?.replaceAll(/[^ -~]+/g, ' ')).toContain('20 kPa at the start, 80 kPa at the end')
    await page.getByRole('combobox', { name: 'Probe' }).selectOptions('4')
    await expect.element(page.getByText('No band is drawn', { exact: false })).toBeVisible()
    expect(await barriers()).toEqual([])
  })

  it('of one system are not shown for the next until its own arrive', async () => {
    signIn()
    fakeServer(({ path }) => {
      if (!path.startsWith('/api/graph-data/others/')) return { json: {} }
      return path.includes('system=North') ? { json: otherReadings } : new Promise(() => undefined)
    })
    mount(<Switched />)
    const graph = page.getByRole('application', { name: 'Graph of Soil water tension' })
    await expect.element(graph).toBeVisible()
    await page.getByRole('button', { name: 'South' }).click()
    await expect.element(graph).not.toBeInTheDocument()
  })

  it('are hidden if a system has only soil moisture', async () => {
    show({ ...otherReadings, quantities: [], quantity: null, series: [], bands: [] })
    await expect.element(page.getByRole('region', { name: 'Other readings' })).not.toBeInTheDocument()
  })
})
