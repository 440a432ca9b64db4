/** 'Too little flow for the pump': where the settings fall short, and the two options. */
import type { Settings } from '#contract/systems.ts'
import { LowStretches } from '../../shared/pump/pump-warning.tsx'
import { flowText } from '../../shared/pump/pump.text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { DepthUnit } from '../settings/settings.text.ts'
import type { Outcome } from '../settings/use-submission.ts'
import { text } from './water-settings.text.ts'

export interface PumpFlowDialogProps {
  outcome: Outcome | null
  /** The refused settings. */
  submitted: Settings | null
  unit: DepthUnit
  onRaise: (settings: Settings) => void
  onClose: () => void
}

export function PumpFlowDialog({ outcome, submitted, unit, onRaise, onClose }: PumpFlowDialogProps) {
  if (outcome?.kind !== 'pump-low' || !submitted) return null
  const { pump, least_flow_gpm: least, low, low_when_raised: left } = outcome.shortfall
  return (
    <Dialog
      open
      scrolls
      title={text.tooLittleFlow}
      onClose={onClose}
      closeLabel={text.doNotStart}
      actions={
        <>
          <Button onClick={onClose}>{text.doNotStart}</Button>
          <Button variant="primary" onClick={() => onRaise({ ...submitted, pump_remedy: 'raise' })}>
            {text.raiseLowestPercentages}
          </Button>
        </>
      }
    >
      <p>
        <strong>{pump}</strong> {text.drawsTooLittle(flowText(least, unit))}
      </p>
      <LowStretches stretches={low} unit={unit} />
      <p>{text.nothingSent}</p>
      <p>{text.raisingHint}</p>
      {left.length > 0 ? (
        <Notice tone="attention">
          {text.raisingNoHelp}
          <LowStretches stretches={left} unit={unit} />
        </Notice>
      ) : null}
    </Dialog>
  )
}
