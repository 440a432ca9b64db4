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
import type { Designer } from './use-designer.ts'

const ICON = 20

export interface DrawButtonsProps {
  designer: Designer
  /** Middle of the map. */
  centre: () => LatLng
}

export function DrawButtons({ designer, centre }: DrawButtonsProps) {
  const { draft, dispatch, mayChange } = designer
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
      <OwnPlaceButton designer={designer} disabled={!mayChange || full} />
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

function OwnPlaceButton({ designer, disabled }: { designer: Designer; disabled: boolean }) {
  const [asking, setAsking] = useState(false)
  const add = async () => {
    setAsking(true)
    designer.setTrouble(null)
    try {
      const place = await askOwnPlace()
      designer.dispatch({ do: 'add', place })
    } catch (error) {
      designer.setTrouble(error instanceof Error ? error.message : null)
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

export function LookButtons({ designer }: { designer: Designer }) {
  const { locked, setLocked, cells, setCells, name } = designer
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
        disabled={name === ''}
        onClick={() => setCells(!cells)}
      >
        {cells ? 'Hide Prescription' : 'Show Prescription'}
      </Button>
    </ButtonGroup>
  )
}

/** @param reasonId element that says why nothing can be saved */
export function KeepButtons({ designer, reasonId }: { designer: Designer; reasonId: string }) {
  const { draft, dispatch, check, geofences, mayChange, name } = designer
  const saved = geofences.data?.find(({ id }) => id === draft.saved?.id)
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
        onClick={() => designer.setDialog('save')}
      >
        {draft.saved ? 'Update & Save' : 'Save Geofence'}
      </Button>
      <div className={css.switch}>
        <Button
          icon={<Power size={ICON} aria-hidden="true" />}
          pressed={saved?.enabled ?? false}
          disabled={!mayChange || !saved}
          busy={designer.save.isPending && designer.dialog === null ? 'Switching…' : false}
          onClick={() => saved && designer.toggle(saved)}
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
      <Button
        icon={<Plus size={ICON} aria-hidden="true" />}
        disabled={!mayChange}
        onClick={designer.startNew}
      >
        New Design
      </Button>
      <ButtonApart>
        <Button
          variant="danger"
          icon={<Trash2 size={ICON} aria-hidden="true" />}
          disabled={!mayChange || name === ''}
          onClick={() => designer.setDialog('delete')}
        >
          Delete Design
        </Button>
      </ButtonApart>
    </ButtonGroup>
  )
}
