/** Set Systems while somebody else stores settings of the same system: nothing overwrites them unseen, and nothing stands for other numbers. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Settings, SystemCommand } from '#contract/systems.ts'
import { fakeServer, type FakeRequest } from '../testing/fake-server.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { noTowers, offSettings } from './settings/settings-values.ts'
import { SystemsPage } from './systems-page.tsx'
import { testSystem } from './testing/test-system.ts'

const NAME = 'East Quarter'

function on(rate: number): Settings {
  return {
    is_system_on: true,
    is_test_pattern_on: false,
    is_speed_switch_on: false,
    application_rate: rate,
    root_depth: 24,
    target_moisture: 70,
    towers: noTowers,
  }
}

/** One system whose settings follow the protocol: `If-Match` refuses what was overtaken, and a key repeats its answer. */
class Server {
  revision = 6
  readonly requests: FakeRequest[]
  /** Of the next answers to settings. */
  losesAnswers = false
  /** Somebody else's settings, stored right after the next ones. */
  followedBy: Settings | null = null
  /** The pump is too weak, unless its lowest percentages are raised. */
  weakPump = false
  preview: Promise<unknown> = Promise.resolve()
  unitFails = false
  /** Whether the stream of events can be opened. */
  streams = false
  #settings: Settings
  readonly #answers = new Map<string, object>()

  constructor(settings: Settings) {
    this.#settings = settings
    this.requests = fakeServer(async (request) => {
      switch (request.path.split('?')[0]) {
        case '/api/system-group/': {
          return { json: { system_group: [NAME] } }
        }
        case '/api/systems/': {
          const desired = { ...this.#settings, settings_rev: this.revision, rev: this.revision }
          return { json: [testSystem(NAME, { desired })] }
        }
        case '/api/preferences/': {
          if (request.method === 'PATCH' && this.unitFails) return undefined
          const account = { theme: 'system', language: 'device', provider: false, support_asked: false }
          return { json: { ...account, unit: 'in' } }
        }
        case '/api/system-commands/': {
          return { json: { commands: [EARLIER], next: null } }
        }
        case '/api/system-input/': {
          return this.#answer(request)
        }
        case '/api/prescription/preview/': {
          await this.preview
          return { json: PREVIEW }
        }
        case '/api/events/': {
          return this.streams ? { json: {} } : undefined
        }
        default: {
          return undefined
        }
      }
    })
  }

  /** Somebody else's settings. */
  store(settings: Settings): void {
    this.#settings = settings
    this.revision += 1
  }

  /** How many lists of systems the page has fetched. */
  lists(): number {
    return this.requests.filter(({ path }) => path === '/api/systems/').length
  }

  sent(): { expected: string | null; key: string | null; body: unknown }[] {
    return this.requests
      .filter(({ path }) => path === '/api/system-input/')
      .map(({ headers, body }) => ({
        expected: headers.get('if-match'),
        key: headers.get('idempotency-key'),
        body,
      }))
  }

  #answer({ headers, body }: FakeRequest): { status?: number; json: object } | undefined {
    const key = headers.get('idempotency-key') ?? ''
    const known = this.#answers.get(key)
    if (known) return { json: known }
    if (headers.get('if-match') !== `"${this.revision}"`) {
      const current = { settings: this.#settings, settings_rev: this.revision, who: 'Kim', when: null }
      const message = 'Somebody else changed these settings in the meantime.'
      return { status: 409, json: { message, code: 'settings_changed_meanwhile', current } }
    }
    const { system_name: _, ...settings } = Object(body)
    if (this.weakPump && settings.pump_remedy !== 'raise') {
      const stretch = { from_deg: 0, to_deg: 90, flow_gpm: 100 }
      const current = { pump: 'River', least_flow_gpm: 400, low: [stretch], low_when_raised: [] }
      return { status: 409, json: { message: 'Too little flow.', code: 'pump_flow_low', current } }
    }
    this.store(settings)
    const answer = {
      message: 'ok',
      command_id: `c${this.revision}`,
      settings_rev: this.revision,
      delivery: 'saved',
    }
    this.#answers.set(key, answer)
    if (this.followedBy) this.store(this.followedBy)
    this.followedBy = null
    return this.losesAnswers ? undefined : { json: answer }
  }
}

/** Lets the page know what is stored, as a reconnected stream does. */
async function tellPage(server: Server): Promise<void> {
  const before = server.lists()
  server.streams = true
  await expect
    .poll(() => {
      globalThis.dispatchEvent(new Event('online'))
      return server.lists()
    })
    .toBeGreaterThan(before)
  server.streams = false
}

const EARLIER: SystemCommand = {
  command_id: 'c2',
  settings_rev: 2,
  rev: 2,
  who: 'Pat',
  when: '2026-07-10T20:36:00Z',
  from: null,
  to: on(1.5),
  delivery: 'applied',
  delivery_times: {
    saved: '2026-07-10T20:36:00Z',
    sent: null,
    received: null,
    applied: null,
    rejected: null,
    expired: null,
    superseded: null,
  },
  delivery_code: null,
}

const cells = btoa('\u0000'.repeat(1620))
const PREVIEW = {
  system: NAME,
  sectors: 180,
  zones: 9,
  percent_b64: cells,
  reason_b64: cells,
  reasons: ['COMPUTED'],
  geofence_b64: cells,
  cover_b64: null,
  timer_pct: null,
  sha256: '',
  totals: null,
  inputs: {
    settings: null,
    latitude: 50,
    longitude: -112,
    tower_radii_m: [185.166, 370.332],
    wetted_radius_m: 385.572,
    arc: null,
    flow_gpm: 800,
    speed_100_m_min: 3.048,
    probes: [],
    geofences: [],
    basis: 'no_probes',
    uniform: true,
  },
  changes: {
    former_rev: 6,
    former_percent_b64: cells,
    cells: 0,
    more: 0,
    less: 0,
    volume_m3: null,
    hours: null,
  },
}

const field = (name: string) => page.getByRole('form', { name: 'Settings' }).getByRole('spinbutton', { name })
const rate = field('Application Rate')
const power = page.getByRole('switch', { name: 'System' })
const apply = page.getByRole('button', { name: 'Apply Settings' })
const dialog = (name: string) => page.getByRole('dialog', { name })
const conflict = dialog('Submission Error').getByText('Somebody else changed these settings in the meantime.')
const confirmed = dialog('Settings Confirmed!')

beforeEach(signIn)

it('an OFF that was asked for before somebody else turned the system ON is refused as overtaken', async () => {
  const server = new Server(offSettings(0.5))
  mount(<SystemsPage />)
  await expect.element(power).not.toBeChecked()
  await apply.click()
  const off = dialog('Turn System OFF - Application Rate Required')
  await off.getByRole('spinbutton').fill('0.4')
  server.store(on(0.8))
  await tellPage(server)
  await expect.element(power).toBeChecked()
  await off.getByRole('button', { name: 'Confirm & Apply' }).click()
  await expect.element(conflict).toBeVisible()
  expect(server.sent().map(({ expected }) => expected)).toEqual(['"6"'])
  expect(server.revision).toBe(7)
})

const history = page.getByRole('button', { name: 'Put this back' })
const putBack = dialog('Put these settings back?').getByRole('button', { name: 'Put back' })

it('what is put back from the history goes with the revision of its dialog', async () => {
  const server = new Server(on(0.5))
  mount(<SystemsPage />)
  await history.click()
  await expect.element(putBack).toBeVisible()
  server.store(on(0.8))
  await tellPage(server)
  await expect.element(rate).toHaveValue(0.8)
  await putBack.click()
  await expect.element(conflict).toBeVisible()
  expect(server.sent().map(({ expected }) => expected)).toEqual(['"6"'])
})

it('what is raised for the pump goes with the revision of what was refused', async () => {
  const server = new Server(on(0.5))
  server.weakPump = true
  mount(<SystemsPage />)
  await history.click()
  await putBack.click()
  const raise = dialog('Too little flow for the pump').getByRole('button', {
    name: 'Raise the lowest percentages',
  })
  await expect.element(raise).toBeVisible()
  server.store(on(0.8))
  await tellPage(server)
  await expect.element(rate).toHaveValue(0.8)
  await raise.click()
  await expect.element(conflict).toBeVisible()
  expect(server.sent().map(({ expected }) => expected)).toEqual(['"6"', '"6"'])
})

/** Sends a rate whose answer is lost. */
async function loseAnswer(server: Server): Promise<void> {
  server.losesAnswers = true
  mount(<SystemsPage />)
  await expect.element(power).toBeChecked()
  await rate.fill('0.6')
  const before = server.lists()
  await apply.click()
  const error = dialog('Submission Error')
  await expect.element(error).toBeVisible()
  await error.getByRole('button', { name: 'Close', exact: true }).click()
  server.losesAnswers = false
  await expect.poll(() => server.lists()).toBeGreaterThan(before)
}

it('the same settings after those of somebody else are new ones, though the first got no answer', async () => {
  const server = new Server(on(0.5))
  await loseAnswer(server)
  expect(server.revision).toBe(7)
  server.store(on(0.9))
  await tellPage(server)
  await expect.element(rate).toHaveValue(0.9)
  await rate.fill('0.6')
  await apply.click()
  await expect.element(confirmed).toBeVisible()
  expect(server.sent().map(({ expected }) => expected)).toEqual(['"6"', '"8"'])
  expect(server.revision).toBe(9)
})

it('an unanswered Apply that is pressed again after those of somebody else ends in the conflict', async () => {
  const server = new Server(on(0.5))
  server.followedBy = on(0.9)
  await loseAnswer(server)
  await expect.element(rate).toHaveValue(0.6)
  await apply.click()
  await expect.element(conflict).toBeVisible()
  await dialog('Submission Error').getByRole('button', { name: 'Send mine' }).click()
  await expect.element(confirmed).toBeVisible()
  expect(server.revision).toBe(9)
})

it('a preview is shown for the numbers that it was computed from, and for no others', async () => {
  const computed = Promise.withResolvers<undefined>()
  const server = new Server(on(0.5))
  server.preview = computed.promise
  mount(<SystemsPage />)
  const button = page.getByRole('button', { name: 'Preview prescription' })
  await button.click()
  await expect.element(page.getByRole('button', { name: 'Computing…' })).toBeVisible()
  await rate.fill('0.8')
  computed.resolve(undefined)
  await expect.element(button).toBeVisible()
  const preview = dialog('Prescription with these settings')
  expect(preview.elements()).toEqual([])
  // nor when the former number comes back while typing
  await rate.fill('0.5')
  expect(preview.elements()).toEqual([])
  await button.click()
  await expect.element(preview).toBeVisible()
})

it('a unit that could not be saved is said, and the former one stands', async () => {
  const server = new Server(on(0.5))
  server.unitFails = true
  mount(<SystemsPage />)
  await page.getByRole('radio', { name: 'mm' }).click()
  await expect.element(page.getByText(/^The unit was not saved\./)).toBeVisible()
  await expect.element(rate).toHaveValue(0.5)
})
