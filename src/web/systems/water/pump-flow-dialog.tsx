/** 'Too little flow for the pump': settings that would starve it, where, and the two ways on. */
import type { Settings } from '#contract/systems.ts'
import { LowStretches } from '../../shared/pump/pump-warning.tsx'
import { flowText } from '../../shared/pump/pump.text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { DepthUnit } from '../settings/settings.text.ts'
import type { Outcome } from '../settings/use-submission.ts'
import { say } from './water-settings.text.ts'

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
      title={say.tooLittleFlow}
      onClose={onClose}
      closeLabel={say.doNotStart}
      actions={
        <>
          <Button onClick={onClose}>{say.doNotStart}</Button>
          <Button variant="primary" onClick={() => onRaise({ ...mine, pump_remedy: 'raise' })}>
            {say.raiseLowestPercentages}
          </Button>
        </>
      }
    >
      <p>
        <strong>{pump}</strong> {say.drawsTooLittle(flowText(least, unit))}
      </p>
      <LowStretches stretches={low} unit={unit} />
      <p>{say.nothingSent}</p>
      <p>{say.raisingHint}</p>
      {left.length > 0 ? (
        <Notice tone="attention">
          {say.raisingNoHelp}
          <LowStretches stretches={left} unit={unit} />
        </Notice>
      ) : null}
    </Dialog>
  )
}
