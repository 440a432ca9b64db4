/** What the server tells while a page is open, for components. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { LiveEvent } from '../../contract/live.ts'
import { liveStream } from '../kit/live-stream.ts'

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
