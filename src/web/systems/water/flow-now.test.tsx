/** Current flow and pressure: pressure compared with recent values at the same flow, once there are enough. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { PressureByFlow } from '#contract/pumps.ts'
import { mount, signIn } from '../../testing/mount.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { testSystem, running } from '../testing/test-system.ts'
import { FlowNow } from './flow-now.tsx'

const MINUTE_MS = 60_000
/** 240 kPa at 50.5 L/s, that is 34.8 psi and 800 gal/min. */
const telemetry = { ...running, flow_lps: 50.5, pressure_kpa: 240 }

/** A learned curve of a pump with so many kPa at zero flow, 51 less at 50.5 L/s. */
function show(atRest: number | null, wetMinutes: number, unit: 'in' | 'mm' = 'in') {
  const usual: PressureByFlow = {
    curve: atRest === null ? null : { at_rest_kpa: atRest, fall_kpa: 0.02, least_lps: 45, greatest_lps: 52 },
    wet_since: new Date(Date.now() - wetMinutes * MINUTE_MS).toISOString(),
  }
  signIn()
  const requests = fakeServer(({ path }) => {
    if (path.startsWith('/api/pumps/pressure/')) return { json: usual }
    return path === '/api/preferences/'
      ? { json: { unit, theme: 'system', language: 'device', provider: false, support_asked: false } }
      : undefined
  })
  mount(<FlowNow system={testSystem('Measured', { telemetry })} />)
  return () => expect.poll(() => requests.some(({ path }) => path.includes('/pressure/'))).toBe(true)
}

describe('the pressure', () => {
  it('is shown alone while the usual pressure is unknown', async () => {
    const view = show(null, 60)
    await expect.element(page.getByText('35 psi')).toBeVisible()
    await view()
    await expect.element(page.getByText(/psi,|predicted/)).not.toBeInTheDocument()
  })

  it('is shown alone while it is still building up', async () => {
    const view = show(400, 9)
    await expect.element(page.getByText('35 psi')).toBeVisible()
    await view()
    await expect.element(page.getByText(/psi,|predicted/)).not.toBeInTheDocument()
  })

  it('is as predicted within a tenth', async () => {
    // 300 - 51 = 249 kPa, of which 240 is 4 % less
    show(300, 60)
    await expect.element(page.getByText(/, as predicted/)).toBeVisible()
  })

  it('has a hint where to look if it is lower', async () => {
    // 400 - 51 = 349 kPa: 31 % less
    show(400, 60)
    await expect
      .element(
        page.getByText(
          /^The pressure is 31\s?% less than predicted: lately this machine had 51\spsi at such a flow\. Look at the pump/,
        ),
      )
      .toBeVisible()
  })

  it('has a hint where to look if it is higher, in kPa if depths are in millimetres', async () => {
    // 251 - 51 = 200 kPa: 20 % more
    show(251, 60, 'mm')
    await expect
      .element(
        page.getByText(
          /^The pressure is 20\s?% more than predicted: lately this machine had 200\skPa .* Look at blocked/,
        ),
      )
      .toBeVisible()
  })
})
