/** Metrics for a monitoring system: who may read them, what they count, and that the dashboard uses only existing ones. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { connectDeaf, subscribes } from './testing/raw-device.ts'
import { connectTestDevice, eventually } from './testing/test-device.ts'
import { desire, farm } from './testing/farm.ts'
import { build } from './testing/build.ts'

/** The values of one metric, by their labels as in the text. */
async function read(url: string, name: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))
  return new Map([...lines].map(([, labels = '', value]) => [labels, Number(value)]))
}

const dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
})

/** Metric names in the queries of the dashboard file. */
function dashboardMetrics(): string[] {
  const file = new URL('../../deploy/grafana-dashboard.json', import.meta.url)
  const { panels } = dashboard.parse(JSON.parse(readFileSync(file, 'utf8')))
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const names = queries.flatMap((expr) => expr.match(/\b(headgate|process)_\w+/g) ?? [])
  return [...new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, '')))]
}

describe('/metrics', () => {
  it('is served to this machine only, and not to clients of a proxy', async () => {
    const { url } = await build()
    expect((await fetch(`${url}/metrics`)).status).toBe(200)
    const passedOn = await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(passedOn.status).toBe(404)
    const behind = await build({ TRUST_PROXY: 'loopback' })
    const status = async (from: string) =>
      (await fetch(`${behind.url}/metrics`, { headers: { 'x-forwarded-for': from } })).status
    expect([await status('203.0.113.9'), await status('::1')]).toEqual([404, 200])
  })

  it('is served anywhere with the token, and not without it', async () => {
    const METRICS_TOKEN = 'long enough to be one'
    const { url } = await build({ METRICS_TOKEN })
    const status = async (authorization?: string) =>
      (await fetch(`${url}/metrics`, { headers: authorization ? { authorization } : {} })).status
    expect(await status(`Bearer ${METRICS_TOKEN}`)).toBe(200)
    expect([await status(), await status('Bearer long enough to be it')]).toEqual([401, 401])
  })

  it('has all metrics of the dashboard', async () => {
    const { url } = await build({ ALERTS: 'on' })
    const text = await (await fetch(`${url}/metrics`)).text()
    const there = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name)
    expect(dashboardMetrics().length).toBeGreaterThan(15)
    expect(there).toEqual(expect.arrayContaining(dashboardMetrics()))
  })

  it('counts answers by route, and event streams only by their number', async () => {
    const { url, call } = await build()
    for (let times = 0; times < 3; times += 1) await call('/auth/users/me/')
    const answered = await read(url, 'headgate_http_request_seconds_count')
    const ownAnswers = [...answered].filter(([labels]) => labels.includes('/auth/users/me'))
    expect(ownAnswers.map(([labels, count]) => [labels.includes('4xx'), count])).toEqual([[true, 3]])
  })

  it('reports how long a setting has waited for its broker', async () => {
    const { built, controllerId } = await farm({ MQTT_URL: 'mqtt://127.0.0.1:9' })
    const oldest = async () => (await read(built.url, 'headgate_publication_oldest_due_seconds')).get('')
    expect(await oldest()).toBe(0)
    await desire(built, controllerId, 1)
    built.clock.advance(90_000)
    const waited = (await oldest()) ?? 0
    expect(waited).toBeGreaterThanOrEqual(90)
    expect(waited).toBeLessThan(120)
  })

  it('counts messages, dropped messages, and connections closed at a limit', async () => {
    const { built, url, gateway, controller } = await farm()
    const hand = await connectTestDevice(url, gateway)
    await hand.publish('readings', { readings: [] })
    await hand.publish('readings', { readings: 'none' })
    const dropped = await eventually('dropped', async () => {
      const found = await read(built.url, 'headgate_dropped_messages_total')
      return found.size > 0 ? found : null
    })
    expect([...dropped]).toEqual([['kind="readings",reason="wrong_shape"', 1]])
    const messages = await read(built.url, 'headgate_device_messages_total')
    expect(messages.get('kind="readings"')).toBe(2)
    expect((await read(built.url, 'headgate_broker_connections')).get('')).toBe(1)
    const many = Array.from({ length: 51 }, (_, at) => `vri/v1/${at}/desired`)
    const greedy = await connectDeaf(url, controller)
    greedy.write(subscribes(many))
    const closed = await eventually('closed', async () => {
      const found = await read(built.url, 'headgate_broker_closed_by_limit_total')
      return found.get('limit="subscriptions"') ? found : null
    })
    expect(closed.get('limit="subscriptions"')).toBe(1)
    expect(closed.get('limit="drain"')).toBe(0)
  })

  it('answers what it can while the database does not', async () => {
    const { url, kit } = await build()
    await kit.database.pool.query('alter table jobs rename to jobs_away')
    expect(await read(url, 'headgate_jobs')).toEqual(new Map())
    expect((await read(url, 'process_resident_memory_bytes')).size).toBe(1)
  })
})
