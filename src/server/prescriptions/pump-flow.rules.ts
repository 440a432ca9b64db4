/** Whether a prescription may go to a machine whose pump needs a least flow, and what is said where it may not. */
import { lowFlowStretches } from '../../agronomy/prescription/pump-flow.ts'
import type { LowStretch, PumpShortfall } from '../../contract/pumps.ts'
import { Problem } from '../kit/problem.ts'
import { type Computation, compute } from './computation.rules.ts'

function lowIn({ totals, inputs }: Computation, leastFlowGpm: number): LowStretch[] {
  return lowFlowStretches(totals.sectorFlowGpm, leastFlowGpm, inputs.arc).map(
    ({ fromDeg, toDeg, flowGpm }) => ({ from_deg: fromDeg, to_deg: toDeg, flow_gpm: flowGpm }),
  )
}

/**
 * Whoever chose to raise was told where it does not help.
 *
 * @throws Problem('pump_flow_low') where a sector draws too little and nobody chose the remedy
 */
export function refuseLowFlow(computation: Computation): void {
  const { inputs } = computation
  const { settings, pump } = inputs
  if (!settings?.is_system_on || settings.is_test_pattern_on || !pump || pump.raise) return
  // the rest of a pass is that pass, which was judged as a whole
  if (settings.finish_arc) return
  const { name, least_flow_gpm: least } = pump
  const low = lowIn(computation, least)
  if (low.length === 0) return
  const raised = compute({ ...inputs, pump: { ...pump, raise: true } })
  const shortfall: PumpShortfall = {
    pump: name,
    least_flow_gpm: least,
    low,
    low_when_raised: lowIn(raised, least),
  }
  throw new Problem('pump_flow_low', { current: shortfall })
}
