/** Soil Zones: where the soil changes under the circle, and what each part of it holds. */
import { Link } from '@tanstack/react-router'
import { CircleDashed, FileUp, Lock, LockOpen, Plus, Save, Trash2 } from 'lucide-react'
import { lazy, useId, useRef, useState } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { problems } from '../../contract/errors.ts'
import { useLiveSystems, useSystems } from '../api/systems.ts'
import { sentenceOf } from '../kit/call-error.ts'
import { paths } from '../kit/paths.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { DrawButtons } from '../shared/pins/draw-buttons.tsx'
import { Obstacle } from '../shared/pins/obstacle.tsx'
import { PinList } from '../shared/pins/pin-list.tsx'
import { LayerButtons } from '../shared/moisture/layer-buttons.tsx'
import { LayerNotes } from '../shared/moisture/layer-notes.tsx'
import { useFieldLayers } from '../shared/moisture/use-field-layers.ts'
import type { FieldLayersState } from '../shared/moisture/use-field-layers.ts'
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

const SoilZoneMap = lazy(async () => {
  const { SoilZoneMap } = await import('./soil-zone-map.tsx')
  return { default: SoilZoneMap }
})

const ICON = 20

export function SoilZonesPage() {
  const systems = useSystems()
  useLiveSystems()
  const state = useSoilZonesState(systems.data)
  const { field, importing, trouble, draft, dispatch, drawing } = state
  const { mayChange, name } = field
  const layers = useFieldLayers(name)
  const [done, setDone] = useState<string | null>(null)
  const soilImport = useImport(name, (count) => {
    setDone(`${count} soil ${count === 1 ? 'zone' : 'zones'} imported into ${name}.`)
    state.setImporting(false)
  })
  const centre = useRef<LatLng>(field.view.centre)
  return (
    <Page
      title="Soil Zones"
      hint="Where the soil changes, each part gets its own field capacity and wilting point. Maps and prescriptions count with them."
    >
      <PictureAndForm
        picture={
          <>
            <SystemChoice systems={systems} state={state} />
            <MapFrame waiting="Loading map..." otherwise="Pins can be typed and read in the list.">
              <SoilZoneMap
                state={state}
                layers={layers}
                proposed={importing ? soilImport.proposed : null}
                onCentre={(place) => (centre.current = place)}
              />
            </MapFrame>
            {trouble ? <Notice tone="fault">{trouble}</Notice> : null}
            {importing ? null : (
              <DrawButtons
                draft={draft}
                dispatch={dispatch}
                mayChange={mayChange && name !== ''}
                centre={() => centre.current}
                onTrouble={state.setTrouble}
              />
            )}
            <LookButtons state={state} layers={layers} />
            <LayerNotes layers={layers} />
            <SystemLinks system={name} here={paths.soilZones()} />
          </>
        }
        form={
          <>
            {mayChange ? null : <Notice tone="attention">{problems.role_may_not_change.message}</Notice>}
            {done ? <Notice tone="done">{done}</Notice> : null}
            {importing && mayChange ? (
              <ImportPanel
                name={name}
                held={field.zones.data?.length ?? 0}
                soilImport={soilImport}
                onCancel={() => state.setImporting(false)}
              />
            ) : (
              <Drawing
                state={state}
                onImport={() => {
                  setDone(null)
                  state.setImporting(true)
                }}
              />
            )}
          </>
        }
      />
      {state.dialog === 'save' ? <SaveDialog state={state} /> : null}
      <UnsavedDialog leaving={state.leaving} stayLabel="Keep drawing">
        {drawing.zone
          ? `The changes to “${drawing.zone.name}” are not saved.`
          : 'The pins you have placed are not saved.'}
      </UnsavedDialog>
    </Page>
  )
}

function SystemChoice({ systems, state }: { systems: ReturnType<typeof useSystems>; state: SoilZonesState }) {
  const names = (systems.data ?? []).map((one) => one.name)
  return (
    <div className={css.choices}>
      <Dropdown
        label="Select a system"
        placeholder={systems.isPending ? 'Loading systems...' : 'Select a system'}
        value={state.field.name}
        options={names.map((one) => ({ value: one, label: one }))}
        disabled={names.length === 0}
        onChange={state.chooseSystem}
      />
      {systems.data?.length === 0 ? <Notice>{problems.systems_not_set_up.message}</Notice> : null}
      {systems.isError && !systems.data ? (
        <Notice tone="attention" onRetry={() => void systems.refetch()} retrying={systems.isFetching}>
          {sentenceOf(systems.error)}
        </Notice>
      ) : null}
    </div>
  )
}

interface LookButtonsProps {
  state: SoilZonesState
  layers: FieldLayersState
}

function LookButtons({ state: { locked, setLocked, field }, layers }: LookButtonsProps) {
  const Icon = locked ? LockOpen : Lock
  return (
    <ButtonGroup name="Look">
      <Button
        icon={<Icon size={ICON} aria-hidden="true" />}
        pressed={locked}
        onClick={() => setLocked(!locked)}
      >
        {locked ? 'Release Map' : 'Lock Map'}
      </Button>
      <LayerButtons layers={layers} known={field.name !== ''} />
    </ButtonGroup>
  )
}

function Drawing({ state, onImport }: { state: SoilZonesState; onImport: () => void }) {
  const { field, draft, dispatch, check, held } = state
  const { mayChange, name, system } = field
  const reasonId = useId()
  const { obstacle } = check
  return (
    <>
      <Facts state={state} reasonId={reasonId} />
      {mayChange && name !== '' ? <Rings state={state} /> : null}
      <ButtonGroup name="Keep">
        <Button
          variant="primary"
          icon={<Save size={ICON} aria-hidden="true" />}
          disabled={!mayChange || name === '' || obstacle !== null}
          aria-describedby={obstacle ? reasonId : undefined}
          onClick={() => state.setDialog('save')}
        >
          {held ? 'Update & Save' : 'Save Soil Zone'}
        </Button>
        <Button
          icon={<Plus size={ICON} aria-hidden="true" />}
          disabled={!mayChange || name === ''}
          onClick={() => state.open(null)}
        >
          New Zone
        </Button>
        <Button
          icon={<FileUp size={ICON} aria-hidden="true" />}
          disabled={!mayChange || name === ''}
          onClick={onImport}
        >
          Import a File
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
        To give an area a percentage of its own, whatever its soil, draw it under{' '}
        <Link to={paths.geofences()} search={name ? { system: name } : {}}>
          Set Geofences
        </Link>
        .
      </p>
    </>
  )
}

/** Below this the edge of the circle, not the drawing, is the cause. */
const NOTABLE_OUTSIDE_M2 = 20

function Facts({ state, reasonId }: { state: SoilZonesState; reasonId: string }) {
  const { check, draft, dispatch, unsaved, field } = state
  if (draft.pins.length === 0)
    return (
      <p id={reasonId} className={css.soft}>
        {field.system
          ? 'Place at least 3 pins around a part of the field whose soil differs, or import a file.'
          : check.obstacle}
      </p>
    )
  return (
    <div className={css.facts}>
      {check.areaM2 === null ? null : (
        <p className={css.area}>
          {areaText(check.areaM2)}
          {unsaved ? <span className={css.soft}> · not saved</span> : null}
        </p>
      )}
      {check.obstacle ? (
        <Obstacle
          check={check}
          reasonId={reasonId}
          obstacle={check.obstacle}
          onOrder={(order) => dispatch({ do: 'order', order })}
        />
      ) : null}
      {!check.obstacle && check.outsideM2 > NOTABLE_OUTSIDE_M2 ? (
        <Notice tone="attention">
          {areaText(check.outsideM2)} of it lie outside the part that the machine wets (shown amber). Nothing
          changes there.
        </Notice>
      ) : null}
    </div>
  )
}

/** A zone may lie in several places and have holes: one of its outlines is drawn at a time. */
function Rings({ state: { drawing, check, draft, unsaved } }: { state: SoilZonesState }) {
  const { rings, at, zone } = drawing
  const chosen = rings.findIndex(({ place }) => place.polygon === at.polygon && place.ring === at.ring)
  if (!zone && !unsaved) return null
  const unfinished = check.obstacle !== null
  return (
    <>
      {drawing.restored ? <Notice>What you had drawn and not saved is back.</Notice> : null}
      {rings.length > 1 ? (
        <Dropdown
          label="Outline to edit"
          placeholder="Choose an outline"
          value={String(chosen)}
          options={rings.map(({ name }, i) => ({ value: String(i), label: name }))}
          disabled={unfinished}
          onChange={(wanted) => {
            const ring = rings[Number(wanted)]
            if (ring) drawing.turnTo(ring.place)
          }}
        />
      ) : null}
      <ButtonGroup name="Outlines">
        <Button
          icon={<Plus size={ICON} aria-hidden="true" />}
          disabled={unfinished || draft.pins.length === 0}
          onClick={drawing.addOutline}
        >
          Add another outline
        </Button>
        <Button
          icon={<CircleDashed size={ICON} aria-hidden="true" />}
          disabled={unfinished || draft.pins.length === 0}
          onClick={drawing.addHole}
        >
          Cut a hole
        </Button>
        {rings.length > 1 ? (
          <Button icon={<Trash2 size={ICON} aria-hidden="true" />} onClick={drawing.removeRing}>
            Remove {rings[chosen]?.name.toLowerCase() ?? 'outline'}
          </Button>
        ) : null}
      </ButtonGroup>
    </>
  )
}
