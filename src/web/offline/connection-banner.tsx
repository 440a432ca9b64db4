/** Banner above every page that needs a login: offline with the age of the data, or a reload is needed. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand/react'
import { brand } from '../kit/brand.ts'
import { dayAndTime } from '../kit/formats.ts'
import { liveStream } from '../kit/live-stream.ts'
import { reloadReason } from '../kit/load-with-retry.ts'
import { useNow } from '../kit/use-now.ts'
import { useSession } from '../kit/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './connection-banner.module.css'
import { reloadWithNewBuild, newerBuild } from './service-worker-registration.ts'
import { text } from './offline.text.ts'

/** Shorter interruptions are not shown. */
const DELAY_MS = 2000
const TICK_MS = 30_000

export interface ConnectionBannerProps {
  /** When the server last responded before this page was opened. */
  restoredAt: number | null
  /** Whether these pages show live data; the desk asks for its own. */
  live: boolean
  /** Checks whether the server responds now. */
  onRetry: () => void
}

export function ConnectionBanner({ restoredAt, live, onRetry }: ConnectionBannerProps) {
  const now = useNow(TICK_MS)
  const { state, lastContactAt, refused } = useStore(liveStream.status)
  const server = useSession((session) => session.server)
  const broken = live && state === 'broken'
  const lost = useDelayed(broken || server !== 'responding')
  const newer = useStore(newerBuild, ({ available }) => available)
  const missingPart = useStore(reloadReason) === 'missing part'
  const cache = useQueryClient()
  // shown on every page, also on those without live data
  useEffect(() => {
    if (!live) return undefined
    let wasOpen = liveStream.status.getState().state === 'open'
    const opened = () => {
      // opened again, what no event renews may have changed meanwhile; at first it is old only if restored or not fetched
      const old = wasOpen ? {} : { stale: true }
      wasOpen = true
      void cache.refetchQueries({ type: 'active', ...old }, { cancelRefetch: false })
    }
    return liveStream.subscribe({ event: () => undefined, opened })
  }, [live, cache])
  const at = lastContactAt ?? restoredAt
  const retry = () => {
    liveStream.reconnectNow()
    onRetry()
  }
  if (!lost && !newer && !missingPart) return null
  return (
    <div className={css.strip}>
      {lost ? (
        <Notice tone="attention" onRetry={retry}>
          {(broken ? refused : server === 'failing')
            ? text.serverFailed
            : at === null
              ? text.noConnection
              : text.noConnectionShowing(dayAndTime(at, now))}
        </Notice>
      ) : null}
      {newer || missingPart ? (
        <Notice action={<Button onClick={reloadWithNewBuild}>{text.loadNewBuild}</Button>}>
          {newer ? text.newerBuild(brand.product) : text.missingPart}
        </Notice>
      ) : null}
    </div>
  )
}

/** Debounced: true once it has been true for a moment. */
function useDelayed(active: boolean): boolean {
  const [delayed, setDelayed] = useState(false)
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => setDelayed(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setDelayed(false)
    }
  }, [active])
  return active && delayed
}
