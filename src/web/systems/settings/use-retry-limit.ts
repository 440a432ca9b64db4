/** Limits automatic retries of Apply: only while the page is visible, and not after the field may have changed. */
import { useEffect, useState } from 'react'

/** How long a submission is retried automatically. */
const AUTOMATIC_MS = 2 * 60_000
/** After this the settings may no longer be right for the field. */
const EXPIRES_MS = 12 * 3_600_000
const CHECK_EVERY_MS = 1000

/** Automatic, on request only, or expired, so that Apply must be pressed again. */
export type RetryMode = 'automatic' | 'manual' | 'expired'

/** @param wasHidden whether the page has been hidden since the submission */
export function retryModeAt(pressedAt: number, now: number, wasHidden: boolean): RetryMode {
  const age = now - pressedAt
  if (age >= EXPIRES_MS) return 'expired'
  return wasHidden || age >= AUTOMATIC_MS ? 'manual' : 'automatic'
}

/** @param pressedAt milliseconds; null without a pending submission */
export function useRetryLimit(pressedAt: number | null): RetryMode {
  const [now, setNow] = useState(() => Date.now())
  const [hiddenAt, setHiddenAt] = useState(0)
  useEffect(() => {
    if (pressedAt === null) return undefined
    const update = () => {
      setNow(Date.now())
      if (document.hidden) setHiddenAt(Date.now())
    }
    update()
    const timer = setInterval(update, CHECK_EVERY_MS)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [pressedAt])
  return pressedAt === null
    ? 'automatic'
    : retryModeAt(pressedAt, Math.max(now, pressedAt), hiddenAt >= pressedAt)
}
