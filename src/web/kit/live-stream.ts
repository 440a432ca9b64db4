/** Client of the server-sent event stream, authenticated by header. */
import { useEffect, useEffectEvent, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { liveEvents, livePaths } from '../../contract/live.ts'
import type { LiveEvent } from '../../contract/live.ts'
import { CallError } from './call-error.ts'
import { client as theClient } from './client.ts'
import type { Client } from './client.ts'
import { isSignedIn, session as theSession } from './session.ts'
import type { Session } from './session.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** The server sends a heartbeat every 8 s; after a longer silence the connection counts as lost. */
const SILENCE_LIMIT_MS = 17_000

export interface LiveListener {
  event: (event: LiveEvent) => void
  /** The stream has (re)connected: earlier events may have been missed, so refetch. */
  opened?: () => void
  /** It was disconnected or paused. */
  closed?: () => void
}

interface Visibility {
  readonly hidden: boolean
  addEventListener: (type: 'visibilitychange', listener: () => void) => void
}

export interface LiveStreamParts {
  client: Pick<Client, 'stream'>
  /** The page; the stream pauses while it is hidden. */
  page?: Visibility
  /** The stream starts again when an ended session continues. */
  session?: Pick<Session, 'subscribe'>
  random?: () => number
  silenceLimitMs?: number
}

/** Whether the server responds, and when it last did; milliseconds. */
export interface ConnectionStatus {
  /** `paused`: the page is hidden, or there are no listeners yet. */
  state: 'paused' | 'opening' | 'open' | 'broken'
  lastContactAt: number | null
  /** The last attempt was answered, but with an error: the connection is not at fault. */
  refused: boolean
}

/** Parses a message as an event of the contract, or null. */
export function readLiveEvent(name: string | undefined, data: string): LiveEvent | null {
  let json: unknown
  try {
    json = JSON.parse(data)
  } catch {
    return null
  }
  switch (name) {
    case 'telemetry': {
      const parsed = liveEvents.telemetry.safeParse(json)
      return parsed.success ? { name, data: parsed.data } : null
    }
    case 'link': {
      const parsed = liveEvents.link.safeParse(json)
      return parsed.success ? { name, data: parsed.data } : null
    }
    case 'delivery': {
      const parsed = liveEvents.delivery.safeParse(json)
      return parsed.success ? { name, data: parsed.data } : null
    }
    case 'readings': {
      const parsed = liveEvents.readings.safeParse(json)
      return parsed.success ? { name, data: parsed.data } : null
    }
    case 'system': {
      const parsed = liveEvents.system.safeParse(json)
      return parsed.success ? { name, data: parsed.data } : null
    }
    case 'prescription': {
      const parsed = liveEvents.prescription.safeParse(json)
      return parsed.success ? { name, data: parsed.data } : null
    }
    case 'geofences': {
      const parsed = liveEvents.geofences.safeParse(json)
      return parsed.success ? { name, data: parsed.data } : null
    }
    case 'soil-zones': {
      const parsed = liveEvents['soil-zones'].safeParse(json)
      return parsed.success ? { name, data: parsed.data } : null
    }
    case 'weather': {
      const parsed = liveEvents.weather.safeParse(json)
      return parsed.success ? { name, data: parsed.data } : null
    }
    case 'balance': {
      const parsed = liveEvents.balance.safeParse(json)
      return parsed.success ? { name, data: parsed.data } : null
    }
    case 'alerts': {
      const parsed = liveEvents.alerts.safeParse(json)
      return parsed.success ? { name, data: parsed.data } : null
    }
    case 'map': {
      const parsed = liveEvents.map.safeParse(json)
      return parsed.success ? { name, data: parsed.data } : null
    }
    default: {
      return null
    }
  }
}

/** Backoff in milliseconds: doubled each time, with jitter so that browsers do not reconnect all at once. */
export function waitBefore(attempt: number, random: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random / 2)
}

export function createLiveStream({
  client,
  page,
  session,
  random = Math.random,
  silenceLimitMs = SILENCE_LIMIT_MS,
}: LiveStreamParts) {
  const status = createStore<ConnectionStatus>(() => ({
    state: 'paused',
    lastContactAt: null,
    refused: false,
  }))
  const listeners = new Set<LiveListener>()
  const wake = new EventTarget()
  let stop: AbortController | null = null
  page?.addEventListener('visibilitychange', update)
  session?.subscribe((now, before) => {
    if (isSignedIn(now) && !isSignedIn(before)) reconnectNow()
  })

  async function listen(stopped: AbortSignal, opened: () => void): Promise<void> {
    const watch = watchdog(silenceLimitMs)
    const signal = AbortSignal.any([stopped, watch.signal])
    const onData = () => {
      watch.restart()
      status.setState({ state: 'open', lastContactAt: Date.now(), refused: false })
    }
    try {
      const response = await client.stream(livePaths.events, signal)
      onData()
      opened()
      for (const listener of listeners) listener.opened?.()
      const messages = response.body
        ?.pipeThrough(reportingData(onData), { signal })
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(messageParser())
      if (!messages) return
      for await (const message of messages) {
        const event = readLiveEvent(message.event, message.data)
        if (event) for (const listener of listeners) listener.event(event)
      }
    } finally {
      watch.end()
    }
  }

  async function keepListening(signal: AbortSignal): Promise<void> {
    let attempt = 0
    while (!signal.aborted) {
      try {
        await listen(signal, () => {
          attempt = 0
        })
      } catch (error) {
        // An ended session has its own dialog; signing in starts again.
        if (error instanceof CallError && error.kind === 'session-ended') return endPaused()
        status.setState({ refused: error instanceof CallError && error.status > 0 })
      }
      if (signal.aborted) return
      status.setState({ state: 'broken' })
      for (const listener of listeners) listener.closed?.()
      await pause(waitBefore(attempt, random()), signal, wake)
      attempt += 1
    }
  }

  function endPaused(): void {
    status.setState({ state: 'paused' })
    for (const listener of listeners) listener.closed?.()
  }

  function update(): void {
    const shouldListen = listeners.size > 0 && !page?.hidden
    if (shouldListen && !stop) {
      const controller = new AbortController()
      stop = controller
      status.setState({ state: 'opening' })
      void keepListening(controller.signal).finally(() => {
        if (stop === controller) stop = null
      })
    } else if (!shouldListen && stop) {
      stop.abort()
      stop = null
      endPaused()
    }
  }

  /** Listens until the returned function is called; the stream is open as long as there are listeners. */
  function subscribe(listener: LiveListener): () => void {
    listeners.add(listener)
    update()
    return () => {
      listeners.delete(listener)
      update()
    }
  }

  /** Reconnects without waiting for the backoff, also after an ended session. */
  function reconnectNow(): void {
    update()
    wake.dispatchEvent(new Event('now'))
  }

  return { subscribe, status, reconnectNow }
}

/** Aborts after so long without data; the caller must end it. */
function watchdog(ms: number) {
  const silent = new AbortController()
  const start = () => setTimeout(() => silent.abort(), ms)
  let timer = start()
  const end = () => clearTimeout(timer)
  return {
    signal: silent.signal,
    restart() {
      end()
      timer = start()
    },
    end,
  }
}

/** Passes data through and reports every chunk, heartbeats included. */
function reportingData(
  onData: () => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(chunk, controller) {
      onData()
      controller.enqueue(chunk)
    },
  })
}

function pause(ms: number, signal: AbortSignal, wake: EventTarget): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    wake.addEventListener('now', done, { once: true })
    // back online: retry at once
    globalThis.addEventListener?.('online', done)
  })
}

export const liveStream = createLiveStream({
  client: theClient,
  page: typeof document === 'undefined' ? undefined : document,
  session: theSession,
})

/** The server does not respond; the screen shows the state of that time. */
export interface Disconnected {
  /** Milliseconds; null if the server has not responded since the page was opened. */
  lastContactAt: number | null
}
export type LiveState = 'opening' | 'open' | Disconnected

/** @returns null while connected or connecting */
export function disconnected(live: LiveState): Disconnected | null {
  return typeof live === 'object' ? live : null
}

/** Receives live events while mounted.
 *
 * @param opened the stream has (re)connected: earlier events may have been missed, so refetch
 */
export function useLive(event: (event: LiveEvent) => void, opened: () => void): LiveState {
  const [state, setState] = useState<LiveState>('opening')
  const onEvent = useEffectEvent(event)
  const onOpened = useEffectEvent(opened)
  useEffect(
    () =>
      liveStream.subscribe({
        event: (received) => onEvent(received),
        opened: () => {
          setState('open')
          onOpened()
        },
        closed: () => {
          const { state: connection, lastContactAt } = liveStream.status.getState()
          setState(connection === 'paused' ? 'opening' : { lastContactAt })
        },
      }),
    [],
  )
  return state
}

/**
 * Server-sent events as our own server writes them: lines that end with a line feed, an empty one after each event. A
 * parser of everything that others may write weighs 2 KiB of the 160 of all fields.
 */
function messageParser(): TransformStream<string, { event: string | undefined; data: string }> {
  let rest = ''
  return new TransformStream({
    transform(text, out) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const lines = block.split('\n')
        const fieldValues = (field: string) =>
          lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2))
        const data = fieldValues('data').join('\n')
        if (data) out.enqueue({ event: fieldValues('event').at(-1), data })
      }
    },
  })
}
