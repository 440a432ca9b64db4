/** Around all pages that need a login: nobody signed in is led there, and the cache of answers is emptied when somebody else signs in. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Navigate, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isPassing } from './kit/call-error.ts'
import { paths } from './kit/paths.ts'
import { isSignedIn, session } from './kit/session.ts'
import { claimsOf } from './kit/token.ts'
import { liveStream } from './kit/live-stream.ts'
import { useSession } from './kit/use-session.ts'
import { ConnectionStrip } from './offline/connection-strip.tsx'
import { keepInstalled } from './offline/installed.ts'
import { startCheck } from './start.ts'
import { dropPastForecasts, forgetLastStates, readLastState, recall, remember } from './offline/last-state.ts'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // An absent network must become a failure with a way on, not an endless wait.
      networkMode: 'always',
      staleTime: 30_000,
      retry: (count, error) => count < 1 && isPassing(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

const AlertCount = lazy(async () => {
  const { AlertCount } = await import('./alerts/alert-count.tsx')
  return { default: AlertCount }
})

/** The user by the token: known before the user is loaded. */
const holder = () => claimsOf(session.getState().access ?? '')?.userId ?? null

let owner = holder()
session.subscribe(() => {
  const now = holder()
  // Under the question for the password the page keeps what it shows: the same person goes on with it.
  const goesOn = now === null && session.getState().ended !== null
  if (now === owner || goesOn) return
  owner = now
  queryClient.clear()
  void forgetLastStates()
})

const FORECASTS_LOOK_MS = 60_000
const HEARD_WITHIN_MS = 1500
const heardAt = () => liveStream.hearing.getState().heardAt

/** Whether the server is heard within a moment; false at once where it is known not to be. */
function isHeard(): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (heard: boolean) => {
      clearTimeout(timer)
      stop()
      resolve(heard)
    }
    const timer = setTimeout(() => done(false), HEARD_WITHIN_MS)
    const stop = liveStream.hearing.subscribe(({ state }) => {
      if (state === 'open' || state === 'broken') done(state === 'open')
    })
    const { state } = liveStream.hearing.getState()
    if (state === 'open' || state === 'broken') done(state === 'open')
  })
}

/** Puts back what this account last saw here where the server is not heard, and keeps what it sees; returns when that was. */
function useLastState(userId: number | null): number | null {
  const [rememberedAt, setRememberedAt] = useState<number | null>(null)
  useEffect(() => {
    if (userId === null) return undefined
    let stop: (() => void) | undefined
    let left = false
    keepInstalled()
    const begin = async () => {
      const former = await readLastState(userId)
      if (left) return
      const at = former?.heardAt ?? null
      stop = remember(queryClient, { userId, former, heardAt: () => heardAt() ?? at })
      // where the server is heard the pages load as always
      if (!former || (await isHeard()) || left) return
      recall(queryClient, former)
      setRememberedAt(at)
    }
    void begin()
    const timer = setInterval(() => dropPastForecasts(queryClient, Date.now()), FORECASTS_LOOK_MS)
    return () => {
      left = true
      stop?.()
      clearInterval(timer)
    }
  }, [userId])
  return rememberedAt
}

export function SignedIn() {
  // The session was over before this code came: nothing is typed here that could be lost.
  const [late] = useState(() => !isSignedIn(session.getState()))
  const wanted = useRouterState({ select: ({ location }) => location.href })
  const rememberedAt = useLastState(useSession(() => holder()))
  if (late) return <Navigate to={paths.login()} replace state={{ wanted }} />
  return (
    <QueryClientProvider client={queryClient}>
      <ConnectionStrip rememberedAt={rememberedAt} onRetry={() => void startCheck(true)} />
      <Outlet />
      <Suspense>
        <AlertCount />
      </Suspense>
    </QueryClientProvider>
  )
}
