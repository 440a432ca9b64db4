/** Set Geofences: draw where the field should get less, or nothing. */
import { Link } from '@tanstack/react-router'
import { Suspense, lazy, useId, useRef } from 'react'
import { problems } from '../../contract/errors.ts'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { useLiveSystems, useSystems } from '../api/systems.ts'
import { sentenceOf } from '../kit/call-error.ts'
import { paths } from '../kit/paths.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, PictureAndForm } from '../ui/page.tsx'
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx'
import { SystemLinks } from '../shared/pivot/system-links.tsx'
import { DrawButtons } from '../shared/pins/draw-buttons.tsx'
import { KeepButtons, LookButtons } from './design-buttons.tsx'
import { useFieldLayers } from '../shared/moisture/use-field-layers.ts'
import { LayerNotes } from '../shared/moisture/layer-notes.tsx'
import { FenceFacts } from './fence-facts.tsx'
import { geofenceText } from './fence.text.ts'
import css from './geofences-page.module.css'
import { PinList } from '../shared/pins/pin-list.tsx'
import { useDesigner } from './use-designer.ts'
import type { Look } from './use-designer.ts'

const DesignerMap = lazy(async () => {
  const { DesignerMap } = await import('./designer-map.tsx')
  return { default: DesignerMap }
})

const PrescriptionPanel = lazy(async () => {
  const { PrescriptionPanel } = await import('../shared/prescription/prescription-panel.tsx')
  return { default: PrescriptionPanel }
})
const PrescriptionFiles = lazy(async () => {
  const { PrescriptionFiles } = await import('../shared/prescription/prescription-files.tsx')
  return { default: PrescriptionFiles }
})
const DesignerDialogs = lazy(async () => {
  const { DesignerDialogs } = await import('./designer-dialogs.tsx')
  return { default: DesignerDialogs }
})

export function GeofencesPage() {
  const systems = useSystems()
  useLiveSystems()
  const designer = useDesigner(systems.data)
  const { field, design, look, saving, trouble, setTrouble, open } = designer
  const layers = useFieldLayers(field.name)
  const { mayChange } = field
  const centre = useRef<LatLng>(look.view.centre)
  const reasonId = useId()
  return (
    <Page title="Set Geofences" hint="Draw an area on the field and set the percentage that it gets.">
      <PictureAndForm
        picture={
          <>
            <Choices systems={systems} designer={designer} />
            <MapFrame waiting="Loading map..." otherwise="Pins can be typed and read in the list.">
              <DesignerMap
                field={field}
                design={design}
                look={look}
                layers={layers}
                onCentre={(place) => (centre.current = place)}
              />
            </MapFrame>
            {trouble ? <Notice tone="fault">{trouble}</Notice> : null}
            <DrawButtons
              draft={design.draft}
              dispatch={design.dispatch}
              mayChange={mayChange}
              centre={() => centre.current}
              onTrouble={setTrouble}
            />
            <LookButtons look={look} layers={layers} known={field.name !== ''} />
            <LayerNotes layers={layers} />
            <SystemLinks system={field.name} here={paths.geofences()} />
          </>
        }
        form={
          <>
            {mayChange ? null : <Notice tone="attention">{problems.role_may_not_change.message}</Notice>}
            <FenceFacts design={design} system={field.system} cells={look.cells} reasonId={reasonId} />
            <KeepButtons
              field={field}
              design={design}
              saving={saving}
              onNew={() => open(null)}
              reasonId={reasonId}
            />
            {look.cells ? <ShownPrescription look={look} /> : null}
            <PinList
              key={field.system?.name}
              pins={design.draft.pins}
              dispatch={design.dispatch}
              system={field.system}
              mayChange={mayChange}
            />
            <p>
              Soil that differs from place to place is drawn under{' '}
              <Link to={paths.soilZones()} search={field.name ? { system: field.name } : {}}>
                Soil Zones
              </Link>
              .
            </p>
          </>
        }
      />
      {saving.dialog ? (
        <Suspense>
          <DesignerDialogs field={field} design={design} saving={saving} />
        </Suspense>
      ) : null}
      <UnsavedDialog leaving={designer.leaving} stayLabel="Keep drawing">
        {design.draft.saved
          ? `The changes to “${design.draft.saved.name}” are not saved.`
          : 'The pins you have placed are not saved.'}
      </UnsavedDialog>
    </Page>
  )
}

function ShownPrescription({ look: { prescription, cell, setCell } }: { look: Look }) {
  const { data, isPending, error, isFetching, refetch } = prescription
  const loading = <LoadingText>Loading the prescription…</LoadingText>
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
      {sentenceOf(error)}
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
  const names = (systems.data ?? []).map((one) => one.name)
  const saved = geofences.data ?? []
  const loading = name !== '' && geofences.isPending
  return (
    <div className={css.choices}>
      <Dropdown
        label="Select a system"
        placeholder={systems.isPending ? 'Loading systems...' : 'Select a system'}
        value={name}
        options={names.map((one) => ({ value: one, label: one }))}
        disabled={names.length === 0}
        onChange={chooseSystem}
      />
      <Dropdown
        label="Select a geofence"
        placeholder={loading ? 'Loading geofences...' : 'Select a geofence'}
        value={draft.saved ? String(draft.saved.id) : ''}
        options={saved.map((one) => ({ value: String(one.id), label: geofenceText(one) }))}
        disabled={name === '' || saved.length === 0}
        onChange={(id) => {
          open(saved.find((one) => String(one.id) === id) ?? null)
        }}
      />
      {systems.data?.length === 0 ? <Notice>{problems.systems_not_set_up.message}</Notice> : null}
      {systems.isError && !systems.data ? (
        <Notice tone="attention" onRetry={() => void systems.refetch()} retrying={systems.isFetching}>
          {sentenceOf(systems.error)}
        </Notice>
      ) : null}
      {geofences.isError && !geofences.data ? (
        <Notice tone="attention" onRetry={() => void geofences.refetch()} retrying={geofences.isFetching}>
          The geofences of {name} could not be fetched. {sentenceOf(geofences.error)}
        </Notice>
      ) : null}
    </div>
  )
}
