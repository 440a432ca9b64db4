/** What stands around every page: navigation bar, a word when nobody answers, the page, the foot; and in its place where it failed or does not exist. */
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
import { alsoInFrench, inFrench } from './language/language.ts'

/** Id of the route under which everything needs a session. */
export const SIGNED_IN_ROUTE = 'signed-in'

/** Without its code nobody can be asked for a password in place. */
const SessionEndedDialog = lazy(async () => {
  try {
    const { SessionEndedDialog } = await loadWithRetry(() => import('./accounts/session-ended-dialog.tsx'))
    return { default: SessionEndedDialog }
  } catch {
    return { default: () => <ToLogin /> }
  }
})
/** For providers alone, and their French with it. */
const ViewStrip = lazy(async () => {
  if (inFrench()) alsoInFrench((await import('./french/desk-tables.ts')).deskTables)
  const { ViewStrip } = await loadWithRetry(() => import('./provider/people-page.tsx'))
  return { default: ViewStrip }
})
/** How long somebody waits for it before a page that no call answers. */
const PATIENCE_MS = 4000

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
          <ViewStrip />
        </Suspense>
      ) : null}
      <NavigationBar />
      <div className={css.page}>
        <Outlet />
      </div>
      <Footer />
      {ended && guarded && !viewing ? (
        <Suspense fallback={<ToLogin afterMs={PATIENCE_MS} />}>
          <SessionEndedDialog email={ended.email} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Takes somebody whose session is over to sign in, and keeps the address for them. */
function ToLogin({ afterMs = 0 }: { afterMs?: number }) {
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => toLogin(router, router.state.location.href), afterMs)
    return () => clearTimeout(timer)
  }, [router, afterMs])
  return null
}

/** @param wanted the address to open after that */
function toLogin(router: Pick<AnyRouter, 'navigate'>, wanted?: string): void {
  const state = wanted === undefined ? {} : { wanted }
  // nothing that is unsaved can be saved any more
  void router.navigate({ to: paths.login(), replace: true, ignoreBlocker: true, state })
}

/**
 * Runs the guards of the open route again whenever somebody signs in or out, here or in another tab. A session may end
 * before the code of its page is there: what counts is how things stand, not what has changed.
 */
function useGuardsFollowSession(guarded: boolean): void {
  const router = useRouter()
  const signedIn = useSession(isSignedIn)
  const ended = useSession((state) => state.ended !== null)
  const before = useRef(signedIn)
  // whoever turns out to be the provider, or not to be, stands on a page of the other
  useEffect(() => role.subscribe(() => void router.invalidate()), [router])
  useEffect(() => {
    // A session that ended under somebody's hands leaves the page and what was typed where they are.
    if (ended) return
    const was = before.current
    before.current = signedIn
    if (guarded && !signedIn) {
      // who left by hand is not on the way back
      const left = was && !session.wasRefused()
      toLogin(router, left ? undefined : router.state.location.href)
    } else if (was !== signedIn) void router.invalidate()
  }, [router, signedIn, ended, guarded])
}

/** Those who hear the page are taken to the new one; the first page keeps the browser's own start. */
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

/** Status or message of whatever was thrown. */
function faultText(error: unknown): string {
  if (!(error instanceof Error) || !error.message) return text.unknownError
  // An error of a call, known by its status: its class would bring the whole table of errors to the first page.
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0
  return status > 0 ? `${status} ${error.message}` : error.message
}

export function RouterFallback({ error }: { error: unknown }) {
  return (
    <Fallback message={faultText(error)}>
      <Button onClick={() => window.location.reload()}>{text.tryAgain}</Button>
    </Fallback>
  )
}

export function UnknownRoute() {
  return <Fallback message={text.notFound} />
}

function Fallback({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <Page title={text.unexpected} hint={message} narrow>
      <div className={css.ways}>
        {children}
        <Link to={paths.home()} className={buttonClass('primary')}>
          {text.toHome}
        </Link>
      </div>
    </Page>
  )
}
