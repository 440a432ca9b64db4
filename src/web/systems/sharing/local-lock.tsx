/** 'Local only': the owner's lock against every new setting from here; what runs goes on. */
import type { SystemView } from '../../../contract/systems.ts'
import { useChangeSystem } from '../../api/systems.ts'
import { sentenceOf } from '../../kit/call-error.ts'
import { Switch } from '../../ui/switch.tsx'
import { Toggletip } from '../../ui/toggletip.tsx'
import css from './sharing.module.css'

export function LocalLock({ system }: { system: SystemView }) {
  const change = useChangeSystem(system.name)
  const shown = change.isPending ? (change.variables.local_only ?? system.local_only) : system.local_only
  return (
    <section aria-labelledby="local-only" className={css.lock}>
      <h2 id="local-only">Lock</h2>
      <Switch
        label="Local only"
        checked={shown}
        disabled={system.role !== 'owner'}
        onChange={(on) => change.mutate({ local_only: on })}
        error={change.isError ? sentenceOf(change.error) : null}
        aside={
          <Toggletip label="About Local only">
            ON: this system takes no new settings from here, from nobody. What runs now goes on, and the panel
            at the machine works as always.
          </Toggletip>
        }
      />
      {system.role === 'owner' ? null : <p className={css.soft}>Only the owner can change this.</p>}
    </section>
  )
}
