/** Links to the other pages of the same system. */
import { Link } from '@tanstack/react-router'
import { paths } from '../../kit/paths.ts'
import css from './system-links.module.css'
import { text } from './pivot.text.ts'

const PAGES = [
  { to: paths.systems(), label: text.settings },
  { to: paths.geofences(), label: text.geofences },
  { to: paths.soilZones(), label: text.soilZones },
  { to: paths.probes(), label: text.probes },
  { to: paths.graphs(), label: text.graphs },
  { to: paths.historicMaps(), label: text.pastWeeks },
  { to: paths.liveMaps(), label: text.liveMap },
]

export interface SystemLinksProps {
  /** '' renders nothing. */
  system: string
  /** URL of the current page. */
  currentPath: string
}

export function SystemLinks({ system, currentPath }: SystemLinksProps) {
  if (!system) return null
  return (
    <nav className={css.links} aria-label={text.linksOf(system)}>
      {PAGES.filter(({ to }) => to !== currentPath).map(({ to, label }) => (
        <Link key={to} to={to} search={{ system }}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
