/** The routes: the page of each URL, and who may see it. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { readSearch, writeSearch } from './kit/chosen-system.ts'
import { paths } from './kit/paths.ts'
import { addFrenchTexts, isFrench } from './language/language.ts'
import { storeRole, role } from './kit/role.ts'
import { isSignedIn, session } from './kit/session.ts'
import { claimsOf } from './kit/token.ts'
import { loadWithRetry } from './kit/load-with-retry.ts'
import { RouterFallback, SIGNED_IN_ROUTE, Shell, UnknownRoute, PageLoading } from './shell.tsx'
import { startCheck } from './start-check.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The URL that was opened before signing in. */
    returnTo?: string
  }
}

interface GuardContext {
  location: { href: string; pathname: string; state: { returnTo?: string } }
}

/** Redirects visitors to sign in. With a valid token the page opens while the start check runs. */
async function customersOnly({ location }: GuardContext): Promise<void> {
  const { access, isAuthenticated } = session.getState()
  const ends = access ? claimsOf(access)?.expiresAt : undefined
  if (access && isAuthenticated === null && !(ends && ends > Date.now())) await startCheck()
  if (!isSignedIn(session.getState()))
    throw redirect({ to: paths.login(), replace: true, state: { returnTo: location.href } })
  const atDesk = /^\/provider(\/|$)/.test(location.pathname)
  if (role.getState().provider && !atDesk) throw redirect({ to: paths.desk(), replace: true })
}

/** For anybody else the desk is not found; the role is fetched once, in case it was just granted. */
async function providersOnly(): Promise<void> {
  if (role.getState().provider) return
  const { readPreferences } = await import('./api/preferences.ts')
  const { provider } = await readPreferences()
  if (!provider) throw notFound()
  storeRole(true)
}

function visitorsOnly(otherwise: string) {
  return ({ location }: GuardContext) => {
    if (!isSignedIn(session.getState())) return
    const [to = otherwise, search = ''] = location.state.returnTo?.split('?', 2) ?? []
    throw redirect({ to, search: readSearch(search), replace: true })
  }
}

/** Without a signal the open page stays until the next one has loaded. */
function page<T>(load: () => Promise<T>): Promise<T> {
  return loadWithRetry(load, true)
}

/** The desk loads its French texts itself, so that customers never fetch them. */
function deskPage<T>(load: () => Promise<T>): Promise<T> {
  return page(async () => {
    if (isFrench()) addFrenchTexts((await import('./french/desk-tables.ts')).deskTables)
    return load()
  })
}

const root = createRootRoute({ component: Shell })
const signedIn = createRoute({
  getParentRoute: () => root,
  id: SIGNED_IN_ROUTE,
  beforeLoad: customersOnly,
  component: lazyRouteComponent(() => page(() => import('./signed-in.tsx')), 'SignedIn'),
})

const home = createRoute({
  getParentRoute: () => root,
  path: paths.home(),
  component: lazyRouteComponent(() => page(() => import('./home/home-page.tsx')), 'HomePage'),
})
const login = createRoute({
  getParentRoute: () => root,
  path: paths.login(),
  beforeLoad: visitorsOnly(paths.systems()),
  component: lazyRouteComponent(() => page(() => import('./accounts/login-page.tsx')), 'LoginPage'),
})
const signup = createRoute({
  getParentRoute: () => root,
  path: paths.signup(),
  beforeLoad: visitorsOnly(paths.home()),
  component: lazyRouteComponent(() => page(() => import('./accounts/signup-page.tsx')), 'SignupPage'),
})
const activate = createRoute({
  getParentRoute: () => root,
  path: paths.activate('$uid', '$token'),
  component: lazyRouteComponent(() => page(() => import('./accounts/activation-page.tsx')), 'ActivationPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword(),
  component: lazyRouteComponent(
    () => page(() => import('./accounts/reset-password-page.tsx')),
    'ResetPasswordPage',
  ),
})
const confirmPassword = createRoute({
  getParentRoute: () => root,
  path: paths.confirmPassword('$uid', '$token'),
  component: lazyRouteComponent(
    () => page(() => import('./accounts/confirm-password-page.tsx')),
    'ConfirmPasswordPage',
  ),
})
const dataConsent = createRoute({
  getParentRoute: () => root,
  path: paths.dataConsent(),
  component: lazyRouteComponent(() => page(() => import('./help/data-consent-page.tsx')), 'DataConsentPage'),
})
const faq = createRoute({
  getParentRoute: () => root,
  path: paths.faq(),
  component: lazyRouteComponent(() => page(() => import('./help/faq-page.tsx')), 'FaqPage'),
})

const systems = createRoute({
  getParentRoute: () => signedIn,
  path: paths.systems(),
  component: lazyRouteComponent(() => page(() => import('./systems/systems-page.tsx')), 'SystemsPage'),
})
const geofences = createRoute({
  getParentRoute: () => signedIn,
  path: paths.geofences(),
  component: lazyRouteComponent(() => page(() => import('./geofences/geofences-page.tsx')), 'GeofencesPage'),
})
const soilZones = createRoute({
  getParentRoute: () => signedIn,
  path: paths.soilZones(),
  component: lazyRouteComponent(
    () => page(() => import('./soil-zones/soil-zones-page.tsx')),
    'SoilZonesPage',
  ),
})
const historicMaps = createRoute({
  getParentRoute: () => signedIn,
  path: paths.historicMaps(),
  component: lazyRouteComponent(
    () => page(() => import('./maps/historic-maps-page.tsx')),
    'HistoricMapsPage',
  ),
})
const graphs = createRoute({
  getParentRoute: () => signedIn,
  path: paths.graphs(),
  component: lazyRouteComponent(() => page(() => import('./graphs/graphs-page.tsx')), 'GraphsPage'),
})
const probes = createRoute({
  getParentRoute: () => signedIn,
  path: paths.probes(),
  component: lazyRouteComponent(() => page(() => import('./probes/probes-page.tsx')), 'ProbesPage'),
})
const liveMaps = createRoute({
  getParentRoute: () => signedIn,
  path: paths.liveMaps(),
  component: lazyRouteComponent(() => page(() => import('./live-maps/live-maps-page.tsx')), 'LiveMapsPage'),
})

const season = createRoute({
  getParentRoute: () => signedIn,
  path: paths.season(),
  component: lazyRouteComponent(() => page(() => import('./seasons/season-page.tsx')), 'SeasonPage'),
})

const alerts = createRoute({
  getParentRoute: () => signedIn,
  path: paths.alerts(),
  component: lazyRouteComponent(() => page(() => import('./alerts/alerts-page.tsx')), 'AlertsPage'),
})

const transfers = createRoute({
  getParentRoute: () => signedIn,
  path: paths.transfers(),
  component: lazyRouteComponent(() => page(() => import('./transfers/transfers-page.tsx')), 'TransfersPage'),
})

const supportAccess = createRoute({
  getParentRoute: () => signedIn,
  path: paths.supportAccess(),
  component: lazyRouteComponent(() => page(() => import('./transfers/support-page.tsx')), 'SupportPage'),
})

const desk = createRoute({
  getParentRoute: () => signedIn,
  id: 'desk',
  beforeLoad: providersOnly,
})
type DeskPageName = 'desk' | 'systems' | 'system' | 'connect' | 'people' | 'record'

/** All its pages in one chunk: every chunk listed here adds to customers' pages. */
const atDesk = <P extends string>(path: P, name: DeskPageName) =>
  createRoute({
    getParentRoute: () => desk,
    path,
    component: lazyRouteComponent(
      () => deskPage(async () => ({ Page: (await import('./provider/desk-page.tsx')).deskPages[name] })),
      'Page',
    ),
  })

const publicRoutes = [home, login, signup, activate, resetPassword, confirmPassword, dataConsent, faq]
const customerRoutes = [
  systems,
  geofences,
  soilZones,
  historicMaps,
  graphs,
  probes,
  liveMaps,
  season,
  alerts,
  transfers,
  supportAccess,
]
const deskRoutes = [
  atDesk(paths.desk(), 'desk'),
  atDesk(paths.deskSystems(), 'systems'),
  atDesk('/provider/systems/$name', 'system'),
  atDesk(paths.deskConnect(), 'connect'),
  atDesk(paths.deskPeople(), 'people'),
  atDesk(paths.deskRecord(), 'record'),
]

export const router = createRouter({
  routeTree: root.addChildren([
    ...publicRoutes,
    signedIn.addChildren([...customerRoutes, desk.addChildren(deskRoutes)]),
  ]),
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultErrorComponent: RouterFallback,
  defaultNotFoundComponent: UnknownRoute,
  // the first page waits for its code, and for the server if the token has expired: show something meanwhile
  defaultPendingComponent: PageLoading,
  defaultPendingMinMs: 0,
  defaultPreload: 'intent',
  scrollRestoration: true,
})
// later navigations keep the open page until the next one has loaded
router.subscribe('onResolved', () => {
  router.options.defaultPendingMs = Number.POSITIVE_INFINITY
})
