/** All systems side by side while none is chosen: what runs, what stands, what is silent. */
import type { SystemView } from '../../contract/systems.ts'
import type { LiveState } from '../api/live.ts'
import { PivotPicture } from './pivot-picture.tsx'
import { SystemBadge } from './system-badge.tsx'
import { knowledgeOf, motionWords, statusOf } from './system-status.ts'
import css from './systems-overview.module.css'

export interface SystemsOverviewProps {
  systems: readonly SystemView[]
  live: LiveState
  now: number
  onSelect: (name: string) => void
}

export function SystemsOverview({ systems, live, now, onSelect }: SystemsOverviewProps) {
  return (
    <section aria-labelledby="systems-overview">
      <h2 id="systems-overview">Your systems now</h2>
      <ul className={css.list}>
        {systems.map((system) => (
          <li key={system.name}>
            <Row system={system} live={live} now={now} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RowProps extends Omit<SystemsOverviewProps, 'systems'> {
  system: SystemView
}

function Row({ system, live, now, onSelect }: RowProps) {
  const knowledge = knowledgeOf(system, live, now)
  const { telemetry } = system
  return (
    <button type="button" className={css.row} onClick={() => onSelect(system.name)}>
      <PivotPicture system={system} knowledge={knowledge} now={now} small />
      <span className={css.words}>
        <span className={css.name}>{system.name}</span>
        <SystemBadge status={statusOf(system, live, now)} />
        {telemetry && knowledge === 'live' ? (
          <span className={css.soft}>
            {Math.round(telemetry.angle_deg) % 360}°, {motionWords(telemetry)}
          </span>
        ) : null}
      </span>
    </button>
  )
}
