/** Place Soil Probes: the location of each probe, so that its readings count there. */
import { Suspense, lazy, useMemo } from 'react'
import type { ProbeGroup } from '../../contract/probes.ts'
import type { SystemView } from '../../contract/systems.ts'
import { useGeofencesOfSystems } from '../api/geofences.ts'
import { useSystems } from '../api/systems.ts'
import { errorMessage } from '../kit/call-error.ts'
import { paths } from '../kit/paths.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { LayerNotes } from '../shared/layers/layer-notes.tsx'
import { useFieldLayers } from '../shared/layers/use-field-layers.ts'
import type { FieldLayersState } from '../shared/layers/use-field-layers.ts'
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
import type { StoredProbe } from './probe-soil.ts'
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
  const systemsQuery = useSystems()
  const systems = systemsQuery.data ?? NO_SYSTEMS
  const placement = usePlacement(systems)
  const { draft, dispatch, device, placing, saving } = placement
  const layers = useFieldLayers(systems.find(({ name }) => name === placement.system))
  const reporting = useProbeStatuses(draft.probes, systemsQuery.data)
  const currentSystem = systemAt(systems, placing.targetPlace)?.name
  const unplacedHere = reporting.unplaced.filter(
    ({ system }) => currentSystem === undefined || system === currentSystem,
  )
  return (
    <Page title={text.placeSoilProbes} hint={text.pageHint}>
      <PictureAndForm
        picture={
          <PlacementPicture
            placement={placement}
            systems={systems}
            statuses={reporting.statuses}
            layers={layers}
          />
        }
        form={<PlacementForm placement={placement} systems={systems} reporting={reporting} />}
      />
      {saving.dialog || placing.target ? (
        <Suspense>
          <PlacementDialogs
            draft={draft}
            dispatch={dispatch}
            device={device}
            placing={placing}
            saving={saving}
            unplaced={unplacedHere.flatMap(({ numbers }) => numbers)}
          />
        </Suspense>
      ) : null}
      <UnsavedDialog leaving={placement.leaving} stayLabel={text.keepPlacing}>
        {draft.saved ? text.changesNotSaved(draft.saved.field_name) : text.probesNotSaved}
      </UnsavedDialog>
    </Page>
  )
}

interface PlacementPictureProps {
  placement: Placement
  systems: readonly SystemView[]
  statuses: ReadonlyMap<number, ProbeStatus>
  layers: FieldLayersState
}

/** The map, with the buttons that place probes on it. */
function PlacementPicture({ placement, systems, statuses, layers }: PlacementPictureProps) {
  const { draft, dispatch, device, mapState, shown, placing } = placement
  const guidedProbe = draft.probes.find(({ id }) => id === shown.guided)
  return (
    <>
      <Choices saved={draft.saved} sets={placement.sets} />
      <MapFrame loadingText={text.loading} fallback={text.withoutMapHint}>
        <PlacementMap
          draft={draft}
          dispatch={dispatch}
          device={device.place}
          mapState={mapState}
          shown={shown}
          onPrompt={placing.setTarget}
          systems={systems}
          statuses={statuses}
          layers={layers}
        />
      </MapFrame>
      {guidedProbe ? (
        <Guide
          key={guidedProbe.id}
          probe={guidedProbe}
          device={device}
          onStop={() => shown.setGuided(null)}
        />
      ) : null}
      <DrawButtons draft={draft} dispatch={dispatch} placing={placing} setChosen={shown.setChosen} />
      <MapButtons
        mapState={mapState}
        device={device}
        systems={systems}
        onSystem={placement.showSystem}
        layers={layers}
      />
      <LayerNotes layers={layers} />
      <SystemLinks system={placement.system} currentPath={paths.probes()} />
    </>
  )
}

interface PlacementFormProps {
  placement: Placement
  systems: readonly SystemView[]
  reporting: ReturnType<typeof useProbeStatuses>
}

/** What is placed, probes that need an answer, and the list. */
function PlacementForm({ placement, systems, reporting }: PlacementFormProps) {
  const { draft, dispatch, unsaved, device, mapState, shown, saving } = placement
  const { statuses, unplaced, sensors, storedProbeOf } = reporting
  const probedSystems = useMemo(() => systemsOf(statuses, systems), [statuses, systems])
  return (
    <>
      <PlacementDetails
        draft={draft}
        unsaved={unsaved}
        shown={shown}
        device={device}
        statuses={statuses}
        unplaced={unplaced}
      />
      {sensors.failed ? (
        <Notice tone="attention" onRetry={sensors.retry} retrying={sensors.fetching}>
          {text.reportingNotFetched}
        </Notice>
      ) : null}
      {probedSystems.map((system) => (
        <SuspectProbes key={system.name} system={system} named />
      ))}
      <SaveButtons editingSaved={draft.saved !== null} saving={saving} />
      <ProbeList
        draft={draft}
        dispatch={dispatch}
        device={device.place}
        shown={shown}
        goTo={mapState.goTo}
        statuses={statuses}
        storedProbeOf={storedProbeOf}
      />
    </>
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
          {text.savedNotFetched(errorMessage(saved.error))}
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
    const editingSaved = {
      sensors: new Map(lists.map((list) => [list.system, sensorsByNumber(list)])),
      fences: new Map(names.map((name, i) => [name, fences[i] ?? []])),
    }
    return cachedStatuses(systems ?? NONE, editingSaved, now)
  }, [systems, names, lists, fences, now])
  const statuses = useMemo(
    () =>
      new Map<number, ProbeStatus>(systems?.length ? probes.map((probe) => [probe.id, statusOf(probe)]) : []),
    [probes, systems, statusOf],
  )
  const unplaced = useMemo(() => unplacedOf(lists, systems ?? NONE, probes), [lists, systems, probes])
  /** The probe on the server; null if it is not stored, or may not be changed. */
  const storedProbeOf = (probe: ProbeMarker): StoredProbe | null => {
    const system = systemAt(systems ?? NONE, probe)
    const list = lists.find((candidate) => candidate.system === system?.name)
    const storedProbe = list?.probes.find(({ number }) => number === Number(probe.number))
    return system && storedProbe && system.role !== 'viewer' ? { system, probe: storedProbe } : null
  }
  return { statuses, unplaced, sensors, storedProbeOf }
}
