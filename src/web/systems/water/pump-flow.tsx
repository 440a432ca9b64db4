/** A pass that would starve its pump: where, by how much, and the two ways on. */
import type { PrescriptionPreview } from '../../../contract/prescriptions.ts'
import type { LowStretch } from '../../../contract/pumps.ts'
import type { Settings } from '../../../contract/systems.ts'
import { lowFlowStretches } from '../../../agronomy/prescription/pump-flow.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { DepthUnit } from '../settings/settings.text.ts'
import type { Outcome } from '../settings/use-submission.ts'
import css from './water-settings.module.css'
import { flowText, stretchText } from './pump.text.ts'

const SHOWN = 6

function Stretches({ stretches, unit }: { stretches: LowStretch[]; unit: DepthUnit }) {
  const more = stretches.length - SHOWN
  return (
    <ul className={css.stretches}>
      {stretches.slice(0, SHOWN).map((each) => (
        <li key={each.from_deg}>{stretchText(each, unit)}</li>
      ))}
      {more > 0 ? <li>and {more} more</li> : null}
    </ul>
  )
}

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
      <Stretches stretches={low} unit={unit} />
      <p>Nothing was sent, and what ran before runs on. What you typed is kept.</p>
      <p>
        Raising gives the driest cells of these sectors more water, just until the flow suffices. Geofences of
        0% stay dry.
      </p>
      {left.length > 0 ? (
        <Notice tone="attention">
          Raising does not help everywhere. The pump needs a bypass, or has to stop, at:
          <Stretches stretches={left} unit={unit} />
        </Notice>
      ) : null}
    </Dialog>
  )
}

export interface PumpWarningProps {
  preview: Pick<PrescriptionPreview, 'inputs' | 'totals'>
  unit: DepthUnit
  /** Shows the same pass with the lowest percentages raised. */
  onRaise: () => void
}

/** The same in a preview, before anything is sent. */
export function PumpWarning({ preview: { inputs, totals }, unit, onRaise }: PumpWarningProps) {
  const { pump, settings } = inputs
  if (!pump || !settings?.is_system_on) return null
  const low = lowFlowStretches(totals?.sector_flow_gpm ?? null, pump.least_flow_gpm, inputs.arc)
  if (low.length === 0)
    return pump.raise ? (
      <p>
        Where it was needed the lowest percentages are raised: <strong>{pump.name}</strong> draws at least{' '}
        {flowText(pump.least_flow_gpm, unit)} all the way.
      </p>
    ) : null
  const stretches = low.map(({ fromDeg, toDeg, flowGpm }) => ({
    from_deg: fromDeg,
    to_deg: toDeg,
    flow_gpm: flowGpm,
  }))
  const test = settings.is_test_pattern_on
  return (
    <Notice tone="attention">
      <strong>{pump.name}</strong> needs at least {flowText(pump.least_flow_gpm, unit)}, and the machine would
      draw less:
      <Stretches stretches={stretches} unit={unit} />
      {pump.raise ? 'Raising does not help here: the pump needs a bypass, or has to stop.' : null}
      {test ? 'A test pattern is sent all the same; it ends by itself.' : null}
      {pump.raise || test ? null : (
        <span className={css.remedy}>
          <Button onClick={onRaise}>Raise the lowest percentages</Button> or do not start this pass.
        </span>
      )}
    </Notice>
  )
}
