/** The way to the other pages of the same system, which need not choose it again: it is in the address. */
import { Link } from '@tanstack/react-router'
import { paths } from '../../kit/paths.ts'
import css from './system-links.module.css'

const PAGES = [
  { to: paths.systems(), label: 'Settings' },
  { to: paths.geofences(), label: 'Geofences' },
  { to: paths.soilZones(), label: 'Soil zones' },
  { to: paths.probes(), label: 'Probes' },
  { to: paths.graphs(), label: 'Graphs' },
  { to: paths.historicMaps(), label: 'Past weeks' },
  { to: paths.liveMaps(), label: 'Live map' },
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
    <nav className={css.links} aria-label={`More of ${system}`}>
      {PAGES.filter(({ to }) => to !== here).map(({ to, label }) => (
        <Link key={to} to={to} search={{ system }}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
