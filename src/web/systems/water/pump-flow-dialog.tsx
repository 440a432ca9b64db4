/** 'Too little flow for the pump': settings that would starve it, where, and the two ways on. */
import type { Settings } from '#contract/systems.ts'
import { LowStretches } from '../../shared/pump/pump-warning.tsx'
import { flowText } from '../../shared/pump/pump.text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { DepthUnit } from '../settings/settings.text.ts'
import type { Outcome } from '../settings/use-submission.ts'

export interface PumpFlowDialogProps {
  outcome: Outcome | null
  /** What was refused. */
  mine: Settings | null
  unit: DepthUnit
  onRaise: (settings: Settings) => void
  onClose: () => void
}

export function PumpFlowDialog({ outcome, mine, unit, onRaise, onClose }: PumpFlowDialogProps) {
  if (outcome?.kind !== 'pump-low' || !mine) return null
  const { pump, least_flow_gpm: least, low, low_when_raised: left } = outcome.shortfall
  return (
    <Dialog
      open
      scrolls
      title="Too little flow for the pump"
      onClose={onClose}
      closeLabel="Do not start this pass"
      actions={
        <>
          <Button onClick={onClose}>Do not start this pass</Button>
          <Button variant="primary" onClick={() => onRaise({ ...mine, pump_remedy: 'raise' })}>
            Raise the lowest percentages
          </Button>
        </>
      }
    >
      <p>
        <strong>{pump}</strong> needs at least {flowText(least, unit)}. On this pass the machine would draw
        less:
      </p>
      <LowStretches stretches={low} unit={unit} />
      <p>Nothing was sent, and what ran before runs on. What you typed is kept.</p>
      <p>
        Raising gives the cells with the lowest percentages there more water, just until the flow suffices.
        Geofences of 0% stay dry.
      </p>
      {left.length > 0 ? (
        <Notice tone="attention">
          Raising does not help everywhere. The pump needs a bypass, or has to stop, at:
          <LowStretches stretches={left} unit={unit} />
        </Notice>
      ) : null}
    </Dialog>
  )
}
