/** Set Geofences: draw areas that get less water, or none. */
import { Link } from '@tanstack/react-router'
import { Suspense, lazy, useId, useRef } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { useLiveSystems, useSystems } from '../api/systems.ts'
import { problemMessage, errorMessage } from '../kit/call-error.ts'
import { paths } from '../kit/paths.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, PictureAndForm } from '../ui/page.tsx'
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx'
import { SystemLinks } from '../shared/pivot/system-links.tsx'
import { DrawButtons } from '../shared/pins/draw-buttons.tsx'
import { SaveButtons, MapButtons } from './design-buttons.tsx'
import { useFieldLayers } from '../shared/layers/use-field-layers.ts'
import type { FieldLayersState } from '../shared/layers/use-field-layers.ts'
import { LayerNotes } from '../shared/layers/layer-notes.tsx'
import { FenceDetails } from './fence-details.tsx'
import { geofenceText } from '../shared/layers/fence.text.ts'
import css from './geofences-page.module.css'
import { PinList } from '../shared/pins/pin-list.tsx'
import { useDesigner } from './use-designer.ts'
import type { MapState } from './use-designer.ts'
import { text } from './designer.text.ts'
import { loadWithRetry } from '../kit/load-with-retry.ts'

const DesignerMap = lazy(async () => {
  const { DesignerMap } = await loadWithRetry(() => import('./designer-map.tsx'))
  return { default: DesignerMap }
})

const PrescriptionPanel = lazy(async () => {
  const { PrescriptionPanel } = await loadWithRetry(
    () => import('../shared/prescription/prescription-panel.tsx'),
  )
  return { default: PrescriptionPanel }
})
const PrescriptionFiles = lazy(async () => {
  const { PrescriptionFiles } = await loadWithRetry(
    () => import('../shared/prescription/prescription-files.tsx'),
  )
  return { default: PrescriptionFiles }
})
const DesignerDialogs = lazy(async () => {
  const { DesignerDialogs } = await loadWithRetry(() => import('./designer-dialogs.tsx'))
  return { default: DesignerDialogs }
})

export function GeofencesPage() {
  const systems = useSystems()
  useLiveSystems()
  const designer = useDesigner(systems.data)
  const { field, design, saving } = designer
  const layers = useFieldLayers(field.system)
  return (
    <Page title={text.setGeofences} hint={text.pageHint}>
      <PictureAndForm
        picture={<DesignPicture systems={systems} designer={designer} layers={layers} />}
        form={<DesignForm designer={designer} layers={layers} />}
      />
      {saving.dialog ? (
        <Suspense>
          <DesignerDialogs field={field} design={design} saving={saving} />
        </Suspense>
      ) : null}
      <UnsavedDialog leaving={designer.leaving} stayLabel={text.keepDrawing}>
        {design.draft.saved ? text.changesNotSaved(design.draft.saved.name) : text.pinsNotSaved}
      </UnsavedDialog>
    </Page>
  )
}

interface DesignProps {
  designer: ReturnType<typeof useDesigner>
  layers: FieldLayersState
}

/** The map, with the buttons that draw on it. */
function DesignPicture({ systems, designer, layers }: DesignProps & Pick<ChoicesProps, 'systems'>) {
  const { field, design, mapState, failure, setFailure } = designer
  const centre = useRef<LatLng>(mapState.view.centre)
  return (
    <>
      <Choices systems={systems} designer={designer} />
      <MapFrame loadingText={text.loadingMap} fallback={text.withoutMapHint}>
        <DesignerMap
          field={field}
          design={design}
          mapState={mapState}
          layers={layers}
          onCentre={(place) => (centre.current = place)}
        />
      </MapFrame>
      {failure ? <Notice tone="fault">{failure}</Notice> : null}
      <DrawButtons
        draft={design.draft}
        dispatch={design.dispatch}
        mayChange={field.mayChange}
        centre={() => centre.current}
        onFailure={setFailure}
      />
      <MapButtons mapState={mapState} layers={layers} />
      <LayerNotes layers={layers} withoutPrescription />
      <SystemLinks system={field.name} currentPath={paths.geofences()} />
    </>
  )
}

/** What is drawn in figures, what can be done with it, and its pins. */
function DesignForm({ designer: { field, design, mapState, saving, open }, layers }: DesignProps) {
  const { mayChange } = field
  const reasonId = useId()
  return (
    <>
      {mayChange ? null : <Notice tone="attention">{problemMessage('role_may_not_change')}</Notice>}
      {design.restored ? <Notice>{text.draftRestored}</Notice> : null}
      <FenceDetails
        design={design}
        system={field.system}
        cells={layers.shows('prescription')}
        reasonId={reasonId}
      />
      <SaveButtons
        field={field}
        design={design}
        saving={saving}
        onNew={() => open(null)}
        reasonId={reasonId}
      />
      {layers.shows('prescription') ? <ShownPrescription mapState={mapState} layers={layers} /> : null}
      <PinList
        key={field.system?.name}
        pins={design.draft.pins}
        dispatch={design.dispatch}
        system={field.system}
        mayChange={mayChange}
      />
      <p>
        {text.soilDiffers}{' '}
        <Link to={paths.soilZones()} search={field.name ? { system: field.name } : {}}>
          {text.soilZones}
        </Link>
        .
      </p>
    </>
  )
}

interface ShownPrescriptionProps {
  mapState: MapState
  layers: FieldLayersState
}

function ShownPrescription({ mapState: { cell, setCell }, layers }: ShownPrescriptionProps) {
  const { data, isPending, error, isFetching, refetch } = layers.prescription
  const loading = <LoadingText>{text.loadingPrescription}</LoadingText>
  if (data) {
    return (
      <Suspense fallback={loading}>
        <PrescriptionPanel
          prescription={data}
          cell={cell}
          onCell={setCell}
          files={data.rev > 0 ? <PrescriptionFiles prescription={data} /> : null}
        />
      </Suspense>
    )
  }
  if (isPending) return loading
  return (
    <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
      {errorMessage(error)}
    </Notice>
  )
}

interface ChoicesProps {
  designer: Pick<ReturnType<typeof useDesigner>, 'field' | 'design' | 'chooseSystem' | 'open'>
  systems: ReturnType<typeof useSystems>
}

function Choices({ designer, systems }: ChoicesProps) {
  const { chooseSystem, open } = designer
  const { name, geofences } = designer.field
  const { draft } = designer.design
  const names = (systems.data ?? []).map((system) => system.name)
  const saved = geofences.data ?? []
  const loading = name !== '' && geofences.isPending
  return (
    <div className={css.choices}>
      <Dropdown
        label={text.selectSystem}
        placeholder={systems.isPending ? text.loadingSystems : text.selectSystem}
        value={name}
        options={names.map((systemName) => ({ value: systemName, label: systemName }))}
        disabled={names.length === 0}
        onChange={chooseSystem}
      />
      <Dropdown
        label={text.selectGeofence}
        placeholder={loading ? text.loadingGeofences : text.selectGeofence}
        value={draft.saved ? String(draft.saved.id) : ''}
        options={saved.map((geofence) => ({ value: String(geofence.id), label: geofenceText(geofence) }))}
        disabled={name === '' || saved.length === 0}
        onChange={(id) => {
          open(saved.find((geofence) => String(geofence.id) === id) ?? null)
        }}
      />
      {systems.data?.length === 0 ? <Notice>{problemMessage('systems_not_set_up')}</Notice> : null}
      {systems.isError && !systems.data ? (
        <Notice tone="attention" onRetry={() => void systems.refetch()} retrying={systems.isFetching}>
          {errorMessage(systems.error)}
        </Notice>
      ) : null}
      {geofences.isError && !geofences.data ? (
        <Notice tone="attention" onRetry={() => void geofences.refetch()} retrying={geofences.isFetching}>
          {text.geofencesNotFetched(name, errorMessage(geofences.error))}
        </Notice>
      ) : null}
    </div>
  )
}
