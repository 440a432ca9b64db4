/** All systems while none is chosen, the worst first: what stands, what is silent, what was refused, what runs. */
import type { SystemView } from '../../../contract/systems.ts'
import type { LiveState } from '../../api/live.ts'
import { PivotPicture } from '../status/pivot-picture.tsx'
import { StateLine } from './state-line.tsx'
import { knowledgeOf } from '../status/system-status.ts'
import css from './systems-overview.module.css'
import { worstFirst } from './systems-order.ts'

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
        {worstFirst(systems, live, now).map((system) => (
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
  return (
    <button type="button" className={css.row} onClick={() => onSelect(system.name)}>
      <PivotPicture system={system} knowledge={knowledge} now={now} small />
      <span className={css.words}>
        <span className={css.name}>{system.name}</span>
        <StateLine system={system} live={live} now={now} />
      </span>
    </button>
  )
}
