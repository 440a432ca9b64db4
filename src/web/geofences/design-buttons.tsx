/** The designer's buttons beside those that draw: look and keep. */
import { ChartPie, Hexagon, Lock, LockOpen, Plus, Power, Save, Trash2 } from 'lucide-react'
import { OUTLINE_PINS } from '../../contract/limits.ts'
import { ButtonApart, ButtonGroup } from '../ui/button-group.tsx'
import { Button } from '../ui/button.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import css from './design-buttons.module.css'
import { LayerButtons } from '../shared/moisture/layer-buttons.tsx'
import type { FieldLayersState } from '../shared/moisture/use-field-layers.ts'
import type { Design, Field, Look, Saving } from './use-designer.ts'

const ICON = 20

export interface LookButtonsProps {
  look: Look
  layers: FieldLayersState
  /** Whether a system is chosen, which may have a prescription. */
  known: boolean
}

export function LookButtons({ look, layers, known }: LookButtonsProps) {
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
      <LayerButtons layers={layers} known={known} />
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
  const few = draft.pins.length < OUTLINE_PINS.min
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
