/** The frame of every page: navigation bar, page and footer; also the pages shown for errors and unknown URLs. */
import { Link, Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, lazy, useEffect, useRef } from 'react'
import { Footer } from './footer.tsx'
import { paths } from './kit/paths.ts'
import { role } from './kit/role.ts'
import { isSignedIn, session } from './kit/session.ts'
import { useSession } from './kit/use-session.ts'
import { NavigationBar } from './nav.tsx'
import css from './shell.module.css'
import { Button, buttonClass } from './ui/button.tsx'
import { Page } from './ui/page.tsx'
import { text } from './language/frame.text.ts'
import { loadWithRetry } from './kit/load-with-retry.ts'
import { viewing } from './kit/storage.ts'
import { addFrenchTexts, isFrench } from './language/language.ts'

/** Id of the route under which everything needs a session. */
export const SIGNED_IN_ROUTE = 'signed-in'

/** Needed to ask for the password without leaving the page. */
const SessionEndedDialog = lazy(async () => {
  try {
    const { SessionEndedDialog } = await loadWithRetry(() => import('./accounts/session-ended-dialog.tsx'))
    return { default: SessionEndedDialog }
  } catch {
    return { default: () => <RedirectToLogin /> }
  }
})
/** For providers only, with its French texts. */
const ViewBanner = lazy(async () => {
  if (isFrench()) addFrenchTexts((await import('./french/desk-tables.ts')).deskTables)
  const { ViewBanner } = await loadWithRetry(() => import('./provider/people-page.tsx'))
  return { default: ViewBanner }
})
/** How long to wait for the dialog's code before the login page opens instead. */
const CODE_TIMEOUT_MS = 4000

export function Shell() {
  const guarded = useMatches({
    select: (matches) => matches.some((match) => match.routeId.includes(SIGNED_IN_ROUTE)),
  })
  useGuardsFollowSession(guarded)
  useFocusFollowsRoute()
  const ended = useSession((state) => state.ended)
  return (
    <>
      <a href="#content" className={css.skip}>
        {text.skipToContent}
      </a>
      {viewing ? (
        <Suspense>
          <ViewBanner />
        </Suspense>
      ) : null}
      <NavigationBar />
      <div className={css.page}>
        <Outlet />
      </div>
      <Footer />
      {ended && guarded && !viewing ? (
        <Suspense fallback={<RedirectToLogin afterMs={CODE_TIMEOUT_MS} />}>
          <SessionEndedDialog email={ended.email} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Redirects to the login after the session has ended, and remembers the URL. */
function RedirectToLogin({ afterMs = 0 }: { afterMs?: number }) {
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => redirectToLogin(router, router.state.location.href), afterMs)
    return () => clearTimeout(timer)
  }, [router, afterMs])
  return null
}

/** @param returnTo the URL to open after signing in */
function redirectToLogin(router: Pick<AnyRouter, 'navigate'>, returnTo?: string): void {
  const state = returnTo === undefined ? {} : { returnTo }
  // unsaved changes cannot be saved any more, so do not warn
  void router.navigate({ to: paths.login(), replace: true, ignoreBlocker: true, state })
}

/**
 * Runs the guards of the current route again after a sign-in or sign-out, here or in another tab. A session may end before its page has loaded, so this checks the state, not the change.
 */
function useGuardsFollowSession(guarded: boolean): void {
  const router = useRouter()
  const signedIn = useSession(isSignedIn)
  const ended = useSession((state) => state.ended !== null)
  const before = useRef(signedIn)
  // the role has changed, so the current page may belong to the other role
  useEffect(() => role.subscribe(() => void router.invalidate()), [router])
  useEffect(() => {
    // After a session has ended during use, the page and its input stay.
    if (ended) return
    const wasSignedIn = before.current
    before.current = signedIn
    if (guarded && !signedIn) {
      // after a deliberate log-out there is no page to return to
      const loggedOut = wasSignedIn && !session.wasRefused()
      redirectToLogin(router, loggedOut ? undefined : router.state.location.href)
    } else if (wasSignedIn !== signedIn) void router.invalidate()
  }, [router, signedIn, ended, guarded])
}

/** Moves the focus to the new page for screen readers; the first page keeps the browser's default. */
function useFocusFollowsRoute(): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current !== undefined && before.current !== pathname) {
      document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
    }
    before.current = pathname
  }, [pathname])
}

/** Status or message of a thrown value. */
function errorText(error: unknown): string {
  if (!(error instanceof Error) || !error.message) return text.unknownError
  // A CallError, recognised by its status: importing the class would add all error messages to the first page.
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0
  return status > 0 ? `${status} ${error.message}` : error.message
}

export function RouterFallback({ error }: { error: unknown }) {
  return (
    <Fallback message={errorText(error)}>
      <Button onClick={() => window.location.reload()}>{text.tryAgain}</Button>
    </Fallback>
  )
}

/** Shown while the first page loads. */
export function PageLoading() {
  return <Page title={text.loading} />
}

export function UnknownRoute() {
  return <Fallback message={text.notFound} />
}

function Fallback({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <Page title={text.unexpectedError} hint={message} narrow>
      <div className={css.ways}>
        {children}
        <Link to={paths.home()} className={buttonClass('primary')}>
          {text.goToHomePage}
        </Link>
      </div>
    </Page>
  )
}
