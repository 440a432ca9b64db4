/** Names that would run as scripts, of everything that is named freely: text on every page, and nothing runs. */
import { accountPaths } from '../src/contract/accounts/account-paths.ts'
import { user } from '../src/contract/accounts/accounts.ts'
import { actPath } from '../src/contract/accounts/desk-acts.ts'
import { memberPaths } from '../src/contract/accounts/members.ts'
import { lookPath } from '../src/contract/accounts/support.ts'
import { geofencesPath } from '../src/contract/geofences.ts'
import { probePaths } from '../src/contract/probes.ts'
import { pumpPaths } from '../src/contract/pumps.ts'
import { severalSoilZonesPath } from '../src/contract/soil-zones.ts'
import { systemPaths } from '../src/contract/systems.ts'
import { SCRIPT_NAMES } from '../src/server/testing/malicious-names.ts'
import { expect, type Farm, FIELD, newSystem, type Page, provesRow, signInByCall, test } from './farm.ts'
import { section } from './systems-page.ts'

const [OWNER, , , GUEST, PROVIDER, , , , PUMP, REASON] = SCRIPT_NAMES
/** The characters of markup that an address may have. */
const INVITED = `'onload='hacked=1'&{{hacked=1}}\${hacked=1}@farm.example`
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

/** What the names become where they are markup; the product has none of it. */
const MARKUP = [
  'body :is(base, embed, iframe, link, math, meta, object, style, template, video, script:not([src]))',
  ...['onerror', 'onload', 'onfocus', 'ontoggle', 'srcdoc'].map((name) => `[${name}]`),
  '[href^="javascript:"]',
  '[src^="javascript:"]',
].join(', ')

interface Caller {
  tokens: Record<string, string>
  call(method: string, address: string, data?: unknown): Promise<{ status: number; body: unknown }>
}

/** Calls as the account that is signed in now, also after another one has signed in. */
async function asSignedIn(page: Page): Promise<Caller> {
  const tokens = await page.evaluate(() => Object.fromEntries(Object.entries<string>(localStorage)))
  const headers = { authorization: `JWT ${tokens['access']}` }
  return {
    tokens,
    async call(method, address, data) {
      const answer = await page.request.fetch(address, { method, headers, ...(data ? { data } : {}) })
      const text = await answer.text()
      return { status: answer.status(), body: text === '' ? undefined : JSON.parse(text) }
    },
  }
}

async function everybody(page: Page, farm: Farm) {
  await farm.makeProvider(await signInByCall(page, farm, PROVIDER))
  const provider = await asSignedIn(page)
  const guestEmail = await signInByCall(page, farm, GUEST)
  const guest = await asSignedIn(page)
  const email = await signInByCall(page, farm, OWNER)
  return { provider, guest, guestEmail, owner: await asSignedIn(page), email }
}

/** A square of some thirty metres; the first name gets a quarter of the field, so that passes and cells have one. */
function outlineOf(at: number): [number, number][] {
  const [lat, lng] =
    at === 0
      ? [FIELD.lat, FIELD.lng]
      : [FIELD.lat + 0.0006 * (Math.floor(at / 6) - 2.5), FIELD.lng + 0.0009 * ((at % 6) - 3)]
  const [north, east] = at === 0 ? [0.004, 0.006] : [0.0003, 0.0004]
  return [
    [lat, lng],
    [lat, lng + east],
    [lat + north, lng + east],
    [lat + north, lng],
  ]
}

/** Each name for a geofence, a soil zone and a set of probes. */
async function nameTheField({ call }: Caller, system: string): Promise<void> {
  const zones = SCRIPT_NAMES.map((name, at) => ({ name, texture: 'loam', polygons: [[outlineOf(at)]] }))
  expect((await call('POST', severalSoilZonesPath(system), { zones })).status).toBe(201)
  for (const [at, name] of SCRIPT_NAMES.entries()) {
    const polygon = outlineOf(at)
    const probes = [[...(polygon[0] ?? []), String(at + 1)]]
    const answers = await Promise.all([
      call('POST', geofencesPath(system), { name, prescription: 40, polygon, enabled: true }),
      call('POST', probePaths.save, { fieldName: name, probes }),
    ])
    expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 201, 201])
  }
  const numbered = { fieldName: 'North', probes: [[FIELD.lat, FIELD.lng, OWNER]] }
  expect((await call('POST', probePaths.save, numbered)).status).toBe(400)
  const pump = { name: PUMP, least_flow_gpm: 1, greatest_flow_gpm: 900, systems: [system] }
  expect((await call('POST', pumpPaths.list, pump)).status).toBe(201)
}

/** All text that a reader sees, choices of lists included. */
function readable(page: Page): Promise<string> {
  return page.evaluate(() =>
    [
      document.body.innerText,
      ...[...document.querySelectorAll('option')].map(({ textContent }) => textContent),
    ].join('\n'),
  )
}

/** Waits until all of these are there to read. */
async function expectReadable(page: Page, texts: readonly string[]): Promise<void> {
  const missing = async () => {
    const shown = await readable(page)
    return texts.filter((text) => !shown.includes(text))
  }
  await expect.poll(missing, { message: page.url(), timeout: 15_000 }).toEqual([])
}

async function expectOnlyText(page: Page): Promise<void> {
  const found = await page.evaluate(
    (markup) => [...document.querySelectorAll(markup)].map(({ outerHTML }) => outerHTML),
    MARKUP,
  )
  const hacked = await page.evaluate(() => Reflect.get(globalThis, 'hacked'))
  expect([page.url(), found, hacked]).toEqual([page.url(), [], undefined])
}

test('names that are scripts are text on every page', { tag: '@promise' }, async ({ page, farm }) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) violations.push(message.text())
  })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const { provider, guest, guestEmail, owner, email } = await everybody(page, farm)
  const [name, offered] = [newSystem('Names'), newSystem('Offered')]
  const system = await farm.connect(email, name)
  await farm.connect(guestEmail, offered)
  const faulty = await farm.simulate(await farm.connect(email, newSystem('Faulty')))
  faulty.order({ do: 'fault', code: 'LOW_PRESSURE' })
  const machine = await farm.simulate(system, {
    running: false,
    startAngleDeg: 0,
    timerPct: 100,
    speed100MMin: 30,
    warp: 200,
    telemetryEveryMs: { moving: 200, idle: 200 },
    faults: { stopsAtDeg: 60 },
  })
  await nameTheField(owner, name)

  await test.step('people with such names share, change, ask and offer', async () => {
    const members = `${memberPaths.list}?system=${encodeURIComponent(name)}`
    for (const [address, role] of [
      [guestEmail, 'operator'],
      [INVITED, 'viewer'],
    ])
      expect((await owner.call('POST', members, { email: address, role })).status).toBe(201)
    const towers = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at + 1, false]))
    const switches = { is_system_on: true, is_test_pattern_on: false, is_speed_switch_on: false, towers }
    for (const [by, application_rate] of [
      [owner, 0.8],
      [guest, 0.6],
    ] as const) {
      const amounts = { application_rate, root_depth: 24, target_moisture: 70 }
      const settings = { system_name: name, ...switches, ...amounts }
      expect((await by.call('POST', systemPaths.input, settings)).status).toBe(200)
    }
    const { id } = user.parse((await owner.call('GET', accountPaths.me)).body)
    expect((await provider.call('POST', lookPath('ask', id), { reason: REASON })).status).toBe(204)
    const transfer = { to: email, keep_members: true, reason: REASON }
    expect((await provider.call('POST', actPath('transfer', offered), transfer)).status).toBe(200)
  })
  await expect.poll(() => machine.events.filter(({ event }) => event === 'applied').length).toBeGreaterThan(0)
  machine.order({ do: 'start' })
  const from = Date.now() - 20 * DAY_MS
  const readings = Array.from({ length: 80 }, (_, at) =>
    [2, 9, 16].map((probe) => ({
      probe,
      depthCm: 20,
      at: new Date(from + at * 6 * HOUR_MS).toISOString(),
      vwc: 0.2 + probe / 1000,
    })),
  ).flat()
  const { gateway } = system
  const sent = await page.request.post('/api/ingest/readings/', {
    headers: { authorization: `Device ${gateway.id}:${gateway.secret}` },
    data: { batch: 'names', readings },
  })
  expect(sent.status()).toBe(200)

  const mapLabel = page.locator('.maplibregl-marker').filter({ hasText: 'hacked=1', visible: true })
  const follow = (address: string) => page.locator(`a[href^="${address}"]`).first().click()

  await test.step('on maps, in lists and in dialogs of the field', async () => {
    await page.goto(`/geofence?system=${encodeURIComponent(name)}`)
    await expectReadable(
      page,
      SCRIPT_NAMES.map((script) => `${script} – 40%`),
    )
    await expect(mapLabel.first()).toBeVisible()
    await page.getByRole('button', { name: 'Delete Design' }).click()
    const listed = page.getByRole('dialog').getByRole('listitem')
    const unlisted = async () => {
      const texts = await listed.allInnerTexts()
      return SCRIPT_NAMES.filter((script) => !texts.some((text) => text.includes(script)))
    }
    await expect.poll(unlisted).toEqual([])
    await expectOnlyText(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()

    await page.goto(`/soil-zones?system=${encodeURIComponent(name)}`)
    await expectReadable(page, SCRIPT_NAMES)
    await expect(mapLabel.first()).toBeVisible()
    await expectOnlyText(page)

    await follow('/probelocation')
    await expectReadable(page, SCRIPT_NAMES)
    await page.getByLabel('Select Saved Probes').selectOption({ label: `${SCRIPT_NAMES[1]} - 1 probes` })
    await page.getByRole('button', { name: SCRIPT_NAMES[1] }).first().click()
    await expect(mapLabel.first()).toBeVisible()
    await expectOnlyText(page)
  })

  await test.step('on pages that show readings of probes', async () => {
    await follow('/livemaps')
    await page.getByRole('button', { name: 'View Live Map' }).click()
    const picture = page.getByRole('dialog').getByRole('img')
    const width = () => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)
    await expect.poll(width).toBe(760)
    await expectOnlyText(page)
    await page.keyboard.press('Escape')
    await follow('/maps')
    await expect(page.getByRole('region', { name }).getByRole('img')).toBeVisible()
    await expectOnlyText(page)
    await page.goto(`/probes?system=${encodeURIComponent(name)}`)
    await expect(page.getByRole('heading', { name: new RegExp(`^${name}`) })).toBeVisible()
    await expect(page.getByRole('application', { name: /^Graph of/ })).toBeVisible()
    await expectOnlyText(page)
  })

  await test.step('on the page of the system, with its pump, people, history and passes', async () => {
    await page.goto(`/systems?system=${encodeURIComponent(name)}`)
    await expectReadable(page, [OWNER, GUEST, PUMP, INVITED])
    const history = section(page, 'History')
    await expect(history).toContainText(OWNER)
    await expect(history).toContainText(GUEST)
    await expect(section(page, 'Water and pump')).toContainText(`Pump ${PUMP}: `)
    await expect(section(page, 'People')).toContainText(INVITED)
    await page.getByLabel('Bearing').fill('45')
    await expect(page.getByText(/geofence '.*hacked=1.*' forces 40/)).toBeVisible()
    await expect(section(page, 'Weather and rain').getByLabel('Rain in your gauge')).toBeVisible()
    const pass = section(page, 'Passes').getByRole('listitem').first()
    await pass.getByText('Proof of water').click()
    await expect(pass).toContainText(`Geofence ${OWNER}`)
    await expectOnlyText(page)
    await section(page, 'Water and pump').getByRole('button', { name: 'Change pump' }).click()
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      PUMP,
    )
    await expectOnlyText(page)
  })

  await test.step('on the pages for all systems and about the provider', async () => {
    await page.goto('/systems')
    await expectReadable(page, [name])
    await expectOnlyText(page)
    await follow('/season')
    await expect(page.getByRole('main')).toContainText(name)
    await expectOnlyText(page)
    await page.goto('/transfers')
    await expectReadable(page, [`From ${GUEST}`])
    await expectOnlyText(page)
    await page.goto('/support-access')
    await expectReadable(page, [`${PROVIDER} asked`, REASON])
    await expectOnlyText(page)
    await page.goto('/alerts')
    const alarm = page.getByRole('article', { name: /^Low water pressure/ })
    await alarm.getByRole('button', { name: /^Acknowledge/ }).click({ timeout: 30_000 })
    await expectReadable(page, [`${OWNER} is on it`])
    await expectOnlyText(page)
  })

  await test.step("at the provider's desk", async () => {
    await page.evaluate((tokens) => {
      localStorage.clear()
      for (const [key, value] of Object.entries(tokens)) localStorage.setItem(key, value)
    }, provider.tokens)
    const tag = `n${Date.now()}`
    await Promise.all(
      SCRIPT_NAMES.map((script, at) =>
        farm.openAccount({ name: script, email: `${tag}-${at}@farm.example` }),
      ),
    )
    await page.goto('/provider')
    await expectReadable(page, [OWNER])
    await expectOnlyText(page)
    await page.goto(`/provider/people?search=${tag}`)
    await expectReadable(page, SCRIPT_NAMES)
    await expectOnlyText(page)
    await page.goto(`/provider/systems?search=${encodeURIComponent(name)}`)
    await expectReadable(page, [name, OWNER])
    await expectOnlyText(page)
    await page.goto(`/provider/systems/${encodeURIComponent(name)}`)
    await expectReadable(page, [OWNER, GUEST])
    await expectOnlyText(page)
    await page.goto('/provider/record')
    await expectReadable(page, [PROVIDER, REASON, INVITED, PUMP])
    await expectOnlyText(page)
  })
  expect([violations, dialogs]).toEqual([[], []])

  await test.step('all of this would be noticed', async () => {
    const unnoticed = await page.evaluate(
      ({ names, markup }) =>
        names.filter((text) => {
          const parsed = new DOMParser().parseFromString(`<div>${text}</div>`, 'text/html')
          return !parsed.querySelector(markup)
        }),
      { names: SCRIPT_NAMES, markup: MARKUP },
    )
    // those without an element, which are noticed when they run, or when they are read as something else
    expect(unnoticed.filter((text) => text.includes('<'))).toEqual([])
    await page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), SCRIPT_NAMES[1])
    await expect.poll(() => violations.length).toBeGreaterThan(0)
  })
  provesRow('C3', SCRIPT_NAMES.length)
})
