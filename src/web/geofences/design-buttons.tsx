/** Buttons of the designer that are not for drawing: view, save and delete. */
import { Hexagon, Lock, LockOpen, Plus, Power, Save, Trash2 } from 'lucide-react'
import { OUTLINE_PINS } from '../../contract/limits.ts'
import { errorMessage } from '../kit/call-error.ts'
import { ButtonGroup, SeparateButton } from '../ui/button-group.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import css from './design-buttons.module.css'
import { LayerButtons } from '../shared/layers/layer-buttons.tsx'
import type { FieldLayersState } from '../shared/layers/use-field-layers.ts'
import type { Design, Field, MapState, Saving } from './use-designer.ts'
import { text } from './designer.text.ts'

const ICON = 20

export interface MapButtonsProps {
  mapState: MapState
  layers: FieldLayersState
}

export function MapButtons({ mapState, layers }: MapButtonsProps) {
  const { locked, setLocked } = mapState
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
      <LayerButtons layers={layers} without="geofences" />
    </ButtonGroup>
  )
}

export interface SaveButtonsProps {
  field: Pick<Field, 'name' | 'mayChange'>
  design: Design
  saving: Saving
  onNew: () => void
  /** Id of the element that explains why nothing can be saved. */
  reasonId: string
}

export function SaveButtons({ field, design, saving, onNew, reasonId }: SaveButtonsProps) {
  const { name, mayChange } = field
  const { draft, dispatch, check, stored: saved } = design
  const tooFew = draft.pins.length < OUTLINE_PINS.min
  return (
    <ButtonGroup name={text.saveButtons}>
      <Button
        icon={<Hexagon size={ICON} aria-hidden="true" />}
        pressed={draft.area}
        disabled={tooFew}
        onClick={() => dispatch({ type: 'area', shown: !draft.area })}
      >
        {draft.area ? text.removeArea : text.generateArea}
      </Button>
      <Button
        variant="primary"
        icon={<Save size={ICON} aria-hidden="true" />}
        disabled={!mayChange || check.saveError !== null}
        aria-describedby={check.saveError ? reasonId : undefined}
        onClick={() => saving.setDialog('save')}
      >
        {draft.saved ? text.updateSave : text.saveGeofence}
      </Button>
      <div className={css.switch}>
        <Button
          icon={<Power size={ICON} aria-hidden="true" />}
          pressed={saved?.enabled ?? false}
          disabled={!mayChange || !saved}
          busy={saving.toggling.isPending ? text.switching : false}
          onClick={() => saved && saving.toggle(saved)}
        >
          {text.enableDisableGeofence}
        </Button>
        {saved ? (
          <StatusBadge
            tone={saved.enabled ? 'running' : 'stopped'}
            word={saved.enabled ? text.enabled : text.disabled}
          />
        ) : null}
        {saving.toggling.isError ? <Notice tone="fault">{errorMessage(saving.toggling.error)}</Notice> : null}
      </div>
      <Button icon={<Plus size={ICON} aria-hidden="true" />} disabled={!mayChange} onClick={onNew}>
        {text.newDesign}
      </Button>
      <SeparateButton>
        <Button
          variant="danger"
          icon={<Trash2 size={ICON} aria-hidden="true" />}
          disabled={!mayChange || name === ''}
          onClick={() => saving.setDialog('delete')}
        >
          {text.deleteDesign}
        </Button>
      </SeparateButton>
    </ButtonGroup>
  )
}
