/** The page's buttons, grouped by what they do: draw, look, keep. */
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
import { LayerButtons } from '../shared/moisture/layer-buttons.tsx'
import type { FieldLayersState } from '../shared/moisture/use-field-layers.ts'
import { ButtonApart, ButtonGroup } from '../ui/button-group.tsx'
import { Button } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import css from './placement-buttons.module.css'
import { isFull } from './placement-draft.ts'
import type { PlacementDraft } from './placement-draft.ts'
import type { DraftParts, Look, Placing, Saving, Shown } from './use-placement.ts'
import type { OwnPlaceState } from './use-own-place.ts'

const ICON = 20

export interface DrawButtonsProps extends DraftParts, Pick<Shown, 'setChosen'> {
  placing: Pick<Placing, 'togglePlacing' | 'askAtCentre'>
}

export function DrawButtons({ draft, dispatch, placing, setChosen }: DrawButtonsProps) {
  const { mode, past } = draft
  const full = isFull(draft)
  const removing = mode === 'remove'
  const Place = mode === 'place' ? X : MapPinPlus
  const Remove = removing ? X : MapPinMinus
  return (
    <div className={css.draw}>
      <ButtonGroup name="Draw" strip>
        <Button
          icon={<Place size={ICON} aria-hidden="true" />}
          pressed={mode === 'place'}
          disabled={full && mode !== 'place'}
          onClick={placing.togglePlacing}
        >
          {mode === 'place' ? 'Cancel' : 'Place Probe'}
        </Button>
        <Button
          icon={<Remove size={ICON} aria-hidden="true" />}
          pressed={removing}
          onClick={() => {
            setChosen(null)
            dispatch({ do: 'mode', mode: removing ? 'idle' : 'remove' })
          }}
        >
          {removing ? 'Cancel' : 'Remove Probe'}
        </Button>
        <Button
          icon={<Crosshair size={ICON} aria-hidden="true" />}
          disabled={full}
          onClick={placing.askAtCentre}
        >
          Place at crosshair
        </Button>
        <Button
          icon={<Undo2 size={ICON} aria-hidden="true" />}
          disabled={past.length === 0}
          onClick={() => dispatch({ do: 'undo' })}
        >
          Undo
        </Button>
      </ButtonGroup>
      <output className={css.now}>{hintOf(draft)}</output>
    </div>
  )
}

/** What a press on the map does now. */
function hintOf(draft: PlacementDraft): string {
  if (draft.mode === 'remove')
    return draft.probes.length === 0
      ? 'There is no probe to remove.'
      : 'Press each probe that should go, then Cancel.'
  if (isFull(draft)) return `A set holds at most ${PROBES_PER_GROUP_MAX} probes.`
  if (draft.mode === 'place') return 'Press the map where the next probe stands, or Cancel.'
  return draft.probes.length === 0
    ? 'Stand beside a probe and press Place Probe.'
    : 'Press a probe to see it, drag it to correct its place.'
}

export interface LookButtonsProps {
  look: Look
  own: OwnPlaceState
  systems: readonly SystemView[]
  onSystem: (name: string) => void
  layers: FieldLayersState
  /** Whether a system is worked on. */
  known: boolean
}

export function LookButtons({ look, own, systems, onSystem, layers, known }: LookButtonsProps) {
  const { locked, setLocked, goTo } = look
  const Icon = locked ? LockOpen : Lock
  const locate = async () => {
    const place = await own.ask()
    if (place) goTo({ centre: { lat: place.lat, lng: place.lng }, zoom: PROBES_VIEW.zoom })
  }
  return (
    <div className={css.look}>
      <ButtonGroup name="Look">
        <Button
          icon={<LocateFixed size={ICON} aria-hidden="true" />}
          busy={own.asking ? 'Looking for you…' : false}
          onClick={() => void locate()}
        >
          Get Location
        </Button>
        <Button
          icon={<Icon size={ICON} aria-hidden="true" />}
          pressed={locked}
          onClick={() => setLocked(!locked)}
        >
          {locked ? 'Release Map' : 'Lock Map'}
        </Button>
        <LayerButtons layers={layers} known={known} withoutProbes />
      </ButtonGroup>
      {systems.length > 0 ? (
        <Dropdown
          label="Show a system"
          placeholder="Select a system"
          value=""
          options={systems.map(({ name }) => ({ value: name, label: name }))}
          onChange={onSystem}
        />
      ) : null}
    </div>
  )
}

/** @param known whether it is a saved set that is changed */
export function KeepButtons({ known, saving }: { known: boolean; saving: Saving }) {
  const { setDialog, save, remove } = saving
  return (
    <ButtonGroup name="Keep">
      <Button
        variant="primary"
        icon={<Save size={ICON} aria-hidden="true" />}
        onClick={() => {
          save.reset()
          setDialog('save')
        }}
      >
        Finish & Save
      </Button>
      <Button icon={<Eraser size={ICON} aria-hidden="true" />} onClick={() => setDialog('clear')}>
        Clear Placements
      </Button>
      {known ? (
        <ButtonApart>
          <Button
            variant="danger"
            icon={<Trash2 size={ICON} aria-hidden="true" />}
            onClick={() => {
              remove.reset()
              setDialog('delete')
            }}
          >
            Delete Set of Probes
          </Button>
        </ButtonApart>
      ) : null}
    </ButtonGroup>
  )
}
