/** Server-sent events from a stream that breaks and reconnects. */
import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '../../contract/live.ts'
import { CallError } from './call-error.ts'
import { createLiveStream, readLiveEvent, waitBefore } from './live-stream.ts'
import { createSession } from './session.ts'
import { memoryStorage } from './storage.ts'

const link = { system: 'North', online: true, last_seen: '2026-07-12T20:28:00Z' }
const message = `event: link\ndata: ${JSON.stringify(link)}\n\n`

/** Each connection sends its chunks and then ends. */
function connections(...all: string[][]) {
  let opened = 0
  const stream = (_: string, signal: AbortSignal) => {
    const chunks = all[opened]
    opened += 1
    if (!chunks) return new Promise<Response>((_, reject) => signal.addEventListener('abort', reject))
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    })
    return Promise.resolve(new Response(body))
  }
  return { client: { stream }, opened: () => opened }
}

describe('live stream', () => {
  it('parses events split anywhere, skips unknown ones, and reconnects', async () => {
    const cut = [message.slice(0, 9), message.slice(9), ': still here\n\n', 'event: tides\ndata: {}\n\n']
    const { client, opened } = connections(cut, [message])
    const received: (LiveEvent | 'opened' | 'closed')[] = []
    const stream = createLiveStream({ client, random: () => 0 })
    const leave = stream.subscribe({
      event: (event) => received.push(event),
      opened: () => received.push('opened'),
      closed: () => received.push('closed'),
    })
    const event = { name: 'link', data: link }
    await expect
      .poll(() => received, { timeout: 10_000 })
      .toEqual(['opened', event, 'closed', 'opened', event, 'closed'])
    leave()
    expect(opened()).toBeLessThanOrEqual(3)
  })

  it.each([
    ['nobody answers', new CallError('unreachable'), false],
    ['the server answers with an error', new CallError('answer', 503), true],
  ])('knows whether the connection is at fault: %s', async (_, error, refused) => {
    const stream = createLiveStream({ client: { stream: () => Promise.reject(error) }, random: () => 0 })
    const leave = stream.subscribe({ event: () => undefined })
    await expect.poll(() => stream.status.getState()).toMatchObject({ state: 'broken', refused })
    leave()
  })

  it('pauses when the session has ended, and starts again by itself when it continues', async () => {
    let [calls, signedIn] = [0, false]
    const { client } = connections([])
    const stream = (path: string, signal: AbortSignal) => {
      calls += 1
      return signedIn ? client.stream(path, signal) : Promise.reject(new CallError('session-ended'))
    }
    const session = createSession(memoryStorage())
    const heard: string[] = []
    const live = createLiveStream({ client: { stream }, session, random: () => 0 })
    const leave = live.subscribe({
      event: () => undefined,
      opened: () => heard.push('opened'),
      closed: () => heard.push('closed'),
    })
    await expect.poll(() => live.status.getState().state).toBe('paused')
    expect([calls, heard]).toEqual([1, ['closed']])
    signedIn = true
    session.dispatch({ type: 'LOGIN_SUCCESS', tokens: { access: 'a', refresh: 'b' } })
    await expect.poll(() => heard).toContain('opened')
    leave()
  })

  it('is open only while there are listeners and the page is visible', async () => {
    const { client, opened } = connections([])
    const page = {
      hidden: true,
      look: () => {},
      addEventListener: (_: string, act: () => void) => void (page.look = act),
    }
    const stream = createLiveStream({ client, page })
    const leave = stream.subscribe({ event: () => {} })
    expect(opened()).toBe(0)
    page.hidden = false
    page.look()
    expect(opened()).toBe(1)
    leave()
  })
})

/** One of each, with its least data. */
const events: { [Name in LiveEvent['name']]: Extract<LiveEvent, { name: Name }>['data'] } = {
  telemetry: {
    system: 'North',
    telemetry: {
      angle_deg: 1,
      direction: 'FORWARD',
      wet: true,
      moving: true,
      timer_pct: null,
      at: '2026-07-12T20:28:00Z',
      stopped_wet_since: null,
    },
  },
  link,
  delivery: {
    system: 'North',
    settings_rev: 1,
    rev: 1,
    delivery: 'saved',
    delivery_times: {
      saved: '2026-07-12T20:28:00Z',
      sent: null,
      received: null,
      applied: null,
      rejected: null,
      expired: null,
      superseded: null,
    },
    delivery_code: null,
  },
  readings: { system: 'North', stored: 1, latest: null },
  system: { system: 'North' },
  prescription: { system: 'North', rev: 1 },
  geofences: { system: 'North' },
  'soil-zones': { system: 'North' },
  weather: { system: 'North', from: '2026-07-12' },
  balance: { system: 'North' },
  alerts: { system: 'North' },
  map: { system: 'North', as_of: null },
}

it.each(Object.entries(events))('reads the event %s', (name, data) => {
  expect(readLiveEvent(name, JSON.stringify(data))).toEqual({ name, data })
})

it('skips an event with malformed data', () => {
  expect(readLiveEvent('link', '{"system":1}')).toBeNull()
  expect(readLiveEvent('link', 'nonsense')).toBeNull()
})

it('waits longer each time, at most half a minute', () => {
  expect([0, 1, 2, 10].map((attempt) => waitBefore(attempt, 1))).toEqual([1000, 2000, 4000, 30_000])
})
