/** What the server tells while a screen is open: server-sent events, read with the header credential. */
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { useEffect, useEffectEvent, useState } from 'react'
import { liveEvents, livePaths } from '../../contract/live.ts'
import type { LiveEvent } from '../../contract/live.ts'
import { CallError } from './call-error.ts'
import { client as theClient } from './client.ts'
import type { Client } from './client.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

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

export function createLiveStream({ client, page, random = Math.random }: LiveStreamParts) {
  const listeners = new Set<LiveListener>()
  let stop: AbortController | null = null
  page?.addEventListener('visibilitychange', settle)

  async function listen(signal: AbortSignal, opened: () => void): Promise<void> {
    const response = await client.stream(livePaths.events, signal)
    opened()
    for (const listener of listeners) listener.opened?.()
    const messages = response.body
      ?.pipeThrough(new TextDecoderStream(), { signal })
      .pipeThrough(new EventSourceParserStream())
    if (!messages) return
    for await (const message of messages) {
      const event = readLiveEvent(message.event, message.data)
      if (event) for (const listener of listeners) listener.event(event)
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
      for (const listener of listeners) listener.closed?.()
      await pause(waitBefore(attempt, random()), signal)
      attempt += 1
    }
  }

  function settle(): void {
    const wanted = listeners.size > 0 && !page?.hidden
    if (wanted && !stop) {
      const own = new AbortController()
      stop = own
      void keepListening(own.signal).finally(() => {
        if (stop === own) stop = null
      })
    } else if (!wanted && stop) {
      stop.abort()
      stop = null
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

  return { subscribe }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

const liveStream = createLiveStream({
  client: theClient,
  page: typeof document === 'undefined' ? undefined : document,
})

/** `broken`: what happens now is not heard, so nothing may be shown as live. */
export type LiveState = 'opening' | 'open' | 'broken'

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
        closed: () => setState('broken'),
      }),
    [],
  )
  return state
}
