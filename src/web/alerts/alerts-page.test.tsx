/** The alerts page: causes and what to do about them, acknowledging, failures, and saving preferences. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AlertList, AlertView } from '../../contract/alerts/alerts.ts'
import { type AlertRules, alertRulesBody } from '../../contract/alerts/alert-choices.ts'
import { barriers } from '../testing/accessibility.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { AlertCount } from './alert-count.tsx'
import { AlertsPage } from './alerts-page.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

function alert(over: Partial<AlertView> = {}): AlertView {
  return {
    id: 1,
    cause: 1,
    system: 'North Quarter',
    time_zone: 'America/Edmonton',
    kind: 'stopped_wet',
    subject: '',
    since: ago(5),
    opened_at: ago(3),
    ended_at: null,
    ended: null,
    detail: {},
    useful: null,
    acknowledged: null,
    may_acknowledge: true,
    ...over,
  }
}

const rules: AlertRules = {
  system: 'North Quarter',
  kinds: [
    { kind: 'stopped_wet', mail: true, push: true, after_minutes: null, usual_minutes: 2, offer: null },
    {
      kind: 'offline',
      mail: true,
      push: true,
      after_minutes: null,
      usual_minutes: 15,
      offer: { after_minutes: 60, sent: 41, would_send: 3 },
    },
  ],
}

/** A server with these alerts; writes are answered by `onWrite`. */
function server(list: AlertList, onWrite: (path: string, body: unknown) => unknown = () => null) {
  return fakeServer(({ method, path, body }) => {
    const response = method === 'GET' ? null : onWrite(path, body)
    if (response) return response
    if (path.startsWith('/api/alerts/')) return { json: list }
    if (path.startsWith('/api/alert-rules/')) return { json: rules }
    if (path.startsWith('/api/alert-times/'))
      return { json: { quiet: null, urgent_anyway: true, time_zone: 'America/Edmonton' } }
    if (path.includes('system-group')) return { json: { system_group: ['North Quarter'] } }
    return { status: 404, json: {} }
  })
}

beforeEach(signIn)

describe('the count beside the bell', () => {
  it('is current without the alerts page: it is fetched again when the stream of events opens', async () => {
    let streams = false
    const requests = fakeServer(({ path }) => {
      if (path.startsWith('/api/alerts/')) return { json: { open: streams ? [alert()] : [], recent: [] } }
      return path.startsWith('/api/events/') && streams ? { json: {} } : undefined
    })
    mount(
      <>
        <div id="open-alerts" />
        <AlertCount />
      </>,
    )
    const alertRequests = () => requests.filter(({ path }) => path.startsWith('/api/alerts/'))
    await expect.poll(() => alertRequests().length).toBe(1)
    streams = true
    await expect.element(page.getByText('1 not acknowledged')).toBeInTheDocument()
  })
})

describe('alerts', () => {
  it('are one article per cause, the worst first, with what to do; past ones ask whether they were worth a message', async () => {
    server({
      open: [
        alert({ id: 2, kind: 'fault', subject: 'LOW_PRESSURE', detail: { code: 'LOW_PRESSURE' } }),
        alert(),
        alert({
          id: 3,
          cause: 3,
          system: 'x'.repeat(64),
          kind: 'panel',
          detail: { panel_percent: 30, asked_in: 0.8, lays_in: 1.32 },
        }),
      ],
      recent: [alert({ id: 4, cause: 4, kind: 'offline', ended_at: ago(60), ended: 'over' })],
    })
    mount(<AlertsPage />)
    await expect.element(page.getByRole('article')).toHaveLength(2)
    const wet = page.getByRole('article', { name: 'Stopped, water on, North Quarter' })
    await expect
      .element(wet.getByText('Water is running onto one spot. Start the pivot or shut the water off.'))
      .toBeVisible()
    await expect.element(wet.getByRole('listitem').getByText(/^Low water pressure/)).toBeVisible()
    await expect
      .element(page.getByText(/Panel is at 30%, so this pass puts on about 1\.32.in, not 0\.8\./))
      .toBeVisible()
    await expect
      .element(page.getByRole('group', { name: 'Was this worth a message? Offline, North Quarter' }))
      .toBeVisible()
    expect(await barriers()).toEqual([])
  })

  it('are acknowledged for everybody, with the name; a failure is shown and can be retried', async () => {
    let failing = true
    const acknowledged = { by: 'Pat', at: new Date().toISOString() }
    const requests = server({ open: [alert()], recent: [] }, (path) => {
      if (!path.endsWith('/acknowledge/')) return null
      return failing ? { status: 503, json: {} } : { json: { open: [alert({ acknowledged })], recent: [] } }
    })
    mount(<AlertsPage />)
    const button = page.getByRole('button', { name: 'Acknowledge: Stopped, water on, North Quarter' })
    await button.click()
    await expect.element(page.getByText('It was not acknowledged. Try again.')).toBeVisible()
    failing = false
    await button.click()
    await expect.element(page.getByText(/^Pat is on it, /)).toBeVisible()
    await expect.element(button).not.toBeInTheDocument()
    expect(requests.filter(({ path }) => path === '/api/alerts/1/acknowledge/')).toHaveLength(2)
  })

  it('of a viewer have no button', async () => {
    server({ open: [alert({ may_acknowledge: false })], recent: [] })
    mount(<AlertsPage />)
    await expect.element(page.getByText('Only owners and operators can acknowledge alerts.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Acknowledge/ })).not.toBeInTheDocument()
  })

  it('that cannot be fetched do not show as no alerts', async () => {
    let failing = true
    fakeServer(({ path }) =>
      path.startsWith('/api/alerts/') && !failing
        ? { json: { open: [], recent: [] } }
        : { status: 503, json: {} },
    )
    mount(<AlertsPage />)
    await expect.element(page.getByText('Your alerts could not be fetched.')).toBeVisible()
    await expect.element(page.getByText('Nothing needs attention now.')).not.toBeInTheDocument()
    failing = false
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect.element(page.getByText('Nothing needs attention now.')).toBeVisible()
  })

  it('and rules that fail together have one Try again button, which fetches both', async () => {
    let failing = true
    const requests = fakeServer(({ path }) => {
      if (path.includes('system-group')) return { json: { system_group: ['North Quarter'] } }
      if (failing) return { status: 503, json: {} }
      if (path.startsWith('/api/alert-rules/')) return { json: rules }
      return path.startsWith('/api/alerts/') ? { json: { open: [], recent: [] } } : { status: 404, json: {} }
    })
    mount(<AlertsPage />)
    await expect.element(page.getByText('Your alerts could not be fetched.')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'What we notify you about' })).toBeVisible()
    await expect.poll(() => requests.some(({ path }) => path.startsWith('/api/alert-rules/'))).toBe(true)
    await expect.element(page.getByText('Loading your choices…')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Try again' })).toHaveLength(1)
    failing = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('Nothing needs attention now.')).toBeVisible()
    await expect.element(page.getByRole('checkbox', { name: 'Email: Offline' })).toBeVisible()
  })
})

describe('a rule', () => {
  it('is saved on click, for its kind alone; a refused change is undone', async () => {
    let failing = false
    const requests = server({ open: [], recent: [] }, (path) => {
      if (!path.startsWith('/api/alert-rules/')) return null
      if (failing) return { status: 503, json: {} }
      return {
        json: { ...rules, kinds: rules.kinds.map((rule) => ({ ...rule, mail: rule.kind !== 'offline' })) },
      }
    })
    mount(<AlertsPage />)
    const mail = page.getByRole('checkbox', { name: 'Email: Offline' })
    await mail.click()
    await expect.element(mail).not.toBeChecked()
    expect(requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/alert-rules/?system=North%20Quarter',
        { kinds: [{ kind: 'offline', mail: false, push: true, after_minutes: null }] },
      ],
    ])
    failing = true
    const phone = page.getByRole('checkbox', { name: 'Phone: Stopped with water on' })
    await phone.click()
    await expect.element(page.getByText('It could not be saved. Try again.')).toBeVisible()
    await expect.element(phone).toBeChecked()
  })

  it('changed while another is being saved is saved after it, and both are kept', async () => {
    const slow = Promise.withResolvers<void>()
    let storedRules = rules
    const requests = server({ open: [], recent: [] }, async (path, body) => {
      if (!path.startsWith('/api/alert-rules/')) return { json: body }
      const { kinds } = alertRulesBody.parse(body)
      if (kinds.some(({ after_minutes: after }) => after === null)) await slow.promise
      const choiceOf = (kind: string) => kinds.find((choice) => choice.kind === kind)
      storedRules = {
        ...storedRules,
        kinds: storedRules.kinds.map((rule) => ({ ...rule, ...choiceOf(rule.kind) })),
      }
      return { json: storedRules }
    })
    mount(<AlertsPage />)
    const mail = page.getByRole('checkbox', { name: 'Email: Offline' })
    const durationDropdown = page.getByRole('combobox', { name: 'After it has lasted: Offline' })
    await mail.click()
    await durationDropdown.selectOptions('1 h')
    await expect.element(durationDropdown).toHaveValue('60')
    // by the time this one is answered, the second would have been too
    await page.getByRole('switch', { name: 'Do not notify me at night' }).click()
    await page.getByRole('button', { name: 'Save quiet hours' }).click()
    await expect.element(page.getByText('Saved.')).toBeVisible()
    const saves = () => requests.filter(({ method, path }) => method === 'PUT' && path.includes('rules'))
    expect(saves()).toHaveLength(1)
    slow.resolve()
    await expect.poll(() => saves()).toHaveLength(2)
    await expect.element(page.getByRole('list').filter({ has: mail })).toHaveAttribute('aria-busy', 'false')
    expect(storedRules.kinds[1]).toMatchObject({ mail: false, after_minutes: 60 })
    await expect.element(mail).not.toBeChecked()
    await expect.element(durationDropdown).toHaveValue('60')
  })

  it('of one system is not mixed with that of another chosen before the answer', async () => {
    const slow = Promise.withResolvers<void>()
    const stored = new Map<string, AlertRules>()
    const rulesOf = (path: string) =>
      stored.get(path) ?? { ...rules, system: path.includes('South') ? 'South' : 'North Quarter' }
    const requests = fakeServer(async ({ method, path, body }) => {
      if (path.includes('system-group')) return { json: { system_group: ['North Quarter', 'South'] } }
      if (path.startsWith('/api/alerts/')) return { json: { open: [], recent: [] } }
      if (!path.startsWith('/api/alert-rules/')) return { status: 404, json: {} }
      if (method === 'GET') return { json: rulesOf(path) }
      if (path.includes('North')) await slow.promise
      const { kinds } = alertRulesBody.parse(body)
      const choiceOf = (kind: string) => kinds.find((choice) => choice.kind === kind)
      const saved = {
        ...rulesOf(path),
        kinds: rules.kinds.map((rule) => ({ ...rule, ...choiceOf(rule.kind) })),
      }
      stored.set(path, saved)
      return { json: saved }
    })
    mount(<AlertsPage />)
    const mail = page.getByRole('checkbox', { name: 'Email: Offline' })
    const phone = page.getByRole('checkbox', { name: 'Phone: Offline' })
    await mail.click()
    // waits behind the first
    await phone.click()
    const fields = page.getByRole('combobox', { name: 'Field', exact: true })
    await fields.selectOptions('South')
    await expect.element(mail).toBeChecked()
    slow.resolve()
    const puts = () => requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])
    await expect.poll(puts).toHaveLength(2)
    const north = '/api/alert-rules/?system=North%20Quarter'
    expect(puts()).toEqual([
      [north, { kinds: [{ kind: 'offline', mail: false, push: true, after_minutes: null }] }],
      [north, { kinds: [{ kind: 'offline', mail: false, push: false, after_minutes: null }] }],
    ])
    await expect.poll(() => stored.get(north)?.kinds[1]).toMatchObject({ mail: false, push: false })
    await expect.element(mail).toBeChecked()
    await fields.selectOptions('North Quarter')
    await expect.element(mail).not.toBeChecked()
    await expect.element(phone).not.toBeChecked()
  })

  it('that fires often is offered a longer delay with the number of messages it would have sent', async () => {
    const requests = server({ open: [], recent: [] }, () => ({ json: rules }))
    mount(<AlertsPage />)
    await expect
      .element(
        page.getByText(
          'This one comes often. If it first had to last 1 h, the last 30 days would have sent 3, not 41.',
        ),
      )
      .toBeVisible()
    await page.getByRole('button', { name: 'Wait until it has lasted 1 h' }).click()
    await expect
      .poll(() => requests.find(({ method }) => method === 'PUT')?.body)
      .toEqual({ kinds: [{ kind: 'offline', mail: true, push: true, after_minutes: 60 }] })
  })

  it('of quiet hours is sent with the time zone of the person', async () => {
    const requests = server({ open: [], recent: [] }, (_, body) => ({ json: body }))
    mount(<AlertsPage />)
    await page.getByRole('switch', { name: 'Do not notify me at night' }).click()
    await page.getByLabelText('Until').fill('05:30')
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: 'Save quiet hours' }).click()
    await expect.element(page.getByText('Saved.')).toBeVisible()
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      quiet: { from: '22:00', until: '05:30' },
      urgent_anyway: true,
      time_zone: timeZone,
    })
  })
})
