/** The designer's buttons, grouped by what they do: draw, look, keep. */
import {
  ChartPie,
  Crosshair,
  Hexagon,
  LocateFixed,
  Lock,
  LockOpen,
  MapPinMinus,
  MapPinPlus,
  Plus,
  Power,
  Save,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { GEOFENCE_PINS } from '../../contract/limits.ts'
import { askOwnPlace } from '../kit/own-place.ts'
import { ButtonApart, ButtonGroup } from '../ui/button-group.tsx'
import { Button } from '../ui/button.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import css from './design-buttons.module.css'
import type { Design, Field, Look, Saving } from './use-designer.ts'

const ICON = 20

export interface DrawButtonsProps extends Pick<Design, 'draft' | 'dispatch'> {
  mayChange: boolean
  /** Middle of the map. */
  centre: () => LatLng
  /** Told why something did not work; null takes that back. */
  onTrouble: (trouble: string | null) => void
}

export function DrawButtons({ draft, dispatch, mayChange, centre, onTrouble }: DrawButtonsProps) {
  const { mode, pins, past } = draft
  const full = pins.length >= GEOFENCE_PINS.max
  const turn = (wanted: 'add' | 'remove') => dispatch({ do: 'mode', mode: mode === wanted ? 'look' : wanted })
  return (
    <ButtonGroup name="Draw">
      <Button
        icon={<MapPinPlus size={ICON} aria-hidden="true" />}
        pressed={mode === 'add'}
        disabled={!mayChange || (full && mode !== 'add')}
        onClick={() => turn('add')}
      >
        {mode === 'add' ? 'Stop Adding Pins' : 'Add Pins'}
      </Button>
      <Button
        icon={<MapPinMinus size={ICON} aria-hidden="true" />}
        pressed={mode === 'remove'}
        disabled={!mayChange || (pins.length === 0 && mode !== 'remove')}
        onClick={() => turn('remove')}
      >
        {mode === 'remove' ? 'Cancel Remove Pins' : 'Remove Pins'}
      </Button>
      <Button
        icon={<Crosshair size={ICON} aria-hidden="true" />}
        disabled={!mayChange || full}
        onClick={() => dispatch({ do: 'add', place: centre() })}
      >
        Add pin at the centre cross
      </Button>
      <OwnPlaceButton
        disabled={!mayChange || full}
        onPlace={(place) => dispatch({ do: 'add', place })}
        onTrouble={onTrouble}
      />
      <Button
        icon={<Undo2 size={ICON} aria-hidden="true" />}
        disabled={past.length === 0}
        onClick={() => dispatch({ do: 'undo' })}
      >
        Undo
      </Button>
    </ButtonGroup>
  )
}

interface OwnPlaceButtonProps extends Pick<DrawButtonsProps, 'onTrouble'> {
  disabled: boolean
  onPlace: (place: LatLng) => void
}

function OwnPlaceButton({ disabled, onPlace, onTrouble }: OwnPlaceButtonProps) {
  const [asking, setAsking] = useState(false)
  const add = async () => {
    setAsking(true)
    onTrouble(null)
    try {
      onPlace(await askOwnPlace())
    } catch (error) {
      onTrouble(error instanceof Error ? error.message : null)
    } finally {
      setAsking(false)
    }
  }
  return (
    <Button
      icon={<LocateFixed size={ICON} aria-hidden="true" />}
      disabled={disabled}
      busy={asking ? 'Looking for you…' : false}
      onClick={() => void add()}
    >
      Add pin where I stand
    </Button>
  )
}

/** @param known whether a system is chosen, which may have a prescription */
export function LookButtons({ look, known }: { look: Look; known: boolean }) {
  const { locked, setLocked, cells, setCells } = look
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
      <Button
        icon={<ChartPie size={ICON} aria-hidden="true" />}
        pressed={cells}
        disabled={!known}
        onClick={() => setCells(!cells)}
      >
        {cells ? 'Hide Prescription' : 'Show Prescription'}
      </Button>
    </ButtonGroup>
  )
}

export interface KeepButtonsProps {
  field: Pick<Field, 'name' | 'mayChange'>
  design: Design
  saving: Saving
  onNew: () => void
  /** Element that says why nothing can be saved. */
  reasonId: string
}

export function KeepButtons({ field, design, saving, onNew, reasonId }: KeepButtonsProps) {
  const { name, mayChange } = field
  const { draft, dispatch, check, held: saved } = design
  const few = draft.pins.length < GEOFENCE_PINS.min
  return (
    <ButtonGroup name="Keep">
      <Button
        icon={<Hexagon size={ICON} aria-hidden="true" />}
        pressed={draft.area}
        disabled={few}
        onClick={() => dispatch({ do: 'area', shown: !draft.area })}
      >
        {draft.area ? 'Remove Area' : 'Generate Area'}
      </Button>
      <Button
        variant="primary"
        icon={<Save size={ICON} aria-hidden="true" />}
        disabled={!mayChange || check.obstacle !== null}
        aria-describedby={check.obstacle ? reasonId : undefined}
        onClick={() => saving.setDialog('save')}
      >
        {draft.saved ? 'Update & Save' : 'Save Geofence'}
      </Button>
      <div className={css.switch}>
        <Button
          icon={<Power size={ICON} aria-hidden="true" />}
          pressed={saved?.enabled ?? false}
          disabled={!mayChange || !saved}
          busy={saving.save.isPending && saving.dialog === null ? 'Switching…' : false}
          onClick={() => saved && saving.toggle(saved)}
        >
          Enable/Disable Geofence
        </Button>
        {saved ? (
          <StatusBadge
            tone={saved.enabled ? 'running' : 'stopped'}
            word={saved.enabled ? 'Enabled' : 'Disabled'}
          />
        ) : null}
      </div>
      <Button icon={<Plus size={ICON} aria-hidden="true" />} disabled={!mayChange} onClick={onNew}>
        New Design
      </Button>
      <ButtonApart>
        <Button
          variant="danger"
          icon={<Trash2 size={ICON} aria-hidden="true" />}
          disabled={!mayChange || name === ''}
          onClick={() => saving.setDialog('delete')}
        >
          Delete Design
        </Button>
      </ButtonApart>
    </ButtonGroup>
  )
}
