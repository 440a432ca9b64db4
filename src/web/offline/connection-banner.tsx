/** Banner above every customer page: offline with the age of the data, or a newer build is available. */
import { useEffect, useState } from 'react'
import { useStore } from 'zustand/react'
import { brand } from '../kit/brand.ts'
import { whenKnown } from '../kit/formats.ts'
import { liveStream } from '../kit/live-stream.ts'
import { useNow } from '../kit/use-now.ts'
import { useSession } from '../kit/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './connection-banner.module.css'
import { reloadWithNewBuild, newerBuild } from './service-worker-registration.ts'
import { text } from './offline.text.ts'

/** Shorter interruptions are not shown. */
const SETTLED_MS = 2000
const TICK_MS = 30_000

export interface ConnectionStripProps {
  /** When the server last responded before this page was opened. */
  restoredAt: number | null
  /** Checks whether the server responds now. */
  onRetry: () => void
}

export function ConnectionStrip({ restoredAt, onRetry }: ConnectionStripProps) {
  const now = useNow(TICK_MS)
  const { state, lastContactAt, refused } = useStore(liveStream.status)
  const reachable = useSession((session) => session.reachable)
  const lost = useSettled(state === 'broken' || !reachable)
  const newer = useStore(newerBuild, ({ there }) => there)
  // shown on every page, also on those without live data
  useEffect(() => liveStream.subscribe({ event: () => undefined }), [])
  const at = lastContactAt ?? restoredAt
  const retry = () => {
    liveStream.reconnectNow()
    onRetry()
  }
  if (!lost && !newer) return null
  return (
    <div className={css.strip}>
      {lost ? (
        <Notice tone="attention" onRetry={retry}>
          {refused
            ? text.serverFails
            : at === null
              ? text.noConnection
              : text.noConnectionShowing(whenKnown(at, now))}
        </Notice>
      ) : null}
      {newer ? (
        <Notice action={<Button onClick={reloadWithNewBuild}>{text.loadNewer}</Button>}>
          {text.newerBuild(brand.product)}
        </Notice>
      ) : null}
    </div>
  )
}

/** Debounced: true once it has been true for a moment. */
function useSettled(so: boolean): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (!so) return undefined
    const timer = setTimeout(() => setSettled(true), SETTLED_MS)
    return () => {
      clearTimeout(timer)
      setSettled(false)
    }
  }, [so])
  return so && settled
}
