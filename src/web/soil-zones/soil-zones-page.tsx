/** Soil Zones: areas of different soil under the circle. */
import { Link } from '@tanstack/react-router'
import { CircleDashed, FileUp, Lock, LockOpen, Plus, Save, Trash2 } from 'lucide-react'
import { lazy, useId, useRef, useState } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { useLiveSystems, useSystems } from '../api/systems.ts'
import { problemMessage, errorMessage } from '../kit/call-error.ts'
import { paths } from '../kit/paths.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { DrawButtons } from '../shared/pins/draw-buttons.tsx'
import { OutlineError } from '../shared/pins/outline-error.tsx'
import { NOTABLE_OUTSIDE_M2 } from '../shared/pins/outline-check.ts'
import { PinList } from '../shared/pins/pin-list.tsx'
import { LayerButtons } from '../shared/layers/layer-buttons.tsx'
import { LayerNotes } from '../shared/layers/layer-notes.tsx'
import { useFieldLayers } from '../shared/layers/use-field-layers.ts'
import type { FieldLayersState } from '../shared/layers/use-field-layers.ts'
import { SystemLinks } from '../shared/pivot/system-links.tsx'
import { areaText } from '../shared/pins/pin.text.ts'
import { ButtonGroup } from '../ui/button-group.tsx'
import { Button } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, PictureAndForm } from '../ui/page.tsx'
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx'
import { ImportPanel } from './import-panel.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { SoilZoneList } from './soil-zone-list.tsx'
import css from './soil-zones-page.module.css'
import { useImport } from './use-import.ts'
import { useSoilZonesState } from './use-soil-zones.ts'
import type { SoilZonesState } from './use-soil-zones.ts'
import { text } from './soil-zone.text.ts'
import { loadWithRetry } from '../kit/load-with-retry.ts'

const SoilZoneMap = lazy(async () => {
  const { SoilZoneMap } = await loadWithRetry(() => import('./soil-zone-map.tsx'))
  return { default: SoilZoneMap }
})

const ICON = 20

export function SoilZonesPage() {
  const systems = useSystems()
  useLiveSystems()
  const state = useSoilZonesState(systems.data)
  const { field, importing, failure, draft, dispatch, drawing } = state
  const { mayChange, name } = field
  const layers = useFieldLayers(field.system)
  const [importedText, setImportedText] = useState<string | null>(null)
  const soilImport = useImport(name, (count, isShown) => {
    setImportedText(text.imported(count, count === 1 ? text.zoneSingular : text.zonePlural, name))
    if (isShown) state.endImport()
  })
  const centre = useRef<LatLng>(field.view.centre)
  return (
    <Page title={text.title} hint={text.pageHint}>
      <PictureAndForm
        picture={
          <>
            <SystemChoice systems={systems} state={state} />
            <MapFrame loadingText={text.loadingMap} fallback={text.withoutMapHint}>
              <SoilZoneMap
                state={state}
                layers={layers}
                proposed={importing ? soilImport.proposed : null}
                onCentre={(place) => (centre.current = place)}
              />
            </MapFrame>
            {failure ? <Notice tone="fault">{failure}</Notice> : null}
            {importing ? null : (
              <DrawButtons
                draft={draft}
                dispatch={dispatch}
                mayChange={mayChange && name !== ''}
                centre={() => centre.current}
                onFailure={state.setFailure}
              />
            )}
            <MapButtons state={state} layers={layers} />
            <LayerNotes layers={layers} />
            <SystemLinks system={name} currentPath={paths.soilZones()} />
          </>
        }
        form={
          <>
            {mayChange ? null : <Notice tone="attention">{problemMessage('role_may_not_change')}</Notice>}
            {importedText ? <Notice tone="done">{importedText}</Notice> : null}
            {importing && mayChange ? (
              <ImportPanel
                name={name}
                zoneCount={field.zones.data?.length ?? 0}
                soilImport={soilImport}
                onCancel={() => state.setImporting(false)}
              />
            ) : (
              <Drawing
                state={state}
                onImport={() => {
                  setImportedText(null)
                  state.setImporting(true)
                }}
              />
            )}
          </>
        }
      />
      {state.dialog === 'save' ? <SaveDialog state={state} /> : null}
      <UnsavedDialog leaving={state.leaving} stayLabel={text.keepDrawing}>
        {drawing.zone ? text.changesNotSaved(drawing.zone.name) : text.pinsNotSaved}
      </UnsavedDialog>
    </Page>
  )
}

function SystemChoice({ systems, state }: { systems: ReturnType<typeof useSystems>; state: SoilZonesState }) {
  const names = (systems.data ?? []).map((system) => system.name)
  return (
    <div className={css.choices}>
      <Dropdown
        label={text.selectSystem}
        placeholder={systems.isPending ? text.loadingSystems : text.selectSystem}
        value={state.field.name}
        options={names.map((systemName) => ({ value: systemName, label: systemName }))}
        disabled={names.length === 0}
        onChange={state.chooseSystem}
      />
      {systems.data?.length === 0 ? <Notice>{problemMessage('systems_not_set_up')}</Notice> : null}
      {systems.isError && !systems.data ? (
        <Notice tone="attention" onRetry={() => void systems.refetch()} retrying={systems.isFetching}>
          {errorMessage(systems.error)}
        </Notice>
      ) : null}
    </div>
  )
}

interface MapButtonsProps {
  state: SoilZonesState
  layers: FieldLayersState
}

function MapButtons({ state: { locked, setLocked }, layers }: MapButtonsProps) {
  const Icon = locked ? LockOpen : Lock
  return (
    <ButtonGroup name={text.viewButtons}>
      <Button
        icon={<Icon size={ICON} aria-hidden="true" />}
        pressed={locked}
        onClick={() => setLocked(!locked)}
      >
        {locked ? text.releaseMap : text.lockMap}
      </Button>
      <LayerButtons layers={layers} />
    </ButtonGroup>
  )
}

function Drawing({ state, onImport }: { state: SoilZonesState; onImport: () => void }) {
  const { field, draft, dispatch, check, stored } = state
  const { mayChange, name, system } = field
  const reasonId = useId()
  const { saveError } = check
  return (
    <>
      <Facts state={state} reasonId={reasonId} />
      {mayChange && name !== '' ? <Rings state={state} /> : null}
      <ButtonGroup name={text.saveButtons}>
        <Button
          variant="primary"
          icon={<Save size={ICON} aria-hidden="true" />}
          disabled={!mayChange || name === '' || saveError !== null}
          aria-describedby={saveError ? reasonId : undefined}
          onClick={() => state.setDialog('save')}
        >
          {stored ? text.updateSave : text.saveSoilZone}
        </Button>
        <Button
          icon={<Plus size={ICON} aria-hidden="true" />}
          disabled={!mayChange || name === ''}
          onClick={() => state.open(null)}
        >
          {text.newZone}
        </Button>
        <Button
          icon={<FileUp size={ICON} aria-hidden="true" />}
          disabled={!mayChange || name === ''}
          onClick={onImport}
        >
          {text.importFile}
        </Button>
      </ButtonGroup>
      <SoilZoneList state={state} />
      <PinList
        key={name}
        pins={draft.pins}
        dispatch={dispatch}
        system={system}
        mayChange={mayChange && name !== ''}
      />
      <p className={css.soft}>
        {text.percentageElsewhere}{' '}
        <Link to={paths.geofences()} search={name ? { system: name } : {}}>
          {text.setGeofences}
        </Link>
        .
      </p>
    </>
  )
}

function Facts({ state, reasonId }: { state: SoilZonesState; reasonId: string }) {
  const { check, draft, dispatch, unsaved, field } = state
  if (draft.pins.length === 0)
    return (
      <p id={reasonId} className={css.soft}>
        {field.system ? text.placeThreePins : check.saveError}
      </p>
    )
  return (
    <div className={css.facts}>
      {check.areaM2 === null ? null : (
        <p className={css.area}>
          {areaText(check.areaM2)}
          {unsaved ? <span className={css.soft}> {text.notSaved}</span> : null}
        </p>
      )}
      {check.saveError ? (
        <OutlineError
          check={check}
          reasonId={reasonId}
          saveError={check.saveError}
          onReorder={(order) => dispatch({ type: 'order', order })}
        />
      ) : null}
      {!check.saveError && check.outsideM2 > NOTABLE_OUTSIDE_M2 ? (
        <Notice tone="attention">{text.outsidePivot(areaText(check.outsideM2))}</Notice>
      ) : null}
    </div>
  )
}

/** A zone may have several parts and holes; one ring is edited at a time. */
function Rings({ state: { drawing, check, draft, unsaved } }: { state: SoilZonesState }) {
  const { rings, at, zone } = drawing
  const chosenIndex = rings.findIndex(({ place }) => place.polygon === at.polygon && place.ring === at.ring)
  if (!zone && !unsaved) return null
  const unfinished = check.saveError !== null
  return (
    <>
      {drawing.restored ? <Notice>{text.draftRestored}</Notice> : null}
      {rings.length > 1 ? (
        <Dropdown
          label={text.outlineEdit}
          placeholder={text.chooseOutline}
          value={String(chosenIndex)}
          options={rings.map(({ name }, i) => ({ value: String(i), label: name }))}
          disabled={unfinished}
          onChange={(value) => {
            const ring = rings[Number(value)]
            if (ring) drawing.editRing(ring.place)
          }}
        />
      ) : null}
      <ButtonGroup name={text.outlines}>
        <Button
          icon={<Plus size={ICON} aria-hidden="true" />}
          disabled={unfinished || draft.pins.length === 0}
          onClick={drawing.addOutline}
        >
          {text.addAnotherOutline}
        </Button>
        <Button
          icon={<CircleDashed size={ICON} aria-hidden="true" />}
          disabled={unfinished || draft.pins.length === 0}
          onClick={drawing.addHole}
        >
          {text.cutHole}
        </Button>
        {rings.length > 1 ? (
          <Button icon={<Trash2 size={ICON} aria-hidden="true" />} onClick={drawing.removeRing}>
            {text.remove} {rings[chosenIndex]?.name.toLowerCase() ?? 'outline'}
          </Button>
        ) : null}
      </ButtonGroup>
    </>
  )
}
