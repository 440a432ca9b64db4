/** Place Soil Probes: where each probe stands on the field, so that its readings count there. */
import { Suspense, lazy } from 'react'
import type { SystemView } from '../../contract/systems.ts'
import { useSystems } from '../api/systems.ts'
import { sentenceOf } from '../kit/call-error.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, PictureAndForm } from '../ui/page.tsx'
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx'
import { Guide } from './guide.tsx'
import { DrawButtons, KeepButtons, LookButtons } from './placement-buttons.tsx'
import { PlacementFacts } from './placement-facts.tsx'
import { ProbeList } from './probe-list.tsx'
import { systemAt } from './probe-status.ts'
import { groupText } from './probe.text.ts'
import css from './probes-page.module.css'
import { usePlacement } from './use-placement.ts'
import type { Placement } from './use-placement.ts'
import { useProbeStatuses } from './use-probe-statuses.ts'

const PlacementMap = lazy(async () => {
  const { PlacementMap } = await import('./placement-map.tsx')
  return { default: PlacementMap }
})
const PlacementDialogs = lazy(async () => {
  const { PlacementDialogs } = await import('./placement-dialogs.tsx')
  return { default: PlacementDialogs }
})

const NO_SYSTEMS: readonly SystemView[] = []

export function ProbesPage() {
  const asked = useSystems()
  const systems = asked.data ?? NO_SYSTEMS
  const placement = usePlacement(systems)
  const { draft, dialog, guided, setGuided } = placement
  const { statuses, unplaced, sensors, knownOf } = useProbeStatuses(draft.probes, asked.data)
  const goal = draft.probes.find(({ id }) => id === guided)
  const here = systemAt(systems, placement.askedPlace)?.name
  const lacking = unplaced.filter(({ system }) => here === undefined || system === here)
  return (
    <Page title="Place Soil Probes" hint="Mark where each probe stands, then finish and save the field.">
      <PictureAndForm
        picture={
          <>
            <Choices placement={placement} />
            <MapFrame waiting="Loading..." otherwise="Probes can be typed and read in the list.">
              <PlacementMap placement={placement} systems={systems} statuses={statuses} />
            </MapFrame>
            {goal ? (
              <Guide key={goal.id} probe={goal} own={placement.own} onStop={() => setGuided(null)} />
            ) : null}
            <DrawButtons placement={placement} />
            <LookButtons placement={placement} systems={systems} />
          </>
        }
        form={
          <>
            <PlacementFacts placement={placement} statuses={statuses} unplaced={unplaced} />
            {sensors.failed ? (
              <Notice tone="attention" onRetry={sensors.retry} retrying={sensors.fetching}>
                Which probes report could not be fetched.
              </Notice>
            ) : null}
            <KeepButtons placement={placement} />
            <ProbeList placement={placement} statuses={statuses} knownOf={knownOf} />
          </>
        }
      />
      {dialog || placement.asked ? (
        <Suspense>
          <PlacementDialogs placement={placement} unplaced={lacking.flatMap(({ numbers }) => numbers)} />
        </Suspense>
      ) : null}
      <UnsavedDialog leaving={placement.leaving} stayLabel="Keep placing">
        {draft.saved
          ? `The changes to “${draft.saved.field_name}” are not saved.`
          : 'The probes you have placed are not saved.'}
      </UnsavedDialog>
    </Page>
  )
}

function Choices({ placement: { draft, saved, chooseSet } }: { placement: Placement }) {
  const groups = saved.data ?? []
  return (
    <div className={css.choices}>
      <Dropdown
        label="Select Saved Probes"
        placeholder="Select Saved Probes"
        value={draft.saved ? String(draft.saved.id) : ''}
        options={groups.map((group) => ({ value: String(group.id), label: groupText(group) }))}
        onChange={chooseSet}
      />
      {saved.isError && !saved.data ? (
        <Notice tone="attention" onRetry={() => void saved.refetch()} retrying={saved.isFetching}>
          Your saved probes could not be fetched. {sentenceOf(saved.error)}
        </Notice>
      ) : null}
    </div>
  )
}
