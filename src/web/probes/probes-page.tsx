/** Place Soil Probes: where each probe stands on the field, so that its readings count there. */
import { Suspense, lazy, useMemo } from 'react'
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
import { rememberedStatuses, sensorsByNumber, systemAt, unplacedOf } from './probe-status.ts'
import { groupText } from './probe.text.ts'
import css from './probes-page.module.css'
import { usePlacement } from './use-placement.ts'
import type { Placement } from './use-placement.ts'
import { useSensors } from '../api/probes.ts'
import { useNow } from '../kit/use-now.ts'
import type { ProbeMarker } from './placement-draft.ts'
import type { KnownProbe } from './probe-soil.ts'
import type { ProbeStatus } from './probe-status.ts'

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

const TICK_MS = 30_000
const NONE: readonly SystemView[] = []

/** @param systems while there are none, nothing is said of where probes stand */
function useProbeStatuses(probes: readonly ProbeMarker[], systems: readonly SystemView[] | undefined) {
  const now = useNow(TICK_MS)
  const sensors = useSensors((systems ?? NONE).map(({ name }) => name))
  const { lists } = sensors
  const statusOf = useMemo(() => {
    const known = new Map(lists.map((list) => [list.system, sensorsByNumber(list)]))
    return rememberedStatuses(systems ?? NONE, known, now)
  }, [systems, lists, now])
  const statuses = useMemo(
    () =>
      new Map<number, ProbeStatus>(systems?.length ? probes.map((probe) => [probe.id, statusOf(probe)]) : []),
    [probes, systems, statusOf],
  )
  const unplaced = useMemo(() => unplacedOf(lists, systems ?? NONE, probes), [lists, systems, probes])
  /** The probe as the server knows it; null when it does not, or nothing of it may be changed. */
  const knownOf = (probe: ProbeMarker): KnownProbe | null => {
    const system = systemAt(systems ?? NONE, probe)
    const list = lists.find((one) => one.system === system?.name)
    const found = list?.probes.find(({ number }) => number === Number(probe.number))
    return system && found && system.role !== 'viewer' ? { system, probe: found } : null
  }
  return { statuses, unplaced, sensors, knownOf }
}
