/** While one system is looked at: the others that need a look, each with the way there. */
import type { SystemView } from '../../../contract/systems.ts'
import type { LiveState } from '../../api/live.ts'
import { Button } from '../../ui/button.tsx'
import css from './others-in-trouble.module.css'
import { StateLine } from './state-line.tsx'
import { isTrouble, worstFirst } from './systems-order.ts'

export interface OthersInTroubleProps {
  /** Name of the one that is looked at. */
  name: string
  systems: readonly SystemView[]
  live: LiveState
  now: number
  onSelect: (name: string) => void
}

export function OthersInTrouble({ name, systems, live, now, onSelect }: OthersInTroubleProps) {
  const others = worstFirst(systems, live, now).filter(
    (system) => system.name !== name && isTrouble(system, live, now),
  )
  if (others.length === 0) return null
  return (
    <section aria-label="Other systems that need a look">
      <ul className={css.list}>
        {others.map((system) => (
          <li key={system.name} className={css.row}>
            <span className={css.words}>
              <strong className={css.name}>{system.name}</strong>
              <StateLine system={system} live={live} now={now} />
            </span>
            <Button onClick={() => onSelect(system.name)} aria-label={`Show ${system.name}`}>
              Show
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
