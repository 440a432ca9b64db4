/** Set Systems without a machine: validation, requests, tooltips, dialogs, stored drafts and warnings. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SystemView } from '#contract/systems.ts'
import { barriers } from '../testing/accessibility.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { fakeServer, type FakeRequest } from '../testing/fake-server.ts'
import { SystemsPage } from './systems-page.tsx'
import { testSystem, running } from './testing/test-system.ts'

const NAME = 'East Quarter'
const NO_TOWERS = { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false }

/** Four towers, seen some seconds ago. */
function recentSystem(name: string, overrides: Partial<SystemView> = {}, agoMs = 5000): SystemView {
  const at = new Date(Date.now() - agoMs).toISOString()
  return testSystem(name, {
    tower_radii_m: [60, 120, 180, 240],
    wetted_radius_m: 252,
    last_seen: at,
    telemetry: { ...running, at },
    ...overrides,
  })
}

type FakeResponse = { status?: number; json?: unknown } | undefined

/** A server with these systems; settings are answered by `settings`. */
function serve(
  systems: SystemView[],
  settings: (request: FakeRequest) => FakeResponse = () => undefined,
): FakeRequest[] {
  return fakeServer((request) => {
    switch (request.path) {
      case '/api/system-group/': {
        return { json: { system_group: systems.map(({ name }) => name) } }
      }
      case '/api/systems/': {
        return { json: systems }
      }
      case '/api/preferences/': {
        return {
          json: { unit: 'in', theme: 'system', language: 'device', provider: false, support_asked: false },
        }
      }
      case '/api/system-input/': {
        return settings(request)
      }
      default: {
        return undefined
      }
    }
  })
}

const storedResponse = (settingsRev: number): FakeResponse => ({
  json: { message: 'ok', command_id: `c${settingsRev}`, settings_rev: settingsRev, delivery: 'saved' },
})
const sentIn = (requests: FakeRequest[]) => requests.filter(({ path }) => path === '/api/system-input/')

const form = page.getByRole('form', { name: 'Settings' })
const field = (name: string) => form.getByRole('spinbutton', { name })
const power = page.getByRole('switch', { name: 'System' })
const apply = page.getByRole('button', { name: 'Apply Settings' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const submissionError = page.getByRole('dialog', { name: 'Submission Error' })
const storedState = () => JSON.parse(localStorage.getItem('systemStates') ?? '{}')[NAME]

async function fill(rate: string, root: string, target: string): Promise<void> {
  await expect.element(power).toBeVisible()
  if (!power.element().matches('[aria-checked=true], :checked')) await power.click()
  await field('Application Rate').fill(rate)
  await field('Root Depth').fill(root)
  await field('Target Moisture').fill(target)
}

beforeEach(signIn)

it('sends nothing before a system is chosen, and each limit has its sentence', async () => {
  const requests = serve([recentSystem(NAME), recentSystem('West Quarter')])
  mount(<SystemsPage />)
  await apply.click()
  await expect.element(page.getByText('Please select a system.')).toBeVisible()
  const systemDropdown = page.getByLabelText('Select a System')
  await expect.element(systemDropdown).toHaveFocus()
  await systemDropdown.selectOptions(NAME)
  await expect.element(power).toBeVisible()
  await fill('2.1', '0', '19')
  await apply.click()
  for (const [name, sentence] of [
    ['Application Rate', /Application rate must be between 0\.2 and 2 inches\./],
    ['Root Depth', /Root Depth must be between 0 and 80 inches\./],
    ['Target Moisture', /Target Moisture must be between 20 and 100 %\./],
  ] as const)
    await expect.element(field(name)).toHaveAccessibleDescription(sentence)
  expect(await barriers()).toEqual([])
  for (const wrong of ['', '0']) {
    await fill(wrong, wrong, wrong)
    await apply.click()
    await expect.poll(() => document.querySelectorAll('[aria-invalid=true]')).toHaveLength(3)
  }
  expect(sentIn(requests)).toEqual([])
})

it('aligns the dropdown with the fields below it', async () => {
  serve([recentSystem(NAME)])
  mount(<SystemsPage />)
  await expect.element(field('Application Rate')).toBeVisible()
  const edges = (selector: string) => {
    const control = document.querySelector(selector)
    const box = (control?.parentElement ?? control)?.getBoundingClientRect()
    return [Math.round(box?.left ?? -1), Math.round(box?.right ?? -1)]
  }
  for (const width of [1280, 1000, 375]) {
    await page.viewport(width, 900)
    expect(edges('main select[class*=select]'), `${width} px`).toEqual(edges('input[name=applicationRate]'))
  }
})

it('shows the full problem of the worst other field next to the open one on a phone', async () => {
  const fault = { code: 'LOW_PRESSURE', at: new Date(Date.now() - 60_000).toISOString() }
  serve([recentSystem(NAME), recentSystem('West Quarter', { fault, online: false }), recentSystem('South')])
  await page.viewport(375, 812)
  mount(<SystemsPage />)
  await page.getByLabelText('Select a System').selectOptions(NAME)
  const worst = page
    .getByRole('button', { name: /^Show West Quarter/ })
    .getByText(/^Offline, low water pressure/)
  await expect.element(worst).toBeVisible()
  document.documentElement.style.fontSize = '130%'
  onTestFinished(() => void (document.documentElement.style.fontSize = ''))
  const { scrollWidth, clientWidth } = worst.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})

it('explains OFF in the tooltip of the switch', async () => {
  serve([recentSystem(NAME)])
  mount(<SystemsPage />)
  const tip = page.getByRole('button', { name: 'About ON and OFF' })
  const words = page.getByText(/When OFF, prescriptions are set to 100%/)
  await tip.hover()
  await expect.element(words).toBeVisible()
  await tip.unhover()
  await expect.element(words).not.toBeVisible()
  tip.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(words).toBeVisible()
})

it('has Speed Control as a toggle with its tooltip, kept as it is typed and sent', async () => {
  const requests = serve([recentSystem(NAME)], () => storedResponse(1))
  mount(<SystemsPage />)
  await fill('0.8', '24', '70')
  const speed = button('Speed Control')
  await expect.element(speed).toHaveAttribute('aria-pressed', 'false')
  page.getByRole('button', { name: 'About Speed Control' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/the controller sets the timer of the panel/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  speed.element().focus()
  await userEvent.keyboard(' ')
  await expect.element(speed).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(storedState).toMatchObject({ isSpeedSwitchOn: true, applicationRate: '0.8' })
  await expect.element(page.getByText('Speed Control sets this timer.')).toBeVisible()
  await apply.click()
  const confirmedDialog = page.getByRole('dialog', { name: 'Settings Confirmed!' })
  await expect.element(confirmedDialog.getByText('Speed Control')).toBeVisible()
  expect(sentIn(requests).map(({ body }) => body)).toEqual([
    {
      system_name: NAME,
      is_system_on: true,
      is_test_pattern_on: false,
      is_speed_switch_on: true,
      application_rate: 0.8,
      root_depth: 24,
      target_moisture: 70,
      towers: NO_TOWERS,
    },
  ])
})

it('turns on one tower at a time in Test Pattern; Confirm applies it and Cancel does not', async () => {
  serve([recentSystem(NAME)])
  mount(<SystemsPage />)
  await fill('0.8', '24', '70')
  const pattern = button('Test Pattern')
  const dialog = page.getByRole('dialog', { name: 'Test Pattern' })
  const tower = (number: number) => dialog.getByRole('button', { name: new RegExp(`^Tower ${number} `) })
  await pattern.click()
  await expect.element(tower(9)).toBeVisible()
  expect(dialog.getByRole('button', { name: /^Tower \d/ }).elements()).toHaveLength(9)
  for (const absent of [5, 6, 7, 8, 9]) {
    await expect.element(tower(absent)).toBeDisabled()
    await expect.element(tower(absent).getByText('not on this machine')).toBeVisible()
  }
  await expect
    .element(dialog.getByText(/after 15 minutes, and the earlier prescription runs again/))
    .toBeVisible()
  await tower(2).click()
  await tower(4).click()
  await expect.element(tower(2)).toHaveAttribute('aria-pressed', 'false')
  await expect.element(tower(4)).toHaveAttribute('aria-pressed', 'true')
  expect(await barriers()).toEqual([])
  await tower(4).click()
  await dialog.getByRole('button', { name: 'Confirm Test Pattern' }).click()
  await expect.element(pattern).toHaveAttribute('aria-pressed', 'false')

  await pattern.click()
  await tower(3).click()
  await dialog.getByRole('button', { name: 'Confirm Test Pattern' }).click()
  await expect.element(pattern).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(storedState).toMatchObject({ isTestPatternOn: true, towers: { ...NO_TOWERS, 3: true } })
  await pattern.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(pattern).toHaveFocus()
  await expect.element(pattern).toHaveAttribute('aria-pressed', 'true')
  await pattern.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(pattern).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(storedState).toMatchObject({ isTestPatternOn: false, towers: NO_TOWERS })
})

it('asks for a rate before it turns a system OFF, and keeps what was typed there', async () => {
  const requests = serve([recentSystem(NAME)], () => storedResponse(1))
  mount(<SystemsPage />)
  await expect.element(power).not.toBeChecked()
  await apply.click()
  const off = page.getByRole('dialog', { name: 'Turn System OFF - Application Rate Required' })
  const range = off.getByText('Application rate must be between 0.2 and 2 inches.')
  await off.getByRole('button', { name: 'Confirm & Apply' }).click()
  await expect.element(range).toBeVisible()
  await off.getByRole('spinbutton').fill('3')
  await expect.element(range).toBeVisible()
  expect(await barriers()).toEqual([])
  await off.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(off).not.toBeInTheDocument()
  expect(sentIn(requests)).toEqual([])
  await apply.click()
  await expect.element(off.getByRole('spinbutton')).toHaveValue(3)
  await off.getByRole('spinbutton').fill('0.5')
  await off.getByRole('button', { name: 'Confirm & Apply' }).click()
  await expect
    .poll(() => sentIn(requests).map(({ body }) => body))
    .toMatchObject([{ is_system_on: false, application_rate: 0.5 }])
})

describe('after Apply', () => {
  it.each([
    ['its sentence', { message: 'The pump house is locked.', code: 'x' }, 'The pump house is locked.'],
    ['the specified one without', {}, 'An error occurred during submission. Please try again.'],
  ])('a refusal of the server has %s; what was typed stays, over a reload too', async (_, json, sentence) => {
    serve([recentSystem(NAME)], () => ({ status: 400, json }))
    const first = mount(<SystemsPage />)
    await fill('0.8', '24', '70')
    await apply.click()
    await expect.element(submissionError.getByText(sentence, { exact: true })).toBeVisible()
    await submissionError.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.element(field('Application Rate')).toHaveValue(0.8)
    await expect.element(page.getByText('Not sent', { exact: true })).toBeVisible()
    first.unmount()
    mount(<SystemsPage />)
    await expect.element(field('Application Rate')).toHaveValue(0.8)
    await expect.element(page.getByText('Not sent', { exact: true })).toBeVisible()
  })

  it('a failure with an answer has the specified sentence first, then the details', async () => {
    serve([recentSystem(NAME)], () => ({ status: 502 }))
    const first = mount(<SystemsPage />)
    await fill('0.8', '24', '70')
    await apply.click()
    await expect
      .element(submissionError.getByRole('paragraph').first())
      .toHaveTextContent('An error occurred during submission. Please try again.')
    await expect.element(submissionError.getByText('We do not know if it was stored')).toBeVisible()
    expect(submissionError.getByText('did not answer').elements()).toEqual([])
    await submissionError.getByRole('button', { name: 'Close', exact: true }).click()
    first.unmount()
    mount(<SystemsPage />)
    await expect.element(field('Application Rate')).toHaveValue(0.8)
  })

  it('two taps send once', async () => {
    const requests = serve([recentSystem(NAME)], () => storedResponse(1))
    mount(<SystemsPage />)
    await fill('0.8', '24', '70')
    for (let tap = 0; tap < 5; tap++)
      apply.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.element(page.getByRole('dialog', { name: 'Settings Confirmed!' })).toBeVisible()
    expect(sentIn(requests)).toHaveLength(1)
  })

  it('an unanswered submission keeps its key over a reload', async () => {
    let reachable = false
    const requests = serve([recentSystem(NAME)], () => (reachable ? storedResponse(1) : undefined))
    const first = mount(<SystemsPage />)
    await fill('0.8', '24', '70')
    await apply.click()
    await expect.element(submissionError).toBeVisible()
    first.unmount()
    mount(<SystemsPage />)
    await expect.element(field('Application Rate')).toHaveValue(0.8)
    await expect.element(page.getByText('We do not know if it was sent')).toBeVisible()
    reachable = true
    await form.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Settings Confirmed!' })).toBeVisible()
    const keys = sentIn(requests).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('warnings at the top', () => {
  it('settings that will expire', async () => {
    const soon = new Date(Date.now() + 3 * 3_600_000 + 60_000).toISOString()
    serve([recentSystem(NAME, { warnings: ['expires_soon'], valid_until: soon })])
    mount(<SystemsPage />)
    await expect
      .element(page.getByText(/The settings expire at .*, in 3 h, unless the pivot reconnects/))
      .toBeVisible()
  })

  it('settings that have expired', async () => {
    serve([recentSystem(NAME, { warnings: ['expired'], delivery: 'expired' })])
    mount(<SystemsPage />)
    await expect
      .element(page.getByText(/expired while the pivot was offline\. Where the machine can, it waters 100%/))
      .toBeVisible()
  })
})

it('shows a position that is minutes old as remembered, not live', async () => {
  serve([recentSystem(NAME, { online: false }, 5 * 60_000)])
  mount(<SystemsPage />)
  await expect.element(page.getByText(/Seen 5 min ago \(\d\d:\d\d\)/).first()).toBeVisible()
  const pictures = page.getByRole('img', { name: /The arm was at/ })
  await expect.element(pictures.first()).toBeVisible()
  for (const picture of pictures.elements()) {
    expect(picture.querySelectorAll('path[class*=possible]')).toHaveLength(1)
    expect(picture.querySelectorAll('path[class*=wet]')).toHaveLength(0)
  }
})
