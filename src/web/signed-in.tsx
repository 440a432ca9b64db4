/** The layout of all pages that need a login: redirects visitors, and clears the query cache when another user signs in. */
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand/react'
import { AlertCount } from './alerts/alert-count.tsx'
import { useSupportRequested } from './api/preferences.ts'
import { AppQueryClient } from './kit/query-client.ts'
import { paths } from './kit/paths.ts'
import { role } from './kit/role.ts'
import { isSignedIn, session } from './kit/session.ts'
import { claimsOf } from './kit/token.ts'
import { liveStream } from './kit/live-stream.ts'
import { useSession } from './kit/use-session.ts'
import { ConnectionBanner } from './offline/connection-banner.tsx'
import { registerServiceWorker } from './offline/service-worker-registration.ts'
import { loadWithRetry } from './kit/load-with-retry.ts'
import { viewing } from './kit/storage.ts'
import { text } from './offline/offline.text.ts'
import css from './shell.module.css'
import { Notice } from './ui/notice.tsx'
import { startCheck } from './start-check.ts'
import { clearLastStates, readLastState } from './offline/last-state.ts'

const queryClient = new AppQueryClient()

/** The user id from the token, available before the user is loaded. */
const tokenUserId = () => claimsOf(session.getState().access ?? '')?.userId ?? null

let owner = tokenUserId()
session.subscribe(() => {
  const now = tokenUserId()
  // While the password dialog is open the page keeps its data, because the same person continues.
  const continues = now === null && session.getState().ended !== null
  if (now === owner || continues) return
  owner = now
  queryClient.clear()
  void clearLastStates()
})

/** Deferred, because the page itself has priority. */
const STORE_AFTER_MS = 3000
const CONTACT_WITHIN_MS = 1500
const lastContactAt = () => liveStream.status.getState().lastContactAt

/** Whether the server responds shortly; false at once if it is known to be unreachable. */
function isServerReachable(): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (reachable: boolean) => {
      clearTimeout(timer)
      stop()
      resolve(reachable)
    }
    const timer = setTimeout(() => done(false), CONTACT_WITHIN_MS)
    const stop = liveStream.status.subscribe(({ state }) => {
      if (state === 'open' || state === 'broken') done(state === 'open')
    })
    const { state } = liveStream.status.getState()
    if (state === 'open' || state === 'broken') done(state === 'open')
  })
}

/** Restores the stored state of this account if the server does not respond, and stores the current one; returns the time of the restored state. */
function useLastState(userId: number | null): number | null {
  const [restoredAt, setRestoredAt] = useState<number | null>(null)
  useEffect(() => {
    if (userId === null) return undefined
    let stop: (() => void) | undefined
    let unmounted = false
    registerServiceWorker()
    const begin = async () => {
      const previous = await readLastState(userId)
      const at = previous?.lastContactAt ?? null
      // with a connection the pages load as usual
      const reachable = await isServerReachable()
      if (reachable) await new Promise((resolve) => setTimeout(resolve, STORE_AFTER_MS))
      if (unmounted) return
      const { restoreQueries, storeQueries } = await loadWithRetry(
        () => import('./offline/stored-queries.ts'),
      )
      if (unmounted) return
      if (previous && !reachable) {
        restoreQueries(queryClient, previous)
        setRestoredAt(at)
      }
      stop = storeQueries(queryClient, { userId, previous, lastContactAt: () => lastContactAt() ?? at })
    }
    void begin()
    return () => {
      unmounted = true
      stop?.()
    }
  }, [userId])
  return restoredAt
}

/** Shown until answered, except on the page where it is answered. */
function SupportRequestBanner() {
  const requested = useSupportRequested()
  const onSupportPage = useRouterState({
    select: ({ location }) => location.pathname === paths.supportAccess(),
  })
  if (!requested || onSupportPage) return null
  return (
    <div className={css.asks}>
      <Notice action={<Link to={paths.supportAccess()}>{text.answerSupportRequest}</Link>}>
        {text.supportRequest}
      </Notice>
    </div>
  )
}

export function SignedIn() {
  // The session ended before this code loaded, so there is no input to lose.
  const [endedEarly] = useState(() => !isSignedIn(session.getState()))
  const returnTo = useRouterState({ select: ({ location }) => location.href })
  const { provider } = useStore(role)
  const restoredAt = useLastState(useSession(() => (viewing ? null : tokenUserId())))
  if (endedEarly) return <Navigate to={paths.login()} replace state={{ returnTo }} />
  return (
    <QueryClientProvider client={queryClient}>
      {/* the desk has no customer's live stream */}
      <ConnectionBanner live={!provider} restoredAt={restoredAt} onRetry={() => void startCheck(true)} />
      {provider || viewing ? null : <SupportRequestBanner />}
      <Outlet />
      {provider ? null : <AlertCount />}
    </QueryClientProvider>
  )
}
