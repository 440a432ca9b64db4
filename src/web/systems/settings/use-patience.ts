/** How long a press of Apply may be sent by itself: never unseen, and never so late that the field is another one. */
import { useEffect, useState } from 'react'

/** For so long the one who pressed still looks at it. */
const BY_ITSELF_MS = 2 * 60_000
/** What was right in the morning is not in the evening. */
const EXPIRES_MS = 12 * 3_600_000
const LOOK_EVERY_MS = 1000

/** `asks`: only when somebody says so once more. `over`: not any more, Apply must be pressed anew. */
export type Patience = 'by-itself' | 'asks' | 'over'

/** @param leftAlone the page was out of sight since the press */
export function patienceAt(pressedAt: number, now: number, leftAlone: boolean): Patience {
  const age = now - pressedAt
  if (age >= EXPIRES_MS) return 'over'
  return leftAlone || age >= BY_ITSELF_MS ? 'asks' : 'by-itself'
}

/** @param pressedAt milliseconds; null where nothing waits */
export function usePatience(pressedAt: number | null): Patience {
  const [now, setNow] = useState(() => Date.now())
  const [leftAt, setLeftAt] = useState(0)
  useEffect(() => {
    if (pressedAt === null) return undefined
    const look = () => {
      setNow(Date.now())
      if (document.hidden) setLeftAt(Date.now())
    }
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [pressedAt])
  return pressedAt === null
    ? 'by-itself'
    : patienceAt(pressedAt, Math.max(now, pressedAt), leftAt >= pressedAt)
}
