/** Links to the other pages of the same system. */
import { Link } from '@tanstack/react-router'
import { paths } from '../../kit/paths.ts'
import css from './system-links.module.css'
import { say } from './pivot.text.ts'

const PAGES = [
  { to: paths.systems(), label: say.settings },
  { to: paths.geofences(), label: say.geofences },
  { to: paths.soilZones(), label: say.soilZones },
  { to: paths.probes(), label: say.probes },
  { to: paths.graphs(), label: say.graphs },
  { to: paths.historicMaps(), label: say.pastWeeks },
  { to: paths.liveMaps(), label: say.liveMap },
]

export interface SystemLinksProps {
  /** '' shows nothing. */
  system: string
  /** Address of the page that is open. */
  here: string
}

export function SystemLinks({ system, here }: SystemLinksProps) {
  if (!system) return null
  return (
    <nav className={css.links} aria-label={say.moreOf(system)}>
      {PAGES.filter(({ to }) => to !== here).map(({ to, label }) => (
        <Link key={to} to={to} search={{ system }}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
