/** Set Geofences: draw where the field should get less, or nothing. */
import { Suspense, lazy, useId, useRef } from 'react'
import { problems } from '../../contract/errors.ts'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { useLiveSystems, useSystems } from '../api/systems.ts'
import { sentenceOf } from '../kit/call-error.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, PictureAndForm } from '../ui/page.tsx'
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx'
import { DrawButtons, KeepButtons, LookButtons } from './design-buttons.tsx'
import { FenceFacts } from './fence-facts.tsx'
import { geofenceText } from './fence.text.ts'
import css from './geofences-page.module.css'
import { PinList } from './pin-list.tsx'
import { useDesigner } from './use-designer.ts'
import type { Designer } from './use-designer.ts'

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
  const centre = useRef<LatLng>(designer.view.centre)
  const reasonId = useId()
  const { system, trouble, mayChange } = designer
  return (
    <Page title="Set Geofences" hint="Draw an area on the field and set the percentage that it gets.">
      <PictureAndForm
        picture={
          <>
            <Choices designer={designer} systems={systems} />
            <MapFrame waiting="Loading map..." otherwise="Pins can be typed and read in the list.">
              <DesignerMap designer={designer} onCentre={(place) => (centre.current = place)} />
            </MapFrame>
            {trouble ? <Notice tone="fault">{trouble}</Notice> : null}
            <DrawButtons designer={designer} centre={() => centre.current} />
            <LookButtons designer={designer} />
          </>
        }
        form={
          <>
            {mayChange ? null : <Notice tone="attention">{problems.role_may_not_change.message}</Notice>}
            <FenceFacts designer={designer} reasonId={reasonId} />
            <KeepButtons designer={designer} reasonId={reasonId} />
            {designer.cells ? <ShownPrescription designer={designer} /> : null}
            <PinList key={system?.name} designer={designer} />
          </>
        }
      />
      {designer.dialog ? (
        <Suspense>
          <DesignerDialogs designer={designer} />
        </Suspense>
      ) : null}
      <UnsavedDialog leaving={designer.leaving} stayLabel="Keep drawing">
        {designer.draft.saved
          ? `The changes to “${designer.draft.saved.name}” are not saved.`
          : 'The pins you have placed are not saved.'}
      </UnsavedDialog>
    </Page>
  )
}

function ShownPrescription({ designer: { prescription, cell, setCell } }: { designer: Designer }) {
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
  designer: Designer
  systems: ReturnType<typeof useSystems>
}

function Choices({ designer, systems }: ChoicesProps) {
  const { name, geofences, draft, chooseSystem, open, startNew } = designer
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
          const wanted = saved.find((one) => String(one.id) === id)
          if (wanted) open(wanted)
          else startNew()
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
