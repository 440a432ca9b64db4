/** The warning in a preview that a pass draws too little flow from its pump: where, how much, and the remedy. */
import type { PrescriptionPreview } from '#contract/prescriptions.ts'
import type { LowStretch } from '#contract/pumps.ts'
import { openArc } from '#agronomy/passes/finish-arc.ts'
import { lowFlowStretches } from '#agronomy/prescription/pump-flow.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './pump-warning.module.css'
import { flowText, stretchText, text } from './pump.text.ts'

type DepthUnit = 'in' | 'mm'

const SHOWN = 6

export function LowStretches({ stretches, unit }: { stretches: LowStretch[]; unit: DepthUnit }) {
  const more = stretches.length - SHOWN
  return (
    <ul className={css.stretches}>
      {stretches.slice(0, SHOWN).map((stretch) => (
        <li key={stretch.from_deg}>{stretchText(stretch, unit)}</li>
      ))}
      {more > 0 ? <li>{text.andMore(more)}</li> : null}
    </ul>
  )
}

export interface PumpWarningProps {
  preview: Pick<PrescriptionPreview, 'inputs' | 'totals'>
  unit: DepthUnit
  /** Previews the same pass with the lowest percentages raised. */
  onRaise: () => void
}

export function PumpWarning({ preview: { inputs, totals }, unit, onRaise }: PumpWarningProps) {
  const { pump, settings } = inputs
  if (!pump || !settings?.is_system_on) return null
  // while a pass is being finished, the rest of the field is shut off on purpose
  const swept = settings.finish_arc ? openArc(settings.finish_arc) : inputs.arc
  const low = lowFlowStretches(totals?.sector_flow_gpm ?? null, pump.least_flow_gpm, swept)
  if (low.length === 0)
    return pump.raise ? (
      <p>
        {text.raisedWhere} <strong>{pump.name}</strong>{' '}
        {text.drawsEnough(flowText(pump.least_flow_gpm, unit))}
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
      <strong>{pump.name}</strong> {text.drawsTooLittle(flowText(pump.least_flow_gpm, unit))}
      <LowStretches stretches={stretches} unit={unit} />
      {pump.raise ? text.raisingNoHelp : null}
      {test ? text.testPatternSent : null}
      {pump.raise || test ? null : (
        <span className={css.remedy}>
          <Button onClick={onRaise}>{text.raiseLowestPercentages}</Button> {text.orDoNotStart}
        </span>
      )}
    </Notice>
  )
}
