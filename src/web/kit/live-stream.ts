/** Client of the server-sent event stream, authenticated by header. */
import { useEffect, useEffectEvent, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { liveEvents, livePaths } from '../../contract/live.ts'
import type { LiveEvent } from '../../contract/live.ts'
import { CallError } from './call-error.ts'
import { client as theClient } from './client.ts'
import type { Client } from './client.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** The server is heard every 8 s: of a line that says nothing for longer nobody knows whether it still is one. */
const SILENT_MS = 17_000

export interface LiveListener {
  event: (event: LiveEvent) => void
  /** The stream is open (again): what happened before is unknown, so ask for the current state. */
  opened?: () => void
  /** It broke or was paused. */
  closed?: () => void
}

interface Visibility {
  readonly hidden: boolean
  addEventListener: (type: 'visibilitychange', listener: () => void) => void
}

export interface LiveStreamParts {
  client: Pick<Client, 'stream'>
  /** The page; the stream pauses while nobody sees it. */
  page?: Visibility
  random?: () => number
  silentMs?: number
}

/** Whether the server is heard, and when it was last; milliseconds. */
export interface Hearing {
  /** `paused`: nobody looks, or nobody has asked yet. */
  state: 'paused' | 'opening' | 'open' | 'broken'
  heardAt: number | null
}

/** A message as one of the contract's events, or null when it is none of them. */
export function readLiveEvent(name: string | undefined, data: string): LiveEvent | null {
  let json: unknown
  try {
    json = JSON.parse(data)
  } catch {
    return null
  }
  switch (name) {
    case 'telemetry': {
      const read = liveEvents.telemetry.safeParse(json)
      return read.success ? { name, data: read.data } : null
    }
    case 'link': {
      const read = liveEvents.link.safeParse(json)
      return read.success ? { name, data: read.data } : null
    }
    case 'delivery': {
      const read = liveEvents.delivery.safeParse(json)
      return read.success ? { name, data: read.data } : null
    }
    case 'readings': {
      const read = liveEvents.readings.safeParse(json)
      return read.success ? { name, data: read.data } : null
    }
    case 'system': {
      const read = liveEvents.system.safeParse(json)
      return read.success ? { name, data: read.data } : null
    }
    case 'prescription': {
      const read = liveEvents.prescription.safeParse(json)
      return read.success ? { name, data: read.data } : null
    }
    case 'soil-zones': {
      const read = liveEvents['soil-zones'].safeParse(json)
      return read.success ? { name, data: read.data } : null
    }
    case 'weather': {
      const read = liveEvents.weather.safeParse(json)
      return read.success ? { name, data: read.data } : null
    }
    case 'balance': {
      const read = liveEvents.balance.safeParse(json)
      return read.success ? { name, data: read.data } : null
    }
    case 'alerts': {
      const read = liveEvents.alerts.safeParse(json)
      return read.success ? { name, data: read.data } : null
    }
    case 'map': {
      const read = liveEvents.map.safeParse(json)
      return read.success ? { name, data: read.data } : null
    }
    default: {
      return null
    }
  }
}

/** Milliseconds before the next attempt: doubled each time, spread so that all browsers do not come at once. */
export function waitBefore(attempt: number, random: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random / 2)
}

export function createLiveStream({
  client,
  page,
  random = Math.random,
  silentMs = SILENT_MS,
}: LiveStreamParts) {
  const hearing = createStore<Hearing>(() => ({ state: 'paused', heardAt: null }))
  const listeners = new Set<LiveListener>()
  const hurry = new EventTarget()
  let stop: AbortController | null = null
  page?.addEventListener('visibilitychange', settle)

  async function listen(stopped: AbortSignal, opened: () => void): Promise<void> {
    const watch = watchdog(silentMs)
    const signal = AbortSignal.any([stopped, watch.signal])
    const heard = () => {
      watch.heard()
      hearing.setState({ state: 'open', heardAt: Date.now() })
    }
    try {
      const response = await client.stream(livePaths.events, signal)
      heard()
      opened()
      for (const listener of listeners) listener.opened?.()
      const messages = response.body
        ?.pipeThrough(noticing(heard), { signal })
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(messagesOf())
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
        // A session that ended for good is told elsewhere; the next subscriber starts anew.
        if (error instanceof CallError && error.kind === 'session-ended') return
      }
      if (signal.aborted) return
      hearing.setState({ state: 'broken' })
      for (const listener of listeners) listener.closed?.()
      await pause(waitBefore(attempt, random()), signal, hurry)
      attempt += 1
    }
  }

  function settle(): void {
    const wanted = listeners.size > 0 && !page?.hidden
    if (wanted && !stop) {
      const own = new AbortController()
      stop = own
      hearing.setState({ state: 'opening' })
      void keepListening(own.signal).finally(() => {
        if (stop === own) stop = null
      })
    } else if (!wanted && stop) {
      stop.abort()
      stop = null
      hearing.setState({ state: 'paused' })
      for (const listener of listeners) listener.closed?.()
    }
  }

  /** Hears until the returned function is called; the stream lives as long as somebody listens. */
  function subscribe(listener: LiveListener): () => void {
    listeners.add(listener)
    settle()
    return () => {
      listeners.delete(listener)
      settle()
    }
  }

  /** Does not wait for its time to try again. */
  const tryNow = () => void hurry.dispatchEvent(new Event('now'))

  return { subscribe, hearing, tryNow }
}

/** Aborts when nothing was heard for so long; to be ended. */
function watchdog(ms: number) {
  const silent = new AbortController()
  const start = () => setTimeout(() => silent.abort(), ms)
  let timer = start()
  const end = () => clearTimeout(timer)
  return {
    signal: silent.signal,
    heard() {
      end()
      timer = start()
    },
    end,
  }
}

/** Passes on what comes, a beat of the server too, and says that it came. */
function noticing(heard: () => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(chunk, controller) {
      heard()
      controller.enqueue(chunk)
    },
  })
}

function pause(ms: number, signal: AbortSignal, hurry: EventTarget): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    hurry.addEventListener('now', done, { once: true })
    // back on a network: worth a try at once
    globalThis.addEventListener?.('online', done)
  })
}

export const liveStream = createLiveStream({
  client: theClient,
  page: typeof document === 'undefined' ? undefined : document,
})

/** Nothing is heard; what is shown is what was known then. */
export interface Unheard {
  /** Milliseconds; null where nothing was heard since the page was opened. */
  lastHeardAt: number | null
}
export type LiveState = 'opening' | 'open' | Unheard

/** @returns null while it is heard, or about to be */
export function unheard(live: LiveState): Unheard | null {
  return typeof live === 'object' ? live : null
}

/**
 * Hears live events while mounted.
 *
 * @param opened the stream is open (again): whatever happened before was missed, so ask for the current state
 */
export function useLive(event: (event: LiveEvent) => void, opened: () => void): LiveState {
  const [state, setState] = useState<LiveState>('opening')
  const onEvent = useEffectEvent(event)
  const onOpened = useEffectEvent(opened)
  useEffect(
    () =>
      liveStream.subscribe({
        event: (heard) => onEvent(heard),
        opened: () => {
          setState('open')
          onOpened()
        },
        closed: () => {
          const { state: why, heardAt } = liveStream.hearing.getState()
          setState(why === 'paused' ? 'opening' : { lastHeardAt: heardAt })
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
function messagesOf(): TransformStream<string, { event: string | undefined; data: string }> {
  let rest = ''
  return new TransformStream({
    transform(text, out) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const lines = block.split('\n')
        const said = (field: string) =>
          lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2))
        const data = said('data').join('\n')
        if (data) out.enqueue({ event: said('event').at(-1), data })
      }
    },
  })
}
