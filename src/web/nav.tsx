/** The navigation bar of every page, for visitors and signed-in users. */
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { Bell, Menu, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand/react'
import { brand } from './kit/brand.ts'
import { paths } from './kit/paths.ts'
import { role } from './kit/role.ts'
import { isSignedIn } from './kit/session.ts'
import { viewing } from './kit/storage.ts'
import { useSession } from './kit/use-session.ts'
import css from './nav.module.css'
import { classNames } from './ui/class-names.ts'
import { Logo } from './ui/logo.tsx'
import { text } from './language/frame.text.ts'

/** The links are specified; a page without a link of its own highlights the one that leads to it. */
interface NavigationLink {
  to: string
  label: string
  leadsTo?: string[]
}

const visitorLinks: NavigationLink[] = [
  { to: paths.login(), label: text.logIn },
  { to: paths.signup(), label: text.signUp },
  { to: paths.faq(), label: text.faq },
]

const customerLinks: NavigationLink[] = [
  { to: paths.systems(), label: text.setSystems, leadsTo: [paths.season()] },
  { to: paths.geofences(), label: text.setGeofences, leadsTo: [paths.soilZones()] },
  { to: paths.probes(), label: text.placeSoilProbes },
  { to: paths.graphs(), label: text.soilProbeGraphs },
  { to: paths.historicMaps(), label: text.historicMaps },
  { to: paths.liveMaps(), label: text.liveMaps },
  { to: paths.faq(), label: text.faq },
]

const deskLinks: NavigationLink[] = [
  { to: paths.desk(), label: text.desk },
  { to: paths.deskSystems(), label: text.deskSystems },
  { to: paths.deskConnect(), label: text.deskConnect },
  { to: paths.deskPeople(), label: text.deskPeople },
  { to: paths.deskRecord(), label: text.deskRecord },
]

export function NavigationBar() {
  const signedIn = useSession(isSignedIn)
  const { provider } = useStore(role)
  const signedInLinks = provider ? deskLinks : customerLinks
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  // The menu is open only for the page on which it was opened, so it closes on navigation.
  const [openOnPage, setOpenOnPage] = useState<string | null>(null)
  const page = `${pathname} ${signedIn}`
  const open = openOnPage === page
  useEscape(open, () => setOpenOnPage(null))
  const Icon = open ? X : Menu
  return (
    <header className={css.bar}>
      <div className={classNames(css.inner, signedIn && css.long)}>
        <Link to={paths.home()} className={css.home} activeOptions={{ exact: true }}>
          <Logo name={brand.product} source={brand.logoUrl} />
        </Link>
        {signedIn && !provider ? (
          <Link to={paths.alerts()} className={css.alerts} activeOptions={{ exact: true }}>
            <Bell size={22} aria-hidden="true" />
            <span className={css.alertsWord}>{text.alerts}</span>
            {/* customers' pages render the number of open alerts here */}
            <span id="open-alerts" />
          </Link>
        ) : null}
        <button
          type="button"
          className={css.toggle}
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpenOnPage(open ? null : page)}
        >
          <Icon size={24} aria-hidden="true" />
          <span>{text.menu}</span>
        </button>
        <nav
          id="navigation"
          aria-label={text.mainNavigation}
          className={classNames(css.nav, open && css.open)}
        >
          <ul className={css.list}>
            {(signedIn ? signedInLinks : visitorLinks).map(({ to, label, leadsTo = [] }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={css.link}
                  activeOptions={{ exact: true, includeSearch: false }}
                  {...(leadsTo.includes(pathname) ? { 'aria-current': true } : {})}
                >
                  {label}
                </Link>
              </li>
            ))}
            {signedIn && !viewing ? (
              <li className={css.last}>
                <LogOut />
              </li>
            ) : null}
          </ul>
        </nav>
      </div>
    </header>
  )
}

function LogOut() {
  const navigate = useNavigate()
  const logOut = async () => {
    window.alert(text.signingOut)
    const { accounts } = await import('./api/accounts.ts')
    await accounts.logout()
    await navigate({ to: paths.login() })
  }
  return (
    <button type="button" className={css.link} onClick={() => void logOut()}>
      {text.logOut}
    </button>
  )
}

function useEscape(active: boolean, act: () => void): void {
  useEffect(() => {
    if (!active) return undefined
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && act()
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}
