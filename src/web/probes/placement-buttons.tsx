/** Buttons of the page: draw, view, save and delete. */
import {
  Crosshair,
  Eraser,
  LocateFixed,
  Lock,
  LockOpen,
  MapPinMinus,
  MapPinPlus,
  Save,
  Trash2,
  Undo2,
  X,
} from 'lucide-react'
import { PROBES_PER_GROUP_MAX } from '../../contract/limits.ts'
import type { SystemView } from '../../contract/systems.ts'
import { PROBES_VIEW } from '../map/zoom.ts'
import { LayerButtons } from '../shared/layers/layer-buttons.tsx'
import type { FieldLayersState } from '../shared/layers/use-field-layers.ts'
import { SeparateButton, ButtonGroup } from '../ui/button-group.tsx'
import { Button } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import css from './placement-buttons.module.css'
import { isFull } from './placement-draft.ts'
import type { PlacementDraft } from './placement-draft.ts'
import type { DraftParts, MapState, Placing, Saving, Shown } from './use-placement.ts'
import type { DevicePositionState } from './use-device-position.ts'
import { text } from './probe.text.ts'

const ICON = 20

export interface DrawButtonsProps extends DraftParts, Pick<Shown, 'setChosen'> {
  placing: Pick<Placing, 'togglePlacing' | 'promptAtCentre'>
}

export function DrawButtons({ draft, dispatch, placing, setChosen }: DrawButtonsProps) {
  const { mode, past } = draft
  const full = isFull(draft)
  const removing = mode === 'remove'
  const Place = mode === 'place' ? X : MapPinPlus
  const Remove = removing ? X : MapPinMinus
  return (
    <div className={css.draw}>
      <ButtonGroup name={text.placeButtons} sticky>
        <Button
          icon={<Place size={ICON} aria-hidden="true" />}
          pressed={mode === 'place'}
          disabled={full && mode !== 'place'}
          onClick={placing.togglePlacing}
        >
          {mode === 'place' ? text.cancel : text.placeProbe}
        </Button>
        <Button
          icon={<Remove size={ICON} aria-hidden="true" />}
          pressed={removing}
          onClick={() => {
            setChosen(null)
            dispatch({ type: 'mode', mode: removing ? 'idle' : 'remove' })
          }}
        >
          {removing ? text.cancel : text.removeProbe}
        </Button>
        <Button
          icon={<Crosshair size={ICON} aria-hidden="true" />}
          disabled={full}
          onClick={placing.promptAtCentre}
        >
          {text.placeAtCrosshair}
        </Button>
        <Button
          icon={<Undo2 size={ICON} aria-hidden="true" />}
          disabled={past.length === 0}
          onClick={() => dispatch({ type: 'undo' })}
        >
          {text.undo}
        </Button>
      </ButtonGroup>
      <output className={css.now}>{hintOf(draft)}</output>
    </div>
  )
}

/** What a click on the map does in the current mode. */
function hintOf(draft: PlacementDraft): string {
  if (draft.mode === 'remove') return draft.probes.length === 0 ? text.noProbeToRemove : text.removeHint
  if (isFull(draft)) return text.setIsFull(PROBES_PER_GROUP_MAX)
  if (draft.mode === 'place') return text.placeOnMapHint
  return draft.probes.length === 0 ? text.placeHint : text.correctHint
}

export interface MapButtonsProps {
  mapState: MapState
  device: DevicePositionState
  systems: readonly SystemView[]
  onSystem: (name: string) => void
  layers: FieldLayersState
}

export function MapButtons({ mapState, device, systems, onSystem, layers }: MapButtonsProps) {
  const { locked, setLocked, goTo } = mapState
  const Icon = locked ? LockOpen : Lock
  const locate = async () => {
    const place = await device.request()
    if (place) goTo({ centre: { lat: place.lat, lng: place.lng }, zoom: PROBES_VIEW.zoom })
  }
  return (
    <div className={css.look}>
      <ButtonGroup name={text.viewButtons}>
        <Button
          icon={<LocateFixed size={ICON} aria-hidden="true" />}
          busy={device.requesting ? text.lookingForYou : false}
          onClick={() => void locate()}
        >
          {text.getLocation}
        </Button>
        <Button
          icon={<Icon size={ICON} aria-hidden="true" />}
          pressed={locked}
          onClick={() => setLocked(!locked)}
        >
          {locked ? text.releaseMap : text.lockMap}
        </Button>
        <LayerButtons layers={layers} without="probes" />
      </ButtonGroup>
      {systems.length > 0 ? (
        <Dropdown
          label={text.showSystem}
          placeholder={text.selectSystem}
          value=""
          options={systems.map(({ name }) => ({ value: name, label: name }))}
          onChange={onSystem}
        />
      ) : null}
    </div>
  )
}

/** @param editingSaved whether a saved set is being edited */
export function SaveButtons({ editingSaved, saving }: { editingSaved: boolean; saving: Saving }) {
  const { setDialog, resetSave, remove } = saving
  return (
    <ButtonGroup name={text.saveButtons}>
      <Button
        variant="primary"
        icon={<Save size={ICON} aria-hidden="true" />}
        onClick={() => {
          resetSave()
          setDialog('save')
        }}
      >
        {text.finishSave}
      </Button>
      <Button icon={<Eraser size={ICON} aria-hidden="true" />} onClick={() => setDialog('clear')}>
        {text.clearPlacements}
      </Button>
      {editingSaved ? (
        <SeparateButton>
          <Button
            variant="danger"
            icon={<Trash2 size={ICON} aria-hidden="true" />}
            onClick={() => {
              remove.reset()
              setDialog('delete')
            }}
          >
            {text.deleteSet}
          </Button>
        </SeparateButton>
      ) : null}
    </ButtonGroup>
  )
}
