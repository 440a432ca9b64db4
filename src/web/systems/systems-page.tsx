/** Set Systems: where each arm is, what its system is set to, and whether the last change has arrived. */
import { useRef, useState } from 'react'
import { problems } from '../../contract/errors.ts'
import type { SystemView } from '../../contract/systems.ts'
import type { LiveState } from '../api/live.ts'
import { useLiveSystems, useSystemGroup, useSystems } from '../api/systems.ts'
import { browserStorage } from '../kit/storage.ts'
import { useNow } from '../kit/use-now.ts'
import { Dropdown } from '../ui/dropdown.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, PictureAndForm } from '../ui/page.tsx'
import { LastChange } from './last-change.tsx'
import { SettingsForm } from './settings-form.tsx'
import { keepSelected, readSelected } from './settings-storage.ts'
import { SystemNow } from './system-now.tsx'
import { SystemsLoading } from './systems-loading.tsx'
import { SystemsMissing } from './systems-missing.tsx'
import { SystemsOverview } from './systems-overview.tsx'
import css from './systems-page.module.css'

const TITLE = 'Set Systems'
const TICK_MS = 5000

export function SystemsPage() {
  const group = useSystemGroup()
  const systems = useSystems()
  const live = useLiveSystems()
  if (group.isPending || systems.isPending) {
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
    <SystemsDesk
      names={group.data}
      systems={systems.data}
      live={live}
      retrying={systems.isFetching}
      onRetry={() => void systems.refetch()}
    />
  )
}

interface SystemsDeskProps {
  names: readonly string[]
  /** Undefined when the details could not be fetched; settings can be sent all the same. */
  systems: SystemView[] | undefined
  live: LiveState
  retrying: boolean
  onRetry: () => void
}

function SystemsDesk({ names, systems, ...rest }: SystemsDeskProps) {
  const now = useNow(TICK_MS)
  const dropdown = useRef<HTMLSelectElement>(null)
  const [chosen, setChosen] = useState(() => readSelected(browserStorage()))
  const [missing, setMissing] = useState(false)
  const name = names.includes(chosen) ? chosen : ''
  const system = systems?.find((one) => one.name === name)

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
      <PictureAndForm
        picture={<Picture {...rest} name={name} systems={systems} now={now} onSelect={select} />}
        form={<SettingsForm key={name} name={name} system={system} now={now} onMissingSystem={complain} />}
      />
    </Page>
  )
}

interface PictureProps extends Omit<SystemsDeskProps, 'names'> {
  name: string
  now: number
  onSelect: (name: string) => void
}

function Picture({ name, systems, live, now, retrying, onSelect, onRetry }: PictureProps) {
  if (!systems) {
    return (
      <Notice tone="fault" onRetry={onRetry} retrying={retrying}>
        The position of your systems could not be fetched.
      </Notice>
    )
  }
  const system = systems.find((one) => one.name === name)
  if (!system) return <SystemsOverview systems={systems} live={live} now={now} onSelect={onSelect} />
  return (
    <>
      <SystemNow system={system} live={live} now={now} />
      <LastChange system={system} now={now} />
    </>
  )
}
