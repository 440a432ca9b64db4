/** Set Systems: where each arm is, what its system is set to, and whether the last change has arrived. */
import { useRef, useState } from 'react'
import { problems } from '../../contract/errors.ts'
import type { SystemView } from '../../contract/systems.ts'
import type { LiveState } from '../api/live.ts'
import { useUnit } from '../api/preferences.ts'
import { useLiveSystems, useSystemGroup, useSystems } from '../api/systems.ts'
import { browserStorage } from '../kit/storage.ts'
import { useNow } from '../kit/use-now.ts'
import { Dropdown } from '../ui/dropdown.tsx'
import { Page } from '../ui/page.tsx'
import { keepSelected, readSelected } from './settings/settings-storage.ts'
import { SystemPanel } from './system-panel.tsx'
import { SystemsLoading } from './systems-loading.tsx'
import { SystemsMissing } from './systems-missing.tsx'
import css from './systems-page.module.css'

const TITLE = 'Set Systems'
const TICK_MS = 5000

export function SystemsPage() {
  const group = useSystemGroup()
  const systems = useSystems()
  const live = useLiveSystems()
  const unit = useUnit()
  if (group.isPending || systems.isPending || unit.isPending) {
    return (
      <Page title={TITLE}>
        <SystemsLoading />
      </Page>
    )
  }
  if (!group.data?.length) {
    const retry = () => void Promise.all([group.refetch(), systems.refetch()])
    return (
      <Page title={TITLE}>
        <SystemsMissing failed={!group.data} retrying={group.isFetching} onRetry={retry} />
      </Page>
    )
  }
  return (
    <SystemPicker
      names={group.data}
      systems={systems.data}
      live={live}
      retrying={systems.isFetching}
      onRetry={() => void systems.refetch()}
    />
  )
}

interface SystemPickerProps {
  names: readonly string[]
  /** Undefined when the details could not be fetched; settings can be sent all the same. */
  systems: SystemView[] | undefined
  live: LiveState
  retrying: boolean
  onRetry: () => void
}

function SystemPicker({ names, systems, ...rest }: SystemPickerProps) {
  const now = useNow(TICK_MS)
  const dropdown = useRef<HTMLSelectElement>(null)
  const [chosen, setChosen] = useState(() => readSelected(browserStorage()))
  const [missing, setMissing] = useState(false)
  const name = names.includes(chosen) ? chosen : ''

  const select = (wanted: string) => {
    setChosen(wanted)
    setMissing(false)
    keepSelected(browserStorage(), wanted)
  }
  const complain = () => {
    setMissing(true)
    dropdown.current?.focus()
  }
  const picker = (
    <div className={css.select}>
      <Dropdown
        ref={dropdown}
        label="Select a System"
        placeholder="Select a System"
        value={name}
        options={names.map((one) => ({ value: one, label: one }))}
        error={missing ? problems.system_not_selected.message : null}
        onChange={select}
      />
    </div>
  )
  return (
    <Page title={TITLE} aside={picker}>
      <SystemPanel
        key={name}
        {...rest}
        name={name}
        systems={systems}
        now={now}
        onSelect={select}
        onMissingSystem={complain}
      />
    </Page>
  )
}
