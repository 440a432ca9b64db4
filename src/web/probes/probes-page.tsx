/** Place Soil Probes: where each probe is, so that its readings count there. */
import { Suspense, lazy, useMemo } from 'react'
import type { ProbeGroup } from '../../contract/probes.ts'
import type { SystemView } from '../../contract/systems.ts'
import { useGeofencesOfSystems } from '../api/geofences.ts'
import { useSystems } from '../api/systems.ts'
import { sentenceOf } from '../kit/call-error.ts'
import { paths } from '../kit/paths.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { LayerNotes } from '../shared/layers/layer-notes.tsx'
import { useFieldLayers } from '../shared/layers/use-field-layers.ts'
import { SystemLinks } from '../shared/pivot/system-links.tsx'
import { SuspectProbes } from '../shared/suspects/suspect-probes.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, PictureAndForm } from '../ui/page.tsx'
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx'
import { Guide } from './guide.tsx'
import { DrawButtons, SaveButtons, MapButtons } from './placement-buttons.tsx'
import { PlacementDetails } from './placement-details.tsx'
import { ProbeList } from './probe-list.tsx'
import { cachedStatuses, sensorsByNumber, systemAt, unplacedOf } from './probe-status.ts'
import { groupTexts, text } from './probe.text.ts'
import css from './probes-page.module.css'
import { usePlacement } from './use-placement.ts'
import type { Placement } from './use-placement.ts'
import { useSensors } from '../api/probes.ts'
import { useNow } from '../kit/use-now.ts'
import type { ProbeMarker } from './placement-draft.ts'
import type { KnownProbe } from './probe-soil.ts'
import type { ProbeStatus } from './probe-status.ts'
import { loadWithRetry } from '../kit/load-with-retry.ts'

const PlacementMap = lazy(async () => {
  const { PlacementMap } = await loadWithRetry(() => import('./placement-map.tsx'))
  return { default: PlacementMap }
})

const PlacementDialogs = lazy(async () => {
  const { PlacementDialogs } = await loadWithRetry(() => import('./placement-dialogs.tsx'))
  return { default: PlacementDialogs }
})

const NO_SYSTEMS: readonly SystemView[] = []

export function ProbesPage() {
  const asked = useSystems()
  const systems = asked.data ?? NO_SYSTEMS
  const placement = usePlacement(systems)
  const { draft, dispatch, unsaved, own, mapState, shown, placing, saving } = placement
  const layers = useFieldLayers(systems.find(({ name }) => name === placement.system))
  const { statuses, unplaced, sensors, knownOf } = useProbeStatuses(draft.probes, asked.data)
  const goal = draft.probes.find(({ id }) => id === shown.guided)
  const here = systemAt(systems, placing.askedPlace)?.name
  const standing = useMemo(() => systemsOf(statuses, systems), [statuses, systems])
  const lacking = unplaced.filter(({ system }) => here === undefined || system === here)
  return (
    <Page title={text.placeSoilProbes} hint={text.pageHint}>
      <PictureAndForm
        picture={
          <>
            <Choices saved={draft.saved} sets={placement.sets} />
            <MapFrame waiting={text.loading} otherwise={text.withoutMapHint}>
              <PlacementMap
                draft={draft}
                dispatch={dispatch}
                own={own.place}
                mapState={mapState}
                shown={shown}
                onAsk={placing.setAsked}
                systems={systems}
                statuses={statuses}
                layers={layers}
              />
            </MapFrame>
            {goal ? (
              <Guide key={goal.id} probe={goal} own={own} onStop={() => shown.setGuided(null)} />
            ) : null}
            <DrawButtons draft={draft} dispatch={dispatch} placing={placing} setChosen={shown.setChosen} />
            <MapButtons
              mapState={mapState}
              own={own}
              systems={systems}
              onSystem={placement.showSystem}
              layers={layers}
            />
            <LayerNotes layers={layers} />
            <SystemLinks system={placement.system} here={paths.probes()} />
          </>
        }
        form={
          <>
            <PlacementDetails
              draft={draft}
              unsaved={unsaved}
              shown={shown}
              own={own}
              statuses={statuses}
              unplaced={unplaced}
            />
            {sensors.failed ? (
              <Notice tone="attention" onRetry={sensors.retry} retrying={sensors.fetching}>
                {text.reportingNotFetched}
              </Notice>
            ) : null}
            {standing.map((system) => (
              <SuspectProbes key={system.name} system={system} named />
            ))}
            <SaveButtons known={draft.saved !== null} saving={saving} />
            <ProbeList
              draft={draft}
              dispatch={dispatch}
              own={own.place}
              shown={shown}
              goTo={mapState.goTo}
              statuses={statuses}
              knownOf={knownOf}
            />
          </>
        }
      />
      {saving.dialog || placing.asked ? (
        <Suspense>
          <PlacementDialogs
            draft={draft}
            dispatch={dispatch}
            own={own}
            placing={placing}
            saving={saving}
            unplaced={lacking.flatMap(({ numbers }) => numbers)}
          />
        </Suspense>
      ) : null}
      <UnsavedDialog leaving={placement.leaving} stayLabel={text.keepPlacing}>
        {draft.saved ? text.changesNotSaved(draft.saved.field_name) : text.probesNotSaved}
      </UnsavedDialog>
    </Page>
  )
}

interface ChoicesProps {
  /** The set being edited. */
  saved: ProbeGroup | null
  sets: Placement['sets']
}

function Choices({ saved: chosen, sets: { saved, choose } }: ChoicesProps) {
  const groups = saved.data ?? []
  const texts = groupTexts(groups)
  return (
    <div className={css.choices}>
      <Dropdown
        label={text.selectSaved}
        placeholder={text.selectSaved}
        value={chosen ? String(chosen.id) : ''}
        options={groups.map((group) => ({ value: String(group.id), label: texts.get(group.id) ?? '' }))}
        onChange={choose}
      />
      {saved.isError && !saved.data ? (
        <Notice tone="attention" onRetry={() => void saved.refetch()} retrying={saved.isFetching}>
          {text.savedNotFetched(sentenceOf(saved.error))}
        </Notice>
      ) : null}
    </div>
  )
}

/** Names of the systems that contain any of the probes. */
function systemsOf(statuses: ReadonlyMap<number, ProbeStatus>, systems: readonly SystemView[]): SystemView[] {
  const names = new Set([...statuses.values()].map(({ system }) => system))
  return systems.filter(({ name }) => names.has(name))
}

const TICK_MS = 30_000
const NONE: readonly SystemView[] = []

/** @param systems without any, probes have no status */
function useProbeStatuses(probes: readonly ProbeMarker[], systems: readonly SystemView[] | undefined) {
  const now = useNow(TICK_MS)
  const names = useMemo(() => (systems ?? NONE).map(({ name }) => name), [systems])
  const sensors = useSensors(names)
  const fences = useGeofencesOfSystems(names)
  const { lists } = sensors
  const statusOf = useMemo(() => {
    const known = {
      sensors: new Map(lists.map((list) => [list.system, sensorsByNumber(list)])),
      fences: new Map(names.map((name, i) => [name, fences[i] ?? []])),
    }
    return cachedStatuses(systems ?? NONE, known, now)
  }, [systems, names, lists, fences, now])
  const statuses = useMemo(
    () =>
      new Map<number, ProbeStatus>(systems?.length ? probes.map((probe) => [probe.id, statusOf(probe)]) : []),
    [probes, systems, statusOf],
  )
  const unplaced = useMemo(() => unplacedOf(lists, systems ?? NONE, probes), [lists, systems, probes])
  /** The probe on the server; null if it is not stored, or may not be changed. */
  const knownOf = (probe: ProbeMarker): KnownProbe | null => {
    const system = systemAt(systems ?? NONE, probe)
    const list = lists.find((one) => one.system === system?.name)
    const found = list?.probes.find(({ number }) => number === Number(probe.number))
    return system && found && system.role !== 'viewer' ? { system, probe: found } : null
  }
  return { statuses, unplaced, sensors, knownOf }
}
